"""Are records of one phone merged, and never those of two?

The pocket web's phones are known: its records are merged with names as its sites show them, and
with names that no two sites write alike. Of real records nobody wrote down which are one phone, so
the merges are there to read.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table

from core.names import site_of
from core.topic import shipped_topic
from evaluation.datasets import phone_records
from index.products.catalogue import merge
from index.products.vocabulary import brands_of
from samples.pocket_web import PocketWeb
from store.records import CurrentRecord, CurrentRecordValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from index.products.catalogue import Product


_NAME = "手机名"
_SPACE_WITHOUT_NEED = re.compile(r"(?<=[\u4e00-\u9fff]) | (?=[\u4e00-\u9fff])|(?<=[A-Za-z]) (?=\d)")
_FULL_WIDTH = str.maketrans({code: chr(code + 0xFEE0) for code in range(0x21, 0x7F)})


@dataclass(frozen=True)
class KnownMerging:
    """On records whose phones are known; `shared` are the phones that several sites show."""

    records: str
    count: int
    products: int
    shared: int
    missed: tuple[str, ...]
    wrong: tuple[tuple[str, ...], ...]


LEAST_RECALL = 0.9
LEAST_PRECISION = 0.99


@dataclass(frozen=True)
class PairMerging:
    """`pairs` are true ones, of records on two sites; `missed` and `wrong` are told by names."""

    records: str
    count: int
    pairs: int
    missed: tuple[tuple[str, str], ...]
    wrong: tuple[tuple[str, str], ...]

    @property
    def recall(self) -> float:
        return 1 - len(self.missed) / self.pairs if self.pairs else 1.0

    @property
    def precision(self) -> float:
        right = self.pairs - len(self.missed)
        return right / (right + len(self.wrong)) if right + len(self.wrong) else 1.0

    @property
    def fault(self) -> str:
        """What is below its floor; "" if nothing is."""
        if self.recall >= LEAST_RECALL and self.precision >= LEAST_PRECISION:
            return ""
        return f"{self.records}: recall {self.recall:.3f}, precision {self.precision:.3f}"

    def as_json(self) -> dict[str, Any]:
        return {
            "records": self.records,
            "count": self.count,
            "pairs": self.pairs,
            "recall": round(self.recall, 4),
            "precision": round(self.precision, 4),
            "missed": self.missed,
            "wrong": self.wrong,
        }


@dataclass(frozen=True)
class RealMerging:
    """On real records: nobody wrote down which are one phone, so the merges are there to read."""

    count: int
    products: int
    kept_apart: int
    merges: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class MergingReport:
    known: tuple[KnownMerging, ...]
    real: RealMerging | None
    notes: tuple[str, ...] = ()
    pairs: tuple[PairMerging, ...] = ()

    @property
    def faults(self) -> list[str]:
        """Products of several phones, and phones of several products."""
        wrong = [f"merged: {' | '.join(phones)}" for one in self.known for phones in one.wrong]
        missed = [f"not merged: {phone}" for one in self.known for phone in one.missed]
        return wrong + missed + [one.fault for one in self.pairs if one.fault]

    def table(self) -> RenderableType:
        tables: list[RenderableType] = [_known_table(self.known)]
        if self.pairs:
            tables.append(_pair_table(self.pairs))
        if self.real:
            tables.append(_real_table(self.real))
        return Group(*tables, *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {
            "known": [asdict(one) for one in self.known],
            "pairs": [one.as_json() for one in self.pairs],
            "real": asdict(self.real) if self.real else None,
            "notes": list(self.notes),
        }


def known_merging(title: str, records: Iterable[KnownRecord]) -> KnownMerging:
    """Compare products with phones: as sets of records they must be the same."""
    known = {one.record.id: one for one in records}
    products = merge(shipped_topic("phones"), (one.record for one in known.values()))
    sites: dict[str, set[str]] = defaultdict(set)
    homes: dict[str, set[str]] = defaultdict(set)
    for product in products:
        for member in product.members:
            phone = known[member.record_id].phone
            sites[phone].add(member.site)
            homes[phone].add(product.id)
    shared = {phone for phone, shown in sites.items() if len(shown) > 1}
    phones = [{known[member.record_id].phone for member in one.members} for one in products]
    return KnownMerging(
        title,
        len(known),
        len(products),
        len(shared),
        tuple(sorted(phone for phone in shared if len(homes[phone]) > 1)),
        tuple(tuple(sorted(several)) for several in phones if len(several) > 1),
    )


def real_merging() -> RealMerging:
    records = real_records()
    names = {record.id: record.values[0].raw.strip() for record in records}
    products = merge(shipped_topic("phones"), records)
    keys = Counter(product.key for product in products if product.key)
    merges = [_names(product, names) for product in products if len(product.members) > 1]
    apart = sum(count for count in keys.values() if count > 1)
    return RealMerging(len(records), len(products), apart, tuple(merges))


def _names(product: Product, names: dict[int, str]) -> tuple[str, ...]:
    return tuple(names[member.record_id] for member in product.members)


def _known_table(rows: tuple[KnownMerging, ...]) -> Table:
    table = Table(title="Records of one phone from several sites")
    headings = ("records", "count", "products", "on several sites", "not merged", "wrongly merged")
    for heading in headings:
        table.add_column(heading)
    for row in rows:
        figures = (row.count, row.products, row.shared, len(row.missed), len(row.wrong))
        table.add_row(row.records, *map(str, figures))
    return table


def _pair_table(rows: tuple[PairMerging, ...]) -> Table:
    table = Table(title="Pairs of records of one product on two sites")
    for heading in ("records", "count", "pairs", "merged", "wrongly merged", "recall", "precision"):
        table.add_column(heading)
    for row in rows:
        figures = (row.count, row.pairs, row.pairs - len(row.missed), len(row.wrong))
        shares = (f"{row.recall:.3f}", f"{row.precision:.3f}")
        table.add_row(row.records, *map(str, figures), *shares)
    return table


def _real_table(real: RealMerging) -> Table:
    table = Table(title="Real records; --json lists the merges")
    for heading in ("records", "products", "merges", "kept apart under one name"):
        table.add_column(heading)
    figures = (real.count, real.products, len(real.merges), real.kept_apart)
    table.add_row(*map(str, figures))
    return table


class KnownRecord(NamedTuple):
    """A record, and the phone that it truly tells of."""

    record: CurrentRecord
    phone: str


def pocket_web_records(*, rewritten: bool = False) -> list[KnownRecord]:
    """Of every product page; rewritten: no two sites write a phone's name in the same way."""
    known: list[KnownRecord] = []
    web = PocketWeb()
    for write, (host, site) in zip(WRITINGS, web.sites.items(), strict=True):
        for phone, page in zip(site.products, web.product_pages(host), strict=True):
            name = write(phone["品牌"], phone["型号"]) if rewritten else phone[_NAME]
            values = [
                (pair.attribute, name if pair.attribute == _NAME else pair.value)
                for pair in page.gold
            ]
            record = record_of(len(known), page.url, values)
            known.append(KnownRecord(record, phone[_NAME]))
    return known


def real_records() -> list[CurrentRecord]:
    """Of two sites, under the attributes that the topic knows their names for."""
    topic = shipped_topic("phones")
    return [
        record_of(place, url, [(topic.standard_name(name) or name, raw) for name, raw in values])
        for place, (url, values) in enumerate(phone_records())
    ]


def record_of(number: int, url: str, values: Iterable[tuple[str, str]]) -> CurrentRecord:
    said = tuple(
        CurrentRecordValue(attribute, attribute, raw, None, None, None, 0.0)
        for attribute, raw in values
    )
    return CurrentRecord(number, url, site_of(url), "rule", 0, 0.0, 0.0, said)


def _closed_up(brand: str, model: str) -> str:
    return _SPACE_WITHOUT_NEED.sub("", f"{brand} {model}")


def _other_brand(brand: str, model: str) -> str:
    return f"{_another_name(brand)} {model}"


def _both_brands(brand: str, model: str) -> str:
    return f"{brand}（{_another_name(brand)}）{model} 手机"


def _another_name(brand: str) -> str:
    about = brands_of(shipped_topic("phones")).named(brand)
    return about.names[-1] if about else brand


WRITINGS: tuple[Callable[[str, str], str], ...] = (
    lambda brand, model: f"{brand} {model}",
    _closed_up,
    _other_brand,
    _both_brands,
    lambda brand, model: f"{brand} {model}".upper(),
    lambda brand, model: f"{brand} {model}".translate(_FULL_WIDTH).replace(" ", "\u3000"),
    lambda brand, model: f"{brand}{model}（全网通）",
    lambda brand, model: f"{brand} {model} 4GB+64GB",
    lambda brand, model: f"{brand} {model}（6GB/128GB/移动4G）黑色",
    lambda brand, model: f"{brand} {model}/联通版",
)
