/* FMUs of FMI 2, for co-simulation and model exchange, that tell each other by booleans. The guid says which one:
   "plant": x' = 2 while `up`, else -1; y = x. "thermostat": `on` from where u falls below 0 until it rises above 1.
   "lazy": a thermostat whose event indicators are those of the inputs at which a variable was got last.
   "timer": `on` changes at t = 0.3, and every 0.7 after that. In co-simulation the latter two look at the end of
   each step. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { X, DER_X, U, Y };

typedef struct {
  char which; /* p, t (thermostat), l (lazy) or c (timer) */
  double time, x, u, slope, seen;
  int up, on;
} Fmu;

typedef struct {
  int again, terminate, nominals, values, next_defined;
  double next;
} EventInfo;

static double rate(const Fmu* f) {
  return f->up ? 2 : -1;
}
static int timer_changes(double t) {
  return (int)floor((t - 0.3) / 0.7 + 1 + 1e-12);
}
static void update(Fmu* f) {
  const int thermostat = f->which == 't' || f->which == 'l';
  if (thermostat && f->on && f->u > 1) {
    f->on = 0;
  } else if (thermostat && !f->on && f->u < 0) {
    f->on = 1;
  }
  if (f->which == 'c') f->on = timer_changes(f->time) % 2;
}

void* fmi2Instantiate(const char* name, int kind, const char* guid, const char* resources,
                      const void* callbacks, int visible, int logging) {
  (void)name, (void)kind, (void)resources, (void)callbacks, (void)visible, (void)logging;
  Fmu* f = calloc(1, sizeof *f);
  f->which = strcmp(guid, "timer") == 0 ? 'c' : guid[0];
  f->x = 0.3;
  return f;
}
int fmi2EnterInitializationMode(void* c) {
  (void)c;
  return 0;
}
int fmi2ExitInitializationMode(void* c) {
  update(c);
  return 0;
}
int fmi2Terminate(void* c) {
  (void)c;
  return 0;
}
int fmi2GetReal(void* c, const unsigned* vr, size_t n, double* values) {
  const Fmu* f = c;
  for (size_t i = 0; i < n; ++i) values[i] = vr[i] == DER_X ? rate(f) : vr[i] == U ? f->u : f->x;
  return 0;
}
int fmi2SetReal(void* c, const unsigned* vr, size_t n, const double* values) {
  Fmu* f = c;
  for (size_t i = 0; i < n; ++i) *(vr[i] == U ? &f->u : &f->x) = values[i];
  f->slope = 0;
  return 0;
}
int fmi2SetRealInputDerivatives(void* c, const unsigned* vr, size_t n, const int* orders,
                                const double* values) {
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] == U && orders[i] == 1) ((Fmu*)c)->slope = values[i];
  }
  return 0;
}
int fmi2GetRealOutputDerivatives(void* c, const unsigned* vr, size_t n, const int* orders, double* values) {
  (void)vr, (void)orders;
  for (size_t i = 0; i < n; ++i) values[i] = rate(c);
  return 0;
}
int fmi2GetInteger(void* c, const unsigned* vr, size_t n, int* values) {
  (void)c, (void)vr, (void)values;
  return n == 0 ? 0 : 3;
}
int fmi2SetInteger(void* c, const unsigned* vr, size_t n, const int* values) {
  (void)c, (void)vr, (void)values;
  return n == 0 ? 0 : 3;
}
int fmi2GetBoolean(void* c, const unsigned* vr, size_t n, int* values) {
  Fmu* f = c;
  if (n > 0) f->seen = f->u;
  for (size_t i = 0; i < n; ++i) values[i] = vr[i] == 0 ? f->up : f->on;
  return 0;
}
int fmi2SetBoolean(void* c, const unsigned* vr, size_t n, const int* values) {
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] != 0) return 3;
    ((Fmu*)c)->up = values[i] != 0;
  }
  return 0;
}
int fmi2GetString(void* c, const unsigned* vr, size_t n, const char** values) {
  (void)c, (void)vr, (void)values;
  return n == 0 ? 0 : 3;
}
int fmi2SetString(void* c, const unsigned* vr, size_t n, const char* const* values) {
  (void)c, (void)vr, (void)values;
  return n == 0 ? 0 : 3;
}
int fmi2DoStep(void* c, double t, double h, int final) {
  (void) final;
  Fmu* f = c;
  f->x += h * rate(f);
  f->u += h * f->slope;
  f->time = t + h;
  update(f);
  return 0;
}
int fmi2GetFMUstate(void* c, void** state) {
  if (*state == NULL) *state = malloc(sizeof(Fmu));
  memcpy(*state, c, sizeof(Fmu));
  return 0;
}
#include "saved_state.h"

int fmi2EnterEventMode(void* c) {
  (void)c;
  return 0;
}
int fmi2NewDiscreteStates(void* c, EventInfo* info) {
  const Fmu* f = c;
  memset(info, 0, sizeof *info);
  update(c);
  info->next_defined = f->which == 'c';
  info->next = 0.3 + 0.7 * timer_changes(f->time);
  return 0;
}
int fmi2EnterContinuousTimeMode(void* c) {
  (void)c;
  return 0;
}
#include "fmi2_time.h"
int fmi2SetContinuousStates(void* c, const double* x, size_t n) {
  if (n > 0) ((Fmu*)c)->x = x[0];
  return 0;
}
int fmi2GetContinuousStates(void* c, double* x, size_t n) {
  if (n > 0) x[0] = ((Fmu*)c)->x;
  return 0;
}
int fmi2GetDerivatives(void* c, double* dx, size_t n) {
  if (n > 0) dx[0] = rate(c);
  return 0;
}
int fmi2GetEventIndicators(void* c, double* z, size_t n) {
  const Fmu* f = c;
  const double u = f->which == 'l' ? f->seen : f->u;
  if (n > 0) z[0] = f->on ? u - 1 : -u;
  return 0;
}
