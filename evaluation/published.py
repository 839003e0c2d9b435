"""The published experiment (table 3-4): pages right, extracted and expected, site by site."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.tally import Tally


@dataclass(frozen=True)
class PublishedSite:
    """A site of the paper and the host of the pocket web that is modelled on it."""

    name: str
    host: str
    attributes: str
    result: Tally | None
    """None where the paper has the site but no figures for it."""


PUBLISHED_SITES = (
    PublishedSite("W1 pcpop", "www.pcpop.example", "11", Tally(82, 82, 86)),
    PublishedSite("W2 pconline", "product.pconline.example", "8", Tally(110, 110, 110)),
    PublishedSite("W3 21cn", "mobile.21cn.example", "9 and 8", Tally(94, 100, 104)),
    PublishedSite("W4 163", "tech.163.example", "5", Tally(103, 103, 103)),
    PublishedSite("W5 sohu", "digi.sohu.example", "9", Tally(112, 112, 112)),
)
