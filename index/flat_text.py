"""Texts in the form in which names are compared, and the words around a name in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.locales import any_of, merged
from index.products.spellings import BREAK, flat, joint, part_spellings
from index.segmenter import Segmenter
from index.text import Gap, Kind, normal, pieces_of

if TYPE_CHECKING:
    from index.products.names import NameReader
    from index.text import Piece


LONGEST_NAME = 40  # flat characters
_POSSESSIVE = re.compile(r"['’]s\b")
_JOINTS = any_of(merged(lambda locale: locale.names.joints))
_CONNECTOR = re.compile(rf"\s*(?:[/、&]|{_JOINTS})\s*(?=\d)")
_CLOCK = re.compile(r"\s?[:：]\d|\s?%")
_MOST_DIGITS_OF_A_MODEL = 2
_LONGEST_UNIT = 8  # characters that are looked at behind a number


class WordsAround:
    """Words that change what a name beside them means: another product, or no product."""

    def __init__(self, reader: NameReader) -> None:
        names = reader.names
        self.amounts = frozenset(map(normal, merged(lambda locale: locale.names.amounts)))
        self.editions = tuple(map(flat, names.editions))
        self.suffixes = frozenset(names.suffixes)
        self.parts = part_spellings(reader)
        self.part_words = tuple(flat(word) for one in names.differences for word in one.words)
        self.other_things = tuple(map(flat, names.other_things))
        self.english_words = frozenset(names.english_words)
        self._segmenter = Segmenter(merged(lambda locale: locale.names.not_amounts))

    def is_amount(self, run: str) -> bool:
        """天 in 14天内, but not in 14天猫首发."""
        return self._segmenter.cut(run)[0] in self.amounts


class FlatText:
    """`starts` and `ends` are the places in `flat` at which names may begin and end."""

    def __init__(self, text: str, words: WordsAround) -> None:
        self._words = words
        # Names do not continue over line breaks; normalized, these would be spaces.
        self.written = _POSSESSIVE.sub(" ", normal(text.replace("\n", " | ")))
        self.starts: list[int] = []
        self.ends: dict[int, int] = {}  # → index of the piece
        self._pieces = pieces_of(self.written)
        self._piece_at: dict[int, int] = {}  # place in `flat` → index of the piece
        self._places: list[int] = []  # of the pieces in `flat`
        parts: list[str] = []
        length = 0
        before: Piece | None = None
        for number, piece in enumerate(self._pieces):
            between = self.written[before.end : piece.start] if before else ""
            mark = joint(before, piece, between)
            length += len(mark)
            parts += (mark, piece.text)
            size = len(piece.text)
            self._piece_at[length] = number
            self._places.append(length)
            if piece.kind is Kind.HAN:
                self.starts += range(length, length + size)
                self.ends.update(dict.fromkeys(range(length + 1, length + size + 1), number))
            else:
                self.starts.append(length)
                self.ends[length + size] = number
            length += size
            before = piece
        self.flat = "".join(parts)

    def ends_behind(self, start: int) -> list[int]:
        """Where names may end that begin here, the farthest first."""
        limit = min(start + LONGEST_NAME, len(self.flat))
        return [end for end in range(limit, start, -1) if end in self.ends]

    def word_before_number(self, start: int) -> str:
        """米 of 米10; "" for the 米 of 大米10斤 and of 5米10."""
        number = self._piece_at.get(start)
        if number is None:
            return ""
        piece = self._pieces[number]
        if number and self._pieces[number - 1].kind is Kind.DIGITS and piece.gap is not Gap.BREAK:
            return ""
        end = start + len(piece.text)
        return piece.text if self.flat[end : end + 1].isdecimal() else ""

    def goes_on(self, start: int, end: int) -> bool:
        """Whether the name is the beginning of a longer one, or its number an amount."""
        if self.flat.startswith(self._words.editions, end):
            return True
        ends_in_number = self.flat[end - 1].isdigit()
        if ends_in_number and _CLOCK.match(self.written, self._written_end(end)):
            return True
        following = self._following(end)
        if following is None:
            return False
        if following.kind is Kind.LETTERS:
            glued = following.gap is Gap.NONE and following.text != "plus"
            is_suffix = following.text in self._words.suffixes
            is_unit = ends_in_number and following.text in self._words.amounts
            return glued or is_suffix or is_unit
        if following.kind is Kind.DIGITS:
            return self._number_goes_on(start, end, following)
        return ends_in_number and self._words.is_amount(following.text[:_LONGEST_UNIT])

    def _number_goes_on(self, start: int, end: int, number: Piece) -> bool:
        """Find X 3 is no Find X, but an iPhone XR 64GB is one; 小米 6-8 is an amount."""
        name = self.flat[start:end]
        if name.isdigit():
            return number.gap is Gap.HYPHEN
        if any(map(str.isdigit, name)):
            return False
        at = self._places[self.ends[end] + 1]
        behind = self._following(at + len(number.text))
        has_unit = behind is not None and behind.text in self._words.amounts
        return len(number.text) <= _MOST_DIGITS_OF_A_MODEL and not has_unit

    def _following(self, end: int) -> Piece | None:
        """The piece (or the rest of one) behind this place, None behind punctuation."""
        number = self.ends[end]
        piece = self._pieces[number]
        if piece.kind is Kind.HAN and end + 1 in self.ends and self.ends[end + 1] == number:
            inside = end - self._places[number]
            return piece._replace(text=piece.text[inside : inside + _LONGEST_UNIT], gap=Gap.NONE)
        if number + 1 == len(self._pieces) or self.flat.startswith(BREAK, end):
            return None
        return self._pieces[number + 1]

    def _written_end(self, end: int) -> int:
        return self._pieces[self.ends[end]].end

    def behind_connector(self, end: int) -> int | None:
        """Where the number begins behind 和, / and the like."""
        found = _CONNECTOR.match(self.written, self._written_end(end))
        if found is None or self._pieces[self.ends[end]].kind is Kind.HAN:
            return None
        number = self.ends[end]
        while self._pieces[number].start < found.end():
            number += 1
        return self._places[number]

    def is_behind_part(self, start: int) -> bool:
        """Whether it is the number of a processor, as in 骁龙 888."""
        return self.flat.endswith(self._words.parts, 0, start)

    def is_other_thing(self, end: int) -> bool:
        """Whether the name is part of the name of something else, as in N95口罩."""
        return self.flat.startswith(self._words.other_things, end)

    def is_before_part_word(self, end: int) -> bool:
        """Whether it is the name of a processor, as in "the A15 chip"."""
        return self.flat.startswith(self._words.part_words, end)

    def is_english_phrase(self, start: int, end: int) -> bool:
        """Like "find 7 ways": an English word, then a number apart from it, in English text."""
        first = self._piece_at.get(start)
        if first is None or self._pieces[first].text not in self._words.english_words:
            return False
        last = self.ends[end]
        if last == first or self._pieces[first + 1].gap is Gap.NONE:
            return False
        around = self._pieces[max(first - 1, 0) : last + 2]
        return all(piece.kind is not Kind.HAN for piece in around) and last - first == 1
