/* A co-simulation step: the explicit Runge-Kutta method of order 5 of J. R. Dormand and P. J. Prince (A
 * family of embedded Runge-Kutta formulae, Journal of Computational and Applied Mathematics 6, 1980) with
 * error control. The length of its internal steps is kept from step to step and belongs to the state. */

enum { STAGES = 7, MOST_ATTEMPTS = 1000000 };

static const double nodes[STAGES] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
static const double coefficients[STAGES][STAGES - 1] = {
    {0},
    {1. / 5},
    {3. / 40, 9. / 40},
    {44. / 45, -56. / 15, 32. / 9},
    {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
    {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
    {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
/* Order 5 minus order 4. */
static const double error_weights[STAGES] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                                             -17253. / 339200, 22. / 525, -1. / 40};

/* u <- the inputs at a time of the present step: from the importer, or as a Taylor polynomial. */
static void inputs_at(Instance* c, double t, int finished, double* u) {
  if (c->ask_inputs != NULL) {
    c->ask_inputs(c, t, finished);
    memcpy(u, inputs_of(c), INPUTS * sizeof(double));
    return;
  }
  const double tau = t - c->before.time;
  for (int j = 0; j < INPUTS; ++j) {
    const double* const d = c->before.input_derivatives[j];
    u[j] = c->before.s[PARAMETERS + STATES + j] + tau * (d[0] + tau / 2 * (d[1] + tau / 3 * d[2]));
  }
}

/* dx <- f(t, x, u(t)). What switches on time sees only times inside the step: at a switch that coincides with
 * an end of the step, the side of the step is meant. */
static void right_side(Instance* c, double t, const double* x, double* dx) {
  inputs_at(c, t, 0, c->work + PARAMETERS + STATES);
  memcpy(c->work + PARAMETERS, x, STATES * sizeof(double));
  model_derivatives(t, fmin(fmax(t, c->first_switch), c->last_switch), c->work, dx);
}

/* |error| may be as large as this. */
static double allowed(const Instance* c, double x) {
  return c->now.tolerance * (0.01 + fabs(x));
}

static int all_finite(const double* x) {
  for (int i = 0; i < STATES; ++i) {
    if (!isfinite(x[i])) return 0;
  }
  return 1;
}

/* An explicit Euler step shows how fast the derivative changes (E. Hairer, S. P. Norsett, G. Wanner, Solving
 * Ordinary Differential Equations I, section II.4). */
static double first_length(Instance* c, double t, double h) {
  double size = 0, speed = 0, change = 0;
  for (int i = 0; i < STATES; ++i) {
    size = fmax(size, fabs(c->x[i]) / allowed(c, c->x[i]));
    speed = fmax(speed, fabs(c->k[0][i]) / allowed(c, c->x[i]));
  }
  const double trial = size < 1e-5 || speed < 1e-5 ? 1e-3 * h : fmin(0.01 * size / speed, h);
  for (int i = 0; i < STATES; ++i) c->x_new[i] = c->x[i] + trial * c->k[0][i];
  right_side(c, t + trial, c->x_new, c->k[1]);
  for (int i = 0; i < STATES; ++i) {
    change = fmax(change, fabs(c->k[1][i] - c->k[0][i]) / allowed(c, c->x[i]) / trial);
  }
  const double steepest = fmax(speed, change);
  if (!isfinite(steepest)) return fmin(1e-3 * h, trial);
  const double length = steepest <= 1e-15 ? h : pow(0.01 / steepest, 0.2);
  return fmin(fmin(100 * trial, length), h);
}

/* x_new and k[6] <- state and derivative after dt; returns the error as a multiple of what is allowed. */
static double attempt(Instance* c, double t, double dt) {
  for (int stage = 1; stage < STAGES; ++stage) {
    for (int i = 0; i < STATES; ++i) {
      double sum = 0;
      for (int j = 0; j < stage; ++j) sum += coefficients[stage][j] * c->k[j][i];
      c->x_new[i] = c->x[i] + dt * sum;
    }
    right_side(c, t + nodes[stage] * dt, c->x_new, c->k[stage]);
  }
  double worst = 0;
  for (int i = 0; i < STATES; ++i) {
    double error = 0;
    for (int j = 0; j < STAGES; ++j) error += error_weights[j] * c->k[j][i];
    worst = fmax(worst, fabs(dt * error) / allowed(c, fmax(fabs(c->x[i]), fabs(c->x_new[i]))));
  }
  return all_finite(c->x_new) && all_finite(c->k[STAGES - 1]) ? worst : HUGE_VAL;
}

/* As wanted, but neither beyond the end nor leaving a sliver before it. */
static double clip(double wanted, double left) {
  if (left <= 1.01 * wanted) return left;
  return left < 2 * wanted ? left / 2 : wanted;
}

/* Moves x from t to end. */
static Status integrate(Instance* c, double t, double end) {
  const double h = end - t;
  const double shortest = fmax(16 * DBL_EPSILON * fmax(fabs(t), fabs(end)), 1e-14 * h);
  right_side(c, t, c->x, c->k[0]);
  if (!all_finite(c->x) || !all_finite(c->k[0]))
    return fail(c, DISCARD, "a derivative is not finite at t = %.17g", t);
  double wanted = c->now.internal_step > 0 ? c->now.internal_step : first_length(c, t, h);
  for (int attempts = 0; attempts < MOST_ATTEMPTS; ++attempts) {
    const double left = end - t, dt = clip(wanted, left);
    const double error = attempt(c, t, dt);
    const double factor = fmin(5, fmax(0.2, 0.9 * pow(fmax(error, 1e-10), -0.2)));
    if (error <= 1) {
      t = dt == left ? end : t + dt;
      /* A step cut short by the end says little about longer ones. */
      wanted = dt < wanted ? fmax(wanted, dt * factor) : dt * factor;
      memcpy(c->x, c->x_new, STATES * sizeof(double));
      memcpy(c->k[0], c->k[STAGES - 1], STATES * sizeof(double));
      c->now.internal_step = wanted;
      if (t == end) return OK;
    } else {
      wanted = dt * fmin(factor, 0.9);
      if (!(wanted >= shortest)) return fail(c, DISCARD, "no step is short enough at t = %.17g", t);
    }
  }
  return fail(c, DISCARD, "more than %d internal steps, given up at t = %.17g", MOST_ATTEMPTS, t);
}

/* Where the importer gives inputs, their slope at the end is that of the quartic through five of their
 * values. */
static void asked_slopes(Instance* c, double t, double end) {
  static const double weights[5] = {1, -16. / 3, 12, -16, 25. / 3};
  double slopes[INPUTS + 1] = {0};
  for (int i = 0; i < 5; ++i) {
    double u[INPUTS + 1];
    inputs_at(c, i == 4 ? end : t + i * (end - t) / 4, i == 4, u);
    for (int j = 0; j < INPUTS; ++j) slopes[j] += weights[i] * u[j] / (end - t);
  }
  memcpy(c->now.input_slopes, slopes, INPUTS * sizeof(double));
}

static void taylor_slopes(Instance* c, double tau) {
  for (int j = 0; j < INPUTS; ++j) {
    const double* const d = c->before.input_derivatives[j];
    c->now.input_slopes[j] = d[0] + tau * (d[1] + tau / 2 * d[2]);
  }
}

/* Inputs and their slopes at the end of the step. Derivatives hold for one step. */
static void finish_inputs(Instance* c, double t, double end) {
  if (c->ask_inputs != NULL) {
    asked_slopes(c, t, end);
  } else {
    taylor_slopes(c, end - t);
    inputs_at(c, end, 1, inputs_of(c));
  }
  memset(c->now.input_derivatives, 0, sizeof c->now.input_derivatives);
}

static double one_sided_offset(double t) {
  return 16 * DBL_EPSILON * fmax(fabs(t), 1e-12);
}

static Status check_step(Instance* c, double t, double h) {
  if (!c->co_simulation || c->now.mode != STEP) return fail(c, ERROR, "no step can be made in this mode");
  if (!(h > 0) || !isfinite(t + h)) return fail(c, ERROR, "the length of a step must be positive, not %g", h);
  if (fabs(t - c->now.time) > 1e-6 * h + one_sided_offset(t)) {
    return fail(c, ERROR, "a step from t = %.17g is asked for, but the FMU is at t = %.17g", t, c->now.time);
  }
  if (t + h > c->now.stop + 1e-6 * h + one_sided_offset(t)) {
    return fail(c, ERROR, "a step to t = %.17g would pass the stop time %.17g", t + h, c->now.stop);
  }
  if (HAS_VARIABLE_STEP) return OK;
  if (c->now.fixed_step == 0) c->now.fixed_step = h;
  if (fabs(h - c->now.fixed_step) > 1e-6 * c->now.fixed_step) {
    return fail(c, ERROR, "all steps must have the same length: %.17g, not %.17g", c->now.fixed_step, h);
  }
  return OK;
}

/* After anything but OK, the instance is what it was before. */
static Status do_step(Instance* c, double t, double h) {
  Status status = check_step(c, t, h);
  if (status != OK) return status;
  const double end = t + h;
  c->now.time = t;
  c->before = c->now;
  c->first_switch = t + one_sided_offset(t);
  c->last_switch = fmax(c->first_switch, end - one_sided_offset(end));
  memcpy(c->work, c->now.s, SYMBOLS * sizeof(double));
  memcpy(c->x, states_of(c), STATES * sizeof(double));
  if (STATES > 0) status = integrate(c, t, end);
  if (status != OK) {
    c->now = c->before;
    return status;
  }
  memcpy(states_of(c), c->x, STATES * sizeof(double));
  finish_inputs(c, t, end);
  c->now.time = end;
  return OK;
}
