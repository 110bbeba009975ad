#!/usr/bin/env python3
"""Every link of every page leads somewhere: to a file of the project, and to a heading that is there; so do names of
source files in running text. Pages of the book are in the navigation of the site (mkdocs.yml) and in the book's index.
Links to other places are not followed."""

import re
import sys

from markdown import ROOT, anchors, pages, split, without_code_spans


def links(prose):
    # Links may be broken over two lines: look at the text as a whole.
    text = "\n".join(without_code_spans(line) for line in prose)
    for match in re.finditer(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)", text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1)


FOLDERS = "src|include|cli|cases|tests|docs|scripts|cmake|examples|bench|fuzz|papers"


def missing_files(prose):
    """Names such as `src/io/scenario/keys.cpp` that are nowhere; `name.cpp` stands for one that the reader is to write."""
    for number, line in enumerate(prose, 1):
        for path in re.findall(rf"`((?:{FOLDERS})/[\w./*-]+)`", line):
            if "/name." not in path and not list(ROOT.glob(path.rstrip("/"))):
                yield number, path


def check(page, texts):
    name = page.relative_to(ROOT)
    problems = [f"{name}:{line}: there is no {path}" for line, path in missing_files(texts[page][0])]
    for line, target in links(texts[page][0]):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        where = f"{name}:{line}: {target}"
        if not file.exists():
            problems.append(f"{where}: there is no such file")
        elif fragment and file.suffix == ".md" and fragment not in anchors(texts[file][0]):
            problems.append(f"{where}: there is no such heading (or its anchor is not the same everywhere)")
    return problems


def check_navigation():
    book = {page.name for page in (ROOT / "docs/book").glob("*.md")}
    named = set(re.findall(r"([\w-]+\.md)", (ROOT / "mkdocs.yml").read_text()))
    index = set(re.findall(r"\(([\w-]+\.md)\)", (ROOT / "docs/book/index.md").read_text())) | {"index.md"}
    problems = [f"mkdocs.yml: the navigation lacks {page}" for page in sorted(book - named)]
    return problems + [f"docs/book/index.md lacks {page}" for page in sorted(book - index)]


texts = {page: split(page.read_text()) for page in pages()}
found = [problem for page in texts for problem in check(page, texts)] + check_navigation()
print("\n".join(found) if found else f"{len(texts)} pages, {sum(len(list(links(t[0]))) for t in texts.values())} links")
sys.exit(1 if found else 0)
