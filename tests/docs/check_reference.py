#!/usr/bin/env python3
"""usage: check_reference.py PROGRAM

What the program prints about itself agrees: the pages that scripts/print-reference writes, the manual page, bash's
completion and --help have the same options, the methods page has every method, option and solver, and declared keys
are read."""

import json
import re
import shutil
import subprocess
import sys

from markdown import ROOT

PROGRAM = sys.argv[1]
problems = []


def run(*arguments, text=None):
    return subprocess.run(arguments, input=text, check=True, capture_output=True, text=True)


def accordo(*arguments):
    return run(PROGRAM, *arguments).stdout


def options_in_help(*command):
    """Of lines such as `  -o,--output TEXT   CSV file`: both names."""
    found = set()
    for line in accordo(*command, "--help").splitlines():
        names = re.match(r"  (-[\w,-]+)", line)
        found |= set(names.group(1).split(",")) if names else set()
    return found


def check_pages():
    for what in ("scenario-reference", "methods-reference", "statistics-reference", "command-line"):
        page = ROOT / "docs/book" / f"{what}.md"
        if not page.exists() or page.read_text() != accordo("reference", what.removesuffix("-reference")):
            problems.append(f"docs/book/{what}.md is not what the program prints: run scripts/print-reference")


def check_keys_are_read():
    """What is declared is also asked for somewhere: a name that only src/io/scenario/keys.cpp has does nothing. Capabilities are
    asked for by their table."""
    sources = [f for f in (ROOT / "src").rglob("*.cpp") if f.name != "keys.cpp" and "_test" not in f.name]
    sources.append(ROOT / "src/unit/capabilities.hpp")
    text = "".join(file.read_text() for file in sources)
    names = re.findall(r"^\| `(\w[\w-]*)` \|", accordo("reference", "scenario"), re.MULTILINE)
    problems.extend(f"nothing reads the key '{name}'" for name in names if f'"{name}"' not in text)


def check_completion(commands):
    script = accordo("reference", "completion") + """
complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _accordo; echo "${COMPREPLY[@]}"; }
"""

    def completed(*words):
        quoted = " ".join(f"'{word}'" for word in words)
        return set(run("bash", "-c", script + f"complete_line {quoted}").stdout.split())

    if completed("accordo", "") != set(commands):
        problems.append(f"completion knows the commands {completed('accordo', '')}")
    for command in commands:
        if completed("accordo", command, "-") != options_in_help(command):
            problems.append(f"completion of {command}: {completed('accordo', command, '-')}")
    if "missiles" not in completed("accordo", "run", "-m", "m") or completed("accordo", "run", "--step", ""):
        problems.append("completion of values")


def check_manual(commands):
    manual = accordo("reference", "manual")
    plain = manual.replace("\\-", "-")
    for command in commands:
        section = plain.partition(f".SS \\fBaccordo {command}\\fR")[2].partition(".SS ")[0]
        missing = [name for name in options_in_help(command) if f"\\fB{name}\\fR" not in section]
        if not section or missing:
            problems.append(f"the manual page lacks of {command}: {missing}")
    if shutil.which("groff"):
        warnings = run("groff", "-k", "-man", "-Tutf8", "-ww", "-z", text=manual).stderr
        if warnings:
            problems.append(f"groff warns about the manual page:\n{warnings}")


def check_methods_page():
    page = (ROOT / "docs/book/methods.md").read_text()
    catalogue = json.loads(accordo("methods", "--json"))
    names = {s["name"] for s in catalogue["solvers"]} | {m["name"] for m in catalogue["methods"]}
    names |= {option["name"] for method in catalogue["methods"] for option in method["options"]}
    problems.extend(f"docs/book/methods.md says nothing of `{name}`" for name in sorted(names) if f"`{name}" not in page)


known = re.findall(r"^  ([a-z]+) +\S", accordo("--help").partition("Subcommands:")[2], re.MULTILINE)
if len(known) < 6 or not re.match(r"accordo \d+\.\d+\.\d+$", accordo("--version").splitlines()[0]):
    problems.append("--help or --version look odd")
check_pages()
check_keys_are_read()
check_completion(known)
check_manual(known)
check_methods_page()
print("\n".join(problems) if problems else f"{len(known)} commands")
sys.exit(1 if problems else 0)
