from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from index.products.catalogue import Catalogue, merge
from tests.index.products.conftest import new_record

if TYPE_CHECKING:
    from index.products.product import Product
    from store.records import CurrentRecord
    from tests.index.products.conftest import MakeRecord

NAMES = [
    "华为 Mate10",
    "HUAWEI Mate 10（全网通）",
    "华为 Mate10 Pro",
    "三星 SM-G9500",
    "",
    "详细参数",
]
NAMES += ["三星 Galaxy S8 SM-G9500", "三星 Galaxy S8", "三星 Galaxy S8（SM-G9508）"]


def test_products_have_names_and_members(record: MakeRecord) -> None:
    one, other = record("华为 Mate10 4GB+64GB"), record("HUAWEI Mate 10（全网通）")
    (product,) = merge([one, other])
    assert product.id == "huawei:mate10"
    assert product.title == "华为 Mate 10"
    assert product.sites == {one.site, other.site}
    assert [variant.memory for variant in product.variants] == ["4GB+64GB", ""]


def test_a_record_named_by_a_code_joins_the_phone_that_has_it(record: MakeRecord) -> None:
    named = record("三星 Galaxy S8", values={"型号": "SM-G9500"})
    (product,) = merge([record("三星 SM-G9500"), named])
    assert product.id == "samsung:galaxys8"


def test_a_code_that_two_phones_have_joins_neither(record: MakeRecord) -> None:
    phones = [record(f"三星 Galaxy {name}", values={"型号": "SM-G9500"}) for name in ("S8", "S9")]
    assert len(merge([*phones, record("三星 SM-G9500")])) == 3


def test_a_record_without_a_name_joins_the_product_of_its_page(record: MakeRecord) -> None:
    page = "http://shop.example/1"
    named = record("诺基亚 N95", url=page)
    unnamed = record(url=page, source="json-ld", values={"参考价格": "2999"})
    assert len(merge([named, unnamed])) == 1
    assert len(merge([named, unnamed, record("诺基亚 N96", url=page)])) == 3


def test_a_new_record_merges_its_block_only(record: MakeRecord) -> None:
    mate, nokia = record("华为 Mate10"), record("诺基亚 N95")
    catalogue = Catalogue([mate, nokia])
    change = catalogue.put(record("HUAWEI Mate 10"))
    assert change.gone == frozenset()
    assert [product.id for product in change.products] == ["huawei:mate10"]
    assert len(catalogue.products()) == 2


def test_a_record_that_tells_of_another_phone_now(record: MakeRecord) -> None:
    before = record("华为 Mate10")
    catalogue = Catalogue([before])
    changed = record("华为 Mate10 Pro")._replace(id=before.id)
    change = catalogue.put(changed)
    assert change.gone == {"huawei:mate10"}
    assert catalogue.product_of(before.id).id == "huawei:mate10pro"


def test_a_record_that_is_gone(record: MakeRecord) -> None:
    one, other = record("华为 Mate10"), record("华为 Mate10")
    catalogue = Catalogue([one, other])
    assert [len(product.members) for product in catalogue.remove(one.id).products] == [1]
    assert catalogue.remove(other.id).gone == {"huawei:mate10"}
    assert catalogue.products() == []
    assert catalogue.remove(other.id).products == ()


Steps = st.lists(
    st.tuples(st.integers(1, 6), st.sampled_from([None, *NAMES]), st.sampled_from("ab")),
    max_size=20,
)


@settings(max_examples=150, deadline=None)
@given(Steps)
def test_step_by_step_is_as_all_at_once(steps: list[tuple[int, str | None, str]]) -> None:
    catalogue = Catalogue()
    records: dict[int, CurrentRecord] = {}
    shown: dict[str, Product] = {}
    for number, name, page in steps:
        if name is None:
            records.pop(number, None)
            change = catalogue.remove(number)
        else:
            url = f"http://shop.example/{page}"
            records[number] = new_record(number, name, url=url)._replace(ordinal=number)
            change = catalogue.put(records[number])
        for gone in change.gone:
            del shown[gone]
        shown |= {product.id: product for product in change.products}
    assert catalogue.products() == merge(records.values())
    assert shown == {product.id: product for product in catalogue.products()}
