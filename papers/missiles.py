"""MISSILES, tables 4 and 6, figures 6, 7, 9, 10 and 11: the methods side by side."""

from page import COLOURS, Page, axes, thinned
from runs import LOTKA, TWO_MASS

JFM = ("predictor=units", "first_step=quadratic", "resync=none")
PAPER = ("history=frozen", "first_step=quadratic", "corrector=off", "resync=none")
ANDERSON = ("--solver", "anderson")
METHODS = {
    "NI Jacobi": ("jacobi", ("order=0",), ()),
    "IFOSMONDI-JFM, ε = 1e-2": ("ifosmondi-jfm", JFM + ("coupling_tolerance=1e-2",), ANDERSON),
    "IFOSMONDI-JFM, ε = 1e-5": ("ifosmondi-jfm", JFM + ("coupling_tolerance=1e-5",), ANDERSON),
    "MISSILES, Stehfest order 4": ("missiles", PAPER + ("operators=stehfest", "stehfest_order=4"), ()),
    "MISSILES, Stehfest order 6": ("missiles", PAPER + ("operators=stehfest", "stehfest_order=6"), ()),
    "MISSILES, Stehfest order 12": ("missiles", PAPER + ("operators=stehfest",), ()),
    "MISSILES, exact operators": ("missiles", PAPER, ()),
    "missiles (ours)": ("missiles", (), ()),
}
PUBLISHED = {  # table 6, error of the prey in %; the order of the paper's Stehfest inversion is not stated
    "NI Jacobi": ("1.34e-1", "1.35e-2"), "IFOSMONDI-JFM, ε = 1e-2": ("6.86e-4", "6.82e-4"),
    "IFOSMONDI-JFM, ε = 1e-5": ("6.86e-4", "6.82e-4"), "MISSILES, Stehfest order 12": ("6.79e-3", "3.48e-4"),
}


def errors_table(page, laboratory, case, variable, published):
    rows = []
    for label, (method, options, flags) in METHODS.items():
        row = [label]
        for i, step in enumerate((1e-3, 1e-4)):
            run = laboratory.run(case, method, step, options, flags)
            row += [run.reason if run.failed else f"{100 * run.errors[variable]:.2e}"]
            if published:
                row += [published.get(label, ("", ""))[i]]
        rows.append(row + ["-" if run.failed else f"{run.integrations_per_step:.2g}"])
    head = ["", "h = 1e-3", "paper", "h = 1e-4", "paper"] if published else ["", "h = 1e-3", "h = 1e-4"]
    page.table(head + ["integrations per unit and step"], rows)


def compared(axis, laboratory, case, variable, step, window=None, labels=("NI Jacobi", "MISSILES, exact operators")):
    runs = {"one ODE": laboratory.reference(case, step)}
    runs.update({label: laboratory.run(case, METHODS[label][0], step, *METHODS[label][1:]) for label in labels})
    for (label, run), colour, style in zip(runs.items(), ["#000000"] + COLOURS, ["-", "--", "-.", ":"]):
        t, x = run.columns["time"], run.columns[variable]
        if window:
            inside = (t >= window[0]) & (t <= window[1])
            t, x = t[inside], x[inside]
        axis.plot(*thinned(t, x), linestyle=style, color=colour, label=label)
    axis.set_xlabel("time (s)")


def zoomed(page, laboratory, case, variable, step, window, labels, name, caption, y_label):
    figure, pair = axes(2, width=10)
    compared(pair[0], laboratory, case, variable, step, labels=labels)
    pair[0].axvspan(*window, color="#dddddd")
    pair[0].set_ylabel(y_label)
    compared(pair[1], laboratory, case, variable, step, window, labels)
    pair[1].legend(fontsize=8)
    page.figure(name, caption, figure)


def orbits(page, laboratory):
    figure, three = axes(3, width=12)
    runs = {
        "one ODE": laboratory.reference(LOTKA, 0.01),
        "NI Jacobi": laboratory.run(LOTKA, *METHODS["NI Jacobi"][:1], 0.01, *METHODS["NI Jacobi"][1:]),
        "MISSILES": laboratory.run(LOTKA, "missiles", 0.01, PAPER),
    }
    for axis, (label, run), colour in zip(three, runs.items(), ["#000000"] + COLOURS):
        axis.plot(*thinned(run.columns["prey.x"], run.columns["predator.p"]), color=colour, linewidth=1)
        axis.plot([1], [1], "ko")
        axis.set_title(label, fontsize=10)
        axis.set_xlabel("prey")
        axis.set_xlim(0, 2.5)
        axis.set_ylim(0, 1.5)
    three[0].set_ylabel("predator")
    page.figure("missiles-11", "Counterpart of figure 11: orbits with h = 0.01 s, from the dot", figure)


def build(laboratory, folder):
    page = Page(folder, "missiles", "MISSILES: tables 4 and 6, figures 6, 7, 9, 10 and 11")
    page.text("""
Y. Éguillon, B. Lacabanne, D. Tromeur-Dervout: *MISSILES: an Efficient Resolution of the Co-simulation Coupling
Constraint on Nearly Linear Differential Systems through a Global Linear Formulation*, Journal of Computational and
Applied Mathematics 424 (2023) 115013. *MISSILES* is the paper's version (f_C frozen, quadratic first step), with its
Stehfest operators of several orders or exact ones; *ours* is the default of `accordo run --method missiles`.

## Table 4: two masses

Relative error of the left body's position in %. The entries of the paper's table are not readable in the text we
have.""")
    errors_table(page, laboratory, TWO_MASS, "S1.x", None)
    page.text("""
## Figures 6 and 7: the left body

The paper's step is not readable; here h = 1 ms.""")
    zoomed(page, laboratory, TWO_MASS, "S1.x", 1e-3, (1.29, 1.33),
           ("NI Jacobi", "IFOSMONDI-JFM, ε = 1e-5", "MISSILES, exact operators"), "missiles-6",
           "Counterpart of figures 6 (left) and 7 (right, zoom)", "left body (m)")
    page.text("""
As in the paper, MISSILES and IFOSMONDI-JFM lie on the reference, the explicit method does not. Stehfest operators of low
order are unstable on this model: the motion grows until the run ends with the error *no-convergence* and exit code 4.

## Table 6: Lotka-Volterra

Relative error of the prey in %; the paper's definition of the error is not stated, ours is the relative L2 norm.""")
    errors_table(page, laboratory, LOTKA, "prey.x", PUBLISHED)
    page.text("""
**What agrees.** NI Jacobi, within the factor that different definitions of the error make, and its order 1. **What does
not, and why.** The paper's figure for IFOSMONDI-JFM changes neither with h nor with ε: it looks like the accuracy of the
reference or of the units' solvers (an LSODA run at 1e-6 differs from the exact solution by just that). The paper's
MISSILES is about of order 1 and above IFOSMONDI-JFM: low orders of the Stehfest inversion do that, since it is never
exact for t and leaves a relative error of the slopes that does not vanish with h. Exact operators remove it and leave
what the mathematics gives, many orders of magnitude below.

## Figures 9 and 10: the prey""")
    zoomed(page, laboratory, LOTKA, "prey.x", 1e-3, (14.4, 14.9), ("NI Jacobi", "MISSILES, exact operators"), "missiles-9",
           "Counterpart of figures 9 (left) and 10 (right, zoom on a peak): h = 1e-3 s", "prey")
    page.text("""
The explicit method overshoots the peak, as the paper shows.

## Figure 11: orbits""")
    orbits(page, laboratory)
    page.text("As in the paper: the orbit of the explicit method spirals outwards, that of MISSILES closes.")
    page.write()
