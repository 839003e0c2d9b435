from __future__ import annotations

from pages.nesting import outline
from rules.dressing import learn_dressing, places_of, undressed
from tests.rules.small_pages import page

CELL = "<td>小米 14<a>更多小米手机</a><em class='fix tip'>纠错</em></td>"


def left(html: str, *dressing: str) -> list[str]:
    """The texts of a page's first element that are no dressing."""
    found = outline(page(html))
    kept = undressed(found, found.leaves(1), 1, dressing)
    return [found.texts[leaf] for leaf in kept]


def test_a_text_s_place_is_told_from_loose_to_narrow() -> None:
    found = outline(page(CELL))
    assert [places_of(found, leaf, 1, 0) for leaf in range(3)] == [
        (".", "..", ". after nothing"),
        ("a", "a.", "a after text"),
        ("em", "em.fix.tip", "em after text"),
    ]


def test_behind_a_comma_a_list_goes_on() -> None:
    found = outline(page("<td><a>指纹</a>，<a>光线</a></td>"))
    assert [places_of(found, leaf, 1, 0)[2] for leaf in range(3)] == [
        *("a after nothing", ". after text"),
        "a after mark",
    ]


def test_dressing_is_left_out_by_any_of_its_descriptions() -> None:
    assert left(CELL, "a", "em") == ["小米 14"]
    assert left(CELL, "em.fix.tip") == ["小米 14", "更多小米手机"]
    assert left(CELL) == ["小米 14", "更多小米手机", "纠错"]


def test_what_follows_dressing_behind_a_text_leads_away_too() -> None:
    assert left("<td>小米 14<a>更多</a><b>配件</b></td>", "a after text") == ["小米 14"]


def test_what_stands_inside_dressing_is_dressing() -> None:
    assert left("<td>小米 14 <em><b>纠</b><i>错</i></em></td>", "em") == ["小米 14"]


def test_where_all_seems_to_be_dressing_the_first_kind_is_the_value() -> None:
    assert left("<td><a>指纹</a><a>光线</a><em>纠错</em></td>", "a", "em") == ["指纹", "光线"]


def test_a_link_with_an_arrow_behind_a_value_needs_no_learning() -> None:
    assert left("<td>小米 14 <a>更多小米手机></a></td>") == ["小米 14"]
    assert left("<td><a>小米 14</a>，<a>小米 15></a></td>") == ["小米 14", "，", "小米 15>"]
    assert left("<td>小米 14 <b>前></b><a>后</a></td>") == ["小米 14", "前>", "后"]


def test_dressing_is_learned_as_loosely_as_values_allow() -> None:
    value = (".", "..", ". after nothing")
    beside = ("em", "em.fix", "em after text")
    assert learn_dressing([value], [beside]) == ({"em"}, set(value))
    in_em = ("em", "em.", "em after nothing")
    assert learn_dressing([value, in_em], [beside])[0] == {"em.fix"}
    assert learn_dressing([value, in_em, beside[:2] + value[2:]], [beside])[0] == {"em after text"}
    assert learn_dressing([beside], [beside])[0] == set()


def test_inside_the_value_s_own_element_it_is_learned_narrowly() -> None:
    value = ("td", "td.", "td after nothing")
    inside = ("td>a", "td>a.", "td>a after text")
    assert learn_dressing([value], [inside])[0] == {"td>a after text"}
    at_first = ("td>a", "td>a.", "td>a after nothing")
    assert learn_dressing([value], [at_first])[0] == {"td>a"}
