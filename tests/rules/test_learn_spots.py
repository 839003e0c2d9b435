from __future__ import annotations

import pytest

from pages.nesting import outline
from rules.examples import Example
from rules.learn_spots import learn_spots
from rules.located import LocatedText
from rules.spots import SpotReader
from tests.rules.small_pages import page


def learned(html: str, value: str, name: str = "") -> list[dict[str, object]]:
    """The spots of one value, without what is as ever."""
    example = Example(attribute="价格", name=name, value=value)
    spots = learn_spots(LocatedText(outline(page(html))), example)
    return [spot.model_dump(exclude_defaults=True, exclude={"attribute", "path"}) for spot in spots]


def test_a_spot_is_the_way_out_from_the_value() -> None:
    html = "<body><div id=buy><b class='price big'>￥1650</b></div>"
    (spot,) = learn_spots(
        LocatedText(outline(page(html))), Example(attribute="价格", value="￥1650")
    )
    assert [(step.tag, step.id, step.classes) for step in spot.path] == [
        ("b", "", ("big", "price")),
        ("div", "buy", ()),
        ("body", "", ()),
        ("#", "", ()),
    ]
    assert (spot.attribute, spot.kind, spot.reads) == ("价格", "price", "own")


@pytest.mark.parametrize(
    ("html", "value", "keys"),
    [
        ("<h1>诺基亚 N95</h1>", "诺基亚 N95", {}),
        ("<div>售价<b>￥9</b>起</div>", "￥9", {"before": "售价", "after": "起", "kind": "price"}),
        ("<div><i>￥</i><b>9</b></div>", "￥9", {"reads": "all", "kind": "price"}),
        ("<p>诺基亚<b>热</b>N95<b>新</b></p>", "N95", {"reads": "nth", "nth": 1}),
        ("<h1>诺基亚 N95 参数</h1>", "诺基亚 N95", {"suffix": " 参数"}),
        ("<p>型号：N95</p>", "N95", {"prefix": "型号：", "kind": "number"}),
    ],
)
def test_what_of_its_element_a_value_is(html: str, value: str, keys: dict[str, object]) -> None:
    (spot,) = learned(f"<body><div>{html}</div>", value)
    assert {key: spot.get(key) for key in keys} == keys
    assert {"reads", "prefix", "suffix"} & set(spot) <= set(keys)


def test_every_whole_place_of_a_value_is_a_spot() -> None:
    assert len(learned("<title>N95</title><h1>N95</h1><p><b>N95</b>", "N95")) == 3


def test_a_part_of_a_text_is_a_spot_only_where_nothing_better_is() -> None:
    assert [spot.get("suffix") for spot in learned("<h1>N95</h1><p>N95 好", "N95")] == [None]
    assert [spot.get("suffix") for spot in learned("<h2>x</h2><p>N95 好", "N95")] == [" 好"]


def test_a_place_that_others_are_like_weighs_less() -> None:
    alone = learned("<body><h1>N95</h1><p>x", "N95")[0].get("weight", 1.0)
    places = "".join(f"<div><div><p>{name}</p></div></div>" for name in ("N95", "N73", "N70"))
    among = learned(f"<body>{places}", "N95")[0].get("weight", 1.0)
    assert alone == 1.0
    assert isinstance(among, float)
    assert among < 0.5


def test_a_named_value_has_spots_only_behind_its_name() -> None:
    html = "<div><p>重量<p>1 克</div><section><p>1 克</section>"
    assert [spot["before"] for spot in learned(html, "1 克", "重量")] == ["重量"]


def test_a_long_text_around_a_value_is_no_dressing() -> None:
    story = "这是一部非常好的手机" * 5
    assert learned(f"<p>{story}N95</p>", "N95") == []


@pytest.mark.parametrize("value", ["", " ", "不在这里"])
def test_what_is_not_there_has_no_spots(value: str) -> None:
    assert learned("<h1>N95</h1>", value) == []


def test_a_page_full_of_it_has_few_spots() -> None:
    assert len(learned("".join(f"<h1 class=c{n}>N95</h1>" for n in range(50)), "N95")) < 10


def test_learned_spots_read_their_own_page() -> None:
    html = "<body><h1>诺基亚 N95 参数</h1><p>诺基亚<p>￥9<p>N95"
    found = outline(page(html))
    spots = learn_spots(LocatedText(found), Example(attribute="手机名", value="诺基亚 N95"))
    assert [value.value for value in SpotReader(found).read(spots)] == ["诺基亚 N95"]


def test_the_way_to_a_page_is_no_label_of_its_headline() -> None:
    html = "<main><div>首页 / <a>荣耀手机</a></div><h1>荣耀 Magic6</h1><dl><dt>重量<dd>225 克</dl>"
    assert learned(html, "荣耀 Magic6") == [{"after": "重量"}]
