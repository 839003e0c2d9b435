"""Whatever pages say, the data is as described."""

from __future__ import annotations

import csv
import json
from io import StringIO

from hypothesis import given, settings
from hypothesis import strategies as st
from openapi_schema_validator import OAS31Validator

from index.documents import (
    PageOfProduct,
    ProductDocument,
    ProductMedia,
    ProductPicture,
    ShownAttribute,
    ShownValue,
    ValueSource,
)
from search_ui.api import openapi
from search_ui.api_csv import compare_rows, csv_text, product_rows, search_rows
from search_ui.api_json import compare_json, product_json, summary_json
from search_ui.compare import compared_attributes
from search_ui.text import readable_document
from store.records import PastValue
from tests.search_ui.product_shop import PHONES

NAMES = [attribute.name for attribute in PHONES.attributes]
TEXT = st.text(alphabet=st.characters(codec=None), max_size=30)
RAW = TEXT | st.sampled_from(
    ["5000mAh", "约￥3999起", "2017年冬季", "156.9×78.9×7.9mm", "2340x1080", "支持", "4/6GB", "-"]
)
PAGE = st.builds(PageOfProduct, st.just(1), TEXT | st.just("http://a.example/"), TEXT, TEXT, TEXT)
HOW = (st.sampled_from(["", "row"]), st.floats(0, 1))
SOURCE = st.builds(ValueSource, st.just(0), TEXT, st.integers(0, 9), st.floats(0, 2e9), TEXT, *HOW)
VALUE = st.builds(ShownValue, RAW, TEXT, st.lists(SOURCE, min_size=1, max_size=2).map(tuple))
ATTRIBUTE = st.builds(
    ShownAttribute,
    st.sampled_from(NAMES) | TEXT,
    st.booleans(),
    st.booleans(),
    st.lists(VALUE, min_size=1, max_size=3).map(tuple),
)
SIDE = st.integers(1, 480)
PRODUCT = st.builds(
    ProductDocument,
    *(TEXT, TEXT, TEXT, st.tuples(PAGE)),
    st.lists(ATTRIBUTE, max_size=5, unique_by=lambda one: one.name).map(tuple),
    st.lists(TEXT, max_size=2).map(tuple),
    st.none() | st.builds(ProductPicture, st.just("a" * 32), SIDE, SIDE, TEXT, st.just(0)),
    st.lists(st.builds(ProductMedia, st.sampled_from(["video", "manual"])), max_size=2).map(tuple),
).map(readable_document)
PAST = st.builds(
    PastValue,
    st.just(1),
    st.just("参考价格"),
    RAW,
    st.floats(0, 2e9),
    st.none() | st.floats(0, 2e9),
)
DESCRIPTION = {"components": openapi(PHONES)["components"]}


VALIDATORS = {
    schema: OAS31Validator({"$ref": f"#/components/schemas/{schema}", **DESCRIPTION})
    for schema in ("Product", "Summary", "Comparison")
}


def check(content: object, schema: str) -> None:
    VALIDATORS[schema].validate(json.loads(json.dumps(content)))


@given(PRODUCT, st.lists(PAST, max_size=2))
@settings(max_examples=25, deadline=None)
def test_a_product(product: ProductDocument, past: list[PastValue]) -> None:
    check(product_json(product, past, PHONES), "Product")
    check(summary_json(product, PHONES), "Summary")
    head, *rows = csv.reader(StringIO(csv_text(product_rows(product, PHONES)), newline=""))
    assert {len(row) for row in rows} <= {len(head)}


@given(st.lists(PRODUCT, min_size=2, max_size=4))
@settings(max_examples=25, deadline=None)
def test_several_products(products: list[ProductDocument]) -> None:
    rows = compared_attributes(products, PHONES)
    check(compare_json(products, rows), "Comparison")
    for table in (compare_rows(products, rows), search_rows(products, PHONES)):
        head, *lines = csv.reader(StringIO(csv_text(table), newline=""))
        assert {len(line) for line in lines} == {len(head)}
