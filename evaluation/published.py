"""The published experiment (table 3-4): pages right, extracted and expected, site by site."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.tally import Tally


@dataclass(frozen=True)
class PublishedSite:
    """A site of the paper, and what exact matching reached there."""

    name: str
    result: Tally


# By the host of the pocket web that is modelled on the site.
PUBLISHED_SITES = {
    "www.pcpop.example": PublishedSite("W1 pcpop", Tally(82, 82, 86)),
    "product.pconline.example": PublishedSite("W2 pconline", Tally(110, 110, 110)),
    "mobile.21cn.example": PublishedSite("W3 21cn", Tally(94, 100, 104)),
    "tech.163.example": PublishedSite("W4 163", Tally(103, 103, 103)),
    "digi.sohu.example": PublishedSite("W5 sohu", Tally(112, 112, 112)),
}
