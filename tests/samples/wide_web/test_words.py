import pytest

from samples.wide_web.dice import Dice
from samples.wide_web.words import Language, words_of

THEMES = {
    "zh": "digital phones notebooks cameras cars recipes chat help software society fridges",
    "en": "digital phones laptops cameras cars recipes chat help software",
}


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
