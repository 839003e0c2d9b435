from __future__ import annotations

import pytest
from pydantic import ValidationError

from index.products.vocabulary import BrandEntry, Brands


def test_no_two_brands_share_a_name_or_nickname() -> None:
    rice = BrandEntry(names=("大米",), nicknames=("米",))
    with pytest.raises(ValidationError, match="'米' names both 'rice' and 'millet'; keep one"):
        Brands(brands={"rice": rice, "millet": BrandEntry(names=("小米", "米"))})


def test_a_brand_is_part_of_a_listed_one() -> None:
    with pytest.raises(ValidationError, match="'honor' is part of 'huawei', which is not listed"):
        Brands(brands={"honor": BrandEntry(names=("荣耀",), part_of="huawei")})


def test_a_brand_is_within_brands_at_any_depth() -> None:
    nested = {
        "zte": BrandEntry(names=("ZTE",)),
        "nubia": BrandEntry(names=("nubia",), part_of="zte"),
        "redmagic": BrandEntry(names=("RedMagic",), part_of="nubia"),
    }
    brands = Brands(brands=nested)
    assert brands.is_within("redmagic", "zte")
    assert not brands.is_within("zte", "redmagic")


def test_brands_that_are_part_of_each_other_end() -> None:
    one, other = BrandEntry(names=("a",), part_of="b"), BrandEntry(names=("b",), part_of="a")
    assert not Brands(brands={"a": one, "b": other}).is_within("a", "c")
