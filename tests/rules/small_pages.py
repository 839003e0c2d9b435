"""Small pages, what a person says of them, and what comes out: the words tests are told in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.page import Page
from rules.learn import Example, Sample, learn_site

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.model import SiteRules
    from rules.record import Extraction

URL = "https://www.shop.example/phones/n95.html"


def page(html: str, url: str = URL) -> Page:
    return Page(url, html.encode(), "utf-8")


def examples(facts: Mapping[str, str]) -> tuple[Example, ...]:
    """Names and values as shown; the attributes are the names, said more formally."""
    return tuple(
        Example(attribute=f"the {name}", name=name, value=value) for name, value in facts.items()
    )


def sample(html: str, facts: Mapping[str, str]) -> Sample:
    return Sample(page(html), examples(facts))


def learned(html: str, facts: Mapping[str, str]) -> SiteRules:
    """The rules of a site of which one page is labelled."""
    return learn_site("shop.example", [sample(html, facts)])


def shown(extraction: Extraction) -> list[dict[str, str]]:
    """Every record with the names and values of its pairs."""
    return [{pair.name: pair.value for pair in record.pairs} for record in extraction.records]
