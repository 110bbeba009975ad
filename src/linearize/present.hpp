// A linear analysis for people and for programs.
#pragma once

#include <span>
#include <string>

#include "linear/judgement.hpp"

namespace accordo {

struct LinearTextOptions {
  bool matrices = false;  ///< also where they are large
};

std::string linear_text(std::span<const Linearization> points, const LinearTextOptions& options = {});
/// {"kind": "linear", "scenario", "points": […]}, which report pages show, too.
std::string linear_json(std::span<const Linearization> points, const std::string& scenario);

}  // namespace accordo
