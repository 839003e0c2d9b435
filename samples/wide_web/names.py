"""What boards and items are called."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from samples.wide_web.phone_variants import brands, english_brand, model

if TYPE_CHECKING:
    from samples.wide_web.dice import Dice
    from samples.wide_web.plan import Board
    from samples.wide_web.words import Words

_BETWEEN_WORDS = re.compile(r"[^a-z0-9]+")


class Names:
    """The names a site of one language uses; `key` is for addresses, `title` for readers."""

    def __init__(self, words: Words, first_brand: int) -> None:
        self._words = words
        self._first_brand = first_brand

    def brand(self, board: Board) -> str:
        """Whose things a board lists, in the words of `samples.facts` where they are phones."""
        if board.section.form == "phone":
            return brands()[(board.rank + self._first_brand) % len(brands())]
        makers = list(self._words.goods[board.section.theme]["brands"].values())
        return str(makers[board.rank % len(makers)])

    def key(self, board: Board) -> str:
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

    def title(self, board: Board) -> str:
        if board.section.form == "phone":
            return self._shelf(board)
        if board.section.form in {"user", "tag"}:
            return f"{board.section.title} {board.rank + 1}"
        names = self._board_names(board)
        again = board.rank // len(names)
        title = names[board.rank % len(names)][1]
        return f"{title} {again + 1}" if again else title

    def _board_names(self, board: Board) -> list[tuple[str, str]]:
        if board.section.form != "goods":
            return self._words.boards(board.section.theme)
        goods = self._words.goods[board.section.theme]
        gap = self._words.gap
        return [(key, f"{brand}{gap}{goods['noun']}") for key, brand in goods["brands"].items()]

    def _shelf(self, board: Board) -> str:
        again = board.rank // len(brands())
        kinds = [self._words.shelf["plain"], *self._words.shelf["kinds"]]
        return f"{self.shown_brand(self.brand(board))}{kinds[again % len(kinds)]}"

    def shown_brand(self, brand: str) -> str:
        return english_brand(brand) if self._words.language == "en" else brand

    def item(self, board: Board, dice: Dice) -> str:
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
