"""What stands around a product's parameters on an everyday page, in any amount.

Navigation, related products, readers' comments, inline scripts, advertisements and style,
in the shares real pages have: on the real data sets scripts are 6 to 23% of the bytes,
start tags 43 to 60%, and a tag comes every 55 to 185 bytes.
"""

from __future__ import annotations

from importlib.resources import files
from itertools import count
from string import Template
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAKERS = ("诺基亚", "三星", "摩托罗拉", "索尼爱立信", "小米", "华为", "联想", "魅族", "多普达")
# Places of the file's blocks (navigation, related, comment, script, advertisement, style).
_ORDER = (0, 1, 2, 3, 1, 2, 1, 4, 1, 2, 5)


def padding(size: int, encoding: str) -> bytes:
    """Blocks of markup, as many as fit into `size` bytes; the same every time."""
    kept: list[bytes] = []
    left = size
    for block in _blocks():
        raw = block.encode(encoding)
        if len(raw) > left:
            break
        kept.append(raw)
        left -= len(raw)
    return b"".join(kept)


def _blocks() -> Iterator[str]:
    written = files("evaluation").joinpath("padding_blocks.html").read_text("utf-8")
    templates = [Template(block) for block in written.split("%%%%\n")]
    for number in count(1):
        yield templates[_ORDER[number % len(_ORDER)]].substitute(
            number=number,
            maker=_MAKERS[number % len(_MAKERS)],
            model=1000 + number * 37 % 9000,
            price=300 + number * 53 % 5000,
        )
