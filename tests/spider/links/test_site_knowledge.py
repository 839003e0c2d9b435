from __future__ import annotations

import json
from itertools import cycle

import pytest

from spider.links.features import LinkGroup, LinkPosition
from spider.links.learning import BucketKey
from spider.links.site_knowledge import IdleParameters, SegmentLimits, SiteKnowledge

SPOT = LinkPosition("ul.plist>li", "topic")


def test_a_link_is_remembered_by_address_place_and_kind_of_page() -> None:
    assert SiteKnowledge().shape_for("/i/#.html", SPOT) == "/i/#.html @ul.plist>li on topic"


def test_there_is_an_end_to_the_shapes_of_a_site() -> None:
    memory = SiteKnowledge()
    letters = "abcdefghijklmnop"
    shapes = {
        memory.shape_for(f"/{one}d/{other}e/#", LinkPosition(f"ul.{third}"))
        for one in letters
        for other in letters
        for third in letters
    }
    assert len(shapes) <= 501
    assert all(memory.shape_for("/zz/#", LinkPosition(f"p.{n}")) for n in range(1000))


def test_groups_are_learned_from_what_links_turned_out_to_be() -> None:
    memory = SiteKnowledge()
    product = BucketKey(memory.shape_for("/i/#", SPOT), 3)
    catalogue = BucketKey(memory.shape_for("/c/#", SPOT), 3)
    story = BucketKey(memory.shape_for("/s/#", SPOT), 3)
    assert memory.learned_group(product.shape) is None
    for _ in range(12):
        memory.learn(product, 1.0, {})
        memory.learn(catalogue, 0.0, {product: 10})
        memory.learn(story, 0.0, {})
    assert memory.learned_group(product.shape) == LinkGroup.PRODUCT
    assert memory.learned_group(catalogue.shape) == LinkGroup.LIST
    assert memory.learned_group(story.shape) == LinkGroup.OTHER


def test_links_found_nowhere_share_what_is_learned() -> None:
    memory = SiteKnowledge()
    for n in range(1000):
        memory.learn(BucketKey(f"/seed{n}", 9), 0.0, {})
    assert memory.value(BucketKey("/another", 9)) < 0.2
    assert len(json.dumps(memory.to_json())) < 2000


def test_it_can_be_stored() -> None:
    memory = SiteKnowledge()
    key = BucketKey(memory.shape_for("/i/#", SPOT), 3)
    memory.learn(key, 1.0, {key: 2})
    memory.weights.step(["w:nokia"], 0.5)
    memory.hold("/calendar/#", "without end")
    for n in range(3):
        memory.idle.note(f"http://a.example/{n}", f"digest {n}")
        memory.idle.note(f"http://a.example/{n}?from=hot{n}", f"digest {n}")
    again = SiteKnowledge.from_json(json.loads(json.dumps(memory.to_json())))
    assert again.to_json() == memory.to_json()
    assert again.held == {"/calendar/#": "without end"}
    assert again.idle.without("http://a.example/9?from=hot") == "http://a.example/9"
    assert again.shape_for("/i/#", SPOT) == key.shape


@pytest.mark.parametrize("stored", [{}, {"form": 0}])
def test_what_was_stored_in_another_form_is_told(stored: dict[str, int]) -> None:
    with pytest.raises((LookupError, ValueError)):
        SiteKnowledge.from_json(stored)


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


SHOP = "http://shop.example"


def twice(idle: IdleParameters, addresses: list[str], *parameters: str) -> None:
    """Pages that come the same with a parameter and without it."""
    for address, parameter in zip(addresses, cycle(parameters), strict=False):
        idle.note(address, f"digest of {address}")
        sign = "&" if "?" in address else "?"
        idle.note(f"{address}{sign}{parameter}", f"digest of {address}")


def test_a_parameter_that_changes_nothing_is_left_off() -> None:
    idle = IdleParameters()
    assert idle.without(f"{SHOP}/9?from=hot") == f"{SHOP}/9?from=hot"
    twice(idle, [f"{SHOP}/{n}" for n in range(3)], "from=hot", "from=new")
    assert idle.without(f"{SHOP}/9?from=rank") == f"{SHOP}/9"
    assert idle.without(f"{SHOP}/d.php?from=rank&id=3") == f"{SHOP}/d.php?id=3"


def test_it_does_not_matter_which_came_first() -> None:
    idle = IdleParameters()
    for n in range(3):
        idle.note(f"{SHOP}/d?id={n}&pos={n}", f"digest {n}")
        idle.note(f"{SHOP}/d?id={n}", f"digest {n}")
    assert idle.names == {"pos"}


def test_a_parameter_that_ever_changed_a_page_is_kept() -> None:
    idle = IdleParameters()
    twice(idle, [f"{SHOP}/{n}" for n in range(9)], "page=2", "page=3")
    idle.note(f"{SHOP}/list", "first page")
    idle.note(f"{SHOP}/list?page=2", "second page")
    assert idle.names == frozenset()


def test_one_value_tells_nothing_about_others() -> None:
    """The first page of a list is the list itself; the second is not."""
    idle = IdleParameters()
    twice(idle, [f"{SHOP}/list/{n}" for n in range(9)], "page=1")
    assert idle.without(f"{SHOP}/list/3?page=2") == f"{SHOP}/list/3?page=2"


def test_pages_that_all_say_the_same_tell_nothing() -> None:
    idle = IdleParameters()
    for n in range(20):
        idle.note(f"{SHOP}/{n}", "please log in")
        idle.note(f"{SHOP}/{n}?id=3", "please log in")
    assert idle.names == frozenset()


def test_there_is_an_end_to_what_is_remembered() -> None:
    idle = IdleParameters()
    for n in range(20_000):
        idle.note(f"{SHOP}/{n}?p{n}=1", str(n))
    assert len(str(idle.to_json())) < 10_000
