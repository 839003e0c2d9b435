""""""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from rules.extract import extract
from rules.learn import Example, Sample, learn_site
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
    marked = [region.stand.split(">")[0] for region in rules.rows.regions if region.marked]
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


def test_a_value_that_no_row_says_gets_spots() -> None:
    named = Example(attribute="手机名", value="诺基亚 N95")
    html = "<h1>诺基亚 N95</h1>" + TABLE.format("1 克", "黑")
    rules = learn_site("s", [Sample(page(html), (*PHONES[0].examples, named))])
    assert {spot.attribute for spot in rules.layouts[0].spots} == {"手机名"}


def test_names_are_kept_clean_and_once() -> None:
    labelled = Sample(
        page(TABLE),
        (
            Example(attribute="重量", name="重 量：", value="1 克"),
            Example(attribute="净重", name="重量", value="1 克"),
            Example(attribute="手机名", name="：", value="N95"),
        ),
    )
    assert [known.name for known in labelled.names] == ["重量"]


def test_what_nobody_labelled_among_much_that_is_labelled_is_left_out() -> None:
    facts = {f"参数{n}": f"值{n}" for n in range(20)}
    rows = "".join(f"<tr><th>{name}<td>{value}" for name, value in facts.items())
    html = f"<table><tr><th>参数<td>说明{rows}</table>"
    other = html.replace("值1<", "别的<")
    rules = learn_site("shop.example", [sample(html, facts)])
    assert [list(record) for record in shown(extract(page(other), rules))] == [list(facts)]


def test_a_sample_without_a_single_example_teaches_nothing() -> None:
    learned = learn_site("s", [sample(TABLE.format(1, 2), {})])
    assert (learned.names, learned.layouts[0].areas, learned.layouts[0].spots) == ((), (), ())
