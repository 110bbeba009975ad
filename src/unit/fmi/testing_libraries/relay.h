/* The model of the FMUs for tests of discrete variables. Numbers, a text and bytes come in and go out,
   changed so that each passage shows; x' = k n, with a tunable k, counts what n was over time; `steps` counts
   steps or events. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { N, FLAG, MODE, SMALL, BIG, LIST1, LIST2, NUMBERS };
enum { LONGEST = 64 };
enum { INSTANTIATED, INITIALIZING, EVENT, CONTINUOUS, STEPPING };

typedef struct {
  double time, x, u, k;
  int64_t in[NUMBERS], out[NUMBERS], steps;
  float single_in, single_out;
  char text_in[LONGEST], text_out[LONGEST];
  uint8_t bytes_in[LONGEST], bytes_out[LONGEST];
  size_t bytes;
  int mode, after_set, events; /* whether co-simulation has event mode */
} Fmu;

static Fmu* make(void) {
  Fmu* fmu = calloc(1, sizeof *fmu);
  fmu->k = 1;
  return fmu;
}

static void update(Fmu* fmu) {
  memcpy(fmu->out, fmu->in, sizeof fmu->in);
  fmu->out[N] = fmu->in[N] + 1;
  fmu->out[FLAG] = !fmu->in[FLAG];
  fmu->out[SMALL] = fmu->in[SMALL] - 1;
  fmu->out[LIST1] = fmu->in[LIST2];
  fmu->out[LIST2] = fmu->in[LIST1];
  fmu->single_out = fmu->single_in / 2;
  strcpy(fmu->text_out, fmu->text_in);
  strcat(fmu->text_out, "!");
  for (size_t i = 0; i < fmu->bytes; ++i) fmu->bytes_out[i] = fmu->bytes_in[fmu->bytes - 1 - i];
}

/* Discrete inputs may be set in these modes only. */
static int may_set(Fmu* fmu) {
  if (fmu->mode != INITIALIZING && fmu->mode != EVENT && fmu->mode != STEPPING) return 0;
  if (fmu->mode == STEPPING && fmu->events) return 0;
  fmu->after_set = fmu->mode == STEPPING;
  return 1;
}
/* After a set of co-simulation nothing may be read before the next step. */
static int may_get(Fmu* fmu) {
  if (fmu->mode == INITIALIZING) update(fmu);
  return fmu->mode != INSTANTIATED && !fmu->after_set;
}
static void step(Fmu* fmu, double t, double h) {
  fmu->x += h * fmu->k * (double)fmu->in[N];
  fmu->time = t + h;
  fmu->steps++;
  fmu->after_set = 0;
  update(fmu);
}
static void event(Fmu* fmu) {
  fmu->steps++;
  update(fmu);
}

enum { K = 5 };
static double real_value(const Fmu* fmu, unsigned vr) {
  const double values[] = {fmu->time, fmu->x, fmu->k * (double)fmu->in[N], fmu->u, fmu->x, fmu->k};
  return values[vr];
}
/* The input u, at any time, and k where discrete inputs may be set. */
static int set_real(Fmu* fmu, unsigned vr, double value) {
  if (vr == K && fmu->mode != INSTANTIATED && !may_set(fmu)) return 3;
  if (vr != 3 && vr != K) return 3;
  *(vr == K ? &fmu->k : &fmu->u) = value;
  fmu->after_set = fmu->mode == STEPPING;
  return 0;
}
static int save(Fmu* fmu, void** state) {
  if (*state == NULL) *state = malloc(sizeof *fmu);
  memcpy(*state, fmu, sizeof *fmu);
  return 0;
}
