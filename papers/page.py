"""Plots as SVG and pages as Markdown: the same input gives the same bytes."""

from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

plt.rcParams.update({
    "svg.hashsalt": "accordo", "svg.fonttype": "none", "figure.facecolor": "white",
    "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": 10,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#e4e4e4",
    "axes.axisbelow": True, "legend.frameon": False, "lines.linewidth": 1.5, "lines.markersize": 5,
})

# Distinguishable with all common kinds of colour blindness (Okabe and Ito).
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
MARKS = "osD^vPX"


class Page:
    """Collects one page of docs/papers and its figures."""

    def __init__(self, folder, name, title):
        self.folder, self.name = Path(folder), name
        self.parts = [f"# {title}"]

    def text(self, text):
        self.parts.append(text.strip())

    def table(self, head, rows):
        lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
        self.parts.append("\n".join(lines))

    def figure(self, name, caption, figure):
        figure.tight_layout()
        figure.savefig(self.folder / f"{name}.svg", metadata={"Date": None, "Creator": None})
        plt.close(figure)
        self.parts.append(f"![{caption}]({name}.svg)\n\n*{caption}*")

    def write(self):
        (self.folder / f"{self.name}.md").write_text("\n\n".join(self.parts) + "\n")


def thinned(*columns, points=1500):
    """At most so many points: more cannot be seen and make the file heavy."""
    stride = max(1, len(columns[0]) // points)
    return [column[::stride] for column in columns]


def axes(columns=1, width=8.5, height=4.0):
    return plt.subplots(1, columns, figsize=(width, height))


def log_log(axis, series, x_label, y_label):
    """`series`: label to (x, y); what is not there is left out of the line."""
    for i, (label, (x, y)) in enumerate(series.items()):
        axis.loglog(x, y, marker=MARKS[i % len(MARKS)], color=COLOURS[i % len(COLOURS)], label=label)
    axis.set_xlabel(x_label)
    axis.set_ylabel(y_label)
    axis.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)


def percent(value):
    return f"{100 * value:.2g} %" if value == value else "-"


def scientific(value):
    return f"{value:.1e}" if value == value else "-"
