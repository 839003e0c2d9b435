"""Which picture of a page shows its product.

Embedded data and meta tags name it on many pages; on others it is the large picture near the
headline whose text or address speaks of what the title says. Logos, icons, banners, and what would
be the picture of many other pages as well, are none.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from core.urls import BaseAddress, address_of, is_page, shape_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pages.embedded import EmbeddedProduct
    from pages.media import PageMedia, PagePicture
    from pages.page import Page


class MainPicture(NamedTuple):
    """`found_in` is "json-ld", "microdata", the name of a meta tag, "img", or "rule"."""

    url: str
    found_in: str
    confidence: float


_EMBEDDED, _TOLD = 0.95, 0.85
_LEAST = 0.5


def main_picture(
    page: Page,
    media: PageMedia,
    products: Iterable[EmbeddedProduct],
    is_common: Callable[[str], bool] = lambda _: False,
) -> MainPicture | None:
    """The product's picture; `products` are those that the page's embedded data describes.

    `is_common` tells which addresses were taken for that on many other pages of the site.
    """
    title = _tokens(f"{media.title} {media.headline}")
    for found in _named(page, media, products):
        if _may_show(found.url, title) and not is_common(found.url):
            return found
    names = _tokens(media.headline), title
    scored = [(_chance(one, media, *names), one) for one in _possible(media, title, is_common)]
    crowds = _crowds([one for _, one in scored])
    largest = max((_side(one) for _, one in scored), default=0.0) or math.inf
    best = max(
        (
            (odds - _IN_CROWD * crowds[one] + (_side(one) >= largest), -one.order, one.url)
            for odds, one in scored
        ),
        default=None,
    )
    if best is None:
        return None
    sure = round(0.9 / (1 + math.exp(-best[0])), 2)
    return MainPicture(best[2], "img", sure) if sure >= _LEAST else None


def _named(
    page: Page, media: PageMedia, products: Iterable[EmbeddedProduct]
) -> Iterator[MainPicture]:
    """What the page names as its product's picture, for machines."""
    base = BaseAddress.of(page.url, page.encoding)
    for product in products:
        for name, value in product.pairs:
            if name == "image" and (url := address_of(value, base)):
                yield MainPicture(url, product.source, _EMBEDDED)
    for name, url in media.told:
        yield MainPicture(url, name, _TOLD)


# Words in addresses, ids and classes.


_NOT_DECODED = re.compile(r"(?i)\.(?:svgz?|ico|bmp|tiff?|avif|heic|psd|swf)(?:$|\?)")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_MISSING = re.compile(
    r"(?i)place[_-]?holder|(?<![a-z])no[_-]?(?:image|img|photo|pic|picture)(?![a-z])|coming[_-]?soon"
)
# What decorates the site, and what may do so: "pixel" and "star" are names of phones, too.
_DECORATION = frozenset(
    "logo logos sprite sprites icon icons favicon spacer avatar avatars gravatar btn btns button "
    "buttons banner banners qrcode captcha loading loader spinner".split()
)
_DOUBTFUL = frozenset(
    "ico pixel blank clear transparent arrow arrows star stars rating ratings badge badges flag "
    "flags share social facebook twitter weibo weixin wechat payment visa paypal seal trust ad ads "
    "advert adserver promo promotion coupon header footer nav menu megamenu bg background bullet "
    "shim dot line close search cart basket emoji tracking beacon counter".split()
)
_MAIN = frozenset(
    "main big bigpic bigimg large zoom hero primary product prod goods item cover photo detail "
    "gallery featured full".split()
)


def _may_show(url: str, title: frozenset[str]) -> bool:
    """Whether an address may lead to a product's picture: no drawing, no decoration of the site.

    A word of the title may be a product's name.
    """
    path = _path(url)
    is_none = _NOT_DECODED.search(path) or _MISSING.search(path)
    return not (is_none or (_words(path) & _DECORATION) - title)


def _path(url: str) -> str:
    return url.split("/", 3)[-1]


def _words(text: str) -> frozenset[str]:
    """Words in lower case; "navLogoFooter" has three."""
    return frozenset(word.lower() for word in _WORD.findall(text))


# Pictures among the text.


_SMALLEST = 60  # pixels of either side
_LARGE = 180
_LONGEST_SHAPE = 3.5
_SIZE_IN_ADDRESS = re.compile(r"(?<![0-9])([1-9][0-9]{1,3})[xX*]([1-9][0-9]{1,3})(?![0-9])")
_TOKEN = re.compile(r"[a-z0-9]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
# Tags between it and the headline.
_NEAR = ((30, 2.0), (80, 1.5), (200, 0.7))
_FAR = -1.0
# What is added up, from a first guess that most pictures of a page do not show its product.
_FIRST_GUESS = -3.0


def _possible(
    media: PageMedia, title: frozenset[str], is_common: Callable[[str], bool]
) -> Iterator[PagePicture]:
    for picture in media.pictures:
        width, height = _size(picture)
        shape = max(width, height) / max(1, min(width, height))
        small = 0 < width < _SMALLEST or 0 < height < _SMALLEST
        if small or (width and height and shape > _LONGEST_SHAPE):
            continue
        decorates = (_words(picture.words) & _DECORATION) - title
        if not decorates and _may_show(picture.url, title) and not is_common(picture.url):
            yield picture


def _size(picture: PagePicture) -> tuple[int, int]:
    """As the tag tells it, else as the address does."""
    if picture.width or picture.height:
        return picture.width, picture.height
    told = _SIZE_IN_ADDRESS.search(_path(picture.url))
    return (int(told[1]), int(told[2])) if told else (0, 0)


def _chance(
    picture: PagePicture, media: PageMedia, headline: frozenset[str], title: frozenset[str]
) -> float:
    """How likely it shows the product, as the logarithm of the odds."""
    path, words = _words(_path(picture.url)), _words(picture.words)
    odds = _FIRST_GUESS + _of_side(_side(picture))
    file = _path(picture.url).rpartition("/")[2].partition("?")[0].rpartition(".")[0]
    odds += 3.0 * _shared(_tokens(picture.alt), headline, title)
    odds += 1.5 * _shared(_tokens(file), headline, title)
    odds += 1.2 * bool(words & _MAIN) + 0.5 * bool(path & _MAIN)
    odds -= 1.5 * bool(((words | path) & _DOUBTFUL) - title)
    odds -= 2.0 * picture.hidden
    odds -= 0.3 * picture.url.lower().endswith(".gif")
    return odds + _of_distance(picture.order, media.heading)


def _side(picture: PagePicture) -> float:
    """The side of a square of its size; 0 if that is unknown."""
    width, height = _size(picture)
    return math.sqrt(width * height) if width and height else max(width, height)


def _of_side(side: float) -> float:
    return min(2.0, 3.0 * (side - 100) / _LARGE) if side else 0.0


def _of_distance(order: int, heading: int) -> float:
    """In steps, so that the first of several pictures in a row is not behind the others."""
    if heading < 0:
        return 0.0
    return next((worth for tags, worth in _NEAR if abs(order - heading) <= tags), _FAR)


def _tokens(text: str) -> frozenset[str]:
    """Words and numbers, single characters where words have no spaces between them."""
    return frozenset(_TOKEN.findall(text.lower()))


def _shared(said: frozenset[str], headline: frozenset[str], title: frozenset[str]) -> float:
    """How much of a text the title says, or how much of the headline the text; from 0 to 1.

    A single word says nothing, unless it is the whole headline.
    """
    common = len(said & title)
    named = len(said & headline) / max(1, len(headline))
    if not common or (common == 1 and named < 1):
        return 0.0
    return max(common / len(said), named) * min(1.0, common / 3)


# Several pictures in a row that look the same and lead to pages are those of other products.


_FEW = 3
_IN_A_ROW = 60  # tags from one to the next
_IN_CROWD = 1.5


def _crowds(pictures: Iterable[PagePicture]) -> dict[PagePicture, bool]:
    """Whether each picture is one of a crowd."""
    rows: dict[tuple[object, ...], list[list[PagePicture]]] = defaultdict(list)
    for picture in pictures:
        alike = rows[_looks(picture)]
        if not alike or picture.order - alike[-1][-1].order > _IN_A_ROW:
            alike.append([])
        alike[-1].append(picture)
    return {
        picture: len(row) > _FEW and bool(picture.link) and is_page(picture.link)
        for alike in rows.values()
        for row in alike
        for picture in row
    }


def _looks(picture: PagePicture) -> tuple[object, ...]:
    return picture.width, picture.height, picture.words, shape_of(picture.url)
