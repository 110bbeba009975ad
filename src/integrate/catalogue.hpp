// The integrators that there are, by the names that users give.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace accordo {

class Integrator;
struct IntegratorSettings;

struct IntegratorKind {
  std::string_view name;
  std::string_view text;  ///< for the reference; Markdown
  /// Null: linear units do it by themselves.
  std::unique_ptr<Integrator> (*make)(int size, const IntegratorSettings& settings);
};

std::span<const IntegratorKind> integrator_kinds();
/// Those that can be made; for messages: "auto, dopri5, rosenbrock or rk4".
std::string integrator_names();
/// Whether make_integrator() knows it.
bool is_integrator(std::string_view name);

}  // namespace accordo
