/* The relay of relay.h as an FMU of FMI 3. */
#include "relay.h"

/* Value references: inputs from 10 on, the outputs that belong to them from 30 on, `steps` is 50. */
enum { FIRST_IN = 10, FIRST_OUT = 30, SINGLE = 7, TEXT, BYTES, STEPS = 50 };

void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool visible,
                                  bool logging, bool event_mode, bool early_return, const uint32_t* required,
                                  size_t n, void* environment, void* log, void* update_within) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)early_return;
  (void)required, (void)n, (void)environment, (void)log, (void)update_within;
  Fmu* fmu = make();
  fmu->events = event_mode;
  return fmu;
}
void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible,
                                   bool logging, void* environment, void* log) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)environment, (void)log;
  return make();
}
void fmi3FreeInstance(void* c) {
  free(c);
}
int fmi3EnterInitializationMode(void* c, bool with_tolerance, double tolerance, double start, bool with_stop,
                                double stop) {
  (void)with_tolerance, (void)tolerance, (void)with_stop, (void)stop;
  ((Fmu*)c)->time = start;
  ((Fmu*)c)->mode = INITIALIZING;
  return 0;
}
int fmi3ExitInitializationMode(void* c) {
  update(c);
  ((Fmu*)c)->mode = ((Fmu*)c)->events ? EVENT : STEPPING;
  return 0;
}
int fmi3Terminate(void* c) {
  (void)c;
  return 0;
}
int fmi3GetFloat64(void* c, const uint32_t* vr, size_t n, double* values, size_t m) {
  if (!may_get(c) || n != m) return 3;
  for (size_t i = 0; i < n; ++i) values[i] = real_value(c, vr[i]);
  return 0;
}
int fmi3SetFloat64(void* c, const uint32_t* vr, size_t n, const double* values, size_t m) {
  if (n != m) return 3;
  for (size_t i = 0; i < n; ++i) {
    if (set_real(c, vr[i], values[i]) != 0) return 3;
  }
  return 0;
}

/* The number behind a reference; the array takes two. */
static int64_t* number(Fmu* fmu, uint32_t vr) {
  if (vr == STEPS) return &fmu->steps;
  return vr >= FIRST_OUT ? &fmu->out[vr - FIRST_OUT] : &fmu->in[vr - FIRST_IN];
}
static size_t length(uint32_t vr) {
  return vr == FIRST_IN + LIST1 || vr == FIRST_OUT + LIST1 ? 2 : 1;
}
#define NUMBERS_OF_TYPE(Name, Type)                                                          \
  int fmi3Get##Name(void* c, const uint32_t* vr, size_t n, Type* values, size_t m) {         \
    if (!may_get(c)) return 3;                                                               \
    size_t k = 0;                                                                            \
    for (size_t i = 0; i < n; ++i)                                                           \
      for (size_t j = 0; j < length(vr[i]); ++j) values[k++] = (Type)number(c, vr[i])[j];    \
    return k == m ? 0 : 3;                                                                   \
  }                                                                                          \
  int fmi3Set##Name(void* c, const uint32_t* vr, size_t n, const Type* values, size_t m) {   \
    if (!may_set(c)) return 3;                                                               \
    size_t k = 0;                                                                            \
    for (size_t i = 0; i < n; ++i)                                                           \
      for (size_t j = 0; j < length(vr[i]); ++j) number(c, vr[i])[j] = (int64_t)values[k++]; \
    return k == m ? 0 : 3;                                                                   \
  }
NUMBERS_OF_TYPE(Int8, int8_t)
NUMBERS_OF_TYPE(Int32, int32_t)
NUMBERS_OF_TYPE(Int64, int64_t)
NUMBERS_OF_TYPE(UInt64, uint64_t)
NUMBERS_OF_TYPE(Boolean, bool)

int fmi3GetFloat32(void* c, const uint32_t* vr, size_t n, float* values, size_t m) {
  Fmu* fmu = c;
  if (!may_get(fmu) || n != m) return 3;
  for (size_t i = 0; i < n; ++i) values[i] = vr[i] >= FIRST_OUT ? fmu->single_out : fmu->single_in;
  return 0;
}
int fmi3SetFloat32(void* c, const uint32_t* vr, size_t n, const float* values, size_t m) {
  Fmu* fmu = c;
  if (!may_set(fmu) || n != 1 || m != 1 || vr[0] != FIRST_IN + SINGLE) return 3;
  fmu->single_in = values[0];
  return 0;
}
int fmi3GetString(void* c, const uint32_t* vr, size_t n, const char** values, size_t m) {
  Fmu* fmu = c;
  if (!may_get(fmu) || n != m) return 3;
  for (size_t i = 0; i < n; ++i) values[i] = vr[i] >= FIRST_OUT ? fmu->text_out : fmu->text_in;
  return 0;
}
int fmi3SetString(void* c, const uint32_t* vr, size_t n, const char* const* values, size_t m) {
  Fmu* fmu = c;
  if (!may_set(fmu) || n != 1 || m != 1 || vr[0] != FIRST_IN + TEXT) return 3;
  if (strlen(values[0]) + 2 > LONGEST) return 3;
  strcpy(fmu->text_in, values[0]);
  return 0;
}
int fmi3GetBinary(void* c, const uint32_t* vr, size_t n, size_t* sizes, const uint8_t** values, size_t m) {
  Fmu* fmu = c;
  if (!may_get(fmu) || n != m) return 3;
  for (size_t i = 0; i < n; ++i) {
    sizes[i] = fmu->bytes;
    values[i] = vr[i] >= FIRST_OUT ? fmu->bytes_out : fmu->bytes_in;
  }
  return 0;
}
int fmi3SetBinary(void* c, const uint32_t* vr, size_t n, const size_t* sizes, const uint8_t* const* values,
                  size_t m) {
  Fmu* fmu = c;
  if (!may_set(fmu) || n != 1 || m != 1 || vr[0] != FIRST_IN + BYTES || sizes[0] > LONGEST) return 3;
  memcpy(fmu->bytes_in, values[0], sizes[0]);
  fmu->bytes = sizes[0];
  return 0;
}

int fmi3EnterStepMode(void* c) {
  ((Fmu*)c)->mode = STEPPING;
  return 0;
}
int fmi3DoStep(void* c, double t, double h, bool final, bool* event_needed, bool* terminate, bool* early,
               double* reached) {
  (void) final;
  if (((Fmu*)c)->mode != STEPPING) return 3;
  step(c, t, h);
  *event_needed = *terminate = *early = false;
  *reached = t + h;
  return 0;
}
int fmi3GetFMUState(void* c, void** state) {
  return save(c, state);
}
#define SET_STATE fmi3SetFMUState
#define FREE_STATE fmi3FreeFMUState
#include "saved_state.h"

int fmi3EnterEventMode(void* c) {
  ((Fmu*)c)->mode = EVENT;
  return 0;
}
int fmi3UpdateDiscreteStates(void* c, bool* again, bool* terminate, bool* nominals, bool* values,
                             bool* defined, double* next) {
  *again = *terminate = *nominals = *values = *defined = false;
  *next = 0;
  Fmu* fmu = c;
  if (fmu->events && fmu->mode != EVENT) return 3;
  if (fmu->events) {
    update(fmu); /* co-simulation counts steps */
  } else {
    event(fmu);
  }
  return 0;
}
int fmi3EnterContinuousTimeMode(void* c) {
  ((Fmu*)c)->mode = CONTINUOUS;
  ((Fmu*)c)->after_set = 0;
  return 0;
}
int fmi3SetTime(void* c, double t) {
  ((Fmu*)c)->time = t;
  return 0;
}
int fmi3SetContinuousStates(void* c, const double* x, size_t n) {
  ((Fmu*)c)->x = x[0];
  return n == 1 ? 0 : 3;
}
int fmi3GetContinuousStates(void* c, double* x, size_t n) {
  x[0] = ((Fmu*)c)->x;
  return n == 1 ? 0 : 3;
}
int fmi3GetContinuousStateDerivatives(void* c, double* dx, size_t n) {
  dx[0] = real_value(c, 2);
  return n == 1 ? 0 : 3;
}
