"""Learns which words of names are brands, from all records of a topic.

A brand is what records give as their brand and names begin with, what the topic's file lists, or a
word with which many names of several sites begin.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from index.products.designations import WordKind, words_of
from index.products.vocabulary import compact

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from index.products.designations import WordOfName

_FEWEST_NAMES = 3  # that begin with a word which no record gives as its brand
_FEWEST_SITES = 2
_MOST_BEFORE = 3  # different first words before a word that is a brand; Monitor has any
_FIRST_WORDS = 6  # of a name, among which its brand is
_SHORTEST_STEM = 4


class GivenBrand(NamedTuple):
    """The words of a record's name, and those of the brand that the record gives."""

    site: str
    name: Sequence[WordOfName]
    given: tuple[WordOfName, ...]


class BrandPlace(NamedTuple):
    """A brand, and the place of the word behind it; "" and 0 if there is none."""

    brand: str = ""
    behind: int = 0


class LearnedBrands:
    """Words that name brands; brands are known by one of their words, in lower case."""

    def __init__(self, records: Iterable[GivenBrand], listed: Mapping[str, Sequence[str]]) -> None:
        """`listed` are brands of the topic's file, with their names."""
        given: set[str] = set()
        sites: dict[str, set[str]] = defaultdict(set)
        times: Counter[str] = Counter()
        behind: dict[str, set[str]] = defaultdict(set)
        stems: set[tuple[str, str]] = set()
        self._written: dict[str, Counter[str]] = defaultdict(Counter)
        for record in records:
            own = {word.text for word in record.given}
            given |= own
            first = record.name[0] if record.name else None
            if first and may_be_brand(first):
                for word in record.name[1:]:
                    behind[word.text].add(first.text)
                sites[first.text].add(record.site)
                times[first.text] += 1
                stems |= {(first.text, word) for word in own if _one_stem(first.text, word)}
            for word in (*record.given, *filter(None, [first])):
                self._written[word.text][word.written] += 1
        self._brands = {word: word for word in given & sites.keys()}
        for brand, names in listed.items():
            self._brands |= {word: brand for name in names for word in _only_word(name)}
            self._written[brand] = Counter(names[:1])
        self.join(stems)
        self._first_words = {
            word: word
            for word, several in sites.items()
            if len(several) >= _FEWEST_SITES
            and times[word] >= _FEWEST_NAMES
            and len(behind[word] - {word}) < _MOST_BEFORE
        }

    def join(self, stems: Iterable[tuple[str, str]]) -> None:
        """The shorter word of each pair stands for the longer one."""
        for pair in sorted(stems):
            shorter, longer = sorted(pair, key=lambda word: (len(word), word))
            brand = self._brands.get(shorter, shorter)
            before = self._brands.get(longer, longer)
            for word, known in [*self._brands.items(), (shorter, before), (longer, before)]:
                if known == before:
                    self._brands[word] = brand

    def brand_in(self, words: Sequence[WordOfName], given: Sequence[WordOfName] = ()) -> BrandPlace:
        """The brand among the first words; of brands side by side the last one counts.

        `given` are the words of the brand that the record gives: they are passed over.
        """
        own = {word.text for word in given}
        found = _first_of(words, self._brands, own) or _first_of(words, self._first_words, own)
        return found or BrandPlace()

    def brand_of(self, given: Sequence[WordOfName], texts: Iterable[str]) -> str:
        """The brand that a record gives: known, or as written."""
        known = next((self._brands[one.text] for one in given if one.text in self._brands), "")
        return known or next(filter(None, map(compact, texts)), "")

    def is_brand(self, word: str) -> bool:
        return word in self._brands

    def written(self, brand: str) -> str:
        """As most names write it; "" if it is in none."""
        spellings = self._written.get(brand)
        if not spellings:
            return ""
        return max(spellings, key=lambda text: (spellings[text], not text.isupper(), text))


def _first_of(
    words: Sequence[WordOfName], brands: Mapping[str, str], own: Container[str]
) -> BrandPlace | None:
    found: BrandPlace | None = None
    for place, word in enumerate(words[:_FIRST_WORDS]):
        known = brands.get(word.text)
        if known and (not found or place == found.behind):
            found = BrandPlace(known, place + 1)
        elif found and place == found.behind and word.text in own:
            found = BrandPlace(found.brand, place + 1)
    return found


def brand_words(texts: Iterable[str]) -> tuple[WordOfName, ...]:
    return tuple(word for text in texts for word in words_of(text) if may_be_brand(word))


def may_be_brand(word: WordOfName) -> bool:
    return word.kind is WordKind.WORD and len(word.text) > 1


def _only_word(name: str) -> tuple[str, ...]:
    words = brand_words([name])
    return (words[0].text,) if len(words) == 1 else ()


def brands_of_one_stem(told: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Of pairs of brand and designation: brands of one stem with the same models."""
    brands: dict[str, set[str]] = defaultdict(set)
    for brand, designation in told:
        brands[designation].add(brand)
    return {
        pair
        for several in brands.values()
        for pair in pairwise(sorted(several))  # a stem is sorted right before its extension
        if _one_stem(*pair)
    }


def _one_stem(one: str, other: str) -> bool:
    """Fuji and Fujifilm, ASUS and ASUSTeK."""
    return (
        one != other
        and min(len(one), len(other)) >= _SHORTEST_STEM
        and (one.startswith(other) or other.startswith(one))
    )
