"""`/compare?id=…&id=…`: two to four products side by side.

`compared_attributes` compares values by meaning, not by spelling; `comparison_table` makes the rows
of the page. Another column or row of the page is added there and in `templates/compare`.
"""

from __future__ import annotations

from itertools import combinations, groupby
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, g, make_response, render_template, request

from core.topic import Better
from index.fields import sort_number
from index.products.catalogue import same_by_meaning
from index.search.model import SearchQuery
from search_ui.addresses import compare_address, product_address
from search_ui.product import group_title, label_of, products
from search_ui.site import this_site
from search_ui.text import CutText, ValueTranslator, cut, one_way

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from werkzeug import Response

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument, ProductPicture, ShownAttribute
    from index.products.catalogue import SameValue
    from search_ui.languages import Language


compare_views = Blueprint("compare", __name__)
_OFFERED = 8
_LONGEST_TITLE = 120


class ProductColumn(NamedTuple):
    title: str
    address: str
    removed: str
    confirmed: bool
    picture: ProductPicture | None


class OfferedProduct(NamedTuple):
    """A product that can be added, and the address of the comparison with it."""

    title: str
    address: str


@compare_views.get("/compare")
def compare_page() -> Response:
    choice = compared_products(request.args.getlist("id"))
    only = {"only": "differences"} if request.args.get("only") == "differences" else {}
    rows = (
        compared_attributes(choice.products, this_site().topic)
        if len(choice.products) >= FEWEST_COMPARED
        else []
    )
    shown = [row for row in rows if row.differs or not only]
    text = request.args.get("add", "")
    answer = make_response(
        render_template(
            "compare/compare.html",
            columns=_columns(choice, only),
            idents=choice.idents,
            groups=comparison_table(shown, this_site().topic, g.language),
            differing=sum(row.differs for row in rows),
            attributes=len(rows),
            only=only,
            all_rows=compare_address(choice.idents),
            differences=compare_address(choice.idents, only="differences"),
            json=compare_address(choice.idents, ".json"),
            csv=compare_address(choice.idents, ".csv"),
            unknown=[one_way(ident)[:_LONGEST_TITLE] for ident in choice.unknown],
            too_many=len(choice.too_many),
            most=MOST_COMPARED,
            fewest=FEWEST_COMPARED,
            text=one_way(text)[:_LONGEST_TITLE],
            offers=_offers(text, choice, only) if text else None,
        )
    )
    answer.add_etag()
    return answer.make_conditional(request)


def _columns(choice: ComparedProducts, only: dict[str, str]) -> list[ProductColumn]:
    return [
        ProductColumn(
            one_way(product.title)[:_LONGEST_TITLE],
            product_address(product.id),
            compare_address([one for one in choice.idents if one != product.id], **only),
            product.confirmed,
            product.picture,
        )
        for product in choice.products
    ]


def _offers(text: str, choice: ComparedProducts, only: dict[str, str]) -> list[OfferedProduct]:
    """Search results for adding a product, without those already compared."""
    answer = this_site().finder().find(SearchQuery(text, size=_OFFERED + MOST_COMPARED))
    found = () if answer.is_everything else answer.products
    return [
        OfferedProduct(
            one_way(product.title)[:_LONGEST_TITLE],
            compare_address([*choice.idents, product.id], **only),
        )
        for product in found
        if product.id not in choice.idents
    ][:_OFFERED]


# The products to compare.


FEWEST_COMPARED, MOST_COMPARED = 2, 4
_MOST_READ = 20


class ComparedProducts(NamedTuple):
    """`unknown` and `too_many` are ids: of no product, and of products beyond the fourth."""

    products: tuple[ProductDocument, ...]
    unknown: tuple[str, ...]
    too_many: tuple[str, ...]

    @property
    def idents(self) -> list[str]:
        return [product.id for product in self.products]


def compared_products(idents: Iterable[str]) -> ComparedProducts:
    """Each once, in the given order."""
    asked = [ident for ident in dict.fromkeys(idents) if ident][:_MOST_READ]
    found = {product.id: product for product in products(asked)}
    known = [ident for ident in asked if ident in found]
    return ComparedProducts(
        tuple(found[ident] for ident in known[:MOST_COMPARED]),
        tuple(ident for ident in asked if ident not in found),
        tuple(known[MOST_COMPARED:]),
    )


# The values of each attribute, and whether they differ: by meaning, not by spelling.


class ComparedAttribute(NamedTuple):
    """An attribute of all products; None for products without it."""

    name: str
    attribute: Attribute | None
    said: tuple[ShownAttribute | None, ...]
    differs: bool


def compared_attributes(
    documents: Sequence[ProductDocument], topic: Topic
) -> list[ComparedAttribute]:
    """The topic's attributes in its order, then the others as they come.

    An unknown value is no difference.
    """
    known = {attribute.name: attribute for attribute in topic.attributes}
    by_name = [{said.name: said for said in document.attributes} for document in documents]
    names = dict.fromkeys(name for said in by_name for name in said)
    in_order = [*(name for name in known if name in names), *(n for n in names if n not in known)]
    same = same_by_meaning(topic)
    rows = []
    for name in in_order:
        said = tuple(one.get(name) for one in by_name)
        rows.append(ComparedAttribute(name, known.get(name), said, _differs(said, same)))
    return rows


def _differs(said: Sequence[ShownAttribute | None], same: SameValue) -> bool:
    meanings = [
        [same(attribute.name, value.raw) for value in attribute.values]
        for attribute in said
        if attribute is not None
    ]
    return any(
        one[0] != other[0] and set(one) != set(other) for one, other in combinations(meanings, 2)
    )


# The comparison in the page's language.


_LONGEST = 160  # characters of a value that are shown at first
_MOST_VALUES = 4


class ComparedCell(NamedTuple):
    """The value to show, and other values that sources give.

    `best`: the topic says which amounts are better, and no other product has a better one.
    """

    shown: CutText
    gloss: str
    also: tuple[str, ...]
    conflict: bool
    best: bool


class ComparedRow(NamedTuple):
    label: str
    differs: bool
    cells: tuple[ComparedCell | None, ...]


class ComparedGroup(NamedTuple):
    title: str
    rows: tuple[ComparedRow, ...]


def comparison_table(
    rows: Iterable[ComparedAttribute], topic: Topic, language: Language
) -> list[ComparedGroup]:
    """Rows in the groups of the topic; unknown attributes come last."""
    translator = ValueTranslator(topic, language)
    return [
        ComparedGroup(
            group_title(group, topic, language),
            tuple(_row(row, language, translator) for row in some),
        )
        for group, some in groupby(
            rows, key=lambda row: row.attribute.group if row.attribute else ""
        )
    ]


def _row(row: ComparedAttribute, language: Language, translator: ValueTranslator) -> ComparedRow:
    label = label_of(row.name, row.attribute, language)
    best = _best(row)
    cells = tuple(
        _cell(said, row.attribute, translator, best=place in best) if said else None
        for place, said in enumerate(row.said)
    )
    return ComparedRow(label, row.differs, cells)


def _best(row: ComparedAttribute) -> set[int]:
    """The places of the best values; none if all are the same, or only one is known."""
    attribute = row.attribute
    if attribute is None or attribute.better is Better.NEITHER:
        return set()
    numbers = {
        place: number
        for place, said in enumerate(row.said)
        if said and (number := sort_number(said.shown, attribute)) is not None
    }
    if len(set(numbers.values())) <= 1:
        return set()
    best = (max if attribute.better is Better.MORE else min)(numbers.values())
    return {place for place, number in numbers.items() if number == best}


def _cell(
    said: ShownAttribute, attribute: Attribute | None, translator: ValueTranslator, *, best: bool
) -> ComparedCell:
    others = said.values[1:_MOST_VALUES]
    return ComparedCell(
        cut(said.shown, _LONGEST),
        translator.gloss(said.values[0], attribute),
        tuple(cut(value.raw, _LONGEST).start for value in others),
        said.conflict,
        best,
    )
