/* An FMU of FMI 2 for co-simulation and model exchange that does what real ones do, as its guid says:
   x' = p u - x with the outputs y = x and z = d u, where d is 1 with "undeclared feed-through" and else 0. Nothing here is
   forbidden, or it is so common that a host has to live with it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { X, DER_X, U, P, Y, Z, VARIABLES };
static const double STAIR = 0.05, END = 0.55; /* "ends": the simulation, at this time */

typedef struct {
  void (*logger)(void*, const char*, int, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*step_finished)(void*, int);
  void* environment;
} Callbacks;

typedef struct {
  double value[VARIABLES], t, started, stop, old_u;
  double held[2];     /* outputs as they were computed last */
  double committed;   /* "commits on demand": x of the last step that was for good */
  double noise;       /* "restarts": what the solver remembers, lost with a restored state */
  double shown_der;   /* "stale derivatives": as computed last */
  double shown_y;     /* "stale outputs": y as computed last */
  int evaluated;      /* "stale outputs": something was read since the FMU was placed; that counts for all */
  int looked;         /* "looks elsewhere": outputs are those of where it looked for derivatives, until it moves */
  double own;         /* time of the latest tick, of those that remember it */
  double tick;        /* length of internal steps; 0.01 unless the mode ends in "@" and another one */
  double theta;       /* "late inputs", "very late inputs": how much of a tick's input is the one before */
  char mode[64];
  int exchange, initializing, events, steps;
  const Callbacks* host;
} Fmu;

typedef struct {
  int again, terminate, nominals, values, next_defined;
  double next;
} EventInfo;

static int is(const Fmu* f, const char* mode) { return strcmp(f->mode, mode) == 0; }
/* "bends": at u = 0, where inputs start; what drives x is p min(u, 0). */
static double drive(const Fmu* f, double u) { return f->value[P] * (is(f, "bends") && u > 0 ? 0 : u); }
/* "knows the time": x' = p u - x + t, and z = t. */
static double rate(const Fmu* f, double x, double u) { return drive(f, u) - x + (is(f, "knows the time") ? f->t : 0); }

void* fmi2Instantiate(const char* name, int kind, const char* guid, const char* resources, const Callbacks* callbacks,
                      int visible, int logging) {
  (void)name, (void)resources, (void)visible, (void)logging;
  if (strncmp(guid, "mode:", 5) != 0) return NULL;
  Fmu* f = calloc(1, sizeof *f);
  strncpy(f->mode, guid + 5, sizeof f->mode - 1);
  char* const at = strchr(f->mode, '@');
  f->tick = at == NULL ? 0.01 : atof(at + 1);
  if (at != NULL) *at = '\0';
  f->theta = is(f, "late inputs") ? 1.0 / 6 : is(f, "very late inputs") ? 0.6 : 0;
  f->host = callbacks;
  f->exchange = kind == 0;
  f->value[X] = 1;
  f->value[P] = 2;
  f->stop = INFINITY;
  return f;
}
void fmi2FreeInstance(void* c) { free(c); }

int fmi2SetupExperiment(void* c, int with_tolerance, double tolerance, double start, int with_stop, double stop) {
  Fmu* f = c;
  (void)with_tolerance, (void)tolerance;
  f->t = f->started = f->own = start;
  if (is(f, "resets parameters")) f->value[P] = 2;
  if (is(f, "needs a stop time")) f->stop = with_stop ? stop : 1;
  if (is(f, "jumps to the stop time") && with_stop) f->stop = stop;
  return 0;
}
int fmi2EnterInitializationMode(void* c) {
  ((Fmu*)c)->initializing = 1;
  return 0;
}
/* "steady start": x follows the input. "late outputs": nothing is computed before the end. */
int fmi2ExitInitializationMode(void* c) {
  Fmu* f = c;
  if (is(f, "steady start")) f->value[X] = f->value[P] * f->value[U];
  if (is(f, "overwrites a parameter late")) f->value[P] = 2;
  f->initializing = 0;
  f->held[0] = f->value[X];
  f->committed = f->value[X];
  f->old_u = f->value[U];
  return 0;
}
int fmi2Terminate(void* c) { return (void)c, 0; }

static int ticks(const Fmu* f) {
  return is(f, "leads") || is(f, "lags") || is(f, "samples") || is(f, "ticks early") || is(f, "ticks coarsely") || f->theta > 0;
}

/* "scatters": a millionth of x, as its digits happen to be. */
static double scattered(double x) {
  unsigned long long bits;
  memcpy(&bits, &x, sizeof bits);
  bits = (bits ^ (bits >> 31)) * 0x9e3779b97f4a7c15ull;
  return x * (1 + 1e-6 * ((double)(bits >> 11) / 4503599627370496.0 - 1));
}
static double output(const Fmu* f) {
  if (f->initializing && is(f, "steady start")) return f->value[P] * f->value[U];
  if (f->initializing && is(f, "late outputs")) return 0;
  if (f->steps == 0 && is(f, "outputs by steps")) return 0;
  if (ticks(f) && !f->exchange && !f->initializing) return f->held[0];
  return is(f, "scatters") ? scattered(f->value[X]) : f->value[X];
}
int fmi2GetReal(void* c, const unsigned* vr, size_t n, double* values) {
  Fmu* f = c;
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] >= VARIABLES) return 3;
    values[i] = f->value[vr[i]];
    if (vr[i] == Y) {
      values[i] = output(f);
      f->shown_der = f->initializing ? 1 : 0; /* something was read before */
    }
    if (vr[i] == Y && is(f, "stale outputs")) {
      if (!f->evaluated) f->shown_y = f->value[X];
      values[i] = f->shown_y;
    }
    if (vr[i] == Y && f->looked) values[i] += 6;
    if (vr[i] == Z) values[i] = is(f, "undeclared feed-through") ? f->value[U] : is(f, "knows the time") ? f->t : 0;
    if (vr[i] == Z && is(f, "jumps unseen")) values[i] = f->value[X] < 2.5 ? 3 : 0; /* it has no event there */
    if (vr[i] == DER_X) {
      const int stale = is(f, "stale derivatives") && f->initializing && f->shown_der != 0;
      values[i] = rate(f, f->value[X], stale ? 0 : f->value[U]);
      f->shown_der = 0;
    }
  }
  return 0;
}
int fmi2SetReal(void* c, const unsigned* vr, size_t n, const double* values) {
  Fmu* f = c;
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] >= VARIABLES) return 3;
    if (f->value[vr[i]] != values[i]) f->looked = 0;
    f->value[vr[i]] = values[i];
  }
  f->shown_der = 0;
  f->evaluated = 0;
  return 0;
}

/* Exact for a held input; "ticks coarsely": by Euler's method. */
static double solved(const Fmu* f, double x, double u, double h) {
  if (is(f, "ticks coarsely") && !f->exchange) return x + h * rate(f, x, u);
  const double end = drive(f, u);
  return end + (x - end) * exp(-h);
}

/* "ticks early": by a hundredth of a tick, always. */
static void tick_early(Fmu* f, double until) {
  for (; f->own + 0.99 * f->tick <= until; f->own += f->tick)
    f->held[0] = f->value[X] = solved(f, f->value[X], f->value[U], f->tick);
}

static void tick(Fmu* f, double until) {
  if (is(f, "ticks early")) return tick_early(f, until);
  const int leads = !is(f, "lags");
  double own = f->started + f->tick * floor((f->t - f->started) / f->tick + 1e-9);
  if (leads && f->t > own + 1e-12) own += f->tick;
  while (leads ? own < until : own + f->tick <= until + 1e-12) {
    f->value[X] = solved(f, f->value[X], f->value[U] + f->theta * (f->old_u - f->value[U]), f->tick);
    if (is(f, "samples")) f->value[X] = f->value[P] * f->value[U]; /* without any memory */
    f->old_u = f->value[U];
    own += f->tick;
  }
  f->held[0] = f->value[X];
}

int fmi2DoStep(void* c, double t, double h, int final) {
  Fmu* f = c;
  const double u = f->value[U];
  ++f->steps;
  f->looked = 0;
  if (is(f, "warns")) {
    if (f->steps == 1) f->host->logger(f->host->environment, "a", 0, "info", "a remark");
    f->host->logger(f->host->environment, "a", 1, "range", "step %d is beyond the table", f->steps);
  }
  if (fabs(t - f->t) > 1e-9) return 3;
  if (is(f, "needs a stop time") && t + h > f->stop + 1e-12) return 3;
  if (is(f, "ends") && t + h > END) return 2;
  if (is(f, "jumps to the stop time") && isfinite(f->stop)) {
    f->value[X] = solved(f, f->value[X], u, f->stop - t);
  } else if (is(f, "commits on demand")) {
    f->value[X] = solved(f, f->committed, u, h);
    if (final) f->committed = f->value[X];
  } else if (is(f, "late stairs")) { /* looks at its timer when a step begins: the longer steps are, the later */
    f->value[X] = 1 + floor((t - f->started) / STAIR + 1e-9);
  } else if (is(f, "delayed stairs")) { /* by a tick of its own, however short steps are */
    f->value[X] = 1 + floor(fmax(0, t + h - 2 * f->tick - f->started) / STAIR + 1e-9);
  } else if (is(f, "one step")) {
    f->value[X] += h * rate(f, f->value[X], u);
  } else if (is(f, "restarts")) {
    f->value[X] = solved(f, f->value[X], u, h) * (1 + f->noise);
    f->noise = f->noise > 0 ? -3e-7 : 3e-7;
  } else if (ticks(f)) {
    tick(f, t + h);
  } else {
    f->value[X] = solved(f, f->value[X], u, h);
  }
  if (is(f, "bad restore after events") && t < 0.5 && t + h >= 0.5) ++f->events;
  f->t = t + h;
  return 0;
}

int fmi2GetBooleanStatus(void* c, int kind, int* value) {
  const int terminated = 3;
  *value = kind == terminated && is(c, "ends");
  return 0;
}
int fmi2GetFMUstate(void* c, void** state) {
  if (*state == NULL) *state = malloc(sizeof(Fmu));
  memcpy(*state, c, sizeof(Fmu));
  return 0;
}
int fmi2SetFMUstate(void* c, void* state) {
  const Fmu* f = c;
  if (is(f, "refuses to be restored")) return 3;
  const int lost = is(f, "bad restore after events") && f->events > ((const Fmu*)state)->events;
  memcpy(c, state, sizeof(Fmu));
  ((Fmu*)c)->looked = 0;
  if (is(f, "restarts")) ((Fmu*)c)->noise = 0;
  if (lost) ((Fmu*)c)->value[X] += 0.01;
  return 0;
}
int fmi2FreeFMUstate(void* c, void** state) {
  (void)c;
  free(*state);
  *state = NULL;
  return 0;
}
int fmi2GetDirectionalDerivative(void* c, const unsigned* unknown, size_t n, const unsigned* known, size_t m,
                                 const double* seed, double* result) {
  Fmu* f = c;
  if (is(f, "looks elsewhere")) f->looked = 1;
  if (is(f, "moves when asked")) f->value[X] += 1e-4;
  if (is(f, "moves when asked along two") && m > 1) f->value[X] += 1e-4;
  for (size_t i = 0; i < n; ++i) {
    result[i] = 0;
    for (size_t j = 0; j < m; ++j) {
      const double by = unknown[i] == DER_X ? (known[j] == U ? f->value[P] : known[j] == X ? -1 : 0)
                        : unknown[i] == Y   ? known[j] == X
                                            : 0;
      result[i] += by * seed[j];
    }
  }
  return 0;
}

/* Model exchange. The state is hidden with "stub": nobody integrates it, and it never moves. "late stairs" and "delayed
   stairs" are in time here: x is 1 + the number of time events so far. */
int fmi2EnterEventMode(void* c) { return (void)c, 0; }
int fmi2NewDiscreteStates(void* c, EventInfo* info) {
  Fmu* f = c;
  memset(info, 0, sizeof *info);
  if (is(f, "late stairs") || is(f, "delayed stairs")) {
    const double stairs = floor((f->t - f->started) / STAIR + 1e-9);
    f->value[X] = 1 + stairs;
    info->next_defined = 1;
    info->next = f->started + (stairs + 1) * STAIR;
  }
  if (is(f, "ends")) {
    info->terminate = f->t >= END;
    info->next_defined = 1;
    info->next = END;
  }
  return 0;
}
int fmi2EnterContinuousTimeMode(void* c) { return (void)c, 0; }
int fmi2CompletedIntegratorStep(void* c, int final, int* event, int* terminate) {
  (void)c, (void)final;
  *event = *terminate = 0;
  return 0;
}
int fmi2SetTime(void* c, double t) {
  ((Fmu*)c)->t = t;
  ((Fmu*)c)->evaluated = 0;
  return 0;
}
int fmi2SetContinuousStates(void* c, const double* x, size_t n) {
  if (n > 0) ((Fmu*)c)->value[X] = x[0];
  ((Fmu*)c)->evaluated = 0;
  return 0;
}
int fmi2GetContinuousStates(void* c, double* x, size_t n) {
  if (n > 0) x[0] = ((const Fmu*)c)->value[X];
  return 0;
}
int fmi2GetNominalsOfContinuousStates(void* c, double* x, size_t n) {
  (void)c;
  for (size_t i = 0; i < n; ++i) x[i] = 1;
  return 0;
}
int fmi2GetDerivatives(void* c, double* dx, size_t n) {
  Fmu* f = c;
  f->evaluated = 1;
  if (n > 0) dx[0] = rate(f, f->value[X], f->value[U]);
  return 0;
}
int fmi2GetEventIndicators(void* c, double* z, size_t n) { return (void)c, (void)z, n == 0 ? 0 : 3; }
