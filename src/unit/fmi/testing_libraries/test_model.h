/* The models of the FMUs for tests: an oscillator x' = v, v' = -k x - d v + f with outputs x and
   k x + d v + f/2 + sin(t)/10; with BALL, a ball that bounces at x = 0, is kicked upwards at t = 0.25, and
   counts its bounces. On demand it misbehaves. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIME, X, V, DER_X, DER_V, F, POSITION, FORCE, K, D, FAULT, SAMPLED, VARIABLES };
enum {
  NO_FAULT,
  ERROR_LATE,
  DISCARD_LONG,
  FATAL_LATE,
  NAN_LATE,
  ERROR_AT_START,
  FIXED_GRID,
  STOPS_OFTEN,
  STOPS_FOR_EVER
};

typedef struct {
  double value[VARIABLES];
  double input_derivative[3];
  double input_from; /* the time to which f and its derivatives belong */
  int bounces, kicked;
} State;

/* Instances that may not be freed after a Fatal go with the library, so that leak checkers see no leak of
 * ours. */
enum { MOST_INSTANCES = 64 };
static void* instances[MOST_INSTANCES];

static void replace_instance(void* old, void* by) {
  for (int i = 0; i < MOST_INSTANCES; ++i) {
    if (instances[i] != old) continue;
    instances[i] = by;
    return;
  }
}
__attribute__((destructor)) static void free_instances(void) {
  for (int i = 0; i < MOST_INSTANCES; ++i) free(instances[i]);
}

static void start_state(State* s) {
  memset(s, 0, sizeof *s);
  s->value[X] = 1;
  s->value[K] = 4;
  s->value[D] = 0.3;
}

static void rates(const State* s, const double* x, double* dx) {
  dx[0] = x[1];
#ifdef BALL
  dx[1] = -9.81 + s->value[F];
#else
  dx[1] = -s->value[K] * x[0] - s->value[D] * x[1] + s->value[F];
#endif
}

static double model_value(const State* s, unsigned variable) {
  const double x[2] = {s->value[X], s->value[V]};
  double dx[2];
  rates(s, x, dx);
  switch (variable) {
    case DER_X:
      return dx[0];
    case DER_V:
      return dx[1];
    case POSITION:
      return s->value[FAULT] == NAN_LATE && s->value[TIME] > 0.3 ? NAN : x[0];
    case FORCE:
#ifdef BALL
      return s->bounces;
#else
      return s->value[K] * x[0] + s->value[D] * x[1] + s->value[F] / 2 + sin(s->value[TIME]) / 10;
#endif
    default:
      return variable < VARIABLES ? s->value[variable] : NAN;
  }
}

/* d unknown / d known */
static double model_derivative(const State* s, unsigned unknown, unsigned known) {
#ifdef BALL
  if (unknown == DER_V) return known == F;
  if (unknown == FORCE) return 0;
#endif
  if (unknown == DER_X || unknown == V) return known == V;
  if (unknown == POSITION || unknown == X) return known == X;
  if (unknown == DER_V) return known == X ? -s->value[K] : known == V ? -s->value[D] : known == F ? 1 : 0;
  if (unknown == FORCE) {
    return known == X      ? s->value[K]
           : known == V    ? s->value[D]
           : known == F    ? 0.5
           : known == TIME ? cos(s->value[TIME]) / 10
                           : 0;
  }
  return NAN;
}

static double output_slope(const State* s, unsigned output) {
  const double rate = s->input_derivative[0];
  return model_derivative(s, output, X) * model_value(s, DER_X) +
         model_derivative(s, output, V) * model_value(s, DER_V) + model_derivative(s, output, F) * rate +
         model_derivative(s, output, TIME);
}

/* The classical Runge-Kutta method; set_inputs(context, t) brings the inputs to time t. */
static void integrate(State* s, double t, double h, void (*set_inputs)(void*, double), void* context) {
  enum { STEPS = 64 };
  const double dt = h / STEPS;
  for (int i = 0; i < STEPS; ++i) {
    const double begin = t + i * dt, at[4] = {begin, begin + dt / 2, begin + dt / 2, begin + dt};
    const double weight[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6}, length[4] = {0, dt / 2, dt / 2, dt};
    double x[2] = {s->value[X], s->value[V]}, k[2] = {0, 0}, sum[2] = {0, 0};
    for (int stage = 0; stage < 4; ++stage) {
      const double there[2] = {x[0] + length[stage] * k[0], x[1] + length[stage] * k[1]};
      set_inputs(context, at[stage]);
      rates(s, there, k);
      for (int j = 0; j < 2; ++j) sum[j] += dt * weight[stage] * k[j];
    }
    s->value[X] += sum[0];
    s->value[V] += sum[1];
  }
  s->value[TIME] = t + h;
}

/* What an event of the ball does; returns whether states changed. */
static int handle_event(State* s) {
  int changed = 0;
#ifdef BALL
  if (s->value[X] <= 0 && s->value[V] < 0) {
    s->value[X] = 0;
    s->value[V] *= -0.8;
    ++s->bounces;
    changed = 1;
  }
  if (!s->kicked && s->value[TIME] >= 0.25 - 1e-12) {
    s->value[V] += s->value[K];
    s->kicked = changed = 1;
  }
#endif
  return changed;
}
