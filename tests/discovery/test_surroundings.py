from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discovery.surroundings import Surroundings
from tests.discovery.small_trees import places_of

if TYPE_CHECKING:
    from discovery.rows.places import Places
    from pages.dom.leaf import Leaf

REST = "<div><h1>A phone</h1><p>one<p>two<p>three<p>four<p>five</div>"


def leaf(places: Places, text: str) -> Leaf:
    return next(leaf for leaf in places.leaves if leaf.text == text)


@pytest.mark.parametrize(
    "body",
    [
        "<nav><b>x</b></nav>",
        "<div class='col customerReviews'><p>x</div>",
        "<div id=site-footer><p>x</div>",
        "<label>x</label>",
    ],
)
def test_parts_that_never_tell_of_the_product(body: str) -> None:
    places = places_of(REST + body)
    assert Surroundings(places, frozenset()).of(leaf(places, "x")) == -1


@pytest.mark.parametrize("body", ["<div class=preview>x</div>", "<div class=shadow>x</div>"])
def test_parts_of_words_tell_nothing(body: str) -> None:
    places = places_of(REST + body)
    assert Surroundings(places, frozenset()).of(leaf(places, "x")) == 0


def test_a_form_is_a_doubtful_place_unless_it_is_most_of_the_page() -> None:
    places = places_of(f"{REST}<form>x</form>")
    assert Surroundings(places, frozenset()).of(leaf(places, "x")) == -0.5
    places = places_of(f"<form>{REST}x</form>")
    assert Surroundings(places, frozenset()).of(leaf(places, "x")) == 0


def test_what_holds_the_headline_is_no_side_part_whatever_it_is_called() -> None:
    places = places_of(f"{REST * 3}<div class=review><h2>A phone</h2><p>x</div>")
    [headline] = places.body.iter("h2")
    assert Surroundings(places, frozenset([headline])).of(leaf(places, "x")) == 0
