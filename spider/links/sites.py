"""The site a link leads to, found quickly: links of one host share one look-up."""

from __future__ import annotations

from rules.site_names import site_of


def site_of_link(url: str) -> str:
    """The site of an absolute address, asked for by its host alone.

    >>> site_of_link("http://detail.zol.example/cell_phone/index1234.shtml")
    'zol.example'
    """
    return site_of(url[: url.find("/", 8) + 1])
