"""Pages of the documentation as a list of paragraphs and code blocks, and the anchors of their headings."""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Block:
    line: int  # of the first line of text, from 1 on
    language: str  # of code; "" where the fence names none
    lines: list
    before: str  # the paragraph just before


def pages():
    """Every page of the project that people read."""
    found = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    for folder in ("docs", "examples", "cases", "bench"):
        found += (ROOT / folder).rglob("*.md")
    return sorted(found)


def split(text):
    """The page without its fenced code (line by line, blank where there was code), and the code."""
    prose, blocks, paragraph, last = [], [], [], ""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r"(\s*)(```+|~~~+)\s*([\w+-]*)", line)
        if fence is None and mark:
            fence = mark.group(1), mark.group(2)
            blocks.append(Block(number + 1, mark.group(3), [], "\n".join(paragraph) or last))
            prose.append("")
            paragraph, last = [], ""
        elif fence is not None:
            if line.strip() == fence[1]:
                fence = None
            else:
                indent = len(fence[0])
                blocks[-1].lines.append(line[indent:] if not line[:indent].strip() else line)
            prose.append("")
        else:
            prose.append(line)
            if line.strip():
                paragraph.append(line)
            elif paragraph:
                paragraph, last = [], "\n".join(paragraph)
    return prose, blocks


def without_code_spans(line):
    return re.sub(r"(`+).*?\1", "", line)


def plain(heading):
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "").strip().lower()


def anchor(heading):
    """As GitHub makes it: letters, digits, - and _ of the heading, blanks as -."""
    return "".join(c for c in plain(heading).replace(" ", "-") if c.isalnum() or c in "-_")


def site_anchor(heading):
    """As mkdocs makes it: no letters beyond ASCII, and never two - in a row."""
    ascii_only = unicodedata.normalize("NFKD", plain(heading)).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_only).strip())


def anchors(prose):
    """Those that are the same on GitHub and on the site; of headings with the same text the first."""
    headings = [match.group(1) for match in (re.match(r"#{1,6}\s+(.*?)\s*#*$", line) for line in prose) if match]
    return {anchor(text) for text in headings if anchor(text) == site_anchor(text)}
