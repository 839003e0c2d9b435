from __future__ import annotations

import pytest

from review.likeness.meanings import UsualAmounts, share_understood
from review.likeness.parts import value_parts
from review.likeness.values import TopicValues
from tests.review.known_phones import NETWORKS, PHONES, phones_of_two_sites

KNOWN = phones_of_two_sites()
VALUES = TopicValues(PHONES, KNOWN)
WEIGHT = PHONES.attributes[PHONES.places["重量"]]
NETWORK = PHONES.attributes[PHONES.places["手机制式"]]


def test_parts_are_words_pairs_of_characters_and_numbers_by_size_and_unit() -> None:
    parts = value_parts({"高通骁龙845": 1, "5000mAh": 3, "无": 9})
    assert parts["高通"] == parts["骁龙"] == 0.25
    assert parts["9999mah"] == 0.75
    assert "无" not in parts


def test_values_are_like_those_of_the_attribute_that_has_them() -> None:
    parts = value_parts(dict.fromkeys(NETWORKS, 1))
    alike = VALUES.likeness(parts, "手机制式")
    assert alike.share == pytest.approx(1, abs=0.01)
    assert "gsm" in alike.shared
    assert VALUES.likeness(parts, "重量").share == 0


def test_an_attribute_without_known_values_says_nothing() -> None:
    assert VALUES.known("重量")
    assert not VALUES.known("像素密度")


def test_type_and_unit() -> None:
    assert share_understood(["115克", "0.2kg", "无"], WEIGHT) == 1
    assert share_understood(["GSM", "115克"], WEIGHT) == 0.5
    assert share_understood(["无"], WEIGHT) is None
    assert share_understood(["115克"], NETWORK) is None


def test_amounts_that_are_usual() -> None:
    amounts = UsualAmounts(KNOWN)
    assert amounts.share(["112克", "0.115kg"], WEIGHT) == 1
    assert amounts.share(["112克", "3kg"], WEIGHT) == 0.5
    assert amounts.share(["GSM"], WEIGHT) is None
    assert amounts.share(["300ppi"], PHONES.attributes[PHONES.places["像素密度"]]) is None
