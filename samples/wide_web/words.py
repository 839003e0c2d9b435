"""What pages talk about: headlines and paragraphs put together from lists of words."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import yaml

from samples.wide_web.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Language = Literal["zh", "en"]

# Enough for pages of one theme to differ, few enough to be kept in memory.
_HALVES = 80
_PARAGRAPHS = 160
_SLOT = re.compile(r"\{(\w+)\}")


class Words:
    """The words of one language; headlines' halves and paragraphs are made once per theme."""

    def __init__(self, language: Language) -> None:
        source = files(__name__.rpartition(".")[0]) / "vocabulary" / f"{language}.yaml"
        content: dict[str, Any] = yaml.safe_load(source.read_text(encoding="utf-8"))
        self.language = language
        self.gap = "" if language == "zh" else " "
        self.labels: Mapping[str, str] = content["labels"]
        self.shelf: Mapping[str, Any] = content["shelf"]
        self.nicks: Sequence[str] = content["nicks"]
        self.tags: Sequence[str] = content["tags"]
        self._fill: Mapping[str, Sequence[str]] = content["fill"]
        self._themes: Mapping[str, Any] = content["themes"]
        self.goods: Mapping[str, Any] = content["goods"]
        self._hubs: Sequence[str] = content["hubs"]
        self._events: Sequence[str] = content["events"]
        self._between_halves = " " if language == "zh" else ": "
        self._made = {theme: self._make(theme) for theme in self._themes}

    def headline(self, theme: str, dice: Dice) -> str:
        openings, endings, _ = self._made[theme]
        return f"{dice.choose(openings)}{self._between_halves}{dice.choose(endings)}"

    def paragraphs(self, theme: str, count: int, dice: Dice) -> list[str]:
        """Paragraphs of a theme that stand in this order nowhere else."""
        known = self._made[theme][2]
        return [dice.choose(known) for _ in range(count)]

    def boards(self, theme: str) -> list[tuple[str, str]]:
        """What boards of a theme are called: in addresses, and on pages."""
        return list(self._themes[theme]["boards"].items())

    def special(self, *, event: bool, dice: Dice) -> str:
        """What a hub is called, or the event before a hidden one."""
        return self._filled(dice.choose(self._events if event else self._hubs), dice)

    def _make(self, theme: str) -> tuple[list[str], list[str], list[str]]:
        dice = Dice("words", self.language, theme)
        parts = self._themes[theme]
        return (
            [self._filled(dice.choose(parts["openings"]), dice) for _ in range(_HALVES)],
            [self._filled(dice.choose(parts["endings"]), dice) for _ in range(_HALVES)],
            [self._paragraph(parts["sentences"], dice) for _ in range(_PARAGRAPHS)],
        )

    def _paragraph(self, sentences: Sequence[str], dice: Dice) -> str:
        """Sentences that stand behind each other in the list, from any of them on."""
        start = dice.below(len(sentences))
        length = min(len(sentences), 3 + dice.below(5))
        chosen = [sentences[(start + step) % len(sentences)] for step in range(length)]
        return self.gap.join(self._filled(sentence, dice) for sentence in chosen)

    def _filled(self, template: str, dice: Dice) -> str:
        text = _SLOT.sub(lambda slot: dice.choose(self._fill[slot[1]]), template)
        return text[0].upper() + text[1:] if self.language == "en" else text


@cache
def words_of(language: Language) -> Words:
    return Words(language)
