"""The catalogue of all products."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from index.products.blocks import IdentifiedRecord, blocking_keys, groups_of
from index.products.identity import identify
from index.products.product import Product, make_product
from index.products.shown_value import as_written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from index.products.shown_value import SameValue
    from store.records import CurrentRecord


class CatalogueChange(NamedTuple):
    """What a change led to: ids of products that are no more, and products as they are now."""

    gone: frozenset[str]
    products: tuple[Product, ...]


class Catalogue:
    """Records in, products out. A change looks at the records of its own block only.

    `same` tells which raw values of an attribute are the same; typed values know better than
    the default, which compares the writing.
    """

    def __init__(self, records: Iterable[CurrentRecord] = (), same: SameValue = as_written) -> None:
        self._same = same
        self._known: dict[int, IdentifiedRecord] = {}
        self._by_key: dict[tuple[str, str, str], set[int]] = defaultdict(set)
        self._products: dict[str, Product] = {}
        self._product_of: dict[int, str] = {}
        for record in records:
            self._insert(record)
        for block in self._blocks(list(self._known)):
            self._merge(block)

    def products(self) -> list[Product]:
        """In the order of their ids."""
        return [self._products[ident] for ident in sorted(self._products)]

    def product_of(self, record_id: int) -> Product:
        """The product that a record tells of; KeyError for a record that is not here."""
        return self._products[self._product_of[record_id]]

    def put(self, record: CurrentRecord) -> CatalogueChange:
        """Add a record, or take it as it is now."""
        left, neighbours = self._take_out(record.id)
        self._insert(record)
        return self._remerge(left, neighbours | {record.id})

    def remove(self, record_id: int) -> CatalogueChange:
        """Forget a record; nothing changes where it was not here."""
        return self._remerge(*self._take_out(record_id))

    def _insert(self, record: CurrentRecord) -> None:
        known = IdentifiedRecord(record, identify(record))
        self._known[record.id] = known
        for key in blocking_keys(known):
            self._by_key[key].add(record.id)

    def _take_out(self, record_id: int) -> tuple[set[str], set[int]]:
        """Without the record: the product it belonged to, and who shared a key with it."""
        known = self._known.pop(record_id, None)
        if known is None:
            return set(), set()
        neighbours: set[int] = set()
        for key in blocking_keys(known):
            self._by_key[key].discard(record_id)
            neighbours |= self._by_key[key]
            if not self._by_key[key]:
                del self._by_key[key]
        return {self._product_of.pop(record_id)}, neighbours

    def _remerge(self, left: set[str], touched: set[int]) -> CatalogueChange:
        blocks = list(self._blocks(touched))
        before = left.union(
            *(
                {self._product_of[one] for one in block & self._product_of.keys()}
                for block in blocks
            )
        )
        for ident in before:
            del self._products[ident]
        products = [product for block in blocks for product in self._merge(block)]
        return CatalogueChange(frozenset(before - {one.id for one in products}), tuple(products))

    def _merge(self, block: Iterable[int]) -> list[Product]:
        groups = groups_of(self._known[one] for one in block)
        shared = Counter(group[0].identity.key for group in groups)
        products = [
            make_product(group, alone=shared[group[0].identity.key] == 1, same=self._same)
            for group in groups
        ]
        for product in products:
            self._products[product.id] = product
            self._product_of |= dict.fromkeys(
                (member.record_id for member in product.members), product.id
            )
        return products

    def _blocks(self, starts: Iterable[int]) -> Iterator[set[int]]:
        seen: set[int] = set()
        for start in starts:
            if start not in seen:
                block = self._block(start)
                seen |= block
                yield block

    def _block(self, start: int) -> set[int]:
        """All records reached from one through shared keys."""
        block, waiting = {start}, [start]
        walked: set[tuple[str, str, str]] = set()
        while waiting:
            for key in blocking_keys(self._known[waiting.pop()]) - walked:
                walked.add(key)
                new = self._by_key[key] - block
                block |= new
                waiting += new
        return block


def merge(records: Iterable[CurrentRecord], same: SameValue = as_written) -> list[Product]:
    """The products of these records, in the order of their ids."""
    return Catalogue(records, same).products()
