from __future__ import annotations

from rules.extraction import extract
from rules.learn_site import learn_site
from tests.rules.small_pages import page, sample, shown

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
    assert rules.layouts[0].shapes[0].support == 4


def test_samples_may_be_kept_apart() -> None:
    rules = learn_site("shop.example", PHONES, widen=False)
    assert [layout.id for layout in rules.layouts] == ["1", "2"]


def test_samples_of_other_kinds_have_layouts_of_their_own() -> None:
    rules = learn_site("shop.example", [*PHONES, OTHER])
    assert [layout.shapes[0].around for layout in rules.layouts] == ["tr", "li"]


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
    rules = learn_site("shop.example", [*PHONES, OTHER])
    assert [(known.attribute, known.name) for known in rules.names] == [
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
    rules = learn_site("shop.example", [])
    assert (rules.names, rules.layouts) == ((), ())
    assert extract(page("<p>"), rules).status == "no-rule"
