"""What sites call things and talk about: names, headlines and paragraphs out of lists of words.

`Dice` makes many choices from one hash, `Identifiers` are the numbers under which a site files its
pages.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import yaml

from evaluation.wide_web.phones import brands, model
from samples.catalogue import english_brand
from samples.chance import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evaluation.wide_web.plan import BoardPlan


T = TypeVar("T")
# Knuth's MMIX generator: one multiplication per choice, where a hash would cost ten times that.
_FACTOR = 6364136223846793005
_STEP = 1442695040888963407
_MASK = (1 << 64) - 1
Language = Literal["zh", "en"]
# Enough for pages of one theme to differ, few enough to be kept in memory.
_HALVES = 80
_PARAGRAPHS = 160
_SLOT = re.compile(r"\{(\w+)\}")
_BETWEEN_WORDS = re.compile(r"[^a-z0-9]+")


class Dice:
    """A page makes about a hundred choices: what it says, what it links to."""

    __slots__ = ("_state",)

    def __init__(self, *words: str) -> None:
        self._state = number(*words)

    def below(self, limit: int) -> int:
        """Throw a number from 0 to below `limit`."""
        self._state = (self._state * _FACTOR + _STEP) & _MASK
        return (self._state >> 33) % limit

    def choose(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def one_in(self, count: int) -> bool:
        return self.below(count) == 0


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


class Names:
    """The names a site of one language uses; `key` is for addresses, `title` for readers."""

    def __init__(self, words: Words, first_brand: int) -> None:
        self._words = words
        self._first_brand = first_brand

    def brand(self, board: BoardPlan) -> str:
        """Whose things a board lists, in the words of `samples/facts` where they are phones."""
        if board.section.form == "phone":
            return brands()[(board.rank + self._first_brand) % len(brands())]
        makers = list(self._words.goods[board.section.theme]["brands"].values())
        return str(makers[board.rank % len(makers)])

    def key(self, board: BoardPlan) -> str:
        """Unlike the title, unlike any other board's of the section."""
        if board.section.form == "phone":
            known, key = len(brands()), slug(english_brand(self.brand(board)))
        elif board.section.form in {"user", "tag"}:
            known, key = 1, board.section.key[:1]
        else:
            keys = self._board_names(board)
            known, key = len(keys), keys[board.rank % len(keys)][0]
        again = board.rank // known
        return f"{key}{again + 1}" if again else key

    def title(self, board: BoardPlan) -> str:
        if board.section.form == "phone":
            return self._shelf(board)
        if board.section.form in {"user", "tag"}:
            return f"{board.section.title} {board.rank + 1}"
        names = self._board_names(board)
        again = board.rank // len(names)
        title = names[board.rank % len(names)][1]
        return f"{title} {again + 1}" if again else title

    def _board_names(self, board: BoardPlan) -> list[tuple[str, str]]:
        if board.section.form != "goods":
            return self._words.boards(board.section.theme)
        goods = self._words.goods[board.section.theme]
        gap = self._words.gap
        return [(key, f"{brand}{gap}{goods['noun']}") for key, brand in goods["brands"].items()]

    def _shelf(self, board: BoardPlan) -> str:
        again = board.rank // len(brands())
        kinds = [self._words.shelf["plain"], *self._words.shelf["kinds"]]
        return f"{self.shown_brand(self.brand(board))}{kinds[again % len(kinds)]}"

    def shown_brand(self, brand: str) -> str:
        return english_brand(brand) if self._words.language == "en" else brand

    def item(self, board: BoardPlan, dice: Dice) -> str:
        """What a link to an item says; phones and goods are called by brand and model."""
        form = board.section.form
        if form == "phone":
            brand = self.brand(board)
            return f"{self.shown_brand(brand)} {model(brand, dice)[1]}"
        if form == "goods":
            return f"{self.brand(board)} {goods_model(dice)}"
        if form == "user":
            return f"{dice.choose(self._words.nicks)}{dice.below(10_000)}"
        if form == "tag":
            return f"{dice.choose(self._words.tags)} {dice.choose(self._words.tags)}"
        return self._words.headline(board.section.theme, dice)


def goods_model(dice: Dice) -> str:
    return f"{chr(65 + dice.below(26))}{chr(65 + dice.below(26))}-{100 + dice.below(9900)}"


def slug(text: str, joint: str = "-") -> str:
    """Lower-case letters and digits only, as in addresses."""
    return _BETWEEN_WORDS.sub(joint, text.lower()).strip(joint)


class Identifiers:
    """A number per page, in no order that tells what the page is; it leads back to the page."""

    def __init__(self, host: str, count: int) -> None:
        self._count = count
        self._modulus = int("1" + "0" * len(str(10 * count)))
        # Numbers that end in 1 or 7 have an inverse modulo a power of ten.
        self._factor = number("factor", host) % self._modulus // 10 * 10 + 7
        self._inverse = pow(self._factor, -1, self._modulus)
        self._shift = number("shift", host) % self._modulus

    def identifier(self, ordinal: int) -> int:
        return self._modulus + (ordinal * self._factor + self._shift) % self._modulus

    def ordinal(self, identifier: int) -> int | None:
        """Which page is filed under a number; none under most."""
        if not self._modulus <= identifier < 2 * self._modulus:
            return None
        ordinal = (identifier - self._shift) * self._inverse % self._modulus
        return ordinal if ordinal < self._count else None
