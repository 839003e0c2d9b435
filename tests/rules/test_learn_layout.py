from __future__ import annotations

from rules.examples import Example
from rules.learn_layout import Sample, learn_layout
from rules.reading import read_layout
from tests.rules.small_pages import page, sample

TABLE = "<table><tr><th>重量<td>1 克<tr><th>颜色<td>黑</table>"
LIST = "<ul><li>屏幕：5 寸<li>电池：1100 mAh</ul>"
HEAD = "<h1>诺基亚 N95</h1>"
FACTS = {"重量": "1 克", "颜色": "黑"}
MORE = {**FACTS, "屏幕": "5 寸", "电池": "1100 mAh"}


def read(labelled: Sample) -> dict[str, str]:
    layout = learn_layout(labelled, "1")
    readings = read_layout(layout, labelled.outline, labelled.known_names)
    return {reading.pair.name: reading.pair.value for reading in readings}


def test_facts_in_one_form_make_one_shape() -> None:
    layout = learn_layout(sample(HEAD + TABLE, FACTS), "1")
    assert (layout.id, len(layout.shapes), layout.spots) == ("1", 1, ())


def test_facts_in_two_forms_make_two_shapes_the_stronger_first() -> None:
    facts = {**MORE, "内存": "8 GB"}
    html = TABLE + LIST.replace("</ul>", "<li>内存：8 GB</ul>")
    layout = learn_layout(sample(html, facts), "1")
    assert [(shape.around, shape.support) for shape in layout.shapes] == [("li", 3), ("tr", 2)]
    assert read(sample(html, facts)) == facts


def test_a_value_that_no_shape_reads_gets_spots() -> None:
    labelled = Sample(
        page(HEAD + TABLE),
        (*sample(TABLE, FACTS).examples, Example(attribute="手机名", value="诺基亚 N95")),
    )
    layout = learn_layout(labelled, "1")
    assert {spot.attribute for spot in layout.spots} == {"手机名"}
    assert labelled.missing(layout, labelled.known_names) == []


def test_examples_that_are_not_there_are_missing() -> None:
    labelled = sample(TABLE, {**FACTS, "GPS": "支持"})
    layout = learn_layout(labelled, "1")
    missing = labelled.missing(layout, labelled.known_names)
    assert [example.name for example in missing] == ["GPS"]


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


def test_what_nobody_labelled_among_much_that_is_labelled_is_ignored() -> None:
    facts = {f"参数{n}": f"值{n}" for n in range(20)}
    rows = "".join(f"<tr><th>{name}<td>{value}" for name, value in facts.items())
    html = f"<table><tr><th>参数<td>说明{rows}</table>"
    assert learn_layout(sample(html, facts), "1").ignored == (("参数", "说明"),)
    few = {name: facts[name] for name in ("参数1", "参数2")}
    assert learn_layout(sample(html, few), "1").ignored == ()


def test_a_sample_without_a_single_example_teaches_nothing() -> None:
    layout = learn_layout(sample(TABLE, {}), "1")
    assert (layout.shapes, layout.spots) == ((), ())
