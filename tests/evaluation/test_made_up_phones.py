from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from core.topic import shipped_topic
from evaluation.made_up_phones import EDGES, FIELDS, MadeUpPhone, entry_of, made_up_products
from index.analysis import Analyzer, analyzer_for
from index.documents import ProductDocument
from index.engines.engine import checked_entries
from index.entries import EntryBuilder

if TYPE_CHECKING:
    from collections.abc import Mapping


TOPIC = shipped_topic("phones")
COUNT = 200


@pytest.fixture(scope="module")
def analyzer() -> Analyzer:
    return analyzer_for(TOPIC)


@pytest.fixture(scope="module")
def products() -> list[MadeUpPhone]:
    return list(made_up_products(COUNT))


def test_the_same_every_time(products: list[MadeUpPhone]) -> None:
    assert list(islice(made_up_products(10 * COUNT), COUNT)) == products
    assert list(made_up_products(COUNT, seed=5)) != products


def test_twenty_attributes_all_of_them_the_topics(products: list[MadeUpPhone]) -> None:
    names = {name for product in products for name in product.values}
    assert len(names) == 20
    assert names <= {attribute.name for attribute in TOPIC.attributes}
    assert all(len(product.values) >= 12 for product in products)


def test_a_few_brands_have_most_products(products: list[MadeUpPhone]) -> None:
    brands = [product.document.brand for product in products]
    counts = sorted((brands.count(brand) for brand in set(brands)), reverse=True)
    assert sum(counts[:5]) > COUNT / 3
    assert len(counts) > 15


def test_a_document_is_kept_as_pages_read_it(products: list[MadeUpPhone]) -> None:
    for product in products[:20]:
        assert ProductDocument.from_json(product.body) == product.document


def test_entries_are_such_that_engines_take_them(
    products: list[MadeUpPhone], analyzer: Analyzer
) -> None:
    entries = [entry_of(product, analyzer) for product in products]
    assert list(checked_entries(entries, FIELDS)) == entries


def test_entries_are_as_those_of_a_real_index(
    products: list[MadeUpPhone], analyzer: Analyzer
) -> None:
    """Values are understood when they are made up: that must be what reading them would give."""
    real = EntryBuilder(TOPIC, EDGES, analyzer)
    for product in products:
        made, read = entry_of(product, analyzer), real.entry(product.document)
        assert made.name == read.name
        assert made.body == read.body
        assert made.exact == read.exact
        assert made.numbers == {name: read.numbers.get(name) for name in made.numbers}
        assert made.spans == {name: read.spans.get(name) for name in made.spans}
        assert lowered(made.terms) == lowered({name: read.terms[name] for name in made.terms})


def lowered(terms: Mapping[str, tuple[str, ...]]) -> dict[str, set[str]]:
    return {name: {key.lower() for key in keys} for name, keys in terms.items()}
