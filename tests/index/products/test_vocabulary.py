from __future__ import annotations

from core.product_names import BrandEntry
from index.products.vocabulary import Brands


def test_a_brand_is_within_brands_at_any_depth() -> None:
    nested = {
        "zte": BrandEntry(names=("ZTE",)),
        "nubia": BrandEntry(names=("nubia",), part_of="zte"),
        "redmagic": BrandEntry(names=("RedMagic",), part_of="nubia"),
    }
    brands = Brands(nested)
    assert brands.is_within("redmagic", "zte")
    assert not brands.is_within("zte", "redmagic")


def test_brands_that_are_part_of_each_other_end() -> None:
    one, other = BrandEntry(names=("a",), part_of="b"), BrandEntry(names=("b",), part_of="a")
    assert not Brands({"a": one, "b": other}).is_within("a", "c")
