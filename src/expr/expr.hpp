// Expressions: parse, print, differentiate exactly, compile to a flat tape, emit C. This header brings all of
// it.
#pragma once

#include "expr/derive.hpp"
#include "expr/emit_c.hpp"
#include "expr/graph.hpp"
#include "expr/op.hpp"
#include "expr/parse.hpp"
#include "expr/print.hpp"
#include "expr/program.hpp"
#include "expr/query.hpp"
