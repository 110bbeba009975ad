// Accordo: couples simulators. The whole library.
#pragma once

#include <accordo/compare.hpp>
#include <accordo/error.hpp>
#include <accordo/linear.hpp>
#include <accordo/result.hpp>
#include <accordo/run.hpp>
#include <accordo/statistics.hpp>
#include <accordo/system.hpp>
#include <accordo/unit.hpp>
