"""Tests of `index.search.as_json`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from index.search.address import query_from_parameters
from index.search.as_json import answer_as_json
from index.search.model import SearchQuery
from tests.index.search.small_shop import PHONES

if TYPE_CHECKING:
    from typing import Any

    from index.search.finder import Finder


def told(finder: Finder, asked: SearchQuery) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(json.dumps(answer_as_json(finder.find(asked), PHONES)))
    return answer


def asks(query_string: str) -> SearchQuery:
    return query_from_parameters(parse_qsl(query_string), PHONES)


def test_every_part_of_an_answer_can_be_asked_for(finder: Finder) -> None:
    asked = SearchQuery("小米 4000元以下", chosen={"NFC": ("yes",)}, sort="参考价格", size=5)
    found = told(finder, asked)
    assert asks(found["ask"]) == asked
    assert (found["total"], [each["title"] for each in found["products"]]) == (
        2,
        ["小米 13", "小米 14"],
    )
    assert [asks(chip["ask"]).text for chip in found["understood"]] == [
        "4000元以下",
        "小米",
        "小米 4000元以下",
    ]
    assert found["products"][0]["attributes"]["电池容量"] == {
        "raw": "4500mAh",
        "meaning": "4500 mAh",
    }


def test_facets_with_dates_as_people_write_them(finder: Finder) -> None:
    facets = {each["attribute"]: each for each in told(finder, SearchQuery("2023年"))["facets"]}
    assert facets["上市时间"]["chosen"] == ["2023-01-01", "2023-12-31"]
    assert facets["上市时间"]["bars"][0]["low"] == "2007-01-01"
    assert facets["参考价格"]["unit"] == "元"
    assert {"key", "label", "count", "chosen"} == set(facets["品牌"]["values"][0])


def test_facets_to_be_had_on_demand(finder: Finder) -> None:
    found = told(finder, SearchQuery(facets=("摄像头像素",)))
    assert asks(found["ask"]).facets == ("摄像头像素",)
    assert found["facets"][-1]["attribute"] == "摄像头像素"
    assert found["more_facets"][:2] == [
        {
            "attribute": name,
            "label": {"de": german, "en": english, "zh": name},
            "products": products,
            "added": added,
        }
        for name, english, german, products, added in (
            ("摄像头像素", "Camera resolution", "Kameraauflösung", 3, True),
            ("NFC", "NFC", "NFC", 11, False),
        )
    ]


def test_what_was_searched_for_instead(finder: Finder) -> None:
    (aside,) = told(finder, SearchQuery("小米 环绕立体声"))["set_aside"]
    assert aside["said"] == "环绕立体声"
    assert asks(aside["insist"]).text == '小米 "环绕立体声"'
    assert asks(aside["ask"]).text == "小米"
    corrected = told(finder, SearchQuery("诺吉亚"))["corrected"]
    assert (corrected["typed"], corrected["meant"]) == ("诺吉亚", "诺基亚")
    assert asks(corrected["insist"]).text == '"诺吉亚"'
    assert told(finder, SearchQuery("小米"))["corrected"] is None


def test_ways_out_of_an_empty_page(finder: Finder) -> None:
    empty = told(finder, SearchQuery("小米 1000元以下"))
    assert [(asks(way["ask"]).text, way["count"]) for way in empty["relaxed"]] == [
        ("小米", 3),
        ("1000元以下", 2),
    ]
    wrong = told(finder, SearchQuery('"诺吉亚"'))["corrections"]
    assert {"text": "诺基亚", "ask": "q=%E8%AF%BA%E5%9F%BA%E4%BA%9A"} in wrong
