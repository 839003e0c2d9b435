from __future__ import annotations

import json

import pytest

from spider.links.features import LinkPosition
from spider.links.groups import LinkGroup
from spider.links.memory import SiteKnowledge
from spider.links.node import BucketKey

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
