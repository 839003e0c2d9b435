from __future__ import annotations

from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SpecSeekError
from pages.page import Page
from rules.extract import extract
from rules.learn import (
    Example,
    Sample,
    TrainingError,
    learn_site,
    train,
    train_sample,
    unread_examples,
)
from rules.library import RuleLibrary
from rules.model import SiteRules
from rules.record import Status
from tests.rules.drawn import labelled_pages
from tests.rules.small_pages import URL, examples, page, sample, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

FOOT = "<p>版权所有<p>联系我们<p>帮助<p>"
N95 = {"重量": "102 克", "颜色": "黑色", "价格": "￥1650"}
N73 = {"重量": "116 克", "颜色": "银色", "价格": "￥999", "GPS": "支持"}


def table(facts: Mapping[str, str]) -> str:
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in facts.items())
    return f"<table>{rows}</table>{FOOT}"


@pytest.fixture
def library(tmp_path: Path) -> RuleLibrary:
    return RuleLibrary(tmp_path / "rules")


def files(library: RuleLibrary) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in library.folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("sample_page", "other_page", "values"),
    [
        pytest.param(
            "<dl><dt>重量<dd>102 克<dt>网络<dd>GSM<dd>WCDMA<dt>颜色<dd>黑色</dl>",
            "<dl><dt>颜色<dd>白色<dt>网络<dd>GSM<dd>LTE<dd>5G</dl>",
            {"颜色": "白色", "网络": "GSM LTE 5G"},
            id="name, then values each in its own tag",
        ),
        pytest.param(
            "<ul><li>重量：102 克<li>网络：GSM WCDMA<li>颜色：黑色</ul>",
            "<ul><li>颜色：白色<li>网络：5G</ul>",
            {"颜色": "白色", "网络": "5G"},
            id="name and value in one text",
        ),
        pytest.param(
            "<p><b>重量：</b>102 克<p><b>网络：</b>GSM <i>WCDMA</i><p><b>颜色：</b>黑色<hr>",
            "<p><b>颜色：</b>白色<p><b>网络：</b><i>GSM</i> <i>LTE</i> 5G<hr>",
            {"颜色": "白色", "网络": "GSM LTE 5G"},
            id="name in a tag, value behind it",
        ),
        pytest.param(
            "<div>重量<p>102 克</p></div><div>网络<p>GSM WCDMA</p></div><div>颜色<p>黑色</p></div>",
            "<div>颜色<p>白色</p></div><div>网络<p>5G</p></div>",
            {"颜色": "白色", "网络": "5G"},
            id="name before its value's tag",
        ),
    ],
)
def test_names_are_found_in_whatever_form_they_stand_to_their_values(
    library: RuleLibrary, sample_page: str, other_page: str, values: dict[str, str]
) -> None:
    facts = {"重量": "102 克", "网络": "GSM WCDMA", "颜色": "黑色"}
    report = train(library, page(sample_page + FOOT), examples(facts))
    assert report.unread == ()
    assert shown(extract(page(sample_page + FOOT), report.rules)) == [facts]
    assert shown(extract(page(other_page + FOOT), report.rules)) == [values]


@pytest.mark.parametrize(
    ("price", "shown_price"),
    [
        ("<small>￥</small><strong>{}</strong>", "￥{}"),
        ("<i>￥</i>{}", "￥{}"),
        ("<strong>{}</strong><small>元</small>", "{}元"),
        ("<small>￥</small><strong>{}</strong><sup>.00</sup>", "￥{}.00"),
    ],
)
@pytest.mark.parametrize("more", ["", "<tr><th>GPS</th><td>支持</td></tr>"])
def test_a_price_keeps_the_sign_that_stands_in_an_element_of_its_own(
    price: str, shown_price: str, more: str
) -> None:
    """Read by the area alone, as on a page like the sample, or with one row more."""

    def phone(amount: str, weight: str, more: str = "") -> Page:
        rows = f"<tr><th>重量</th><td>{weight}</td></tr><tr><th>颜色</th><td>黑色</td></tr>{more}"
        top = f"<h1>N95</h1><div class=price>{price.format(amount)}</div>"
        return page(f"<body><div class=top>{top}</div><table>{rows}</table>{FOOT}")

    facts = examples({"重量": "102 克", "颜色": "黑色"})
    unnamed = Example(attribute="价格", value=shown_price.format(1650))
    rules = learn_site("shop.example", [Sample(phone("1650", "102 克"), (unnamed, *facts))])
    (record,) = extract(phone("999", "98 克", more), rules).records
    assert record.joined()["价格"] == shown_price.format(999)


def test_values_without_a_name_are_found_where_they_stood(library: RuleLibrary) -> None:
    html = "<div class=top><h1>{}</h1><em>新品</em><span class=price>{}</span></div>" + FOOT
    labels = (
        Example(attribute="手机名", value="诺基亚 N95"),
        Example(attribute="价格", value="￥1650"),
    )
    rules = train(library, page(html.format("诺基亚 N95", "￥1650")), labels).rules
    (record,) = extract(page(html.format("三星 S8", "￥3999")), rules).records
    assert record.joined() == {"手机名": "三星 S8", "价格": "￥3999"}


def test_values_with_and_without_names_make_one_record(library: RuleLibrary) -> None:
    labels = (Example(attribute="手机名", value="诺基亚 N95"), *examples(N95))
    rules = train(library, page("<h1>诺基亚 N95</h1>" + table(N95)), labels).rules
    (record,) = extract(page("<h1>诺基亚 N73</h1>" + table(N73)), rules).records
    assert record.joined() == {
        "手机名": "诺基亚 N73",
        **{f"the {name}": N73[name] for name in N95},
        "GPS": "支持",
    }


def test_a_value_may_be_a_part_of_its_text(library: RuleLibrary) -> None:
    labels = (Example(attribute="手机名", value="诺基亚 N95"),)
    rules = train(library, page("<h1>诺基亚 N95 参数</h1>" + FOOT), labels).rules
    (record,) = extract(page("<h1>三星 S8 参数</h1>" + FOOT), rules).records
    assert record.joined() == {"手机名": "三星 S8"}


def test_a_value_that_only_seems_to_stand_elsewhere_too(library: RuleLibrary) -> None:
    """The crumbs hold the same letters, but with a sign between that is no part of the value."""
    crumbs = "<p><a>首页</a> &gt; <a>诺基亚</a> &gt; <a>N95</a></p>"
    labels = (Example(attribute="手机名", value="诺基亚 N95"),)
    rules = train(library, page(f"{crumbs}<h1>诺基亚 N95 参数</h1>{FOOT}"), labels).rules
    (record,) = extract(page(f"{crumbs}<h1>三星 S8 参数</h1>{FOOT}"), rules).records
    assert record.joined() == {"手机名": "三星 S8"}


def test_signs_of_a_value_may_stand_in_tags_of_their_own(library: RuleLibrary) -> None:
    html = "<div class=buy><i>￥</i><b>{}</b></div>" + FOOT
    labels = (Example(attribute="价格", value="￥1650"),)
    rules = train(library, page(html.format(1650)), labels).rules
    (record,) = extract(page(html.format(99)), rules).records
    assert record.joined() == {"价格": "￥99"}


def test_names_and_values_are_compared_by_letters_and_digits(library: RuleLibrary) -> None:
    labels = (
        Example(attribute="重量", name="重量：", value="102克"),
        Example(attribute="型号", name="ＭＯＤＥＬ", value="n95 8gb"),
    )
    html = table({"重 量": "102&nbsp;克", "Model": "N95-8GB"})
    assert train(library, page(html), labels).unread == ()


def test_samples_that_one_layout_cannot_read_get_one_each(library: RuleLibrary) -> None:
    """The price of the second stands where the first has another one."""
    pages = {
        "￥8081": "<div class=buy><h2 class=old>￥9052</h2></div>"
        "<div class=buy><div class=price>￥8081</div><h1>N95</h1><p>版权<p>帮助</div>",
        "￥4348": "<h1>N73</h1><div class=buy><h2 class=price>￥4348</h2></div>"
        "<div class=side><p class=old>￥7550</p></div><p>版权<p>帮助",
    }
    for price, body in pages.items():
        shown_page = page(f"<body>{body}", f"{URL}?{price}")
        report = train(library, shown_page, [Example(attribute="价格", value=price)])
        assert report.unread == ()
    assert len(report.rules.layouts) == 2
    for price, body in pages.items():
        (record,) = extract(page(f"<body>{body}"), report.rules).records
        assert record.joined()["价格"] == price


def test_a_second_sample_widens_the_rules(library: RuleLibrary) -> None:
    first = train(library, page(table(N95)), examples(N95))
    second = train(library, page(table(N73)), examples(N73))
    assert (first.samples, second.samples) == (1, 2)
    assert (first.rules.version, second.rules.version) == (1, 2)
    assert len(second.rules.layouts) == 1
    for facts in (N95, N73):
        (record,) = extract(page(table(facts)), second.rules).records
        assert record.joined() == {f"the {name}": value for name, value in facts.items()}


def test_a_sample_of_another_kind_of_page_is_read_beside_the_first(library: RuleLibrary) -> None:
    facts = {"重量": "99 克", "GPS": "支持"}
    lines = "<ul><li>重量：99 克<li>GPS：支持</ul>" + FOOT
    train(library, page(table(N95)), examples(N95))
    rules = train(library, page(lines), examples(facts)).rules
    read = [extract(page(html), rules) for html in (table(N95), lines)]
    assert [shown(extraction) for extraction in read] == [[N95], [facts]]


def test_the_same_page_labelled_again_replaces_its_labels(library: RuleLibrary) -> None:
    train(library, page(table(N95)), examples({"重量": "102 克"}))
    report = train(library, page(table(N95)), examples(N95))
    assert (report.samples, report.rules.version) == (1, 2)
    assert [found.examples for found in library.samples("shop.example")] == [examples(N95)]


def test_samples_of_all_hosts_of_a_site_are_learned_together(library: RuleLibrary) -> None:
    train(library, page(table(N95), "https://www.shop.example/1"), examples(N95))
    report = train(library, page(table(N73), "https://m.shop.example/2"), examples(N73))
    assert report.samples == 2
    assert report.file == library.folder / "shop.example.yaml"


def test_a_sample_that_breaks_an_earlier_one_is_refused_and_nothing_is_changed(
    library: RuleLibrary,
) -> None:
    """One page says that what stands in `em` is part of the value, the other that it is not."""
    one = table({"重量": "102 克", "颜色": "黑色 <em>哑光</em>"})
    other = table({"重量": "116 克", "颜色": "银色 <em>亮光</em>"})
    train(library, page(one), examples({"重量": "102 克", "颜色": "黑色 哑光"}))
    before = files(library)
    with pytest.raises(TrainingError, match="lost the 颜色: '颜色' = '银色'"):
        train(library, page(other), examples({"重量": "116 克", "颜色": "银色"}))
    assert files(library) == before
    kept = library.rules_for(URL)
    assert kept == RuleLibrary(library.folder).rules_for(URL)
    assert shown(extract(page(one), kept))[0]["颜色"] == "黑色 哑光"


def test_examples_that_are_not_on_the_page_are_reported(library: RuleLibrary) -> None:
    report = train(library, page(table(N95)), examples({**N95, "GPS": "支持"}))
    assert [example.name for example in report.unread] == ["GPS"]
    first, last = str(report).splitlines()
    assert first.startswith(f"{report.file}: 1 layout(s)")
    assert last == (
        "  not learned: the GPS: 'GPS' = '支持': "
        "the page does not show it as text; copy it as the page writes it"
    )


def test_nothing_is_learned_from_no_examples(library: RuleLibrary) -> None:
    with pytest.raises(TrainingError, match="no example"):
        train(library, page(table(N95)), [])
    assert files(library) == {}


def test_nothing_is_learned_where_no_example_is_on_the_page(library: RuleLibrary) -> None:
    with pytest.raises(TrainingError, match=r"none of the example values(.|\n)*'GPS' = '支持'"):
        train(library, page(table(N95)), examples({"GPS": "支持"}))
    assert files(library) == {}


@pytest.mark.parametrize("url", ["", "n95.html", "file:///n95.html", "http://", "http://["])
def test_a_page_without_a_host_belongs_to_no_site(library: RuleLibrary, url: str) -> None:
    with pytest.raises(TrainingError, match="has no host"):
        train(library, page(table(N95), url), examples(N95))
    assert files(library) == {}


@pytest.mark.parametrize(
    ("url", "example"),
    [
        ("https://shop\ud800.example/", Example(attribute="重量", value="102 克")),
        (URL, Example(attribute="\ud800", name="重量", value="102 克")),
        (URL, Example(attribute="重量", name="重量\udfff", value="102 克")),
    ],
)
def test_a_lone_surrogate_is_told_before_anything_is_written(
    library: RuleLibrary, url: str, example: Example
) -> None:
    with pytest.raises(TrainingError, match="lone surrogate"):
        train(library, page(table(N95), url), [example])
    assert files(library) == {}


def test_training_is_the_same_whatever_was_asked_before(library: RuleLibrary) -> None:
    """The library keeps what it has read; a new sample must not hide behind it."""
    assert library.rules_for(URL) is None
    report = train_sample(library, sample(table(N95), N95))
    assert library.rules_for(URL) == report.rules
    assert library.rules_for(URL) == RuleLibrary(library.folder).rules_for(URL)


def test_unread_examples_are_those_another_page_would_miss(library: RuleLibrary) -> None:
    rules = train(library, page(table(N95)), examples(N95)).rules
    assert unread_examples(rules, sample(table(N73), N73)) == []
    asked = sample(table(N73), {**N73, "重量": "1 吨"})
    assert [example.value for example in unread_examples(rules, asked)] == ["1 吨"]


@pytest.mark.parametrize("tag", ["a*b", "a*", "x　y", "x\xa0y", "x" * 101, "x中", "x\x01", "a'b"])
def test_tags_that_no_rule_can_name_stop_nothing(library: RuleLibrary, tag: str) -> None:
    inside = "".join(f"<tr><td>{n}<td><{tag}>{v}</{tag}>" for n, v in N95.items())
    report = train(library, page(f"<table>{inside}</table>{FOOT}"), examples(N95))
    assert report.unread == ()
    around = "".join(f"<{tag}><b>{n}</b>{v}</{tag}>" for n, v in N95.items())
    train(library, page(f"<div>{around}</div>{FOOT}"), examples(N95))


@given(samples=st.lists(labelled_pages(), min_size=1, max_size=3))
@settings(max_examples=40, deadline=None)
def test_no_page_and_no_examples_do_harm(samples: list[tuple[bytes, list[Example]]]) -> None:
    """What was learned reads its page, and the file says just what was learned."""
    with TemporaryDirectory() as folder:
        library = RuleLibrary(Path(folder))
        for body, labels in samples:
            read = Page.read(body, URL)
            try:
                report = train(library, read, labels)
            except SpecSeekError:
                continue
            assert RuleLibrary(library.folder).rules_for(URL) == report.rules
            assert len(report.unread) < len(labels)
            assert extract(read, report.rules).status is Status.OK


def test_rules_whose_labelled_pages_are_gone_are_not_overwritten(library: RuleLibrary) -> None:
    train(library, page(table(N95)), examples(N95))
    rmtree(library.folder / "samples")
    before = files(library)
    with pytest.raises(TrainingError, match="would forget what those taught"):
        train(library, page(table(N73)), examples(N73))
    assert files(library) == before


def test_what_is_not_wanted_of_a_site_stays_so(library: RuleLibrary) -> None:
    library.save(SiteRules(source="shop.example", unwanted=("配送方式",)))
    report = train_sample(library, sample(table(N95), N95))
    assert (report.rules.unwanted, report.rules.version) == (("配送方式",), 2)
