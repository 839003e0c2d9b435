from __future__ import annotations

from spider.links.narrowing import SegmentLimits


def test_the_first_names_of_a_folder_are_kept_and_later_ones_made_alike() -> None:
    narrowing = SegmentLimits()
    brands = [f"/{'abcdefghijklmnopqrstuvwxyz'[n]}brand/" for n in range(26)]
    narrowed = [narrowing.narrowed(brand) for brand in brands]
    assert narrowed[:3] == brands[:3]
    assert narrowed[-1] == "/a/"
    assert narrowing.narrowed(brands[0]) == brands[0]


def test_where_parameters_are_added_without_end_their_sets_are_made_alike() -> None:
    narrowing = SegmentLimits()
    sets = [f"/list?p{'x' * n}=a" for n in range(50)]
    narrowed = {narrowing.narrowed(one) for one in sets}
    assert "/list?a" in narrowed
    assert len(narrowed) < 30


def test_it_goes_on_where_it_was_stored() -> None:
    narrowing = SegmentLimits()
    shapes = [narrowing.narrowed(f"/{'abcdefghijklmnopqrstuvwxyz'[n]}dir/#") for n in range(26)]
    again = SegmentLimits(dict.fromkeys(shapes))
    assert again.narrowed("/adir/#") == "/adir/#"
    assert again.narrowed("/zdir/#") == "/a/#"
