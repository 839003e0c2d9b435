"""Links that choose values."""

from __future__ import annotations

from index.search.model import SearchQuery
from search_ui.searching.addresses import FacetAddresses, search_address
from search_ui.searching.values_box import values_box
from tests.search_ui.searching.answers import PHONES, brands

ASKED = SearchQuery("小米 徕卡", ranges={"参考价格": (1000.0, None)}, sort="-参考价格", page=3)
ONE_MORE = FacetAddresses(ASKED, PHONES)


def test_eight_at_once_and_the_rest_on_demand() -> None:
    box = values_box(brands(*map(str, range(11))), PHONES, "zh", ONE_MORE)
    assert [link.label for link in box.first] == [str(number) for number in range(8)]
    assert len(box.rest) == 3
    assert not box.narrowed


def test_a_link_chooses_a_value_or_takes_it_back() -> None:
    box = values_box(brands("Xiaomi", "Huawei", chosen="Xiaomi"), PHONES, "en", ONE_MORE)
    chosen, other = box.first
    assert (chosen.chosen, other.chosen, box.narrowed) == (True, False, True)
    assert "is." not in chosen.address
    assert "&is.%E5%93%81%E7%89%8C=huawei&" in other.address


def test_one_more_choice_is_put_where_addresses_have_it() -> None:
    facet = brands("Xiaomi", "A & B")
    links = values_box(facet, PHONES, "en", FacetAddresses(SearchQuery("徕卡"), PHONES)).first
    for key, link in zip(("xiaomi", "a & b"), links, strict=True):
        expected = SearchQuery("徕卡", chosen={"品牌": (key,)})
        assert link.address == search_address(expected, PHONES)
    whole = SearchQuery(ASKED.text, {"品牌": ("a", "m", "z")}, ASKED.ranges, ASKED.sort)
    two = SearchQuery(ASKED.text, {"品牌": ("a", "z")}, ASKED.ranges, ASKED.sort)
    assert FacetAddresses(two, PHONES).leading_to("品牌")("m") == search_address(whole, PHONES)
    later = FacetAddresses(ASKED, PHONES).leading_to("品牌")("小米")
    whole = SearchQuery(ASKED.text, {"品牌": ("小米",)}, ASKED.ranges, ASKED.sort)
    assert later == search_address(whole, PHONES)
