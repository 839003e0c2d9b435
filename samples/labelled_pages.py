"""One labelled page per layout: the page, what it says, and where a person would mark it.

`python -m samples.labelled_pages` writes them anew; a test sees that they are current.
"""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from samples import published
from samples.sites.detail_zol import DetailZol
from samples.sites.digi_sohu import DigiSohu
from samples.sites.mobile_21cn import Mobile21cn
from samples.sites.mobile_zol import MobileZol
from samples.sites.pconline import Pconline
from samples.sites.pcpop import Pcpop
from samples.sites.shangcheng import Shangcheng
from samples.sites.shouji import Shouji
from samples.sites.tech_163 import Tech163
from samples.sites.tongxun import Tongxun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from samples.catalogue import Phone
    from samples.published import Layout
    from samples.site import Site

FOLDER = Path(__file__).parent / "labelled"


class _Sample(NamedTuple):
    folder: str
    site: type[Site]
    layout: Layout | None = None
    variant: str = "regular"


_SAMPLES = (
    _Sample("pcpop", Pcpop, published.PCPOP),
    _Sample("pconline", Pconline, published.PCONLINE),
    _Sample("21cn-nine", Mobile21cn, published.MOBILE_21CN_NINE),
    _Sample("21cn-eight", Mobile21cn, published.MOBILE_21CN_EIGHT, "8 attributes"),
    _Sample("163", Tech163, published.TECH_163),
    _Sample("sohu", DigiSohu, published.DIGI_SOHU),
    _Sample("zol", DetailZol),
    _Sample("zol-old", MobileZol),
    _Sample("shouji", Shouji),
    _Sample("tongxun", Tongxun),
    _Sample("shangcheng", Shangcheng),
)


def files() -> Iterator[tuple[str, bytes]]:
    """Every file's path inside the folder of labelled pages, and what it holds."""
    for sample in _SAMPLES:
        site = sample.site()
        phone = _labelled_phone(site, sample.variant)
        page = site.product(phone)
        expected = {
            "url": page.url,
            "content_type": page.content_type,
            "pairs": [pair._asdict() for pair in page.gold],
        }
        yield f"{sample.folder}/page.html", page.body
        yield f"{sample.folder}/expected.json", _json(expected)
        if sample.layout:
            yield f"{sample.folder}/marks.json", _json(_marks(site, phone, sample.layout))


def _labelled_phone(site: Site, variant: str) -> Phone:
    """The phone whose page shows most: one label should teach as much as it can."""
    fitting = [phone for phone in site.phones if site.spec(phone).variant == variant]

    def shows(phone: Phone) -> tuple[int, int]:
        spec = site.spec(phone)
        return len(spec.gold), spec.area.count("<a ")

    return max(fitting, key=shows)


def _marks(site: Site, phone: Phone, layout: Layout) -> dict[str, object]:
    spec = site.spec(phone)
    before, _, _ = site.product_html(phone, spec).partition(spec.area)
    return {
        "start": _count_tags(before),
        "length": layout.length,
        "formats": layout.formats,
        "pos": layout.marks,
    }


def _count_tags(source: str) -> int:
    """How long the tag sequence of this source is: scripts and styles are not in it."""
    counter = _TagCounter()
    counter.feed(source)
    return counter.count


class _TagCounter(HTMLParser):
    count = 0

    def handle_starttag(self, tag: str, _attributes: object) -> None:
        self.count += tag not in {"script", "style"}


def _json(content: Mapping[str, object]) -> bytes:
    """JSON with one list item per line, for people to read and compare."""
    entries = (f'"{key}": {_json_value(value)}' for key, value in content.items())
    return ("{\n  " + ",\n  ".join(entries) + "\n}\n").encode()


def _json_value(value: object) -> str:
    if isinstance(value, list | tuple):
        items = ",\n    ".join(json.dumps(item, ensure_ascii=False) for item in value)
        return f"[\n    {items}\n  ]"
    return json.dumps(value, ensure_ascii=False)


def write(folder: Path = FOLDER) -> None:
    for path, content in files():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


if __name__ == "__main__":
    write()
