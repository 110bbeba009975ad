#!/usr/bin/env python3
"""usage: run_page.py PROGRAM PAGE.md

Does what a page tells its reader to do, in an empty folder, and compares what comes out with what the page shows.

- Blocks of yaml, csv and the like are files if the paragraph before names one, in backticks: the last name counts.
- In blocks without language, or console, a line `$ command` is run by bash; what follows up to the next one is its
  output, of both kinds. A line `…` stands for any lines, … inside of a line for anything. Where nothing follows,
  anything may come out.
- Numbers may differ in the seventh digit, times and dates at will.
- Commands must succeed, unless the page shows an error, or says `# exit code 3` after the command.
- `# not run: reason` in the line before keeps a command from being run.
- Commands with mpirun or PETSc's solvers are passed over where the program was built without.
- A line that starts with `accordo` without `$`, and a whole scenario without a name, are mistakes of the page. So are
  commands in running text that have an option which the program does not know.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from markdown import ROOT, split

FILES = r"`([\w./-]+\.(?:yaml|csv|ssd|ssv|ssm|py|c|sh))`"
SHELL = ("", "console", "sh", "bash")
SECONDS = 120


class Command:
    def __init__(self, line, text):
        self.line, self.text, self.shown = line, text, []

    def accepts(self, code):
        stated = re.search(r"#\s*exit code (\d+)", self.text)
        if stated:
            return code == int(stated.group(1))
        return (code != 0) == any(re.search(r"\berror: ", line) for line in self.shown)


def is_complete(text):
    """Whether bash would not ask for more."""
    return subprocess.run(["bash", "-n", "-c", text], capture_output=True).returncode == 0


def commands_of(block):
    found, current, skip = [], None, False
    for number, line in enumerate(block.lines, block.line):
        if current and not is_complete(current.text):
            current.text += "\n" + line
        elif re.match(r"#\s*not run: \S", line):
            current, skip = None, True
        elif line.startswith("$ "):
            current = None if skip else Command(number, line[2:])
            found += [current] if current else []
            skip = False
        elif re.match(r"(build/)?accordo ", line):
            raise SystemExit(f"line {number}: a command without '$': {line}")
        elif current:
            current.shown.append(line)
    return found


def steps_of(blocks):
    """Files to write and commands to run, in the order of the page."""
    for block in blocks:
        text = "\n".join(block.lines) + "\n"
        if block.language in SHELL:
            yield from commands_of(block)
            continue
        names = re.findall(FILES, block.before)
        if names:
            yield names[-1], text
        elif block.language == "yaml" and re.search("^units:", text, re.M) and re.search("^experiment:", text, re.M):
            raise SystemExit(f"line {block.line}: a whole scenario, but the text before does not name its file")


def possible(command, program):
    """Whether what the command needs was built; mpirun and PETSc are optional."""
    folder = Path(program).resolve().parent
    if "mpirun" in command.text and not (shutil.which("mpirun") and (folder / "accordo_mpi.so").exists()):
        return False
    return "petsc-" not in command.text or (folder / "accordo_petsc.so").exists()


def script_of(steps):
    """One bash session for the page: variables and folders stay, and $? is that of the last command."""
    text = "last=0\n"
    for number, step in enumerate(steps):
        if isinstance(step, Command):
            text += f"printf '\\036{number}\\n'\n(exit $last)\n{step.text}\nlast=$?; printf '\\036=%s\\n' $last\n"
        else:
            name, content = step
            text += f"mkdir -p \"$(dirname '{name}')\"; cat > '{name}' <<'END OF FILE'\n{content}END OF FILE\n"
    return text


NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
TIME = re.compile(r"[\d.e+-]+ (?:s|ms|µs)\b|\d{4}-\d\d-\d\d[T ][\d:Z]+")


def same_number(a, b):
    x, y = float(a), float(b)
    return a == b or abs(x - y) <= 1e-6 * max(abs(x), abs(y)) or max(abs(x), abs(y)) < 1e-12


def same_line(shown, real):
    shown, real = (TIME.sub("TIME", re.sub(r"\s+", " ", line).strip()) for line in (shown, real))
    shown, real = (re.sub(r'(_seconds": ?)[\d.e+-]+', r"\1TIME", line) for line in (shown, real))
    if "…" in shown:
        parts = [re.escape(part) for part in shown.split("…")]
        return re.fullmatch(".*".join(parts), real) is not None
    if NUMBER.sub("#", shown) != NUMBER.sub("#", real):
        return False
    return all(same_number(a, b) for a, b in zip(NUMBER.findall(shown), NUMBER.findall(real)))


def without_times(lines):
    """In tables with a column of times these are all the same; columns are two blanks apart."""
    column, masked = None, []
    for line in lines:
        cells = re.split(r"\s{2,}", line.strip())
        heads = [k for k, cell in enumerate(cells) if cell in ("time s", "seconds")]
        if heads:
            column, width = heads[0], len(cells)
        elif column is not None and len(cells) == width:
            line = " ".join(cells[:column] + ["TIME"] + cells[column + 1:])
        masked.append(line)
    return masked


def agree(shown, real):
    """Whether the lines agree; `…` stands for any number of lines."""
    if not shown:
        return not real
    if shown[0].strip() == "…":
        return any(agree(shown[1:], real[k:]) for k in range(len(real) + 1))
    return bool(real) and same_line(shown[0], real[0]) and agree(shown[1:], real[1:])


def judge(command, code, real):
    shown = command.shown
    while shown and not shown[-1].strip():
        shown = shown[:-1]
    while real and not real[-1].strip():
        real = real[:-1]
    if not command.accepts(code):
        return f"exit code {code}\n" + "\n".join(real)
    if shown and not agree(without_times(shown), without_times(real)):
        return "shown:\n" + "\n".join(shown) + "\nreal:\n" + "\n".join(real)
    return ""


def check_mentions(prose, program):
    """Commands in running text: their options exist."""
    problems, known = [], {}
    for number, line in enumerate(prose, 1):
        for text in re.findall(r"`(accordo [^`]*)`", line):
            words = text.split()
            command = words[1] if len(words) > 1 and re.fullmatch("[a-z]+", words[1]) else ""
            if command not in known:
                help_text = subprocess.run([program, *([command] if command else []), "--help"], capture_output=True, text=True)
                known[command] = help_text.stdout if help_text.returncode == 0 else None
            if known[command] is None:
                problems.append(f"line {number}: there is no command '{command}'")
            else:
                problems += [f"line {number}: {command} has no option {word}" for word in re.findall(r"--[a-z][\w-]*", text)
                             if not re.search(re.escape(word) + r"(?![\w-])", known[command])]
    return problems


def run(program, page, steps):
    with tempfile.TemporaryDirectory(prefix="accordo-page-") as folder:
        bin_folder = Path(folder, ".bin")
        bin_folder.mkdir()
        (bin_folder / "accordo").symlink_to(program)
        place = Path(folder, "here")
        (place / "build").mkdir(parents=True)
        (place / "build/accordo").symlink_to(program)
        (place / "examples").symlink_to(ROOT / "examples")
        if "examples" in page.parts:  # where a reader would be
            for file in page.parent.iterdir():
                shutil.copy(file, place)
        environment = dict(os.environ, PATH=f"{bin_folder}:{os.environ['PATH']}", HOME=folder, LC_ALL="C.UTF-8",
                           XDG_CACHE_HOME=str(Path(folder, ".cache")), OMPI_ALLOW_RUN_AS_ROOT="1",
                           OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
        done = subprocess.run(["bash", "-c", script_of(steps)], cwd=place, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
        return done.stdout.decode("utf-8", "replace")


def main():
    program, page = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
    prose, blocks = split(page.read_text())
    problems = check_mentions(prose, program)
    steps = [step for step in steps_of(blocks) if not isinstance(step, Command) or possible(step, program)]
    commands = 0
    if any(isinstance(step, Command) for step in steps):
        for part in run(program, page.resolve(), steps).split("\036")[1:]:
            number, _, text = part.partition("\n")
            if number.startswith("="):
                problem = judge(command, int(number[1:]), real)
                if problem:
                    problems.append(f"line {command.line}: $ {command.text}\n{problem}\n")
                commands += 1
            else:
                command, real = steps[int(number)], text.splitlines()
        if commands != sum(isinstance(step, Command) for step in steps):
            problems.append("a command has ended the session")
    for problem in problems:
        print(f"{page}: {problem}")
    if not problems:
        print(f"{page.name}: {commands} commands")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
