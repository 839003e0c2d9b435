from __future__ import annotations

import pytest

from pages.embedded import quantity_of, text_of


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (" 诺基亚 \n N95 ", "诺基亚 N95"),
        ("Bang &amp; Olufsen", "Bang & Olufsen"),
        (True, "true"),
        ({"@type": "Brand", "name": "诺基亚"}, "诺基亚"),
        ({"@value": "N95", "@language": "en"}, "N95"),
        (["black", "silver", "black", None], "black, silver"),
        ([{"name": ["a", "b"]}, "c"], "a, b, c"),
        ({"name": {"name": {"name": {"name": "too deep"}}}}, ""),
        (None, ""),
        ({}, ""),
        ([[[[["too deep"]]]]], ""),
        ("x" * 100_000, ""),
    ],
)
def test_the_words_of_a_value(value: object, text: str) -> None:
    assert text_of(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("174 g", "174 g"),
        ({"value": "174", "unitText": "克"}, "174 克"),
        ({"value": "174", "unitCode": "GRM"}, "174 g"),
        ({"value": "1", "unitCode": "C62"}, "1"),
        ({"value": "1", "unitCode": "XYZ"}, "1 XYZ"),
        ({"minValue": "5", "maxValue": "7", "unitText": "cm"}, "5-7 cm"),
        ({"minValue": "5", "unitCode": "CMT"}, "5 cm"),
        ({"value": {"value": "9", "unitCode": "MMT"}}, "9 mm"),
        ({"name": "9 mm"}, "9 mm"),
        ({"unitText": "mm"}, ""),
        ({"value": None}, ""),
        ([{"name": "a"}], "a"),
    ],
)
def test_quantities_have_their_unit(value: object, text: str) -> None:
    assert quantity_of(value) == text
