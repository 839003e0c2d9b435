"""Parses product names: brand, maker's codes, memory, words of the variant, model.

`NameReader.read` removes one after the other from the name; the model is left. What there is to
find is part of the topic (`core/product_names.py`); `name_reader(topic)` is the reader of a topic.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from core.locales import merged
from core.product_names import BrandEntry, ProductNames, shape_pattern
from index.products.vocabulary import Brands, compact, folded, tidy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.product_names import Carriers, Codes, Memory
    from core.topic import Topic


_NOTHING = "(?!)"  # matches nowhere


def either(patterns: Iterable[str]) -> str:
    """A pattern for any of these, the first that matches; for none it matches nowhere."""
    return f"(?:{'|'.join(patterns) or _NOTHING})"


def _any_of(words: Iterable[str]) -> str:
    return either(re.escape(folded(word)) for word in sorted(words, key=len, reverse=True))


_VERSION = _any_of(merged(lambda locale: locale.names.versions))  # behind words of a variant


# Brands at the front of a name.


_BETWEEN = r"[\s\-/()\[\]【】]*+"


class Branded(NamedTuple):
    """The brand of a name ("" if it has no known one), and the text after it."""

    brand: str
    rest: str


class _BrandSplitter:
    def __init__(self, brands: Brands, product_words: Iterable[str]) -> None:
        self._brands = brands
        entries = brands.entries
        names = (name for brand in entries.values() for name in brand.names)
        known = either(map(_written, sorted(names, key=len, reverse=True)))
        word = f"(?:{_any_of(product_words)}{_BETWEEN})?"
        self._brand = re.compile(f"{_BETWEEN}({known}){_BETWEEN}{word}", re.IGNORECASE)
        self._lines = {folded(line): key for key, about in entries.items() for line in about.lines}
        self._line = re.compile(either(map(re.escape, self._lines)), re.IGNORECASE)

    def split(self, name: str) -> Branded:
        brand, rest = "", name
        while match := self._brand.match(rest):
            found = self._brands.by_name[compact(match[1])]
            if brand and not self._brands.is_within(found, brand):
                break
            brand, rest = found, rest[match.end() :]
        if not brand and (line := self._line.match(rest)):
            brand = self._lines[folded(line[0])]
        return Branded(brand, rest)


def _written(name: str) -> str:
    """Spaces and hyphens are optional; short Latin names match whole words ("MI", not "MIX")."""
    parts = re.findall(r"\d+|[a-z]+|[^\W\d_]", folded(name))
    runs_on = not name.isascii() or (len(name) >= 4 and name.isalpha())
    return r"[\s\-]*".join(map(re.escape, parts)) + ("" if runs_on else r"(?![a-z0-9])")


# Makers' own model numbers: SM-G9500, GT-i9000, VNS-TL00, XT1085.


class _CodeReader:
    def __init__(self, codes: Codes, brands: Brands) -> None:
        shapes = either(map(shape_pattern, codes.shapes))
        self._code = re.compile(rf"(?<![a-z0-9\-]){shapes}(?![a-z0-9\-+])", re.IGNORECASE)
        self._families = [re.compile(shape_pattern(one)) for one in codes.families]
        self._prefixes = tuple(
            f"{folded(prefix)}-"
            for brand in brands.entries.values()
            for prefix in brand.code_prefixes
        )

    def found_in(self, text: str) -> frozenset[str]:
        return frozenset(map(self.bare, self._code.findall(text)))

    def is_code(self, text: str) -> bool:
        return self._code.fullmatch(text.strip()) is not None

    def removed_from(self, text: str) -> str:
        return self._code.sub(" ", text)

    def bare(self, code: str) -> str:
        code = folded(code)
        for prefix in self._prefixes:
            if code.startswith(prefix):
                return code.removeprefix(prefix)
        return code

    def family(self, code: str) -> str:
        found = (pattern.match(code) for pattern in self._families)
        return next((match[1] for match in found if match), code)


# Memory sizes in names: 4GB+64GB, (6+128), 8GB RAM, 64G版.


class WithoutMemory(NamedTuple):
    rest: str
    memory: str


class _MemoryReader:
    def __init__(self, memory: Memory) -> None:
        kind = rf"\s*+{_any_of(memory.words)}?"
        self._first = frozenset(map(str, memory.first))
        self._second = frozenset(map(str, memory.second))
        self._pair = re.compile(
            rf"(?<![a-z0-9.])(\d{{1,2}})\s*+(gb?+)?{kind}\s*+([+/])\s*+"
            rf"(\d{{1,4}})\s*+(gb?+|tb?+)?{kind}\s*+{_VERSION}?(?![a-z0-9.])",
            re.IGNORECASE,
        )
        bare = _any_of(map(str, memory.bare))
        self._lone = re.compile(
            rf"(?<![a-z0-9.+])(\d++(?:\.\d++)?\s*+(?:gb|tb|mb)|{bare}\s*+g)"
            rf"{kind}\s*+{_VERSION}?(?![a-z0-9])",
            re.IGNORECASE,
        )

    def take(self, name: str) -> WithoutMemory:
        sizes: list[str] = []

        def pair(found: re.Match[str]) -> str:
            if not self._is_pair(found, name):
                return found[0]
            first, _, _, second, unit = found.groups()
            sizes.append(f"{first}GB+{second}{'TB' if unit and unit[0] in 'tT' else 'GB'}")
            return " "

        def lone(found: re.Match[str]) -> str:
            size = found[1].replace(" ", "").upper()
            sizes.append(size if size.endswith("B") else size + "B")
            return " "

        rest = self._lone.sub(lone, self._pair.sub(pair, name))
        return WithoutMemory(rest, "+".join(dict.fromkeys(sizes)))

    def _is_pair(self, found: re.Match[str], name: str) -> bool:
        first, first_unit, sign, second, second_unit = found.groups()
        if first_unit and (second_unit or second in self._second):
            return True
        if sign == "/" or first not in self._first:
            return False
        if not (second in self._second or second_unit):
            return False
        # "iPhone 8+64GB" is an 8 Plus: before sizes without units the model has to be complete.
        before = name[: found.start()]
        return before.endswith("(") or any(map(str.isdigit, before))


# The variant in a name: memory, networks, colours, where it is sold.


class Variant(NamedTuple):
    """`memory` is like "4GB+64GB", or ""; `marks` are in the name's order."""

    memory: str = ""
    marks: tuple[str, ...] = ()


class WithoutMarks(NamedTuple):
    rest: str
    variant: Variant


class _MarkReader:
    def __init__(self, names: ProductNames) -> None:
        product = _any_of(names.product_words)
        word = f"{_any_of(names.variant_words)}{_VERSION}?"
        colour = rf"{_any_of(names.colours)}(?![\u4e00-\u9fff])"
        patterns = (*_network(names.carriers, product), word, colour, _carrier(names.carriers))
        self._mark = re.compile("|".join(patterns), re.IGNORECASE)
        self._end = re.compile(f"{product}?{_VERSION}?$")
        self._generations = tuple(map(folded, names.carriers.generations))

    def take(self, name: str) -> tuple[str, tuple[str, ...]]:
        """The rest, and the marks in their order."""
        marks: dict[str, None] = {}

        def mark(found: re.Match[str]) -> str:
            marks[self._end.sub("", compact(found[0]))] = None
            return " "

        rest = self._mark.sub(mark, name)
        marks.pop("", None)
        return rest, tuple(marks)

    def generations(self, marks: Iterable[str]) -> frozenset[str]:
        return frozenset(one for mark in marks for one in self._generations if mark.endswith(one))


def _network(carriers: Carriers, product: str) -> tuple[str, ...]:
    """移动4G, 移动/联通双4G手机."""
    if not carriers.networks:
        return ()
    before = _any_of((*carriers.names, *carriers.before))
    return (rf"(?:{before}\s*+/?\s*+)+{_any_of(carriers.networks)}{product}?{_VERSION}?",)


def _carrier(carriers: Carriers) -> str:
    """移动版, but not the 移动 of 移动/联通4G."""
    names = _any_of(carriers.names)
    network = rf"\s*/\s*{names}{_any_of(carriers.generations)}"
    return rf"{names}{_any_of(carriers.endings)}?{_VERSION}?(?![\u4e00-\u9fff]|{network})"


# The whole name.


LONGEST_NAME = 200  # characters; anything longer is not a name
_PARTS = re.compile(r"[()\[\]{}【】<>《》/|,、;:\"“”]+")
_YEARS = _any_of(merged(lambda locale: locale.names.years))
_YEAR = re.compile(rf"(?<![\w.])(20[0-3]\d)\s*+(?:{_YEARS}|(?![\w.+]))")


class ReadName(NamedTuple):
    """`brand` and `model` are normalized; `written` (the model) and `whole` are as written."""

    brand: str = ""
    model: str = ""
    written: str = ""
    codes: frozenset[str] = frozenset()
    variant: Variant = Variant()
    whole: str = ""


class NameReader:
    """Parses the names of a topic's products. Safe to use from several threads.

    >>> from core.topic import shipped_topic
    >>> phones = name_reader(shipped_topic("phones"))
    >>> phones.read("HUAWEI Mate 10（全网通）").model, phones.read("华为 Mate10 4GB+64GB").model
    ('mate10', 'mate10')
    >>> phones.split_brand("华为 荣耀9")
    Branded(brand='honor', rest='9')
    >>> phones.split_brand("iPhone 8"), phones.split_brand("详细参数")
    (Branded(brand='apple', rest='iPhone 8'), Branded(brand='', rest='详细参数'))
    >>> sorted(phones.codes_in("SM-G9500/SM-G9508")), phones.codes_in("galaxy s8")
    (['g9500', 'g9508'], frozenset())
    >>> phones.take_marks("mate10 4gb+64gb(全网通)")
    WithoutMarks(rest='mate10  ( )', variant=Variant(memory='4GB+64GB', marks=('全网通',)))
    """

    def __init__(self, names: ProductNames) -> None:
        self.names = names
        self.brands = Brands(names.brands)
        self._brand_splitter = _BrandSplitter(self.brands, names.product_words)
        self._codes = _CodeReader(names.codes, self.brands)
        self._memory = _MemoryReader(names.memory) if names.memory else None
        self._marks = _MarkReader(names)
        self._series = {key: _folded_series(about) for key, about in names.brands.items()}
        self._memory_models = {
            (key, compact(model))
            for key, about in names.brands.items()
            for model in about.memory_models
        }

    def read(self, name: str, brand: str = "") -> ReadName:
        """Parse a name; `brand` is the brand given elsewhere on the page, for names without one."""
        if len(name) > LONGEST_NAME:
            return ReadName(whole=tidy(name[:LONGEST_NAME]))
        branded = self.split_brand(tidy(name))
        brand = branded.brand or brand
        rest, variant = self.take_marks(branded.rest)
        parts = [part for part in map(tidy, _PARTS.split(rest)) if compact(part)]
        identifying = self._identifying(parts, brand)
        model = self._model(identifying)
        if (brand, sized := compact(f"{model} {variant.memory}")) in self._memory_models:
            model = sized
        written = identifying[0] if identifying else ""
        return ReadName(brand, model, written, self.codes_in(rest), variant, tidy(name))

    def split_brand(self, name: str) -> Branded:
        """Split brands off the front of a tidy name: 华为 荣耀, HUAWEI 华为, Huadoo/华度."""
        return self._brand_splitter.split(name)

    def take_marks(self, name: str) -> WithoutMarks:
        """Remove the words of the variant from a tidy name."""
        without = self.take_memory(name)
        rest, marks = self._marks.take(without.rest)
        return WithoutMarks(rest, Variant(without.memory, marks))

    def take_memory(self, name: str) -> WithoutMemory:
        """Remove memory sizes from a tidy name; a number that may belong to the model stays."""
        return self._memory.take(name) if self._memory else WithoutMemory(name, "")

    def generations(self, variant: Variant) -> frozenset[str]:
        """Network generations in the name: 4g of 移动4G."""
        return self._marks.generations(variant.marks)

    def codes_in(self, text: str) -> frozenset[str]:
        """The maker's codes in a tidy text, without the maker's prefix."""
        return self._codes.found_in(text)

    def is_code(self, text: str) -> bool:
        return self._codes.is_code(text)

    def bare_code(self, code: str) -> str:
        """SM-G9500 is commonly written G9500; in VNS-TL00 the prefix is the model itself."""
        return self._codes.bare(code)

    def code_family(self, code: str) -> str:
        """The part that codes of one product share, across networks and countries.

        G9500, G9508 and G950F have g950.
        """
        return self._codes.family(code)

    def _identifying(self, parts: list[str], brand: str) -> list[str]:
        """The parts that identify the model.

        A maker's code does only if it comes first and there is no name of a series: not in
        Galaxy S6 G9200, I9158V(Galaxy Mega 5.8) and S6/GN9010.
        """
        series = self._series.get(brand, ())
        if any(word in folded(part) for word in series for part in parts):
            bare = map(tidy, map(self._codes.removed_from, parts))
            return [part for part in bare if compact(part)]
        return parts[:1] + [part for part in parts[1:] if not self.is_code(part)]

    def _model(self, parts: list[str]) -> str:
        """Years go to the end, wherever they were written: 2017版 Galaxy J3, Galaxy J3(2017)."""
        years = dict.fromkeys(year for part in parts for year in _YEAR.findall(part))
        keys = [compact(self._bare(_YEAR.sub(" ", part))) for part in parts]
        named = "/".join(dict.fromkeys(filter(None, keys)))
        return "-".join(filter(None, (named, *years)))

    def _bare(self, part: str) -> str:
        """Without a repeated brand, and codes without their prefix."""
        return self.bare_code(part) if self.is_code(part) else self.split_brand(part).rest


def _folded_series(about: BrandEntry) -> tuple[str, ...]:
    return tuple(folded(word) for word in (*about.series, *about.lines))


@lru_cache(maxsize=16)
def name_reader(topic: Topic) -> NameReader:
    """The reader of a topic's names; compiling it takes a moment."""
    return NameReader(topic.product_names)
