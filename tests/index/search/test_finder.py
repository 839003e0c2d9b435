"""Tests of `index.search.finder`."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from core.topic import shipped_topic
from index.documents import ProductDocument, ShownAttribute, ShownValue
from index.search.finder import document_from
from index.search.model import SearchQuery
from tests.index.search.small_shop import chips, open_index_of, stored, titles

if TYPE_CHECKING:
    from pathlib import Path

    from index.search.finder import Finder


@pytest.mark.parametrize(
    ("typed", "understood", "found"),
    [
        (
            "5000mAh以上 3000元以下",
            ["电池容量 ≥ 5000 mAh", "参考价格 ≤ ￥3,000"],
            {"红米 Note 12", "荣耀 X50"},
        ),
        ("小米14", ["品牌: 小米"], {"小米 14", "小米 14 Ultra"}),
        ("小米十四", ["品牌: 小米"], {"小米 14", "小米 14 Ultra"}),
        ("苹果十五", ["品牌: 苹果"], {"苹果 iPhone 15"}),
        ("Xiaomi 14 ultra", ["品牌: 小米"], {"小米 14 Ultra"}),
        ("华为 mate 60", ["品牌: 华为"], {"华为 Mate60"}),
        (
            "小米 荣耀 5000mAh以上",
            ["品牌: 小米", "品牌: 荣耀", "电池容量 ≥ 5000 mAh"],
            {"小米 14 Ultra", "荣耀 X50"},
        ),
        (
            "除了小米 5000元以上",
            ["品牌 ≠ 小米", "参考价格 ≥ ￥5,000"],
            {"华为 Mate60", "三星 Galaxy S23", "苹果 iPhone 15"},
        ),
        ("小米 12GB+256GB", ["品牌: 小米", "运行内存 12 GB, 机身内存 256 GB"], {"小米 14"}),
        ("12G起 6000元以上", ["运行内存 ≥ 12 GB", "参考价格 ≥ ￥6,000"], {"小米 14 Ultra"}),
        ("电池大于5300", ["电池容量 > 5300 mAh"], {"荣耀 X50"}),
        ("6.4寸 5G", ["主屏尺寸 ≈ 6.4 英寸", "移动网络: 5G"], {"小米 14", "小米 13"}),
        ("2007年", ["上市时间 2007"], {"诺基亚 6300", "诺基亚 N95"}),
        ("2024年以后", ["上市时间 ≥ 2024"], {"小米 14 Ultra"}),
        ("无NFC 1000元以上", ["NFC: 不支持", "参考价格 ≥ ￥1,000"], {"红米 Note 12", "荣耀 X50"}),
        (
            "不支持5G 2000元以上",
            ["移动网络 ≠ 5G", "参考价格 ≥ ￥2,000"],
            {"华为 Mate60", "华为 nova 11"},
        ),
        ("安卓14以上", ["操作系统: Android ≥ 14"], {"小米 14", "小米 14 Ultra"}),
        ("android 12 or older", ["操作系统: Android ≤ 12"], {"红米 Note 12"}),
        ("没有摄像头的手机", ["摄像头: 无"], {"诺基亚 6300"}),
        ("without a camera", ["摄像头: 无"], {"诺基亚 6300"}),
        ("没有操作系统", ["操作系统: 无"], {"诺基亚 6300"}),
        ("without operating system", ["操作系统: 无"], {"诺基亚 6300"}),
        ("双摄", ["后置摄像头数: 双摄"], {"华为 nova 11"}),
        ("单卡", ["SIM卡: 单卡"], {"诺基亚 N95"}),
        ("-SIM卡:单卡 诺基亚", ["SIM卡 ≠ 单卡", "品牌: 诺基亚"], {"诺基亚 6300"}),
        (
            "系统:Android 小米",
            ["操作系统: Android", "品牌: 小米"],
            {"小米 14", "小米 14 Ultra", "小米 13"},
        ),
        ('系统:"Android 13" 小米', ["操作系统: Android 13", "品牌: 小米"], {"小米 13"}),
        ('"Galaxy S23"', ["“Galaxy S23”"], {"三星 Galaxy S23"}),
        ("小米 -ultra", ["品牌: 小米", "不含“ultra”"], {"小米 14", "小米 13"}),
        ("屏幕材质:TFT", ["主屏材质: TFT"], {"诺基亚 6300", "诺基亚 N95"}),
    ],
)
def test_a_text_finds_what_it_says(
    finder: Finder, typed: str, understood: list[str], found: set[str]
) -> None:
    answer = finder.find(SearchQuery(typed))
    assert chips(answer) == understood
    assert set(titles(answer)) == found
    assert answer.total == len(found)


def test_a_camera_is_found_under_either_of_its_names(finder: Finder) -> None:
    assert set(titles(finder.find(SearchQuery("5000万像素")))) == {"小米 14", "华为 nova 11"}
    assert set(titles(finder.find(SearchQuery("后置5000万")))) == {"小米 14", "华为 nova 11"}


def test_a_number_behind_a_brand_is_a_name_where_products_are_called_so(finder: Finder) -> None:
    assert titles(finder.find(SearchQuery("小米 13"))) == ["小米 13"]
    assert finder.find(SearchQuery("xiaomi 13")).words == ("小米13",)
    assert titles(finder.find(SearchQuery("荣耀 13"))) == ["荣耀 X50"]  # Android 13
    assert titles(finder.find(SearchQuery("苹果 15"))) == ["苹果 iPhone 15"]


def test_chips_speak_both_languages_and_know_the_question_without_them(finder: Finder) -> None:
    asked = SearchQuery("徕卡 5000万像素 5G", chosen={"品牌": ("xiaomi", "honor")}, page=3)
    camera, network, xiaomi, honor = finder.find(asked).chips
    assert (camera.label.in_language("en"), camera.said) == (
        "Camera resolution ≈ 50 MP",
        "5000万像素",
    )
    assert camera.without.text == "徕卡 5G"
    assert camera.without.page == 1
    assert (network.label.in_language("en"), network.without.text) == (
        "Mobile network: 5G",
        "徕卡 5000万像素",
    )
    assert (xiaomi.label.in_language("zh"), xiaomi.label.in_language("en"), xiaomi.said) == (
        "品牌: 小米",
        "Brand: Xiaomi",
        "",
    )
    assert xiaomi.without.chosen == {"品牌": ("honor",)}
    assert honor.without.text == asked.text


def test_choices_and_limits_of_facets_hold_with_the_text(finder: Finder) -> None:
    asked = SearchQuery(
        "5G",
        chosen={"品牌": ("xiaomi", "huawei")},
        ranges={"参考价格": (3000, 4000), "上市时间": (None, 738_900)},
    )
    answer = finder.find(asked)
    assert titles(answer) == ["小米 14"]
    labels = {chip.label.in_language("zh"): chip.without for chip in answer.chips}
    assert labels["参考价格 ￥3,000–￥4,000"].ranges == {"上市时间": (None, 738_900)}
    assert "上市时间 ≤ 2024-01-15" in labels


def test_a_choice_joins_what_the_text_chose(finder: Finder) -> None:
    answer = finder.find(SearchQuery("小米 4000元以上", chosen={"品牌": ("apple",)}))
    assert set(titles(answer)) == {"小米 14 Ultra", "苹果 iPhone 15"}


def test_a_range_takes_the_place_of_what_the_text_says(finder: Finder) -> None:
    answer = finder.find(SearchQuery("3000元以下 小米", ranges={"参考价格": (3500, None)}))
    assert set(titles(answer)) == {"小米 14", "小米 14 Ultra"}
    assert answer.asked.text == "小米"
    assert chips(answer) == ["品牌: 小米", "参考价格 ≥ ￥3,500"]


def test_of_two_filters_in_one_piece_only_the_one_in_question_is_replaced(finder: Finder) -> None:
    answer = finder.find(SearchQuery("12GB+256GB", ranges={"运行内存": (8, None)}))
    assert set(titles(answer)) == {"小米 14", "华为 Mate60", "华为 nova 11"}
    assert answer.asked.text == "12GB+256GB"


def test_a_value_that_no_product_has_is_searched_for_as_text(finder: Finder) -> None:
    answer = finder.find(SearchQuery("魅族 手机外形:翻盖 -品牌:索尼"))
    assert answer.total == 0
    assert answer.words == ("魅族", "翻盖")
    assert chips(answer) == ["不含“索尼”"]


@pytest.mark.parametrize(
    ("typed", "aside", "found"),
    [
        ("我想买5000元以上的小米手机，有哪些？", [], {"小米 14 Ultra"}),
        (
            "show me what xiaomi phones you have, please",
            [],
            {"小米 13", "小米 14", "小米 14 Ultra"},
        ),
        ("三星 适合打游戏的", ["打游戏"], {"三星 Galaxy S23"}),
        ("honor rollable gaming phone", ["rollable", "gaming"], {"荣耀 X50"}),
        ("华为 mate60 徕卡", ["徕卡"], {"华为 Mate60"}),  # other phones have it
        ("徕卡 mate60", ["徕卡"], {"华为 Mate60"}),  # the number of a model stays
        ("荣耀 新", ["新"], {"荣耀 X50"}),
        ("荣耀 z", ["z"], {"荣耀 X50"}),
        # The n of N95, but not beside a word that no product has.
        ("诺基亚 tune-n", ["tune-n"], {"诺基亚 6300", "诺基亚 N95"}),
    ],
)
def test_words_that_find_nothing_are_set_aside(
    finder: Finder, typed: str, aside: list[str], found: set[str]
) -> None:
    answer = finder.find(SearchQuery(typed))
    assert [each.said for each in answer.set_aside] == aside
    assert set(titles(answer)) == found


@pytest.mark.parametrize("typed", ["type-c", "usb-c", "USB Type-C", "typec", "usb c"])
def test_a_connector_is_found_by_all_its_names(tmp_path: Path, typed: str) -> None:
    ports = {"小米14": "USB Type-C", "小米6": "Type-C", "诺基亚 C7": "Micro USB"}
    records = [
        stored(number, {"手机名": name, "机身接口": port})
        for number, (name, port) in enumerate(ports.items(), 1)
    ]
    finder = open_index_of(tmp_path, shipped_topic("phones"), records)
    assert set(titles(finder.find(SearchQuery(typed)))) == {"小米 14", "小米 6"}


def test_a_word_set_aside_can_be_insisted_on(finder: Finder) -> None:
    answer = finder.find(SearchQuery("三星 适合打游戏的 5G", page=2))
    (aside,) = answer.set_aside
    assert aside.insisted == SearchQuery('三星 适合 "打游戏" 的 5G')
    assert finder.find(aside.insisted).total == 0
    assert aside.without == SearchQuery("三星 适合 的 5G")
    assert finder.find(aside.without).set_aside == ()


def test_a_word_set_aside_puts_products_first(finder: Finder) -> None:
    answer = finder.find(SearchQuery("5G 14 环绕立体声 徕卡 骁龙8"))
    assert titles(answer)[0].startswith("小米 14")


@pytest.mark.parametrize(
    ("typed", "order", "first"),
    [
        ("最便宜的手机", "参考价格", "诺基亚 6300"),
        ("newest xiaomi", "-上市时间", "小米 14 Ultra"),
        ("5G 大电池", "-电池容量", "荣耀 X50"),
        ("xiaomi price high to low", "-参考价格", "小米 14 Ultra"),
    ],
)
def test_words_ask_for_an_order(finder: Finder, typed: str, order: str, first: str) -> None:
    answer = finder.find(SearchQuery(typed))
    assert (answer.order, answer.asked.sort) == (order, "")
    assert titles(answer)[0] == first
    assert answer.set_aside == ()
    assert dict(answer.sorts)[order] in [chip.label for chip in answer.chips]


def test_an_order_of_the_text_can_be_removed_or_overridden(finder: Finder) -> None:
    answer = finder.find(SearchQuery("小米 最便宜"))
    assert chips(answer) == ["品牌: 小米", "参考价格: 从低到高"]
    assert answer.chips[1].without == SearchQuery("小米")
    assert answer.sorts[0][0] == "relevance"
    by_date = finder.find(SearchQuery("小米 最便宜", sort="-上市时间"))
    assert (by_date.order, titles(by_date)[0]) == ("-上市时间", "小米 14 Ultra")
    assert [each.said for each in by_date.set_aside] == ["最便宜"]
    relevant = finder.find(SearchQuery("小米 最便宜", sort="relevance"))
    assert relevant.order == relevant.asked.sort == "relevance"
    assert titles(relevant) == titles(finder.find(SearchQuery("小米")))
    assert finder.find(SearchQuery("小米", sort="relevance")).asked == SearchQuery("小米")


def test_of_several_orders_the_extreme_one_counts(finder: Finder) -> None:
    answer = finder.find(SearchQuery("大屏 5G 最便宜"))
    assert answer.order == "参考价格"
    assert [each.said for each in answer.set_aside] == ["大屏"]
    assert [each.text for each in (answer.set_aside[0].without,)] == ["5G 最便宜"]


@pytest.mark.parametrize(
    ("typed", "understood", "found"),
    [
        (
            "单卡 OR 6.8寸以上",
            ["SIM卡: 单卡 或 主屏尺寸 ≥ 6.8 英寸"],
            {"诺基亚 N95"},
        ),
        (
            "荣耀手机或三星手机 5G",
            ["品牌: 荣耀", "品牌: 三星", "移动网络: 5G"],
            {"荣耀 X50", "三星 Galaxy S23"},
        ),
        (
            "小米 13 或 华为 mate60",
            ["品牌: 小米 13 或 品牌: 华为 mate60"],
            {"小米 13", "华为 Mate60"},
        ),
        ("iphone | galaxy", ["iphone 或 galaxy"], {"苹果 iPhone 15", "三星 Galaxy S23"}),
        ("iphone or qqqq", [], {"苹果 iPhone 15"}),
        (
            "2007年或2024年",
            ["上市时间 2007 或 上市时间 2024"],
            {"诺基亚 6300", "诺基亚 N95", "小米 14 Ultra"},
        ),
    ],
)
def test_either_of_two(finder: Finder, typed: str, understood: list[str], found: set[str]) -> None:
    answer = finder.find(SearchQuery(typed))
    assert chips(answer) == understood
    assert set(titles(answer)) == found


def test_alternatives_are_removed_together(finder: Finder) -> None:
    (chip,) = finder.find(SearchQuery("2007年或2024年上市的")).chips
    assert (chip.label.in_language("en"), chip.without.text) == (
        "Released 2007 or Released 2024",
        "或",
    )


def test_a_price_in_another_currency_is_not_converted(finder: Finder) -> None:
    answer = finder.find(SearchQuery("xiaomi under $500"))
    assert chips(answer) == ["品牌: 小米", "参考价格 < $500"]
    assert len(titles(answer)) == 3
    (note,) = answer.notes
    assert "US dollars" in note.in_language("en")
    assert "yuan" in note.in_language("en")
    assert "美元" in note.in_language("zh")


def test_years_count_from_today(finder: Finder) -> None:
    (chip,) = finder.find(SearchQuery("今年的手机")).chips
    assert chip.label.in_language("zh") == f"上市时间 {date.today().year}"  # noqa: DTZ011 - as the finder does


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("小米 14", ["小米 14", "小米 14 Ultra"]),
        ("14 ultra", ["小米 14 Ultra"]),
        ("14U", ["小米 14 Ultra"]),  # neither 14u nor u is a word of it
        ("小米14u 环绕立体声", ["小米 14 Ultra"]),
        ("xiaomi 14u", ["小米 14 Ultra"]),
        ("苹果15", ["苹果 iPhone 15"]),
        ("s23", ["三星 Galaxy S23"]),
    ],
)
def test_names_as_people_write_them_the_exact_one_first(
    finder: Finder, typed: str, found: list[str]
) -> None:
    assert titles(finder.find(SearchQuery(typed))) == found


@pytest.mark.parametrize(
    "typed",
    [
        "iphone 15 vs 小米 14",
        "iPhone15 VS. xiaomi 14",
        "苹果15和小米14哪个好？",
        "iphone 15 还是 小米 14",
        "compare iphone 15 and xiaomi 14",
    ],
)
def test_two_products_are_compared(finder: Finder, typed: str) -> None:
    answer = finder.find(SearchQuery(typed))
    assert answer.is_comparison
    assert titles(answer) == ["苹果 iPhone 15", "小米 14"]
    assert [each.title for each in finder.find_all(SearchQuery(typed))] == titles(answer)


@pytest.mark.parametrize("typed", ["iphone 15 vs 小米", "小米还是华为", "小米 14 vs 小米14", "vs"])
def test_what_are_not_two_products_is_searched_for(finder: Finder, typed: str) -> None:
    answer = finder.find(SearchQuery(typed))
    assert not answer.is_comparison
    assert answer.total


def test_an_order_that_no_product_has_is_set_aside(finder: Finder) -> None:
    answer = finder.find(SearchQuery("小米 充电最快"))
    assert answer.order == ""
    assert [each.said for each in answer.set_aside] == ["充电最快"]


def test_where_nothing_is_understood_all_products_are_shown_and_that_is_said(
    finder: Finder,
) -> None:
    answer = finder.find(SearchQuery("qqqq 环绕立体声"))
    assert answer.is_everything
    assert answer.total == finder.find(SearchQuery()).total
    assert "“qqqq 环绕立体声”" in answer.notes[0].in_language("zh")
    assert not finder.find(SearchQuery("qqqq 小米")).is_everything
    assert not finder.find(SearchQuery()).is_everything


def test_a_condition_that_no_product_meets_is_not_set_aside(finder: Finder) -> None:
    answer = finder.find(SearchQuery("魅族 5G"))
    assert (answer.total, answer.set_aside) == (0, ())
    assert [each.chip.label.in_language("zh") for each in answer.relaxed] == ["魅族"]


def test_a_misspelled_word_is_corrected_at_once(finder: Finder) -> None:
    answer = finder.find(SearchQuery("sansung 5G", page=3))
    assert titles(answer) == ["三星 Galaxy S23"]
    assert answer.corrected
    assert (answer.corrected.typed, answer.corrected.meant) == ("sansung 5G", "samsung 5G")
    assert answer.asked == SearchQuery("samsung 5G")
    assert answer.corrected.insisted == SearchQuery('"sansung" 5G')
    assert finder.find(answer.corrected.insisted).total == 0


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("noki TFT", "nokia TFT"), ("noet 12", "note 12"), ("hat 12", ""), ("tine", ""), ("yoke", "")],
)
def test_a_short_word_is_corrected_only_if_it_becomes_a_name(
    finder: Finder, typed: str, meant: str
) -> None:
    corrected = finder.find(SearchQuery(typed)).corrected
    assert (corrected.meant if corrected else "") == meant


@pytest.mark.parametrize("typed", ["hua wei", "huawie", "花为", "Hua  Wei mate60"])
def test_a_brand_is_known_by_its_sound(finder: Finder, typed: str) -> None:
    assert "华为 Mate60" in titles(finder.find(SearchQuery(typed)))


def test_a_single_character_is_no_word_of_a_value(finder: Finder) -> None:
    assert titles(finder.find(SearchQuery("x"))) == ["荣耀 X50"]  # though others have 1080x2400
    assert finder.find(SearchQuery("屏")).total == finder.find(SearchQuery()).total


def test_words_are_the_tokens_to_highlight(finder: Finder) -> None:
    answer = finder.find(SearchQuery('Mate60 "全网通"'))
    (product,) = answer.products
    assert answer.words[0] == "mate60"
    assert product.title == "华为 Mate60"


def test_completions_come_from_the_index(finder: Finder) -> None:
    completions = finder.complete("xiaomi 14\0")
    assert "小米 14 Ultra" in completions


def hints(finder: Finder, asked: SearchQuery) -> list[tuple[str, int, str]]:
    relaxed = finder.find(asked).relaxed
    return [
        (each.chip.label.in_language("zh"), each.count, each.chip.without.text) for each in relaxed
    ]


def test_each_condition_and_word_is_left_out_alone_the_most_helpful_first(finder: Finder) -> None:
    assert hints(finder, SearchQuery("小米 1000元以下")) == [
        ("参考价格 ≤ ￥1,000", 3, "小米"),
        ("品牌: 小米", 2, "1000元以下"),
    ]
    assert hints(finder, SearchQuery('华为 "徕卡" 4G')) == [("“徕卡”", 2, "华为 4G")]


def test_counts_are_those_of_the_question_that_is_left(finder: Finder) -> None:
    for hint in finder.find(SearchQuery("小米 14 诺基亚 500元以下")).relaxed:
        assert finder.find(hint.chip.without).total == hint.count


def test_two_at_a_time_where_none_alone_helps(finder: Finder) -> None:
    assert hints(finder, SearchQuery("诺基亚 5G 6.5寸")) == [
        ("品牌: 诺基亚 + 主屏尺寸 ≈ 6.5 英寸", 7, "5G"),
        ("移动网络: 5G + 主屏尺寸 ≈ 6.5 英寸", 2, "诺基亚"),
    ]


def test_what_was_chosen_in_facets_is_left_out_too(finder: Finder) -> None:
    asked = SearchQuery("小米", chosen={"主屏材质": ("TFT",)}, ranges={"参考价格": (None, 1000)})
    (hint,) = finder.find(asked).relaxed
    assert (hint.chip.label.in_language("zh"), hint.count) == ("品牌: 小米", 2)
    assert hint.chip.without == SearchQuery(chosen=asked.chosen, ranges=asked.ranges)


def test_there_is_nothing_to_relax_where_something_was_found(finder: Finder) -> None:
    answer = finder.find(SearchQuery("小米"))
    assert (answer.relaxed, answer.corrections) == ((), ())


def test_an_endless_text_costs_no_endless_counting(finder: Finder) -> None:
    assert finder.find(SearchQuery(" ".join(map(chr, range(0x4E00, 0x4EF0))))).relaxed == ()


def test_of_very_many_parts_none_is_tried(finder: Finder) -> None:
    assert hints(finder, SearchQuery('"qqqq" ' + "华为 " * 5))[0][0] == "“qqqq”"
    assert hints(finder, SearchQuery('"qqqq" ' + "华为 " * 30)) == []


def test_corrections_are_such_as_find_something(finder: Finder) -> None:
    assert SearchQuery("诺基亚") in finder.find(SearchQuery('"诺吉亚"', page=4)).corrections
    galaxy = finder.find(SearchQuery('5000元以上 "galxay" -二手')).corrections
    assert [each.text for each in galaxy] == ["5000元以上 galaxy -二手"]
    for correction in galaxy:
        assert finder.find(correction).total


def test_what_no_word_is_like_is_not_corrected(finder: Finder) -> None:
    assert finder.find(SearchQuery('"qqqqqqqq"')).corrections == ()
    assert finder.find(SearchQuery("qqqqqqqq")).corrected is None


@pytest.mark.parametrize("length", [10, 50_000])
def test_long_and_short_documents_come_back(length: int) -> None:
    value = ShownValue("长" * length, "", ())
    document = ProductDocument(
        "a:1", "甲", "a", (), (ShownAttribute("型号", known=True, conflict=False, values=(value,)),)
    )
    assert document_from(document.to_json()) == document
    assert document_from(document.to_json()) == document
