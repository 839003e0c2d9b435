from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis.strategies import integers, text

from evaluation.wide_web.web import WideWeb
from evaluation.wide_web.wording import Dice, Identifiers, Language, slug, words_of

if TYPE_CHECKING:
    from evaluation.wide_web.wide_site import WideSite

THEMES = {
    "zh": "digital phones notebooks cameras cars recipes chat help software society fridges",
    "en": "digital phones laptops cameras cars recipes chat help software",
}
SITES = list(WideWeb(200_000).sites.values())


def test_the_same_words_give_the_same_row() -> None:
    assert [Dice("a", "b").below(1000) for _ in range(3)] == [Dice("a", "b").below(1000)] * 3
    dice, again = Dice("page", "7"), Dice("page", "7")
    assert [dice.below(1000) for _ in range(9)] == [again.below(1000) for _ in range(9)]


def test_other_words_give_another_row() -> None:
    dice, other = Dice("page", "7"), Dice("page", "8")
    assert [dice.below(1000) for _ in range(9)] != [other.below(1000) for _ in range(9)]


def test_choices_are_even() -> None:
    dice = Dice("even")
    thrown = Counter(dice.choose("abcdef") for _ in range(6_000))
    assert set(thrown) == set("abcdef")
    assert all(850 < times < 1_150 for times in thrown.values())
    assert 80 < sum(dice.one_in(10) for _ in range(1_000)) < 120


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_theme_has_headlines_paragraphs_and_boards(language: Language) -> None:
    words, dice = words_of(language), Dice("test")
    for theme in THEMES[language].split():
        said = [words.headline(theme, dice), *words.paragraphs(theme, 20, dice)]
        assert not [text for text in said if set(text) & set('{}<>&"')]
        assert len(words.boards(theme)) >= 3


def test_headlines_of_a_theme_differ() -> None:
    dice = Dice("test")
    assert len({words_of("zh").headline("phones", dice) for _ in range(300)}) > 150


def test_specials_and_events_are_called_differently() -> None:
    words = words_of("zh")
    specials = {words.special(event=False, dice=Dice(str(turn))) for turn in range(50)}
    events = {words.special(event=True, dice=Dice(str(turn))) for turn in range(50)}
    assert len(specials) > 5
    assert len(events) > 4
    assert not specials & events


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.host)
def test_boards_are_told_apart_by_their_keys_and_titles(site: WideSite) -> None:
    boards = site.plan.boards
    keys = {(board.section.key, site.names.key(board)) for board in boards}
    titles = {(board.section.title, site.names.title(board)) for board in boards}
    assert len(keys) == len(titles) == len(boards)


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.host)
def test_things_are_called_by_brand_and_model(site: WideSite) -> None:
    for form in ("phone", "goods"):
        board = site.plan.boards_by_form[form][0]
        brand = site.names.shown_brand(site.names.brand(board))
        assert site.names.item(board, Dice("a")).startswith(f"{brand} ")
        assert site.names.title(board).startswith(brand)


def test_slugs_hold_letters_and_digits_only() -> None:
    assert slug("诺基亚 N95 8GB") == "n95-8gb"
    assert slug("Sony Ericsson W800c", "_") == "sony_ericsson_w800c"
    assert slug("手机") == ""


@given(text(), integers(1, 10**6), integers(0))
def test_identifiers_lead_back(host: str, count: int, ordinal: int) -> None:
    identifiers = Identifiers(host, count)
    assert identifiers.ordinal(identifiers.identifier(ordinal % count)) == ordinal % count


@given(integers())
def test_a_number_is_filed_once_or_not_at_all(number: int) -> None:
    identifiers = Identifiers("host", 50)
    ordinal = identifiers.ordinal(number)
    assert ordinal is None or identifiers.identifier(ordinal) == number


def test_neighbours_get_numbers_far_apart() -> None:
    identifiers = Identifiers("host", 5_000)
    numbers = [identifiers.identifier(ordinal) for ordinal in range(5_000)]
    assert len(set(numbers)) == 5_000
    assert {len(str(number)) for number in numbers} == {6}
    assert numbers != sorted(numbers)
