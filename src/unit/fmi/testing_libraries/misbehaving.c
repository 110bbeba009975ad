/* An FMU of FMI 2 for co-simulation that behaves, or misbehaves, as its guid says: x' = u - x with the output y = x,
   solved exactly for inputs of up to third degree in time. "late" means from t = 0.55 on. */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { X, DER_X, U, Y, VARIABLES };

typedef struct {
  void (*logger)(void*, const char*, int, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*step_finished)(void*, int);
  void* environment;
} Callbacks;

typedef struct {
  double value[VARIABLES], slope[3], t;
  char mode[64];
  int failed; /* the latest step was discarded: only a restored state helps */
  Callbacks callbacks;
} Fmu;

static int is(const Fmu* f, const char* mode) { return strcmp(f->mode, mode) == 0; }
static void crash(void) { *(volatile int*)16 = 1; }
static void hang(void) {
  for (;;) pause();
}
static double overflow(volatile double* p) {
  volatile double room[1000];
  room[0] = *p + 1;
  return room[0] + overflow(room) + room[1];
}

static int instances = 0;

/* Tells whoever wants to know that code of this library was run. */
__attribute__((constructor)) static void note_loading(void) {
  const char* name = getenv("ACCORDO_TEST_LOADED");
  FILE* file = name == NULL ? NULL : fopen(name, "a");
  if (file != NULL) fputs("loaded\n", file), fclose(file);
}

static int says(const Fmu* f, int status, const char* words) {
  f->callbacks.logger(f->callbacks.environment, "misbehaving", status, "error", "%s", words);
  return status;
}
/* Code that goes on running, in this library, when nobody calls it. */
static volatile long turns = 0;
static void* turn(void* nothing) {
  for (;;) usleep(100), ++turns;
  return nothing;
}
static void start_thread(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, turn, NULL) == 0) pthread_detach(thread);
}
static void* end_here(void* nothing) { return _exit(0), nothing; }
static void end_in_thread(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, end_here, NULL) == 0) pthread_join(thread, NULL);
}

static void leak(void) {
  const size_t size = (size_t)1 << 30;
  char* memory = malloc(size);
  for (size_t i = 0; memory != NULL && i < size; i += 4096) ((volatile char*)memory)[i] = 1;
}
/* A helper that keeps what it has inherited open for a minute. */
static void start_process(void) {
  if (fork() == 0) {
    sleep(60);
    _exit(0);
  }
}

void* fmi2Instantiate(const char* name, int kind, const char* guid, const char* resources, const Callbacks* callbacks,
                      int visible, int logging) {
  (void)resources, (void)visible, (void)logging;
  if (kind != 1 || strncmp(guid, "mode:", 5) != 0) {
    callbacks->logger(callbacks->environment, name, 3, "error", "this is not my guid: %s", guid);
    return NULL;
  }
  if (strcmp(guid, "mode:only once") == 0 && instances > 0) {
    callbacks->logger(callbacks->environment, name, 3, "error", "one instance per process, please");
    return NULL;
  }
  ++instances;
  Fmu* f = calloc(1, sizeof *f);
  strncpy(f->mode, guid + 5, sizeof f->mode - 1);
  f->value[X] = 1;
  f->callbacks = *callbacks;
  if (is(f, "changes folder") && getenv("TMPDIR") != NULL && chdir(getenv("TMPDIR")) != 0) return NULL;
  if (is(f, "leaves a thread")) start_thread();
  if (is(f, "foreign environment")) callbacks->logger((void*)2, name, 1, "warning", "no %s found", "license");
  if (is(f, "segfault in instantiate")) crash();
  if (is(f, "prints")) printf("hello from the FMU\n"), fprintf(stderr, "and to the other side\n"), fflush(stdout);
  return f;
}
void fmi2FreeInstance(void* c) {
  if (is(c, "prints")) printf("a goodbye\n");
  --instances, free(c);
}
int fmi2SetupExperiment(void* c, int with_tolerance, double tolerance, double start, int with_stop, double stop) {
  (void)with_tolerance, (void)tolerance, (void)with_stop, (void)stop;
  ((Fmu*)c)->t = start;
  return 0;
}
int fmi2EnterInitializationMode(void* c) { return (void)c, 0; }
int fmi2ExitInitializationMode(void* c) { return (void)c, 0; }
int fmi2Terminate(void* c) { return (void)c, 0; }

int fmi2GetReal(void* c, const unsigned* vr, size_t n, double* values) {
  const Fmu* f = c;
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] >= VARIABLES) return 3;
    values[i] = vr[i] == Y ? f->value[X] : vr[i] == DER_X ? f->value[U] - f->value[X] : f->value[vr[i]];
    if (vr[i] == Y && is(f, "nan late") && f->t > 0.55) values[i] = NAN;
  }
  return 0;
}
int fmi2SetReal(void* c, const unsigned* vr, size_t n, const double* values) {
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] >= VARIABLES) return 3;
    ((Fmu*)c)->value[vr[i]] = values[i];
  }
  return 0;
}
int fmi2SetRealInputDerivatives(void* c, const unsigned* vr, size_t n, const int* orders, const double* values) {
  Fmu* f = c;
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] != U || orders[i] < 1 || orders[i] > 3) return 3;
    if (orders[i] > 1 && is(f, "segfault at order 2")) crash();
    if (!is(f, "lies about input derivatives")) f->slope[orders[i] - 1] = values[i];
  }
  return 0;
}
int fmi2GetRealOutputDerivatives(void* c, const unsigned* vr, size_t n, const int* orders, double* values) {
  const Fmu* f = c;
  for (size_t i = 0; i < n; ++i) {
    if (orders[i] != 1 || vr[i] != Y) return 3;
    values[i] = is(f, "lies about output derivatives") ? 0 : f->value[U] - f->value[X];
    if (is(f, "has no slope at the start") && f->t == 0) values[i] = INFINITY;
  }
  return 0;
}
int fmi2GetDirectionalDerivative(void* c, const unsigned* unknown, size_t n, const unsigned* known, size_t m,
                                 const double* seed, double* result) {
  const double sign = is(c, "lies about directional derivatives") ? -1 : 1;
  for (size_t i = 0; i < n; ++i) {
    result[i] = 0;
    for (size_t j = 0; j < m; ++j) {
      const double by = unknown[i] == Y ? known[j] == X : known[j] == U ? sign : known[j] == X ? -1 : 0;
      result[i] += by * seed[j];
    }
  }
  return 0;
}

/* The exact solution of x' = u(t) - x: with u's antiderivative by parts, x(h) = P(h) + (x - P(0)) exp(-h), where
   P = u - u' + u'' - u'''. */
static void solve(Fmu* f, double h) {
  const double u0 = f->value[U], *d = f->slope;
  const double u = u0 + h * (d[0] + h * (d[1] / 2 + h * d[2] / 6)), du = d[0] + h * (d[1] + h * d[2] / 2),
               ddu = d[1] + h * d[2];
  const double end = u - du + ddu - d[2], start = u0 - d[0] + d[1] - d[2];
  f->value[X] = end + (f->value[X] - start) * exp(-h);
  f->value[U] = u;
}

int fmi2DoStep(void* c, double t, double h, int final) {
  (void)final;
  Fmu* f = c;
  const int late = t + h > 0.55;
  if (f->failed || fabs(t - f->t) > 1e-9) return 3;
  if (is(f, "segfault in step")) crash();
  if (is(f, "hang in step")) hang();
  if (late && is(f, "hang late")) hang();
  if (late && t < 0.55 && is(f, "leaks late")) leak();
  if (late && t < 0.55 && is(f, "starts a process late")) start_process();
  if (late && is(f, "closes outputs late")) close(1), close(2);
  if (late && is(f, "closes streams late")) fclose(stdout), fclose(stderr);
  if (late && is(f, "foreign environment")) {
    f->callbacks.logger((void*)1, "faulty", 3, "error", "the tank is %s", "empty");
    return 3;
  }
  if (late && is(f, "error late")) return says(f, 3, "the valve is stuck");
  if (late && is(f, "fatal late")) return says(f, 4, "the boiler has burst");
  if (late && is(f, "bad letters late")) return says(f, 3, "le d\xe9""bit \xff est trop \xc3\xa9lev\xe9");
  if (late && is(f, "_exit late")) _exit(0);
  if (late && is(f, "quick_exit late")) quick_exit(0);
  if (late && is(f, "_exit in a thread late")) end_in_thread();
  if (late && is(f, "segfault late")) crash();
  if (late && is(f, "stack overflow late")) overflow(&f->t);
  if (late && is(f, "abort late")) abort();
  if (late && is(f, "exit late")) exit(0);
  if (late && is(f, "division by zero late")) raise(SIGFPE);
  if (late && h > 0.03 && is(f, "discard late")) {
    f->failed = 1;
    return 2;
  }
  if (is(f, "lies about variable steps")) {
    f->t = t + h;
    const double grid = 0.01, from = floor(t / grid + 1e-6), to = floor((t + h) / grid + 1e-6);
    if (to > from) solve(f, (to - from) * grid);
    return 0;
  }
  solve(f, h);
  f->t = t + h;
  return 0;
}

int fmi2GetFMUstate(void* c, void** state) {
  if (((const Fmu*)c)->t > 0.45 && is(c, "cannot save late")) return says(c, 3, "no room");
  if (*state == NULL) *state = malloc(sizeof(Fmu));
  memcpy(*state, c, sizeof(Fmu));
  return 0;
}
int fmi2SetFMUstate(void* c, void* state) {
  Fmu* f = c;
  if (is(f, "segfault in set state")) crash();
  if (is(f, "hang in set state")) hang();
  if (f->t > 0.55 && is(f, "cannot restore late")) return says(f, 3, "not there");
  if (is(f, "lies about rollback")) return f->t = ((const Fmu*)state)->t, 0;
  memcpy(c, state, sizeof(Fmu));
  return 0;
}
#ifndef WITHOUT_FREE_STATE
int fmi2FreeFMUstate(void* c, void** state) {
  (void)c;
  free(*state);
  *state = NULL;
  return 0;
}
#endif
