/* An FMU of FMI 3 for tests, for co-simulation and model exchange. See test_model.h. */
#include <stdbool.h>
#include <stdint.h>

#include "test_model.h"

typedef void (*Log)(void*, int, const char*, const char*);
typedef void (*Update)(void*, double, bool, bool, bool, bool, bool*, double*);

typedef struct {
  State state;
  void* environment;
  Log log;
  Update update;
  int after_set, initializing, steps, within_step;
  int events, early; /* what it may do in co-simulation */
  int in_event;
} Fmu;

static Fmu* make(const char* token, void* environment, Log log) {
  if (strcmp(token, "{test}") != 0) {
    log(environment, 3, "error", "the token is not {test}");
    return NULL;
  }
  Fmu* fmu = calloc(1, sizeof *fmu);
  start_state(&fmu->state);
  fmu->environment = environment;
  fmu->log = log;
  replace_instance(NULL, fmu);
  return fmu;
}
void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible,
                                   bool logging, void* environment, Log log) {
  (void)name, (void)resources, (void)visible, (void)logging;
  return make(token, environment, log);
}
void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool visible,
                                  bool logging, bool events, bool early, const uint32_t* within, size_t n,
                                  void* environment, Log log, Update update) {
  (void)name, (void)resources, (void)visible, (void)logging;
#ifdef DEAF /* declares event mode, but refuses it; declares updates within steps, but never asks for one */
  if (events) return NULL;
#endif
  Fmu* fmu = make(token, environment, log);
  if (fmu == NULL) return NULL;
  fmu->steps = 1;
  fmu->events = events;
  fmu->early = early;
#ifndef DEAF
  if (n == 1 && within[0] == F) fmu->update = update;
#endif
  return fmu;
}
void fmi3FreeInstance(void* c) {
  replace_instance(c, NULL);
  free(c);
}
int fmi3EnterInitializationMode(void* c, bool with_tolerance, double tolerance, double start, bool with_stop,
                                double stop) {
  ((Fmu*)c)->state.value[TIME] = start;
  ((Fmu*)c)->initializing = 1;
  return with_tolerance && tolerance > 0 && with_stop && stop > start ? 0 : 3;
}
int fmi3ExitInitializationMode(void* c) {
  Fmu* fmu = c;
  fmu->initializing = 0;
  fmu->in_event = fmu->events;
  fmu->after_set = 0;
  return 0;
}
int fmi3Terminate(void* c) {
  (void)c;
  return 0;
}
int fmi3GetFloat64(void* c, const uint32_t* vr, size_t n, double* values, size_t m) {
  Fmu* fmu = c;
  if (n != m || (fmu->steps && fmu->after_set && !fmu->initializing)) return 3;
  for (size_t i = 0; i < n; ++i) values[i] = model_value(&fmu->state, vr[i]);
  return 0;
}
int fmi3SetFloat64(void* c, const uint32_t* vr, size_t n, const double* values, size_t m) {
  Fmu* fmu = c;
  if (n != m) return 3;
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] >= VARIABLES || vr[i] == TIME || (fmu->within_step && vr[i] != F)) return 3;
    fmu->state.value[vr[i]] = values[i];
  }
  fmu->after_set = 1;
  return 0;
}
int fmi3GetOutputDerivatives(void* c, const uint32_t* vr, size_t n, const int32_t* orders, double* values,
                             size_t m) {
  if (n != m) return 3;
  for (size_t i = 0; i < n; ++i) {
    if (orders[i] != 1) return 3;
    values[i] = output_slope(&((Fmu*)c)->state, vr[i]);
  }
  return 0;
}
int fmi3GetDirectionalDerivative(void* c, const uint32_t* unknown, size_t n, const uint32_t* known, size_t m,
                                 const double* seed, size_t seeds, double* result, size_t results) {
  Fmu* fmu = c;
  if (seeds != m || results != n) return 3;
  if (fmu->steps && (fmu->after_set || fmu->initializing)) return 3;
  for (size_t i = 0; i < n; ++i) {
    result[i] = 0;
    for (size_t j = 0; j < m; ++j) result[i] += model_derivative(&fmu->state, unknown[i], known[j]) * seed[j];
  }
  return 0;
}

static void ask_for_input(void* c, double t) {
  Fmu* fmu = c;
  bool early = false;
  double when = 0;
  if (fmu->update == NULL) return;
  fmu->within_step = 1;
  fmu->update(fmu->environment, t, true, false, false, false, &early, &when);
  fmu->within_step = 0;
}
#ifdef BALL
/* The ball stops at its bounce: shortens a step that leads below the ground. Returns its length. */
static double integrate_to_bounce(State* s, double t, double h, void (*set_inputs)(void*, double),
                                  void* context) {
  const State start = *s;
  double before = 0, after = h;
  integrate(s, t, h, set_inputs, context);
  if (s->value[X] >= 0) return h;
  for (int i = 0; i < 60; ++i) {
    const double middle = before + (after - before) / 2;
    *s = start;
    integrate(s, t, middle, set_inputs, context);
    *(s->value[X] < 0 ? &after : &before) = middle;
  }
  *s = start;
  integrate(s, t, after, set_inputs, context);
  return after;
}
#endif

int fmi3DoStep(void* c, double t, double h, bool final, bool* event, bool* terminate, bool* early,
               double* reached) {
  (void) final;
  Fmu* fmu = c;
  State* s = &fmu->state;
  *event = *terminate = *early = false;
  *reached = t;
  if ((fabs(t - s->value[TIME]) > 1e-9 && s->value[FAULT] != FIXED_GRID) || fmu->in_event) return 3;
  const double fault = s->value[FAULT];
  if (t + h > 0.3 && (fault == ERROR_LATE || fault == FATAL_LATE)) {
    fmu->log(fmu->environment, 3, "error", "as told");
    return fault == ERROR_LATE ? 3 : 4;
  }
  if (fault == DISCARD_LONG && h > 0.05) return 2;
  if (fault == FIXED_GRID) { /* stays on a grid of its own */
    const double from = s->value[TIME];
    h = floor((t + h) / 0.1 + 1e-9) * 0.1 - from;
    t = from;
  }
  if (fault == STOPS_FOR_EVER && t > 0.3) {
    *early = true;
    return 0;
  }
  const double end = t + h;
  if (fault == STOPS_OFTEN) h = fmin(h, (floor(t / 0.03 + 1e-9) + 1) * 0.03 - t);
#ifdef BALL
  if (fmu->events && fmu->early) {
    h = integrate_to_bounce(s, t, h, ask_for_input, fmu);
  } else {
    integrate(s, t, h, ask_for_input, fmu);
  }
  *event = fmu->events && s->value[X] < 0 && s->value[V] < 0;
#else
  integrate(s, t, h, ask_for_input, fmu);
#endif
  *reached = t + h;
  *early = t + h < end;
  fmu->after_set = 0;
  return 0;
}

int fmi3GetFMUState(void* c, void** state) {
  if (((Fmu*)c)->in_event) return 3;
  if (*state == NULL) *state = malloc(sizeof(Fmu));
  memcpy(*state, c, sizeof(Fmu));
  return 0;
}
#define SET_STATE fmi3SetFMUState
#define FREE_STATE fmi3FreeFMUState
#include "saved_state.h"

int fmi3EnterEventMode(void* c) {
  Fmu* fmu = c;
  if (fmu->steps && (!fmu->events || fmu->in_event)) return 3;
  fmu->in_event = fmu->events;
  return 0;
}
int fmi3EnterStepMode(void* c) {
  Fmu* fmu = c;
  if (!fmu->in_event) return 3;
  fmu->in_event = 0;
  return 0;
}
int fmi3UpdateDiscreteStates(void* c, bool* again, bool* terminate, bool* nominals, bool* values,
                             bool* defined, double* next) {
  State* s = &((Fmu*)c)->state;
  if (((Fmu*)c)->steps && !((Fmu*)c)->in_event) return 3;
  *terminate = *nominals = *defined = false;
  *again = *values = handle_event(s);
#ifdef BALL
  *defined = !s->kicked;
#endif
  *next = 0.25;
  return 0;
}
int fmi3EnterContinuousTimeMode(void* c) {
  (void)c;
  return 0;
}
int fmi3CompletedIntegratorStep(void* c, bool final, bool* event, bool* terminate) {
  (void)c, (void) final;
  *event = *terminate = false;
  return 0;
}
int fmi3SetTime(void* c, double t) {
  ((Fmu*)c)->state.value[TIME] = t;
  return 0;
}
int fmi3SetContinuousStates(void* c, const double* x, size_t n) {
  memcpy(&((Fmu*)c)->state.value[X], x, n * sizeof *x);
  return n == 2 ? 0 : 3;
}
int fmi3GetContinuousStates(void* c, double* x, size_t n) {
  memcpy(x, &((Fmu*)c)->state.value[X], n * sizeof *x);
  return n == 2 ? 0 : 3;
}
int fmi3GetContinuousStateDerivatives(void* c, double* dx, size_t n) {
  if (n != 2) return 3;
  dx[0] = model_value(&((Fmu*)c)->state, DER_X);
  dx[1] = model_value(&((Fmu*)c)->state, DER_V);
  return 0;
}
int fmi3GetEventIndicators(void* c, double* z, size_t n) {
  z[0] = ((Fmu*)c)->state.value[X];
  return n == 1 ? 0 : 3;
}
