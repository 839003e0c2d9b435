"""Links that choose values."""

from __future__ import annotations

from search_ui.searching.values_box import values_box
from tests.search_ui.searching.answers import PHONES, brands


def test_eight_at_once_and_the_rest_on_demand() -> None:
    box = values_box(brands(*map(str, range(11))), PHONES, "zh")
    assert [link.label for link in box.first] == [str(number) for number in range(8)]
    assert len(box.rest) == 3
    assert not box.narrowed


def test_a_link_chooses_a_value_or_takes_it_back() -> None:
    box = values_box(brands("Xiaomi", "Huawei", chosen="Xiaomi"), PHONES, "en")
    chosen, other = box.first
    assert (chosen.chosen, other.chosen, box.narrowed) == (True, False, True)
    assert "is." not in chosen.address
    assert other.address.endswith("is.%E5%93%81%E7%89%8C=huawei")
