"""The parameters of a ZOL page, read off that site's own template.

Made by looking at the page: it is gold for this one template, not a way to read others.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evaluation.scoring import NameAndValue


def zol_pairs(body: bytes) -> tuple[NameAndValue, ...]:
    """Name and value of every row that readers may correct (纠错): the page's parameters.

    The one row without it is a shop's offer that the page slips in under another row's id.
    """
    html = import_module("lxml.html")  # here, since lxml is an extra
    tree = html.fromstring(body.decode("gb18030", "replace"))
    rows = tree.xpath("//tr[th][td/em[@class='edit-param']]")
    return tuple(
        (_folded(row.xpath("string(th)")), _value(row.xpath("td/span")[0])) for row in rows
    )


def _value(cell: Any) -> str:  # noqa: ANN401 - lxml has no types
    """The cell's own text and the links that list values.

    Links that are values stand first or behind ，; a link anywhere else leads away
    (更多…手机>, 查看外观>, 进入官网>>>) and ends the value. Remarks of the site
    (`text-hui`: 需双手打字, 击败 60.76% 手机) are no value, icons hold no text.
    """
    parts = [cell.text or ""]
    for element in cell:
        if element.tag == "a":
            before = _folded("".join(parts))
            if before and not before.endswith("，"):
                break
            parts.append(_folded(element.text_content()).rstrip(">＞"))
        elif element.tag == "br":
            parts.append(" ")
        parts.append(element.tail or "")
    return _folded("".join(parts)).rstrip("，")


def _folded(text: str) -> str:
    return " ".join(text.split())
