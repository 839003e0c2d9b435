"""Words of the locale packs, as queries are searched for them.

The text of a query is folded (`index.query.model.Draft`): lower case, half width, simplified, and
without accents. Words are brought to the same form, those with umlauts also to the forms in which
people type them without: größer is groesser and grosser, too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar
from unicodedata import normalize

from core.locales import locales

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from core.locale_packs import QueryPack


LATIN = "a-zß"  # the letters of folded text that words are made of, Chinese ones apart
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue"}
_Meaning = TypeVar("_Meaning")


def folded(character: str) -> str:
    """In lower case, half width, without its accent, if that is a single character.

    >>> "".join(map(folded, "Größe É ㎞"))
    'große e ㎞'
    """
    lower = normalize("NFKC", character).lower()
    if len(lower) != 1:
        return character
    base = normalize("NFD", lower)[0]
    return base if is_latin(base) else lower


def is_latin(character: str) -> bool:
    """Whether it is a letter of folded Latin text."""
    return (character.isascii() and character.isalpha()) or character == "ß"


def typed_ways(word: str) -> tuple[str, ...]:
    """A word in all the ways it may stand in folded text.

    >>> typed_ways("Größer"), typed_ways("以上")
    (('großer', 'grosser', 'groeßer', 'groesser'), ('以上',))
    """
    lower = word.lower()
    plain = "".join(map(folded, lower))
    spelled = lower
    for umlaut, pair in _UMLAUTS.items():
        spelled = spelled.replace(umlaut, pair)
    ways = dict.fromkeys((plain, "".join(map(folded, spelled))))
    return tuple(dict.fromkeys(each for way in ways for each in (way, way.replace("ß", "ss"))))


def words_of(of: Callable[[QueryPack], Iterable[str]]) -> tuple[str, ...]:
    """Words of all packs, in all ways they are typed, each once."""
    every = (way for locale in locales() for word in of(locale.query) for way in typed_ways(word))
    return tuple(dict.fromkeys(every))


def table_of(of: Callable[[QueryPack], Mapping[str, _Meaning]]) -> dict[str, _Meaning]:
    """The same for words that each have a meaning."""
    return dict(_typed_table(of))


def _typed_table(
    of: Callable[[QueryPack], Mapping[str, _Meaning]],
) -> Iterator[tuple[str, _Meaning]]:
    for locale in locales():
        for word, meaning in of(locale.query).items():
            yield from ((way, meaning) for way in typed_ways(word))


def any_of(words: Iterable[str], *, within: str = LATIN) -> str:
    """A regular expression for the longest of some words; Latin ones are whole words.

    `within` are the characters beside which a Latin word would go on.
    """
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    latin = [_ended(word, within) for word in longest_first if is_latin(word[0])]
    others = [_ended(word, within) for word in longest_first if not is_latin(word[0])]
    # One condition for all Latin words: they are told apart by their first letters then.
    begun = [f"(?<![{within}])(?:{'|'.join(latin)})"] if latin else []
    return "|".join((*begun, *others)) or r"(?!)"


def _ended(word: str, within: str) -> str:
    last = f"(?![{within}])" if is_latin(word[-1]) else ""
    return re.escape(word).replace(r"\ ", r"\s{1,3}") + last


def one_space(said: str) -> str:
    """As the words of the packs are written."""
    return " ".join(said.split())
