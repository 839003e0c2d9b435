"""Draws the README's picture of the demonstration: `make pictures`."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

from rich.console import Console

from specseek.demo import read_pocket_web
from specseek.demo_tables import records_table, summary_table

PICTURE = Path(__file__).with_suffix(".svg")
SHOWN = ("product.pconline.example", "m.tongxun.example")

_WEB_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def main() -> None:
    console = Console(record=True, width=112, file=StringIO(), force_terminal=True)
    sites = list(read_pocket_web())
    for site in sites:
        if site.host in SHOWN:
            console.print(records_table(site))
    console.print(summary_table(sites))
    drawn = console.export_svg(title="specseek demo", unique_id="demo")
    # A picture must not call out to the web for its letters.
    PICTURE.write_text(_WEB_FONT.sub("", drawn), "utf-8")


if __name__ == "__main__":
    main()
