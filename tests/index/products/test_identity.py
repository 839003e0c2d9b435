from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.products.identity import ProductKey, identify
from index.products.names import LONGEST_NAME
from tests.index.products.conftest import new_record

if TYPE_CHECKING:
    from tests.index.products.conftest import MakeRecord


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"手机名": "Mate 10", "品牌": "华为（HUAWEI）"}, ("huawei", "mate10")),
        ({"手机名": "红米 Note 7", "品牌": "小米"}, ("redmi", "note7")),
        ({"型号": "华为 Mate10 4GB+64GB"}, ("huawei", "mate10")),
        ({"品牌": "三星", "型号": "SM-G9500"}, ("samsung", "g9500")),
        ({"手机名": "青橙 N1", "品牌": "青橙"}, ("青橙", "n1")),
        ({"手机名": "N1", "品牌": "青橙"}, ("青橙", "n1")),
        ({"手机名": "华为 Mate 10", "品牌": "其他"}, ("huawei", "mate10")),
    ],
)
def test_names_brands_and_models_tell(values: dict[str, str], key: tuple[str, str]) -> None:
    assert identify(new_record(1, values=values)).key == ProductKey(*key)


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"手机名": "详细参数"},
        {"手机名": "青橙 N1"},
        {"手机名": "华为手机"},
        {"手机名": "小米 Note 3", "品牌": "红米"},
        {"手机名": "诺基亚 N95", "品牌": "三星"},
        {"手机名": "华为 Mate 10" + " 参数" * LONGEST_NAME},
    ],
)
def test_records_that_do_not_tell_have_no_key(values: dict[str, str]) -> None:
    assert identify(new_record(1, values=values)).key is None


def test_a_page_that_names_two_phones_tells_of_none(record: MakeRecord) -> None:
    named = record("华为 Mate 10")
    other = named.values[0]._replace(raw="华为 Mate 10 Pro")
    assert identify(named._replace(values=(*named.values, other))).key is None


def test_the_name_beside_the_headline_needs_no_brand(record: MakeRecord) -> None:
    named = record("华为 Mate 10")
    other = named.values[0]._replace(raw="Mate 10")
    assert identify(named._replace(values=(*named.values, other))).key == ("huawei", "mate10")


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_any_text_is_read(name: str, brand: str, screen: str) -> None:
    for prefix in ("", "三星 ", "诺基亚"):
        values = {"品牌": brand, "主屏尺寸": screen, "型号": name, "处理器": name}
        identity = identify(new_record(1, prefix + name, values=values))
        assert identity.key is None or identity.key.brand
