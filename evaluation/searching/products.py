"""Made-up products, as many as one likes and the same every time."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from evaluation.searching.made_values import made_values
from index.documents import PageOfProduct, ProductDocument, ShownAttribute, ShownValue, ValueSource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from evaluation.searching.made_values import Made

_SITES = tuple(f"shop{number}.example" for number in range(8))


class MadeUp(NamedTuple):
    """A product to show, as it is kept, and what its values mean."""

    document: ProductDocument
    body: bytes
    values: Mapping[str, Made]


def made_up_products(count: int, seed: int = 4) -> Iterator[MadeUp]:
    """The first thousand of a million are the same as a thousand."""
    rng = Random(seed)  # noqa: S311 - to be made up again, not to be secret
    for number in range(count):
        values = made_values(rng)
        sites = rng.sample(_SITES, min(1 + int(rng.expovariate(0.7)), len(_SITES)))
        document = _document(number, values, sites)
        yield MadeUp(document, document.to_json(), values)


def _document(number: int, values: Mapping[str, Made], sites: Iterable[str]) -> ProductDocument:
    pages = tuple(
        PageOfProduct(number, f"http://{site}/phone/{number}", site, "rule", "") for site in sites
    )
    since = 1_700_000_000.0 + number
    said_by = tuple(ValueSource(at, page.site, 1, since) for at, page in enumerate(pages))
    shown = tuple(
        ShownAttribute(name, known=True, conflict=False, values=(ShownValue(raw, raw, said_by),))
        for name, (raw, *_) in values.items()
    )
    (brand,) = values["品牌"].keys
    return ProductDocument(f"phone-{number}", values["手机名"].raw, brand, pages, shown)
