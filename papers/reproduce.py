#!/usr/bin/env python3
"""Regenerates docs/papers: the counterparts of the source papers' tables and figures.

usage: reproduce.py PROGRAM FOLDER [PAPER ...]"""

import sys
import tempfile
import time
from pathlib import Path

import costarica
import ifosmondi
import ifosmondi_jfm
import missiles
import tutorial
from runs import Laboratory

PAPERS = {"ifosmondi": ifosmondi, "ifosmondi-jfm": ifosmondi_jfm, "costarica": costarica, "missiles": missiles,
          "tutorial": tutorial}
INDEX = """# The papers reproduced

Counterparts of the tables and figures of the papers that Accordo implements, made by the program itself
(`make papers` regenerates them): what agrees, what does not, and why.

- [IFOSMONDI](ifosmondi.md): tables 1 and 2
- [IFOSMONDI-JFM](ifosmondi-jfm.md): figures 5 to 8
- [COSTARICA](costarica.md): figures 10, 11, 15, 16 and 17
- [MISSILES](missiles.md): tables 4 and 6, figures 6, 7, 9, 10 and 11
- [the tutorial of Gomes and Vangheluwe](tutorial.md): figure 8

Errors are relative L2 norms at the communication points against the coupled system solved as one ODE to 1e-12; units
are integrated to 1e-13, so that what is seen is the error of the coupling.
"""


def main(program, folder, *names):
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name in names or PAPERS:
        begin = time.time()
        with tempfile.TemporaryDirectory() as scratch:
            PAPERS[name].build(Laboratory(program, scratch), folder)
        print(f"{name:<14} {time.time() - begin:6.1f} s", flush=True)
    (Path(folder) / "index.md").write_text(INDEX)


if __name__ == "__main__":
    if len(sys.argv) < 3 or any(name not in PAPERS for name in sys.argv[3:]):
        sys.exit(__doc__)
    main(*sys.argv[1:])
