"""Real pages after a made-up redesign: does what was known of them teach the new layout?"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from zlib import crc32

from discovery.known_values import KnownPage, KnownValue
from discovery.repair import Repair, repair
from evaluation import datasets
from evaluation.redesigning import redesigned
from evaluation.scoring import QualityRow, Trial, pooled, score_attributes, score_pairs
from evaluation.trials import pairs_read
from pages.page import Page
from rules.library import RuleLibrary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from evaluation.datasets import AttributesPage, PairsPage
    from rules.model import SiteRules

_ONE_IN = 5  # names that the redesign changes


def gsmarena_repaired(pages: Sequence[PairsPage]) -> QualityRow:
    """Phone pages; one name in five is another after the redesign."""
    renamed = {
        name: f"{name} details" for page in pages for name, _ in page.pairs if _changes(name)
    }
    known = [
        KnownPage(
            _anew(page, renamed),
            tuple(KnownValue(name, name, value) for name, value in page.pairs if name),
        )
        for page in pages
    ]
    rules = _repaired(known)
    tallies = [
        score_pairs(
            page.pairs,
            [
                (pair.attribute or pair.name, value)
                for pair in pairs_read(new.page, rules)
                for value in pair.values or (pair.value,)
            ],
        )
        for page, new in zip(pages, known, strict=True)
    ]
    return QualityRow("redesigned, gsmarena", 0, (Trial(tuple(tallies)),))


def swde_camera_repaired(pages: Sequence[AttributesPage]) -> Iterator[QualityRow]:
    """Camera shops, each alone and all together; nothing of three values has a name."""
    shops: dict[str, list[AttributesPage]] = {}
    for page in pages:
        shops.setdefault(page.site, []).append(page)
    rows = [_shop_repaired(shop, of_shop) for shop, of_shop in shops.items()]
    yield from rows
    yield pooled("redesigned, swde-camera", rows)


def real_rows() -> Iterator[QualityRow]:
    yield gsmarena_repaired(datasets.gsmarena())
    yield from swde_camera_repaired(datasets.swde_camera())


def _shop_repaired(shop: str, pages: Sequence[AttributesPage]) -> QualityRow:
    known = [
        KnownPage(
            _anew(page, {}),
            tuple(
                KnownValue(attribute, "", values[0])
                for attribute, values in page.attributes.items()
                if values
            ),
        )
        for page in pages
    ]
    rules = _repaired(known)
    tallies = [
        score_attributes(
            page.attributes,
            [(pair.attribute, pair.value) for pair in pairs_read(new.page, rules)],
        )
        for page, new in zip(pages, known, strict=True)
    ]
    return QualityRow(f"redesigned, swde-camera, {shop}", 0, (Trial(tuple(tallies)),))


def _repaired(known: Sequence[KnownPage]) -> SiteRules | None:
    with TemporaryDirectory() as folder:
        found = repair(known, RuleLibrary(Path(folder)))
    return found.rules if isinstance(found, Repair) else None


def _anew(page: PairsPage | AttributesPage, renamed: Mapping[str, str]) -> Page:
    old = Page.read(page.body, page.url)
    body = redesigned(old.body, old.encoding, renamed)
    return Page.read(body, page.url, "text/html; charset=utf-8")


def _changes(name: str) -> bool:
    return bool(name) and crc32(name.encode()) % _ONE_IN == 0
