from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.discovery.small_trees import places_of

if TYPE_CHECKING:
    from discovery.rows.places import Places


def lines(places: Places) -> list[str]:
    return [places.text(line) for line in places.lines(range(len(places.leaves)))]


def test_inline_elements_do_not_end_a_line() -> None:
    places = places_of("<p><b>Weight</b>: 102 <i>g</i></p><p>Colour: red<br>Height: 1 m</p>")
    assert lines(places) == ["Weight : 102 g", "Colour: red", "Height: 1 m"]


def test_what_stands_behind_an_element_belongs_to_the_one_around_it() -> None:
    places = places_of("<div id=a>one<p>two</p>three</div>four")
    [div] = places.body.iter("div")
    assert places.text(places.inside(div)) == "one two three"
    assert lines(places) == ["one", "two", "three", "four"]


def test_what_is_not_shown_is_no_text() -> None:
    places = places_of("<script>x: 1</script><p>one</p><style>p {}</style>two")
    assert lines(places) == ["one", "two"]


def test_only_children_with_text_count() -> None:
    places = places_of("<ul><li>one</li><li> </li><li><img></li><li>two</li></ul>")
    [ul] = places.body.iter("ul")
    assert [places.text(places.inside(item)) for item in places.children(ul)] == ["one", "two"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["<div>", "</div>", "<b>", "</b>", "<br>", "<td>", "a", "b ", "&"]))
)
def test_every_text_is_on_one_line(pieces: list[str]) -> None:
    places = places_of("".join(pieces))
    found = [at for line in places.lines(range(len(places.leaves))) for at in line]
    assert found == list(range(len(places.leaves)))
    assert places.inside(places.body) == range(len(places.leaves))
