/* An FMU of FMI 2 for tests, for co-simulation and model exchange. See test_model.h. With LAZY, model exchange
   evaluates nothing before it is asked to: event mode sees the point that was evaluated last, not the one that
   was set last. */
#include "test_model.h"

typedef struct {
  void (*logger)(void*, const char*, int, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*step_finished)(void*, int);
  void* environment;
} Callbacks;

typedef struct {
  State state;
  Callbacks callbacks;
  int after_set; /* co-simulation: an input was set after the latest step, so that nothing may be read */
  int initializing, steps;
  double seen[VARIABLES]; /* the values at the latest evaluation */
} Fmu;

static void evaluated(Fmu* fmu) {
  memcpy(fmu->seen, fmu->state.value, sizeof fmu->seen);
}

typedef struct {
  int again, terminate, nominals, values, next_defined;
  double next;
} EventInfo;

void* fmi2Instantiate(const char* name, int kind, const char* guid, const char* resources,
                      const Callbacks* callbacks, int visible, int logging) {
  (void)resources, (void)visible, (void)logging;
  if (strcmp(guid, "{test}") != 0) {
    callbacks->logger(callbacks->environment, name, 3, "error", "the guid is '%s', not '%s'", guid, "{test}");
    return NULL;
  }
  Fmu* fmu = callbacks->allocate(1, sizeof *fmu);
  start_state(&fmu->state);
  fmu->callbacks = *callbacks;
  fmu->steps = kind == 1;
  replace_instance(NULL, fmu);
  return fmu;
}
void fmi2FreeInstance(void* c) {
  replace_instance(c, NULL);
  ((Fmu*)c)->callbacks.release(c);
}
int fmi2SetupExperiment(void* c, int with_tolerance, double tolerance, double start, int with_stop,
                        double stop) {
  ((Fmu*)c)->state.value[TIME] = start;
  return with_tolerance && tolerance > 0 && (!with_stop || stop > start) ? 0 : 3;
}
int fmi2EnterInitializationMode(void* c) {
  ((Fmu*)c)->initializing = 1;
  return 0;
}
int fmi2ExitInitializationMode(void* c) {
  Fmu* fmu = c;
  fmu->initializing = 0;
  fmu->after_set = 0;
  return fmu->state.value[FAULT] == ERROR_AT_START ? 3 : 0;
}
int fmi2Terminate(void* c) {
  (void)c;
  return 0;
}
int fmi2GetReal(void* c, const unsigned* vr, size_t n, double* values) {
  Fmu* fmu = c;
  if (fmu->steps && fmu->after_set && !fmu->initializing) return 3;
  evaluated(fmu);
  for (size_t i = 0; i < n; ++i) values[i] = model_value(&fmu->state, vr[i]);
  return 0;
}
int fmi2SetReal(void* c, const unsigned* vr, size_t n, const double* values) {
  Fmu* fmu = c;
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] >= VARIABLES || vr[i] == TIME) return 3;
    fmu->state.value[vr[i]] = values[i];
  }
  fmu->after_set = 1;
  return 0;
}
int fmi2SetRealInputDerivatives(void* c, const unsigned* vr, size_t n, const int* orders,
                                const double* values) {
  Fmu* fmu = c;
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] != F || orders[i] < 1 || orders[i] > 3) return 3;
    fmu->state.input_derivative[orders[i] - 1] = values[i];
  }
  fmu->after_set = 1;
  return 0;
}
int fmi2GetRealOutputDerivatives(void* c, const unsigned* vr, size_t n, const int* orders, double* values) {
  for (size_t i = 0; i < n; ++i) {
    if (orders[i] != 1) return 3;
    values[i] = output_slope(&((Fmu*)c)->state, vr[i]);
  }
  return 0;
}
int fmi2GetDirectionalDerivative(void* c, const unsigned* unknown, size_t n, const unsigned* known, size_t m,
                                 const double* seed, double* result) {
  Fmu* fmu = c;
  if (fmu->steps && (fmu->after_set || fmu->initializing)) return 3;
  for (size_t i = 0; i < n; ++i) {
    result[i] = 0;
    for (size_t j = 0; j < m; ++j) result[i] += model_derivative(&fmu->state, unknown[i], known[j]) * seed[j];
  }
  return 0;
}

static void extrapolate_input(void* c, double t) {
  State* s = &((Fmu*)c)->state;
  const double d = t - s->input_from;
  const double* u = s->input_derivative;
  /* f keeps its value at the start of the step in SAMPLED */
  s->value[F] = s->value[SAMPLED] + d * (u[0] + d * (u[1] / 2 + d * u[2] / 6));
}
int fmi2DoStep(void* c, double t, double h, int final) {
  (void) final;
  Fmu* fmu = c;
  State* s = &fmu->state;
  if (fabs(t - s->value[TIME]) > 1e-9) return 3;
  const double fault = s->value[FAULT];
  if (t + h > 0.3 && (fault == ERROR_LATE || fault == FATAL_LATE)) {
    const int status = fault == ERROR_LATE ? 3 : 4;
    fmu->callbacks.logger(fmu->callbacks.environment, "", status, "error", "step to %g failed: %s", t + h,
                          "as told");
    return status;
  }
  const double possible = fault == DISCARD_LONG && h > 0.05 ? 0.05 : h;
  s->value[SAMPLED] = s->value[F];
  s->input_from = t;
  integrate(s, t, possible, extrapolate_input, fmu);
  /* The derivative that belongs to the new time. */
  s->input_derivative[0] += possible * (s->input_derivative[1] + possible * s->input_derivative[2] / 2);
  fmu->after_set = 0;
  return possible < h ? 2 : 0;
}
int fmi2GetRealStatus(void* c, int kind, double* value) {
  *value = ((Fmu*)c)->state.value[TIME];
  return kind == 2 ? 0 : 2;
}

int fmi2GetFMUstate(void* c, void** state) {
  if (*state == NULL) *state = malloc(sizeof(Fmu));
  memcpy(*state, c, sizeof(Fmu));
  return 0;
}
#include "saved_state.h"

int fmi2EnterEventMode(void* c) {
#ifdef LAZY
  memcpy(((Fmu*)c)->state.value, ((Fmu*)c)->seen, sizeof ((Fmu*)c)->seen);
#else
  (void)c;
#endif
  return 0;
}
int fmi2NewDiscreteStates(void* c, EventInfo* info) {
  State* s = &((Fmu*)c)->state;
  memset(info, 0, sizeof *info);
  info->values = handle_event(s);
  info->again = info->values;
#ifdef BALL
  info->next_defined = !s->kicked;
  info->next = 0.25;
#endif
  return 0;
}
int fmi2EnterContinuousTimeMode(void* c) {
  (void)c;
  return 0;
}
int fmi2CompletedIntegratorStep(void* c, int final, int* event, int* terminate) {
  (void)c, (void) final;
  *event = *terminate = 0;
  return 0;
}
int fmi2SetTime(void* c, double t) {
  ((Fmu*)c)->state.value[TIME] = t;
  return 0;
}
int fmi2SetContinuousStates(void* c, const double* x, size_t n) {
  memcpy(&((Fmu*)c)->state.value[X], x, n * sizeof *x);
  return n == 2 ? 0 : 3;
}
int fmi2GetContinuousStates(void* c, double* x, size_t n) {
  memcpy(x, &((Fmu*)c)->state.value[X], n * sizeof *x);
  return n == 2 ? 0 : 3;
}
int fmi2GetDerivatives(void* c, double* dx, size_t n) {
  const State* s = &((Fmu*)c)->state;
  if (n != 2) return 3;
  evaluated(c);
  dx[0] = model_value(s, DER_X);
  dx[1] = model_value(s, DER_V);
  if (s->value[TIME] > 0.3 && s->value[FAULT] == ERROR_LATE) return 3;
  if (s->value[TIME] > 0.3 && s->value[FAULT] == FATAL_LATE) return 4;
  if (s->value[TIME] > 0.3 && s->value[FAULT] == NAN_LATE) dx[1] = NAN;
  if (s->value[FAULT] == DISCARD_LONG && s->value[X] > 1.0001) return 2; /* not a value the solution takes */
  return 0;
}
int fmi2GetEventIndicators(void* c, double* z, size_t n) {
  evaluated(c);
  z[0] = ((Fmu*)c)->state.value[X];
  return n == 1 ? 0 : 3;
}
