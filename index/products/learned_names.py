"""Learns from all records of a topic how its products are named, and reads names by it.

Nothing is known beforehand. `LearnedNames` reads the names of all records once: what is a brand,
which designations are one, which words several brands use and so say nothing about the model (4K,
HDR10). `read` then finds brand and model in a name; it never changes what was learned.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from index.products.designations import (
    Designation,
    WordKind,
    designations_in,
    editions,
    units,
    words_of,
)
from index.products.learned_spellings import LearnedSpellings, SeenDesignation
from index.products.vocabulary import compact

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from index.products.designations import WordOfName


class NamesOfRecord(NamedTuple):
    """What a record calls its product, the best name first, and its brand."""

    site: str
    names: tuple[str, ...]
    brands: tuple[str, ...] = ()


class LearnedName(NamedTuple):
    """`model` is "" if the name has none; `written` is the model as written.

    `codes` are further designations in the name. `is_code`: the model is only an order number.
    `amounts` are numbers with units in which names of one model agree (27 inches).
    """

    brand: str = ""
    model: str = ""
    written: str = ""
    is_code: bool = False
    codes: frozenset[str] = frozenset()
    colours: tuple[str, ...] = ()
    amounts: Mapping[str, float] = {}


class _Name(NamedTuple):
    """A name: the words behind its brand, and the designations among them."""

    site: str
    brand: str
    words: list[WordOfName]
    designations: list[Designation]


MOST_NAMES = 4  # of a record
SHORT = 4  # letters and digits; a longer designation hardly means two things
_GENERAL = 3  # brands that use a word which is no name of a model
_SELDOM_FIRST = 0.2  # of the sites with a designation have it before all others
_ALIKE = 4  # first letters and digits that numbers for the colours of one model share


class LearnedNames:
    def __init__(
        self,
        records: Iterable[NamesOfRecord],
        listed: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """`listed` are brands that the topic's file knows, with their names."""
        split = [_SplitRecord.of(record) for record in records]
        self._brands = LearnedBrands(map(_SplitRecord.given_brand, split), listed or {})
        names = [name for one in split for name in self._names(one)]
        if stems := brands_of_one_stem(_brands_and_designations(names)):
            self._brands.join(stems)
            names = [name for one in split for name in self._names(one)]
        self._general = _general_words(names)
        self._only_brand = _only_brands(names)
        seen = (one for told in self._with_brands(names) for one in _seen(told))
        self._spellings = LearnedSpellings(seen)
        self._sites, self._series = self._survey(names)
        self._in_series = frozenset(
            (name.brand, word.text) for name in names if name.designations for word in name.words
        )
        self._units = frozenset[str]()
        self._units = _agreeing_units(
            (told, name) for name in names if (told := self._read(name)) and len(told.model) > SHORT
        )

    def read(self, record: NamesOfRecord) -> LearnedName:
        """The first name with a model; designations in the others are further codes."""
        found = [self._read(name) for name in self._names(_SplitRecord.of(record))]
        named = [name for name in found if name.model and not name.is_code]
        if not named:
            return next(
                (name for name in found if name.model), found[0] if found else LearnedName()
            )
        first = named[0]
        others = (name for name in named[1:] if name.model != first.model)
        return first._replace(codes=first.codes.union(*(one.codes | {one.model} for one in others)))

    @property
    def units(self) -> tuple[str, ...]:
        """Of the amounts that `read` tells."""
        return tuple(sorted(self._units))

    def written_brand(self, brand: str) -> str:
        """The brand as it is mostly written."""
        return self._brands.written(brand)

    def _names(self, record: _SplitRecord) -> Iterator[_Name]:
        given = self._brands.brand_of(record.given, record.brands)
        for whole in record.names:
            brand, behind = self._brands.brand_in(whole, record.given)
            words = [one for one in whole[behind:] if not self._brands.is_brand(one.text)]
            yield _Name(record.site, brand or given, words, designations_in(words))

    def _with_brands(self, names: Iterable[_Name]) -> Iterator[tuple[str, _Name]]:
        return ((self._brand(name), name) for name in names)

    def _brand(self, name: _Name) -> str:
        """Of a name without a brand: the only brand with such a designation."""
        if name.brand:
            return name.brand
        found = (self._only_brand.get(one.text) for one in name.designations)
        return next(filter(None, found), "")

    def _survey(
        self, names: Iterable[_Name]
    ) -> tuple[Mapping[tuple[str, str], int], frozenset[tuple[str, str]]]:
        """How many sites have each designation; and which are series, such as G7 in Odyssey G7."""
        sites: dict[tuple[str, str], set[str]] = defaultdict(set)
        beside: dict[tuple[str, str], set[str]] = defaultdict(set)
        for brand, name in self._with_brands(names):
            told = self._spelled(brand, name)
            for one in told:
                sites[brand, one.text].add(name.site)
            for pair in pairwise(told):
                if _side_by_side(*pair, name.words):
                    short, long = sorted(pair, key=lambda one: len(one.text))
                    if len(short.text) <= SHORT < len(long.text) and not long.is_code:
                        beside[brand, short.text].add(long.text)
        series = frozenset(key for key, models in beside.items() if _unlike(models))
        return {key: len(several) for key, several in sites.items()}, series

    def _spelled(self, brand: str, name: _Name) -> list[Designation]:
        return [
            one._replace(text=self._spellings.of(brand, one))
            for one in name.designations
            if one.text not in self._general
        ]

    def _read(self, name: _Name) -> LearnedName:
        brand = self._brand(name)
        told = self._spelled(brand, name)
        colours = tuple(dict.fromkeys(w.text for w in name.words if w.kind is WordKind.COLOUR))
        amounts = {unit: number for unit, number in _amounts(name.words) if unit in self._units}
        found = LearnedName(brand, colours=colours, amounts=amounts)
        if not brand or not told:
            phrase = self._phrase(brand, name.words) if brand and not name.designations else []
            return found._replace(model="".join(one.text for one in phrase), written=_text(phrase))
        models = ((self._model(brand, run, name.words), run) for run in _runs(told, name.words))
        model, run = max(models, key=lambda one: self._weight(brand, *one))
        return found._replace(
            model=model,
            written=self._written(run, name.words),
            is_code=run[0].is_code,
            codes=frozenset(one.text for one in told if len(one.text) > SHORT) - {model},
        )

    def _model(self, brand: str, run: Sequence[Designation], words: Sequence[WordOfName]) -> str:
        """The key of designations side by side: E24 G4, 5D Mark II, not Odyssey G7 LC32G75T."""
        long = [one for one in run if len(one.text) > SHORT]
        short = [one for one in run if len(one.text) <= SHORT]
        if not long:
            return "".join(dict.fromkeys(one.text for one in run)) + _edition(run[-1], words)
        if short and not any((brand, one.text) in self._series for one in short):
            return short[0].text + _edition(short[0], words)
        best = max(long, key=lambda one: (self._sites.get((brand, one.text), 1), -one.place))
        return best.text + _edition(best, words)

    def _weight(self, brand: str, model: str, run: Sequence[Designation]) -> tuple[bool, int, int]:
        """Order numbers last, what most sites write first, then in the order of the name."""
        sites = max(self._sites.get((brand, one.text), 1) for one in run)
        return not run[0].is_code, self._sites.get((brand, model), sites), -run[0].place

    def _written(self, run: Sequence[Designation], words: Sequence[WordOfName]) -> str:
        """With the words of the series before it, and short ones behind: PowerShot SD1300 IS."""
        begin = run[0].place
        while begin and self._is_of_brand(words[begin - 1], words[begin]):
            begin -= 1
        end = run[-1].place + 1
        while end < len(words) and _is_edition(words[end], words[end - 1]):
            end += 1
        if _short_word(words[end : end + 1]) and words[end].run == words[end - 1].run:
            end += words[end].written.isupper()
        return _text(words[begin:end])

    def _phrase(self, brand: str, words: Sequence[WordOfName]) -> list[WordOfName]:
        """The first words, where they are more than a series: EOS Rebel XS."""
        found = list(takewhile(lambda word: self._is_of_brand(word, words[0]), words))
        is_series = all((brand, word.text) in self._in_series for word in found)
        return [] if is_series else found

    def _is_of_brand(self, word: WordOfName, beside: WordOfName) -> bool:
        is_word = word.kind is WordKind.WORD and word.run == beside.run
        return is_word and word.text not in self._general


class _SplitRecord(NamedTuple):
    site: str
    names: tuple[list[WordOfName], ...]
    given: tuple[WordOfName, ...]
    brands: tuple[str, ...]

    @classmethod
    def of(cls, record: NamesOfRecord) -> _SplitRecord:
        names = tuple(words for name in record.names[:MOST_NAMES] if (words := words_of(name)))
        brands = record.brands[:MOST_NAMES]
        return cls(record.site, names, brand_words(brands), brands)

    def given_brand(self) -> GivenBrand:
        return GivenBrand(self.site, self.names[0] if self.names else (), self.given)


def _brands_and_designations(names: Iterable[_Name]) -> Iterator[tuple[str, str]]:
    return ((name.brand, one.text) for name in names if name.brand for one in name.designations)


def _general_words(names: Iterable[_Name]) -> frozenset[str]:
    """Words of several brands, and designations that stand behind others of any kind (4K)."""
    brands: dict[str, set[str]] = defaultdict(set)
    sites: dict[str, set[str]] = defaultdict(set)
    sites_first: dict[str, set[str]] = defaultdict(set)
    firsts: dict[str, set[str]] = defaultdict(set)
    for name in names:
        for word in name.words:
            brands[word.text].add(name.brand)
        models = list(dict.fromkeys(one.text for one in name.designations if not one.is_code))
        for text in models:
            sites[text].add(name.site)
            if text == models[0]:
                sites_first[text].add(name.site)
            else:
                firsts[text].add(models[0])
    several = (word for word, users in brands.items() if len(users) >= _GENERAL)
    features = (
        word
        for word, others in firsts.items()
        if len(others) > 1 and len(sites_first[word]) <= _SELDOM_FIRST * len(sites[word])
    )
    return frozenset((*(word for word in several if word not in sites), *features))


def _unlike(designations: Iterable[str]) -> bool:
    """Whether these are different models, rather than numbers for the colours of one."""
    return any(one[:_ALIKE] != other[:_ALIKE] for one, other in pairwise(sorted(designations)))


def _only_brands(names: Iterable[_Name]) -> dict[str, str]:
    """Designation → the only brand that has it."""
    brands: dict[str, set[str]] = defaultdict(set)
    for brand, text in _brands_and_designations(names):
        if len(text) >= SHORT:
            brands[text].add(brand)
    return {text: min(several) for text, several in brands.items() if len(several) == 1}


def _seen(told: tuple[str, _Name]) -> Iterator[SeenDesignation]:
    brand, name = told
    colours = frozenset(word.text for word in name.words if word.kind is WordKind.COLOUR)
    for one in name.designations:
        behind = name.words[one.place + 1 : one.place + 2]
        yield SeenDesignation(brand, one, _short_word(behind), colours)


def _short_word(words: Sequence[WordOfName]) -> str:
    is_short = words and words[0].kind is WordKind.WORD and len(words[0].text) in {2, 3}
    return words[0].text if is_short else ""


# Designations side by side, and what follows them.


def _runs(told: Sequence[Designation], words: Sequence[WordOfName]) -> Iterator[list[Designation]]:
    """Order numbers are alone."""
    run: list[Designation] = []
    for one in told:
        if run and (one.is_code or run[-1].is_code or not _side_by_side(run[-1], one, words)):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _side_by_side(one: Designation, other: Designation, words: Sequence[WordOfName]) -> bool:
    between = words[one.place + 1 : other.place]
    same_run = words[one.place].run == words[other.place].run
    return same_run and all(word.text in editions() for word in between)


def _edition(designation: Designation, words: Sequence[WordOfName]) -> str:
    behind = words[designation.place :]
    found = takewhile(lambda pair: _is_edition(pair[1], pair[0]), pairwise(behind))
    return "".join(word.text for _, word in found)


def _is_edition(word: WordOfName, before: WordOfName) -> bool:
    """Mark II, or a single letter or digit: M27Q P, G27F 2."""
    is_word = word.kind in {WordKind.WORD, WordKind.NUMBER} and word.run == before.run
    return is_word and (len(word.text) == 1 or word.text in editions())


def _text(words: Iterable[WordOfName]) -> str:
    return " ".join(word.written for word in words)


# Amounts in names.


_FEWEST_PAIRS = 10
_AGREE = 0.97
NEAR = 0.07  # names round, and say 12 MP for 12.1


def _amounts(words: Iterable[WordOfName]) -> Iterator[tuple[str, float]]:
    """The first amount of each unit."""
    found: dict[str, float] = {}
    for word in words:
        if word.kind is WordKind.AMOUNT and word.amount:
            found.setdefault(units().get(word.text, word.text), word.amount)
    return iter(found.items())


def _agreeing_units(named: Iterable[tuple[LearnedName, _Name]]) -> frozenset[str]:
    """Units in which names of one model agree."""
    told: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
    for found, name in named:
        told[found.brand, found.model].append(dict(_amounts(name.words)))
    agree: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for several in told.values():
        for some, others in pairwise(several):
            for unit in some.keys() & others.keys():
                times[unit] += 1
                agree[unit] += is_near(some[unit], others[unit])
    return frozenset(
        unit
        for unit, count in times.items()
        if count >= _FEWEST_PAIRS and agree[unit] >= _AGREE * count
    )


def is_near(one: float, other: float) -> bool:
    return abs(one - other) <= NEAR * max(one, other)


# Which words of names are brands.
#
# A brand is what records give as their brand and names begin with, what the topic's file lists, or
# a word with which many names of several sites begin.


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
