"""COSTARICA, figures 10, 11, 15, 16 and 17: iterating on estimators instead of rolling back."""

from page import COLOURS, Page, axes, log_log, percent, thinned
from runs import BODIES, BODIES_BEFORE, LOTKA, orders

BASE = ("coupling_tolerance=1e-6", "predictor=units", "first_step=quadratic", "resync=none")
ANDERSON = ("--solver", "anderson")
ESTIMATED = ANDERSON + ("--estimate", "all")
PRINTED = BASE + ("history=hold", "operators=stehfest")
VARIANTS = {
    "rollback": (BASE, ANDERSON),
    "rollback, ε = 1e-10": (("coupling_tolerance=1e-10",) + BASE[1:], ANDERSON),
    "rollback, slopes by differences": (BASE + ("slopes=differences",), ANDERSON),
    "estimators as printed": (PRINTED, ESTIMATED),
    "estimators with f_C, exact operators": (BASE + ("history=frozen",), ESTIMATED),
    "estimators with history (ours)": (("coupling_tolerance=1e-6",), ESTIMATED),
}


def convergence(page, laboratory, name, case, variable, steps, caption):
    rows, series = [], {}
    for label, (options, flags) in VARIANTS.items():
        errors = [laboratory.run(case, "ifosmondi-jfm", h, options, flags).errors[variable] for h in steps]
        seen = orders(steps, errors)
        rows.append([label] + [percent(e) for e in errors] + [f"{seen[0]:.1f} … {seen[-1]:.1f}"])
        series[label] = (steps, errors)
    page.table(["", *[f"h = {h:g}" for h in steps], "order, first … last pair"], rows)
    figure, axis = axes()
    log_log(axis, series, "macro-step (s)", f"relative error of {variable}")
    page.figure(name, caption, figure)


def curves(axis, laboratory, case, step, variables, window=None):
    runs = {
        "one ODE": laboratory.reference(case, step),
        "rollback": laboratory.run(case, "ifosmondi-jfm", step, *VARIANTS["rollback"]),
        "estimators as printed": laboratory.run(case, "ifosmondi-jfm", step, *VARIANTS["estimators as printed"]),
        "estimators with history (ours)": laboratory.run(case, "ifosmondi-jfm", step,
                                                         *VARIANTS["estimators with history (ours)"]),
    }
    styles = ["-", (0, (6, 3)), (0, (2, 2)), (0, (1, 3))]
    for (label, run), style, colour in zip(runs.items(), styles, ["#000000"] + COLOURS):
        for variable in variables:
            t, x = run.columns["time"], run.columns[variable]
            if window:
                inside = (t >= window[0]) & (t <= window[1])
                t, x = t[inside], x[inside]
            t, x = thinned(t, x)
            axis.plot(t, x, linestyle=style, color=colour, label=label if variable == variables[0] else None)
    axis.set_xlabel("time (s)")


def build(laboratory, folder):
    page = Page(folder, "costarica", "COSTARICA: figures 10, 11, 15, 16 and 17")
    page.text("""
Y. Éguillon, B. Lacabanne, D. Tromeur-Dervout: *COSTARICA estimator for rollback-less systems handling in iterative
co-simulation algorithms*, arXiv (2022). IFOSMONDI-JFM with Anderson's method and ε = 1e-6, once with real rollback, once
on estimators. *As printed* is the paper's estimator: no constant term f_C, operators by the Gaver-Stehfest inversion
(order 12; the paper's order is not stated).

## Figure 10: two bodies, order of convergence

Errors of the right body's position. The sign of the initial displacement is a stand-in. Up to the change of behavior
at t = 100 (first table), and over the whole time with the inputs starting afresh at the change (second).""")
    steps = (0.8, 0.4, 0.2, 0.1, 0.05)
    convergence(page, laboratory, "costarica-10", BODIES_BEFORE, "S2.x2", steps, "Counterpart of figure 10, t < 100 s")
    convergence(page, laboratory, "costarica-10-whole", BODIES, "S2.x2", steps, "Counterpart of figure 10, the whole time")
    page.text("""
**What agrees.** The paper finds order 3 for rollback and estimators alike. Slopes by differences over the macro-step
give just that; both units are linear, so the estimators lose nothing. **What does not, and why.** With slopes from the
units the order is 4: a slope error is shared by two neighboring cubics and its effects nearly cancel. At small steps
ε = 1e-6 shows: the iteration stops when the error left is of that size, and the last order is no longer that of the
method (ε = 1e-10 restores it). The inverse Laplace transform puts a floor under the error, too, which exact operators do
not have.

## Figure 11: the left body""")
    figure, axis = axes(width=8)
    curves(axis, laboratory, BODIES, 0.2, ["S1.x"])
    axis.set_ylabel("left body (m)")
    axis.legend()
    page.figure("costarica-11", "Counterpart of figure 11: position of the left body, h = 0.2 s", figure)
    page.text("""
Not distinguishable by eye, as in the paper.

## Figure 15: Lotka-Volterra, order of convergence""")
    convergence(page, laboratory, "costarica-15", LOTKA, "prey.x", (0.1, 0.05, 0.025, 0.0125, 0.00625),
                "Counterpart of figure 15")
    page.text("""
**What agrees.** Order 1 for the estimators as printed, far from rollback's accuracy, as the paper measures. **Why, and
what helps.** Without the constant term f_C the linear model of a nonlinear unit does not even pass through the unit's
own derivative. With it (the MISSILES paper adds it) the order is 3, until ε shows; with a history of what the linear
model misses, 4. Rollback is of order 4 when ε lets it be.

## Figures 16 and 17: prey and predator""")
    figure, pair = axes(2, width=10)
    curves(pair[0], laboratory, LOTKA, 0.01, ["prey.x", "predator.p"])
    pair[0].set_ylabel("prey, predator")
    curves(pair[1], laboratory, LOTKA, 0.01, ["prey.x", "predator.p"], (11, 16))
    pair[1].legend(fontsize=8)
    page.figure("costarica-16", "Counterpart of figures 16 (left) and 17 (right, zoom): h = 0.01 s", figure)
    page.text("""
At h = 0.01 the estimators as printed are visibly off in the zoom, as in the paper's figure 17; with history they lie on
the reference.""")
    page.write()
