"""Finding texts on a page, and learning the rules of a site."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from pages.nesting import outline
from rules.extract import extract
from rules.learn import Example, Sample, TextIndex, learn_site
from tests.rules.small_pages import page, sample, shown


def test_an_attribute_that_is_null_is_called_by_its_name() -> None:
    example = Example.model_validate({"attribute": None, "name": "重量", "value": "102 克"})
    assert example == Example(attribute="重量", name="重量", value="102 克")


@pytest.mark.parametrize(
    "given",
    [
        {"attribute": None, "name": "", "value": "102 克"},
        {"name": "重量", "value": "102 克"},
        {"attribute": "重量", "name": "重量"},
        {"attribute": "重量", "value": 102},
        {"attribute": "重量", "value": "102 克", "unit": "g"},
        [],
    ],
)
def test_anything_else_than_three_texts_is_refused(given: object) -> None:
    with pytest.raises(ValidationError):
        Example.model_validate(given)


FOOT = "<p>1<p>2<p>3<p>4"
TABLE = "<table><tr><th>重量<td>{}<tr><th>颜色<td>{}</table>" + FOOT
LIST = "<ul><li>重量：{}<li>颜色：{}<li>GPS：有</ul>" + FOOT
N95 = {"重量": "1 克", "颜色": "黑"}
N73 = {"重量": "2 克", "颜色": "银"}
PHONES = [sample(TABLE.format(*facts.values()), facts) for facts in (N95, N73)]
OTHER = sample(LIST.format("3 克", "白"), {"重量": "3 克", "颜色": "白"})


def test_samples_of_one_kind_share_a_layout() -> None:
    rules = learn_site("shop.example", PHONES)
    assert rules.source == "shop.example"
    assert [layout.id for layout in rules.layouts] == ["1"]
    assert rules.rows is not None
    assert [region.marked for region in rules.rows.regions if region.marked] == [("重量", "颜色")]


def test_samples_may_be_kept_apart() -> None:
    rules = learn_site("shop.example", PHONES, widen=False)
    assert [layout.id for layout in rules.layouts] == ["1", "2"]


def test_samples_of_other_kinds_add_their_regions() -> None:
    rules = learn_site("shop.example", [*PHONES, OTHER])
    assert rules.rows is not None
    marked = [region.tags.split(">")[0] for region in rules.rows.regions if region.marked]
    assert marked == ["row", "colon"]


def test_every_sample_adds_its_area_and_the_same_area_once() -> None:
    facts = {**N95, "GPS": "有"}
    row_more = sample(
        TABLE.replace("</table>", "<tr><th>GPS<td>有</table>").format("1 克", "黑"), facts
    )
    rules = learn_site("shop.example", [*PHONES, row_more])
    assert [area.area for area in rules.layouts[0].areas] == [
        "th*td*tr*th*td",
        "th*td*tr*th*td*tr*th*td",
    ]


def test_names_of_all_samples_are_known_on_the_whole_site() -> None:
    learned = learn_site("shop.example", [*PHONES, OTHER])
    assert [(known.attribute, known.name) for known in learned.names] == [
        ("the 重量", "重量"),
        ("the 颜色", "颜色"),
        (None, "GPS"),
    ]


def test_the_order_of_samples_does_not_matter() -> None:
    samples = [*PHONES, OTHER]
    one, other = learn_site("s", samples), learn_site("s", samples[::-1])
    for labelled in samples:
        assert shown(extract(labelled.page, one)) == shown(extract(labelled.page, other))


def test_no_samples_are_no_rules() -> None:
    learned = learn_site("shop.example", [])
    assert (learned.names, learned.layouts) == ((), ())
    assert extract(page("<p>"), learned).status == "no-rule"


def test_a_value_in_no_row_gets_locators() -> None:
    named = Example(attribute="手机名", value="诺基亚 N95")
    html = "<h1>诺基亚 N95</h1>" + TABLE.format("1 克", "黑")
    rules = learn_site("s", [Sample(page(html), (*PHONES[0].examples, named))])
    assert {locator.attribute for locator in rules.layouts[0].unnamed} == {"手机名"}


def test_names_are_kept_clean_and_once() -> None:
    labelled = Sample(
        page(TABLE.format("1 克", "黑")),
        (
            Example(attribute="重量", name="重 量：", value="1 克"),
            Example(attribute="净重", name="重量", value="1 克"),
            Example(attribute="手机名", name="：", value="N95"),
        ),
    )
    names = learn_site("s", [labelled]).names
    assert [(known.attribute, known.name) for known in names if known.attribute] == [
        ("净重", "重量")
    ]


def test_what_nobody_labelled_among_much_that_is_labelled_is_left_out() -> None:
    facts = {f"参数{n}": f"值{n}" for n in range(20)}
    rows = "".join(f"<tr><th>{name}<td>{value}" for name, value in facts.items())
    html = f"<table><tr><th>参数<td>说明{rows}</table>"
    other = html.replace("值1<", "别的<")
    rules = learn_site("shop.example", [sample(html, facts)])
    assert [list(record) for record in shown(extract(page(other), rules))] == [list(facts)]


def test_a_sample_without_a_single_example_teaches_nothing() -> None:
    learned = learn_site("s", [sample(TABLE.format(1, 2), {})])
    assert (learned.names, learned.layouts[0].areas, learned.layouts[0].unnamed) == ((), (), ())


def places(html: str, text: str) -> list[tuple[list[str], bool, bool]]:
    """The texts of every place, and whether it opens and closes them."""
    index = TextIndex(outline(page(html)))
    return [
        (
            [index.outline.texts[leaf] for leaf in range(place.first_leaf, place.end_leaf)],
            place.opens,
            place.closes,
        )
        for place in index.places(text)
    ]


def test_every_place_of_a_text_is_found() -> None:
    assert places("<p>黑色<p>白色<p>黑色", "黑色") == [(["黑色"], True, True)] * 2


def test_letters_and_digits_count_alone() -> None:
    assert places("<p>重 量：<p>Nokia-N95 (8GB)", "重量") == [(["重 量："], True, True)]
    assert places("<p>ＮＯＫＩＡ<p>x", "nokia") == [(["ＮＯＫＩＡ"], True, True)]


def test_a_text_may_be_a_part_of_a_longer_one() -> None:
    assert places("<p>上市时间：2007年", "上市时间") == [(["上市时间：2007年"], True, False)]
    assert places("<p>上市时间：2007年", "2007年") == [(["上市时间：2007年"], False, True)]
    assert places("<p>上市时间：2007年", "时间") == [(["上市时间：2007年"], False, False)]


def test_a_text_may_be_spread_over_several_tags() -> None:
    html = "<p>￥<b>1110</b>至<b>￥<i>1230</i></b>元<p>x"
    assert places(html, "￥1110至￥1230元") == [(["1110", "至", "￥", "1230", "元"], True, True)]


def test_what_a_reader_does_not_see_is_not_found() -> None:
    assert places("<p>黑色<button>白色</button>", "白色") == []


def test_signs_without_letters_are_found_as_whole_texts() -> None:
    assert places("<td>★★★</td><td>★</td><td>a ★★★</td>", "★ ★★") == [(["★★★"], True, True)]
    assert places("<td>-</td><td>a-b</td>", "-") == [(["-"], True, True)]


def test_nothing_is_nowhere() -> None:
    assert places("<p>x<p>-", "") == []
    assert places("", "x") == []


def test_a_page_full_of_it_is_not_searched_for_ever() -> None:
    assert len(places("<p>黑色" * 1000, "黑色")) < 100
    assert len(places("<p>-" * 1000, "-")) < 100
