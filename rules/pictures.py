"""Rules for the picture of a product: what a person marked, and where it is on other pages.

A marked picture is remembered by the id and classes of its element, by the shape of its address and
by its distance from the headline. Where no rule finds one, the picture is chosen as on any page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.records import PICTURE
from core.urls import BaseAddress, address_of, shape_of
from pages.embedded import embedded_products
from pages.main_picture import MainPicture, main_picture
from pages.media import page_media
from rules.model import PictureRule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pages.embedded import EmbeddedProduct
    from pages.media import PageMedia, PagePicture
    from pages.page import Page
    from rules.learn import Example, Sample
    from rules.model import SiteRules

BY_RULE = "rule"  # where a picture was found


def learn_pictures(samples: Iterable[Sample]) -> tuple[PictureRule, ...]:
    """A rule for each marked picture that its page has, the same one once."""
    found: dict[PictureRule, None] = {}
    for sample in samples:
        media = page_media(sample.page)
        for address in marked_addresses(sample.page, sample.examples):
            named = (PictureRule(meta=name) for name, url in media.told if url == address)
            shown = (_rule(one, media) for one in media.pictures if one.url == address)
            if rule := next(shown, None) or next(named, None):
                found[rule] = None
    return tuple(found)


def marked_addresses(page: Page, examples: Iterable[Example]) -> list[str]:
    base = BaseAddress.of(page.url, page.encoding)
    marked = (one.value for one in examples if one.attribute == PICTURE)
    return [address for value in marked if (address := address_of(value, base))]


def _rule(picture: PagePicture, media: PageMedia) -> PictureRule:
    return PictureRule(
        words=picture.words.strip(),
        shape=shape_of(picture.url),
        distance=picture.order - max(0, media.heading),
    )


def read_picture(
    page: Page,
    rules: SiteRules | None,
    media: PageMedia,
    products: Iterable[EmbeddedProduct],
    is_common: Callable[[str], bool] = lambda _: False,
) -> MainPicture | None:
    """The picture that a rule of the site finds, or the most likely one."""
    for rule in rules.pictures if rules else ():
        if url := _found(rule, media):
            return MainPicture(url, BY_RULE, 1.0)
    return main_picture(page, media, products, is_common)


def _found(rule: PictureRule, media: PageMedia) -> str:
    if rule.meta:
        return next((url for name, url in media.told if name == rule.meta), "")
    alike = [one for one in media.pictures if one.words.strip() == rule.words]
    if not rule.words:
        alike = [one for one in alike if shape_of(one.url) == rule.shape]
    expected = max(0, media.heading) + rule.distance
    nearest = min(alike, key=lambda one: abs(one.order - expected), default=None)
    return nearest.url if nearest else ""


def unread_pictures(rules: SiteRules, sample: Sample) -> list[Example]:
    """The marked pictures that these rules do not find on their own page."""
    marked = [one for one in sample.examples if one.attribute == PICTURE]
    if not marked:
        return []
    found = read_picture(
        sample.page, rules, page_media(sample.page), embedded_products(sample.page)
    )
    base = BaseAddress.of(sample.page.url, sample.page.encoding)
    return [one for one in marked if found is None or address_of(one.value, base) != found.url]
