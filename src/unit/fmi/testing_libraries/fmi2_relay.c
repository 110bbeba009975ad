/* The relay of relay.h as an FMU of FMI 2. */
#include "relay.h"

void* fmi2Instantiate(const char* name, int kind, const char* guid, const char* resources,
                      const void* callbacks, int visible, int logging) {
  (void)name, (void)kind, (void)guid, (void)resources, (void)callbacks, (void)visible, (void)logging;
  return make();
}
int fmi2EnterInitializationMode(void* c) {
  ((Fmu*)c)->mode = INITIALIZING;
  return 0;
}
int fmi2ExitInitializationMode(void* c) {
  update(c);
  ((Fmu*)c)->mode = STEPPING; /* or event mode, which a model exchange announces by its first event */
  return 0;
}
int fmi2Terminate(void* c) {
  (void)c;
  return 0;
}

int fmi2GetReal(void* c, const unsigned* vr, size_t n, double* values) {
  if (!may_get(c)) return 3;
  for (size_t i = 0; i < n; ++i) values[i] = real_value(c, vr[i]);
  return 0;
}
int fmi2SetReal(void* c, const unsigned* vr, size_t n, const double* values) {
  for (size_t i = 0; i < n; ++i) {
    if (set_real(c, vr[i], values[i]) != 0) return 3;
  }
  return 0;
}
/* Integers and the enumeration: inputs n, mode; outputs n_out, mode_out, steps. */
int fmi2GetInteger(void* c, const unsigned* vr, size_t n, int* values) {
  Fmu* fmu = c;
  if (!may_get(fmu)) return 3;
  const int64_t all[] = {fmu->in[N], fmu->in[MODE], fmu->out[N], fmu->out[MODE], fmu->steps};
  for (size_t i = 0; i < n; ++i) values[i] = (int)all[vr[i]];
  return 0;
}
int fmi2SetInteger(void* c, const unsigned* vr, size_t n, const int* values) {
  Fmu* fmu = c;
  if (!may_set(fmu)) return 3;
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] > 1) return 3;
    fmu->in[vr[i] == 0 ? N : MODE] = values[i];
  }
  return 0;
}
int fmi2GetBoolean(void* c, const unsigned* vr, size_t n, int* values) {
  Fmu* fmu = c;
  if (!may_get(fmu)) return 3;
  for (size_t i = 0; i < n; ++i) values[i] = (int)(vr[i] == 0 ? fmu->in : fmu->out)[FLAG];
  return 0;
}
int fmi2SetBoolean(void* c, const unsigned* vr, size_t n, const int* values) {
  Fmu* fmu = c;
  if (!may_set(fmu) || n != 1 || vr[0] != 0) return 3;
  fmu->in[FLAG] = values[0];
  return 0;
}
int fmi2GetString(void* c, const unsigned* vr, size_t n, const char** values) {
  Fmu* fmu = c;
  if (!may_get(fmu)) return 3;
  for (size_t i = 0; i < n; ++i) values[i] = vr[i] == 0 ? fmu->text_in : fmu->text_out;
  return 0;
}
int fmi2SetString(void* c, const unsigned* vr, size_t n, const char* const* values) {
  Fmu* fmu = c;
  if (!may_set(fmu) || n != 1 || vr[0] != 0 || strlen(values[0]) + 2 > LONGEST) return 3;
  strcpy(fmu->text_in, values[0]);
  return 0;
}

int fmi2DoStep(void* c, double t, double h, int final) {
  (void) final;
  step(c, t, h);
  return 0;
}
int fmi2GetFMUstate(void* c, void** state) {
  return save(c, state);
}
#include "saved_state.h"

typedef struct {
  int again, terminate, nominals, values, next_defined;
  double next;
} EventInfo;

int fmi2EnterEventMode(void* c) {
  ((Fmu*)c)->mode = EVENT;
  return 0;
}
int fmi2NewDiscreteStates(void* c, EventInfo* info) {
  memset(info, 0, sizeof *info);
  event(c);
  return 0;
}
int fmi2EnterContinuousTimeMode(void* c) {
  ((Fmu*)c)->mode = CONTINUOUS;
  ((Fmu*)c)->after_set = 0;
  return 0;
}
#include "fmi2_time.h"
int fmi2SetContinuousStates(void* c, const double* x, size_t n) {
  ((Fmu*)c)->x = x[0];
  return n == 1 ? 0 : 3;
}
int fmi2GetContinuousStates(void* c, double* x, size_t n) {
  x[0] = ((Fmu*)c)->x;
  return n == 1 ? 0 : 3;
}
int fmi2GetDerivatives(void* c, double* dx, size_t n) {
  dx[0] = real_value(c, 2);
  return n == 1 ? 0 : 3;
}
