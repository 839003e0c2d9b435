from __future__ import annotations

from pages.nesting import outline
from rules.located import LocatedText
from tests.rules.small_pages import page


def located(html: str) -> LocatedText:
    return LocatedText(outline(page(html)))


def found(html: str, text: str) -> list[tuple[list[str], bool, bool]]:
    """The texts of every place, and whether it opens and closes them."""
    there = located(html)
    return [
        (
            [there.outline.texts[leaf] for leaf in range(place.first_leaf, place.end_leaf)],
            place.opens,
            place.closes,
        )
        for place in there.places(text)
    ]


def test_every_place_of_a_text_is_found() -> None:
    assert found("<p>黑色<p>白色<p>黑色", "黑色") == [(["黑色"], True, True)] * 2


def test_letters_and_digits_count_alone() -> None:
    assert found("<p>重 量：<p>Nokia-N95 (8GB)", "重量") == [(["重 量："], True, True)]
    assert found("<p>ＮＯＫＩＡ<p>x", "nokia") == [(["ＮＯＫＩＡ"], True, True)]


def test_a_text_may_be_a_part_of_a_longer_one() -> None:
    assert found("<p>上市时间：2007年", "上市时间") == [(["上市时间：2007年"], True, False)]
    assert found("<p>上市时间：2007年", "2007年") == [(["上市时间：2007年"], False, True)]
    assert found("<p>上市时间：2007年", "时间") == [(["上市时间：2007年"], False, False)]


def test_a_text_may_be_spread_over_several_tags() -> None:
    html = "<p>￥<b>1110</b>至<b>￥<i>1230</i></b>元<p>x"
    assert found(html, "￥1110至￥1230元") == [(["1110", "至", "￥", "1230", "元"], True, True)]


def test_what_a_reader_does_not_see_is_not_found() -> None:
    assert found("<p>黑色<button>白色</button>", "白色") == []


def test_signs_without_letters_are_found_as_whole_texts() -> None:
    assert found("<td>★★★</td><td>★</td><td>a ★★★</td>", "★ ★★") == [(["★★★"], True, True)]
    assert found("<td>-</td><td>a-b</td>", "-") == [(["-"], True, True)]


def test_nothing_is_nowhere() -> None:
    assert found("<p>x<p>-", "") == []
    assert found("", "x") == []


def test_a_page_full_of_it_is_not_searched_for_ever() -> None:
    assert len(found("<p>黑色" * 1000, "黑色")) < 100
    assert len(found("<p>-" * 1000, "-")) < 100
