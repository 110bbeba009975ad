#!/usr/bin/env python3
"""usage: check_errors.py PROGRAM

The ids of problems in the sources are those in docs/book/errors.md, and each has a meaning there. In the sources
whatever is quoted and looks like-this counts as an id, unless the program knows it as something else."""

import json
import re
import subprocess
import sys

from markdown import ROOT

# Quoted words with hyphens that are neither ids nor names of methods, solvers, cases and their like.
OTHERS = set(
    "machine-readable macro-steps command-line yaml-cpp mime-type x86-linux aarch64-linux aarch32-linux unknown-linux "
    "variable-step input-derivatives output-derivatives".split()
)
# Archives are read for two kinds of files, which put their own word in front.
PREFIXES = ("fmu-", "ssp-")


def known_names(program):
    def run(*arguments):
        return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout

    methods = json.loads(run("methods", "--json"))
    names = {entry["name"] for kind in ("methods", "solvers") for entry in methods[kind]}
    names |= set(re.findall(r"^(\S+)", run("cases"), re.MULTILINE))
    return names | set(re.findall(r"\| `([\w-]+)` \|", run("reference", "scenario")))


def sources():
    for folder in ("src", "cli", "cases", "report"):
        for file in sorted((ROOT / folder).rglob("*.[ch]pp")):
            if "_test" not in file.name and "testing" not in str(file.relative_to(ROOT)):
                yield file, file.read_text()


def documented():
    """Id → whether it has a meaning; all ids of a row share it."""
    ids = {}
    for row in re.findall(r"^\|(.*)\|$", (ROOT / "docs/book/errors.md").read_text(), re.MULTILINE):
        cells = re.split(r"(?<!\\)\|", row)
        for name in re.findall(r"`([a-z0-9-]+)`", cells[0]):
            ids[name] = any(cell.strip() for cell in cells[1:])
    return ids


def in_other_tables():
    """Words that another page explains, in the first cell of a table: reasons of a verdict, for instance."""
    text = "".join(page.read_text() for page in (ROOT / "docs/book").glob("*.md"))
    return {word for cell in re.findall(r"^\|([^|]*)\|", text, re.MULTILINE) for word in re.findall(r"`([\w-]+)`", cell)}


ids, names = documented(), known_names(sys.argv[1]) | in_other_tables() | OTHERS
text, problems = "", []
for file, content in sources():
    text += content
    for match in re.finditer(r'"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)"', content):
        word = match.group(1)
        if word in ids or word in names or any(prefix + word in ids for prefix in PREFIXES):
            continue
        line = content.count("\n", 0, match.start()) + 1
        problems.append(f"{file.relative_to(ROOT)}:{line}: '{word}' is not in docs/book/errors.md"
                        " (if it is not an id, add it to OTHERS in tests/docs/check_errors.py)")
for name, explained in ids.items():
    words = [name] + [name[len(prefix):] for prefix in PREFIXES if name.startswith(prefix)]
    if not any(f'"{word}"' in text or f"[{word}]" in text for word in words):
        problems.append(f"docs/book/errors.md: `{name}` is not in the sources")
    if not explained:
        problems.append(f"docs/book/errors.md: `{name}` has no meaning")
print("\n".join(problems) if problems else f"{len(ids)} ids")
sys.exit(1 if problems else 0)
