"""Draws the README's picture of the demonstration: `make pictures`."""

from __future__ import annotations

import re
from html import unescape
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.cells import cell_len
from rich.console import Console

from specseek.demo import crawl_pocket_web, outcomes
from specseek.demo_tables import records_table, summary_table

PICTURE = Path(__file__).with_suffix(".svg")
SHOWN = ("product.pconline.example", "m.tongxun.example")

_WEB_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_TEXT = re.compile(r'(textLength="[\d.]+")([^>]*>)([^<]*)<')


def main() -> None:
    console = Console(record=True, width=100, file=StringIO(), force_terminal=True)
    with TemporaryDirectory() as folder:
        crawl_pocket_web(Path(folder))
        sites = list(outcomes(Path(folder)))
    for site in sites:
        if site.host in SHOWN:
            console.print(records_table(site))
    console.print(summary_table(sites))
    drawn = console.export_svg(title="specseek demo", unique_id="demo")
    # A picture must not call out to the web for its letters.
    PICTURE.write_text(_TEXT.sub(_at_ease, _WEB_FONT.sub("", drawn)), "utf-8")


def _at_ease(text: re.Match[str]) -> str:
    """Leave Chinese its own width: rich counts one column a letter, and would squeeze it."""
    length, rest, written = text.groups()
    letters = unescape(written)
    return f"{length if cell_len(letters) == len(letters) else ''}{rest}{written}<"


if __name__ == "__main__":
    main()
