from __future__ import annotations

import pytest

from pages.nesting import outline
from rules.learn import Example, TextIndex
from rules.model import Step, ValueLocator
from rules.unnamed_learning import learn_unnamed, why_not_learned
from rules.unnamed_values import UnnamedReader
from tests.effort import effort
from tests.rules.small_pages import page


def locator(*path: Step, **keys: object) -> ValueLocator:
    return ValueLocator.model_validate({"attribute": "价格", "path": path, **keys})


def read(html: str, *locators: ValueLocator) -> dict[str, str]:
    """Attribute → value, for all locators that were found."""
    found = UnnamedReader(outline(page(html))).read(locators)
    return {value.locator.attribute: value.value for value in found}


PRICE = locator(Step("b", "", ("price",)), Step("div", "buy"), Step("body"), kind="price")


def test_a_value_is_found_at_the_place_of_the_sample() -> None:
    html = "<body><b>￥1</b><div id=buy><b class=price>￥1650</b></div><p><b class=old>￥2</b>"
    assert read(html, PRICE) == {"价格": "￥1650"}


def test_a_place_need_not_be_the_same_in_all() -> None:
    html = "<body><main><div id=buy><b class='price big'>￥1650</b></div></main>"
    assert read(html, PRICE) == {"价格": "￥1650"}


def test_a_place_that_is_too_different_is_another() -> None:
    assert read("<body><ul><li><b>￥1650</b></ul>", PRICE) == {}
    assert read("<body><div id=buy><i class=price>￥1650</i></div>", PRICE) == {}


def test_a_price_is_no_other_text_and_other_text_no_price() -> None:
    assert read("<body><div id=buy><b class=price>售罄</b></div>", PRICE) == {}
    name = locator(Step("h1"), Step("body"), attribute="手机名")
    assert read("<body><h1>￥9</h1>", name) == {}
    assert read("<body><h1>诺基亚</h1>", name) == {"手机名": "诺基亚"}


def test_numbers_in_ids_may_change_from_page_to_page() -> None:
    numbered = locator(Step("span", "p123"), Step("td", "", ("x",)), Step("tr"))
    assert read("<table><tr><td class=x><span id=p98>黑</span>", numbered) == {"价格": "黑"}


def test_a_label_tells_which_of_many_like_places_is_meant() -> None:
    cell = (Step("td"), Step("tr"), Step("table"))
    labelled = locator(*cell, before="重量", attribute="重量")
    html = "<table><tr><td>颜色<td>黑<tr><td>重量<td>1 克<tr><td>屏幕<td>5 寸</table>"
    assert read(html, labelled) == {"重量": "1 克"}


def test_a_locator_with_a_name_matches_only_after_that_name() -> None:
    named = locator(Step("td"), Step("tr"), name="重量", before="重量", attribute="重量")
    assert read("<table><tr><td>重量<td>1 克", named) == {"重量": "1 克"}
    assert read("<table><tr><td>颜色<td>黑", named) == {}


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ({"reads": "all"}, "￥99 起 含税"),
        ({"reads": "own"}, "￥ 起"),
        ({"reads": "nth", "nth": 1}, "起"),
        ({"reads": "all", "prefix": "￥", "suffix": "含税"}, "99 起"),
        ({"reads": "all", "prefix": "$"}, None),
    ],
)
def test_what_of_the_element_is_read(keys: dict[str, object], value: str | None) -> None:
    html = "<body><p>￥<b>99</b> 起 <i>含税</i></p>"
    place = locator(Step("p"), Step("body"), kind="price" if value and "￥99" in value else "text")
    found = read(html, place.model_copy(update=keys))
    assert found == ({"价格": value} if value else {})


def test_of_an_element_s_texts_the_one_after_the_label_is_read() -> None:
    third = locator(Step("p"), Step("body"), reads="nth", nth=1, before="颜色")
    assert read("<body><p>1<b>屏幕</b>2<b>颜色</b>黑</p>", third) == {"价格": "黑"}


def test_one_value_for_each_attribute_the_one_that_most_locators_find() -> None:
    html = "<body><h1>诺基亚 N95 手机</h1><div class=n>诺基亚手机</div><p class=n>诺基亚手机</p>"
    locators = [
        locator(Step("div", "", ("n",)), Step("body"), attribute="手机名", weight=0.6),
        locator(Step("p", "", ("n",)), Step("body"), attribute="手机名", weight=0.6),
        locator(Step("h1"), Step("body"), attribute="手机名", weight=0.1),
    ]
    assert read(html, *locators) == {"手机名": "诺基亚手机"}


def test_what_a_reader_does_not_see_is_no_value() -> None:
    assert read("<body><div id=buy><b class=price hidden>￥1650</b></div>", PRICE) == {}


# Learning


def learned(html: str, value: str, name: str = "") -> list[dict[str, object]]:
    """The locators of one value, without what is as ever."""
    example = Example(attribute="价格", name=name, value=value)
    locators = learn_unnamed(TextIndex(outline(page(html))), example)
    always = {"attribute", "path", "shape", "others", "in_title"}
    return [locator.model_dump(exclude_defaults=True, exclude=always) for locator in locators]


def test_a_locator_s_path_goes_outwards_from_the_value() -> None:
    html = "<body><div id=buy><b class='price big'>￥1650</b></div>"
    locator, wider = learn_unnamed(
        TextIndex(outline(page(html))), Example(attribute="价格", value="￥1650")
    )
    assert [step.tag for step in wider.path] == ["div", "body", "#"]
    assert (wider.reads, wider.weight) == ("all", 0.3)
    assert [(step.tag, step.id, step.classes) for step in locator.path] == [
        ("b", "", ("big", "price")),
        ("div", "buy", ()),
        ("body", "", ()),
        ("#", "", ()),
    ]
    assert (locator.attribute, locator.kind, locator.reads) == ("价格", "price", "own")


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
    (locator,) = learned(f"<body><div>{html}</div>", value)
    assert {key: locator.get(key) for key in keys} == keys
    assert {"reads", "prefix", "suffix"} & set(locator) <= set(keys)


def test_every_element_that_shows_just_the_value_gets_a_locator() -> None:
    assert len(learned("<title>N95</title><h1>N95</h1><p>x<b>N95</b>", "N95")) == 3


def test_a_part_of_a_text_gets_a_locator_only_if_nothing_better_is_there() -> None:
    assert [locator.get("suffix") for locator in learned("<h1>N95</h1><p>N95 好", "N95")] == [None]
    assert [locator.get("suffix") for locator in learned("<h2>x</h2><p>N95 好", "N95")] == [" 好"]


def test_a_place_like_many_others_weighs_less() -> None:
    alone = learned("<body><h1>N95</h1><p>x", "N95")[0].get("weight", 1.0)
    places = "".join(f"<div><div><p>{name}</p></div></div>" for name in ("N95", "N73", "N70"))
    among = learned(f"<body>{places}", "N95")[0].get("weight", 1.0)
    assert alone == 1.0
    assert isinstance(among, float)
    assert among < 0.5


def test_a_named_value_has_locators_only_after_its_name() -> None:
    html = "<div><p>重量<p>1 克</div><section><p>1 克</section>"
    assert [locator["before"] for locator in learned(html, "1 克", "重量")] == ["重量"]


def test_a_long_text_around_a_value_is_no_prefix_or_suffix() -> None:
    story = "这是一部非常好的手机" * 5
    assert learned(f"<p>{story}N95</p>", "N95") == []


@pytest.mark.parametrize("value", ["", " ", "不在这里"])
def test_what_is_not_there_has_no_locators(value: str) -> None:
    assert learned("<h1>N95</h1>", value) == []


def test_a_page_full_of_it_has_few_locators() -> None:
    assert len(learned("".join(f"<h1 class=c{n}>N95</h1>" for n in range(50)), "N95")) < 10


def test_learned_locators_read_their_own_page() -> None:
    html = "<body><h1>诺基亚 N95 参数</h1><p>诺基亚<p>￥9<p>N95"
    found = outline(page(html))
    locators = learn_unnamed(TextIndex(found), Example(attribute="手机名", value="诺基亚 N95"))
    assert [value.value for value in UnnamedReader(found).read(locators)] == ["诺基亚 N95"]


def test_breadcrumbs_are_no_label_of_the_headline() -> None:
    html = "<main><div>首页 / <a>荣耀手机</a></div><h1>荣耀 Magic6</h1><dl><dt>重量<dd>225 克</dl>"
    assert learned(html, "荣耀 Magic6") == [{"after": "重量"}]


# Learning on one page and reading another


def carried_over(sample: str, other: str, *values: str, attribute: str = "it") -> list[str]:
    """What locators learned from values of one page read off another."""
    examples = [
        Example(attribute=f"{attribute}{number or ''}", value=value)
        for number, value in enumerate(values)
    ]
    index = TextIndex(outline(page(sample)))
    locators = [
        locator for example in examples for locator in learn_unnamed(index, example, examples)
    ]
    return [found.value for found in UnnamedReader(outline(page(other))).read(locators)]


ROWS = "<body><div id=a><table>{}</table></div>"


def rows(**cells: str) -> str:
    return ROWS.format("".join(f"<tr><td>{k}:</td><td>{v}</td></tr>" for k, v in cells.items()))


def test_a_value_whose_label_is_not_there_is_not_there() -> None:
    sample = rows(Year="1974", Studio="MGM", Country="USA")
    assert carried_over(sample, rows(Year="1980", Studio="Pathé", Country="UK"), "MGM") == ["Pathé"]
    assert carried_over(sample, rows(Year="1980", Country="UK"), "MGM") == []
    assert carried_over(sample, rows(Studio="", Year="1980"), "MGM") == []


def test_a_label_is_followed_into_other_markup() -> None:
    sample = rows(Year="1974", Studio="MGM", Country="USA")
    other = "<body><div id=a><table><tr><td><b>Studio</b> :<td><i><a>Pathé</a></i></table></div>"
    assert carried_over(sample, other, "MGM") == ["Pathé"]


def test_a_value_of_several_elements_is_read_whole_after_its_label() -> None:
    line = "<li><b>{}:</b> <i><i>{}</i> of <i>{}</i></i>"
    sample = f"<body><ul>{line.format('Good', 30, 31)}{line.format('Bad', 1, 31)}</ul>"
    other = f"<body><ul>{line.format('Good', 7, 9)}{line.format('Bad', 2, 9)}</ul>"
    assert carried_over(sample, other, "1 of 31") == ["2 of 9"]


def test_a_label_that_varies_does_not_hide_a_place_with_a_name_of_its_own() -> None:
    sample = (
        "<body><div id=buy><p>Price: <b class=large>$129.00</b></p><p>List: <s>$150</s></p></div>"
    )
    other = "<body><div id=buy><p>Sale: <b class=large>$99.00</b></p><p>List: <s>$110</s></p></div>"
    assert carried_over(sample, other, "$129.00") == ["$99.00"]


@pytest.mark.parametrize(
    "other",
    [
        "<body><div><h5>12 Oak Rd.</h5><h5>Open daily</h5></div>",
        "<body><div><h5>The Galleria</h5><h5>12 Oak Rd.</h5><h5>Open daily</h5></div>",
    ],
)
def test_an_extra_sibling_does_not_make_another_text_be_taken(other: str) -> None:
    sample = "<body><div><h5>901 Goucher Blvd.</h5><h5>Open daily</h5></div>"
    assert carried_over(sample, other, "901 Goucher Blvd.") == ["12 Oak Rd."]


def test_an_extra_line_does_not_make_another_line_be_taken() -> None:
    sample = "<body><p>901 Goucher Blvd.<br>Towson, MD 21286<br>410-825-0420</p>"
    other = "<body><p>Town Mall<br>12 Oak Rd.<br>Edina, MN 55435<br>952-928-7888</p>"
    assert carried_over(sample, other, "410-825-0420") == ["952-928-7888"]


@pytest.mark.parametrize(
    ("html", "value"),
    [
        ("<span>{}</span><span>.{}</span> <span>€</span>", "208.60 €"),
        ("<i>€</i><b>{}</b><sup>.{}</sup>", "€208.60"),
        ("<i>$</i><b>{}</b><sup>{}</sup>", "$208.60"),
        ("<b>{}</b><sup>{}</sup> €", "208.60 €"),
        ("<b>{}</b> <i>,</i> <b>{}</b> <i>€</i>", "208,60 €"),
        ("<b>{}</b><b class=cents>{}</b> <i>€</i>", "208.60 €"),
        ("<span>{},</span> <span>{}</span> <span>€</span> <del>999 €</del>", "208,60 €"),
        ("now <span>€</span><span>{}.{}</span> <small>incl. tax</small>", "€208.60"),
    ],
)
def test_a_price_over_several_elements_is_one_value(html: str, value: str) -> None:
    sample, other = (
        f"<body><div class=buy>{html.format(*amount)}</div>"
        for amount in (("208", "60"), ("99", "95"))
    )
    assert carried_over(sample, other, value) == [value.replace("208", "99").replace("60", "95")]


def test_a_price_ends_with_its_line() -> None:
    sample = "<body><div id=buy><b class=price>￥1650</b></div><p>9</p>"
    split = "<body><div id=buy><b class=price>￥</b><i>999</i></div><p>5</p>"
    missing = "<body><div id=buy><b class=price>￥</b></div><p>5</p>"
    assert carried_over(sample, split, "￥1650") == ["￥999"]
    assert carried_over(sample, missing, "￥1650") == []


def test_more_links_and_words_for_screen_readers_are_no_part_of_a_value() -> None:
    sample = "<body><h1>A</h1><div class=r><b>R</b></div><div>x</div>"
    other = (
        "<body><h1>B</h1><div class=r><b><span class=sr-only>Rated</span> <i>PG</i>-13 "
        "<a>[See Full Rating]</a></b></div><div>x</div>"
    )
    locators = [locator(Step("b"), Step("div", "", ("r",)), Step("body"), reads="all")]
    assert carried_over(sample, other, "R") in (["PG-13"], ["-13"])
    assert [found.value for found in UnnamedReader(outline(page(other))).read(locators)] == [
        "PG-13"
    ]


def test_prefix_and_suffix_of_a_value_may_vary() -> None:
    sample = "<body><h1>It</h1><p class=by>by Stephen King (Author)</p>"
    for other, wanted in (
        ("by Peter Straub (Editor)", ["Peter Straub"]),
        ("by Peter Straub", ["Peter Straub"]),
        ("Peter Straub", []),
    ):
        html = f"<body><h1>Ghost Story</h1><p class=by>{other}</p>"
        assert carried_over(sample, html, "Stephen King") == wanted


def test_a_code_in_a_longer_text_is_told_by_its_kind() -> None:
    sample = "<body><p class=i>ISBN 13 of this edition is 9780805087444, bound</p>"
    other = "<body><p class=i>The number is 978-0-312-27482-5</p>"
    assert carried_over(sample, other, "9780805087444") == ["978-0-312-27482-5"]


def test_a_value_right_after_another_one_is_found_there() -> None:
    def listing(name: str, street: str) -> str:
        lines = ("Welcome", f"<strong>{name}</strong>", street, "Get directions", "Print")
        table = "".join(f"<tr><td>{line}</td></tr>" for line in lines)
        return f"<title>{name} - Guide</title><body><table>{table}</table>"

    sample, other = listing("Bob's", "4300 Lemmon Avenue"), listing("Pizza Inn", "9341 Freeway")
    assert carried_over(sample, other, "Bob's", "4300 Lemmon Avenue") == [
        "Pizza Inn",
        "9341 Freeway",
    ]


def test_a_list_of_other_things_is_not_this_one() -> None:
    sample = "<body><div id=top><h2 class=t>N95</h2></div>"
    cards = "".join(f"<h2 class=t>Other {n}</h2>" for n in range(9))
    assert carried_over(sample, f"<body><div id=top>{cards}</div>", "N95") == []


SIMILAR = "<ul><li><i class=p>{}</i><li><i class=p>{}</i><li><i class=p>{}</i></ul>"


def test_a_labelled_price_is_asked_for_at_its_label() -> None:
    """The sample's price is by chance that of a similar product, too."""
    bought = "<div class=buy>Price: <b class=now>$99</b></div>"
    sample = page(f"<body><h1>One</h1>{bought}{SIMILAR.format('$7', '$99', '$8')}")
    example = Example(attribute="Price", name="", value="$99")
    index = TextIndex(outline(sample))
    locators = learn_unnamed(index, example)
    moved = "<main><div class='buy sale'><p>Price: <b class=now>$49</b></p></div></main>"
    assert read(f"<body>{moved}{SIMILAR.format('$4', '$5', '$6')}", *locators) == {"Price": "$49"}
    sold_out = f"<body><h1>Two</h1><div class=buy>Sold out</div>{SIMILAR.format('$4', '$5', '$6')}"
    assert read(sold_out, *locators) == {}


def test_what_the_sample_showed_elsewhere_is_boilerplate() -> None:
    sample = "<body><div><p>Home</p></div><div><p>N95</p></div>"
    other = "<body><div><p>Home</p></div><div><p>N73</p></div>"
    assert carried_over(sample, other, "N95") == ["N73"]
    assert carried_over(sample, "<body><div><p>Home</p></div>", "N95") == []


@pytest.mark.parametrize(
    ("html", "value", "reason"),
    [
        ("<p>x", "N95", "does not show it"),
        ("<p>x", "-", "no letter or digit"),
        (f"<p>{'word ' * 20}N95 {'word ' * 20}", "N95", "part of a longer text"),
        ("<ul>" + "".join(f"<li>{n}" for n in range(40)), "7", "in the same way"),
    ],
)
def test_what_cannot_be_learned_is_told(html: str, value: str, reason: str) -> None:
    index = TextIndex(outline(page(html)))
    example = Example(attribute="it", value=value)
    assert learn_unnamed(index, example) == []
    assert reason in why_not_learned(index, example)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 20_000 + "N95",
        "<div><b>N95</b>" * 2_000,
        "<table>" + "<tr><td>Price:<td>$1" * 10_000,
        "<p class='" + "a b c " * 20_000 + "'>N95",
        "<p>" + "N95 " * 100_000,
        "<p>" + "<b>1</b>" * 30_000,
    ],
)
def test_hostile_pages_take_little_time(html: str) -> None:
    found = outline(page(html))
    locators = [
        locator(Step("b"), Step("div"), Step("div"), reads="all", kind="price"),
        locator(Step("td"), Step("tr"), before="price", label_is="needed"),
        locator(Step("p", "", ("a",)), Step("body"), reads="nth", shape="A9", among=2),
    ]
    assert effort(lambda: UnnamedReader(found).read(locators)) < 500
    sample = Example(attribute="it", value="N95")
    assert effort(lambda: learn_unnamed(TextIndex(found), sample)) < 1000
