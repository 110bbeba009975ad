/* An FMU of FMI 3 for tests whose variables are arrays: x' = a x + u, y = 2 x, element by element; their
   length is a structural parameter. Model exchange only. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TIME, N, X, DER_X, U, Y, A, VARIABLES };
enum { MOST = 8 };

typedef struct {
  double value[VARIABLES][MOST];
  uint64_t n;
  int configuring;
} Fmu;

void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible,
                                   bool logging, void* environment, void* log) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)environment, (void)log;
  Fmu* fmu = calloc(1, sizeof *fmu);
  fmu->n = 2;
  for (int i = 0; i < MOST; ++i) fmu->value[X][i] = 1, fmu->value[A][i] = -1;
  return fmu;
}
void fmi3FreeInstance(void* c) {
  free(c);
}
static int fine(void* c) {
  (void)c;
  return 0;
}
int fmi3EnterConfigurationMode(void* c) {
  ((Fmu*)c)->configuring = 1;
  return 0;
}
int fmi3ExitConfigurationMode(void* c) {
  ((Fmu*)c)->configuring = 0;
  return 0;
}
int fmi3SetUInt64(void* c, const uint32_t* vr, size_t n, const uint64_t* values, size_t m) {
  Fmu* fmu = c;
  if (!fmu->configuring || n != 1 || m != 1 || vr[0] != N || values[0] > MOST) return 3;
  fmu->n = values[0];
  return 0;
}
int fmi3EnterInitializationMode(void* c, bool with_tolerance, double tolerance, double start, bool with_stop,
                                double stop) {
  (void)with_tolerance, (void)tolerance, (void)with_stop, (void)stop;
  ((Fmu*)c)->value[TIME][0] = start;
  return 0;
}
int fmi3ExitInitializationMode(void* c) {
  return fine(c);
}
int fmi3Terminate(void* c) {
  return fine(c);
}
static void update(Fmu* fmu) {
  for (size_t i = 0; i < fmu->n; ++i) {
    fmu->value[DER_X][i] = fmu->value[A][i] * fmu->value[X][i] + fmu->value[U][i];
    fmu->value[Y][i] = 2 * fmu->value[X][i];
  }
}
int fmi3GetFloat64(void* c, const uint32_t* vr, size_t n, double* values, size_t m) {
  Fmu* fmu = c;
  if (m != n * fmu->n) return 3;
  update(fmu);
  for (size_t i = 0; i < n; ++i) memcpy(values + i * fmu->n, fmu->value[vr[i]], fmu->n * sizeof(double));
  return 0;
}
int fmi3SetFloat64(void* c, const uint32_t* vr, size_t n, const double* values, size_t m) {
  Fmu* fmu = c;
  if (m != n * fmu->n) return 3;
  for (size_t i = 0; i < n; ++i) memcpy(fmu->value[vr[i]], values + i * fmu->n, fmu->n * sizeof(double));
  return 0;
}
int fmi3GetDirectionalDerivative(void* c, const uint32_t* unknown, size_t n, const uint32_t* known, size_t m,
                                 const double* seed, size_t seeds, double* result, size_t results) {
  const Fmu* fmu = c;
  if (seeds != m * fmu->n || results != n * fmu->n) return 3;
  for (size_t e = 0; e < fmu->n; ++e) {
    for (size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (size_t j = 0; j < m; ++j) {
        const double d = unknown[i] == Y ? (known[j] == X ? 2 : 0) : known[j] == X ? fmu->value[A][e] : 1;
        sum += d * seed[j * fmu->n + e];
      }
      result[i * fmu->n + e] = sum;
    }
  }
  return 0;
}
int fmi3EnterEventMode(void* c) {
  return fine(c);
}
int fmi3UpdateDiscreteStates(void* c, bool* again, bool* terminate, bool* nominals, bool* values,
                             bool* defined, double* next) {
  *again = *terminate = *nominals = *values = *defined = false;
  *next = 0;
  return fine(c);
}
int fmi3EnterContinuousTimeMode(void* c) {
  return fine(c);
}
int fmi3SetTime(void* c, double t) {
  ((Fmu*)c)->value[TIME][0] = t;
  return 0;
}
int fmi3SetContinuousStates(void* c, const double* x, size_t n) {
  memcpy(((Fmu*)c)->value[X], x, n * sizeof *x);
  return n == ((Fmu*)c)->n ? 0 : 3;
}
int fmi3GetContinuousStates(void* c, double* x, size_t n) {
  memcpy(x, ((Fmu*)c)->value[X], n * sizeof *x);
  return n == ((Fmu*)c)->n ? 0 : 3;
}
int fmi3GetContinuousStateDerivatives(void* c, double* dx, size_t n) {
  update(c);
  memcpy(dx, ((Fmu*)c)->value[DER_X], n * sizeof *dx);
  return n == ((Fmu*)c)->n ? 0 : 3;
}
