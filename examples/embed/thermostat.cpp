// Two units written in C++: a room, given by its equation, and a thermostat, which steps by itself. The run
// is made by hand: a window is opened on the way, and what would have been otherwise is looked at from a
// snapshot.

#include <accordo/accordo.hpp>
#include <cstdio>

namespace {

/// T' = (outside - T)/tau + q, with tau shorter while the window is open.
class Room : public accordo::Ode {
 public:
  accordo::Description describe() const override {
    return {.inputs = {{"q", 0}, {"window", 0}}, .outputs = {"T"}, .states = {{"T", 18}}};
  }
  void derivatives(double, std::span<const double> x, std::span<const double> u,
                   std::span<double> dx) override {
    const double tau = u[1] > 0.5 ? 600 : 3600;
    dx[0] = (5 - x[0]) / tau + u[0];
  }
  void outputs(double, std::span<const double> x, std::span<const double>, std::span<double> y) override {
    y[0] = x[0];
  }
};

/// Heats below 19.5 degrees until it is 20.5. All that it remembers is whether it heats.
class Thermostat : public accordo::Unit {
 public:
  accordo::Description describe() const override {
    return {.inputs = {{"T", 18}}, .outputs = {"q"}, .states = {{"on", 0}}};
  }
  void start(double) override { on_ = false; }
  void step(double, double, const accordo::InputSignals& u) override {
    const double T = u.value(0, 1);
    on_ = T < 19.5 || (on_ && T < 20.5);
  }
  void outputs(double, std::span<const double>, std::span<double> y) override { y[0] = on_ ? 0.01 : 0; }
  void states(std::span<double> x) const override { x[0] = on_ ? 1 : 0; }
  void set_states(std::span<const double> x) override { on_ = x[0] > 0.5; }

 private:
  bool on_ = false;
};

}  // namespace

int main() try {
  accordo::System house;
  house.add("room", std::make_unique<Room>());
  house.add("thermostat", std::make_unique<Thermostat>());
  house.connect({"room.T -> thermostat.T", "thermostat.q -> room.q"});

  accordo::Run run = accordo::open(house, {.stop = 7200, .step = 60, .method = "jacobi"});
  run.advance_to(3600);
  const accordo::Snapshot noon = run.save();
  run.advance_to(4200);
  const double closed = run["room.T"];
  run.restore(noon);
  run.set("room.window", 1);
  run.advance_to(4200);
  std::printf("after an hour and ten minutes: %.1f degrees, with the window open %.1f\n", closed,
              run["room.T"]);
  return closed > run["room.T"] ? 0 : 1;
} catch (const accordo::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
