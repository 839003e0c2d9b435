"""Parses product names: brand, maker's codes, memory, words of the variant, model.

`read_name` removes one after the other from the name; the model is left.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from index.products.vocabulary import BRANDS, MARKS, BrandEntry, compact, folded, tidy


def _written(name: str) -> str:
    """Spaces and hyphens are optional; short Latin names match whole words ("MI", not "MIX")."""
    parts = re.findall(r"\d+|[a-z]+|[^\W\d_]", folded(name))
    runs_on = not name.isascii() or (len(name) >= 4 and name.isalpha())
    return r"[\s\-]*".join(map(re.escape, parts)) + ("" if runs_on else r"(?![a-z0-9])")


def _any_of(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(folded(word)) for word in sorted(words, key=len, reverse=True))


_NAMES = sorted(
    (name for brand in BRANDS.brands.values() for name in brand.names), key=len, reverse=True
)
_BETWEEN = r"[\s\-/()\[\]【】]*+"
_PRODUCT_WORD = f"(?:{_any_of(MARKS.product_words)})"
_BRAND = re.compile(
    f"{_BETWEEN}({'|'.join(map(_written, _NAMES))}){_BETWEEN}(?:{_PRODUCT_WORD}{_BETWEEN})?",
    re.IGNORECASE,
)
_LINES = {folded(line): brand for brand, about in BRANDS.brands.items() for line in about.lines}
_LINE = re.compile("|".join(map(re.escape, _LINES)), re.IGNORECASE)


class Branded(NamedTuple):
    """The brand of a name ("" if it has no known one), and the text after it."""

    brand: str
    rest: str


def split_brand(name: str) -> Branded:
    """Split brands off the front of a tidy name: 华为 荣耀, HUAWEI 华为, Huadoo/华度.

    >>> split_brand("华为 荣耀9")
    Branded(brand='honor', rest='9')
    >>> split_brand("iPhone 8"), split_brand("详细参数")
    (Branded(brand='apple', rest='iPhone 8'), Branded(brand='', rest='详细参数'))
    """
    brand, rest = "", name
    while match := _BRAND.match(rest):
        found = BRANDS.by_name[compact(match[1])]
        if brand and not BRANDS.is_within(found, brand):
            break
        brand, rest = found, rest[match.end() :]
    if not brand and (line := _LINE.match(rest)):
        brand = _LINES[folded(line[0])]
    return Branded(brand, rest)


# Makers' own model numbers: SM-G9500, GT-i9000, VNS-TL00, XT1085.


_HYPHENED = r"[a-z]{2,4}-(?:[a-z]{1,2}\d{2,4}|\d{3,4})[a-z]{0,3}"
_NUMBERED = r"[a-z]{1,2}\d{4}[a-z]{0,2}"
_CODE = re.compile(rf"(?<![a-z0-9\-])(?:{_HYPHENED}|{_NUMBERED})(?![a-z0-9\-+])", re.IGNORECASE)
_PREFIXES = tuple(
    f"{folded(prefix)}-" for brand in BRANDS.brands.values() for prefix in brand.code_prefixes
)
_FAMILY = re.compile(r"([a-z]{2,4})-[a-z]|([a-z]*\d{3})|(.*)")


def codes_in(text: str) -> frozenset[str]:
    """The maker's codes in a tidy text, without the maker's prefix.

    >>> sorted(codes_in("SM-G9500/SM-G9508")), codes_in("galaxy s8")
    (['g9500', 'g9508'], frozenset())
    """
    return frozenset(map(bare_code, _CODE.findall(text)))


def is_code(text: str) -> bool:
    return _CODE.fullmatch(text.strip()) is not None


def without_codes(text: str) -> str:
    return _CODE.sub(" ", text)


def bare_code(code: str) -> str:
    """SM-G9500 is commonly written G9500; in VNS-TL00 the prefix is the model itself.

    >>> bare_code("sm-g9500"), bare_code("vns-tl00")
    ('g9500', 'vns-tl00')
    """
    code = folded(code)
    for prefix in _PREFIXES:
        if code.startswith(prefix):
            return code.removeprefix(prefix)
    return code


def code_family(code: str) -> str:
    """The part that codes of one phone share, across networks and countries.

    >>> code_family("g9500"), code_family("g9508"), code_family("g950f"), code_family("g9550")
    ('g950', 'g950', 'g950', 'g955')
    >>> code_family("vns-tl00"), code_family("vns-al00")
    ('vns', 'vns')
    """
    match = _FAMILY.match(code)
    return next(filter(None, match.groups()), code) if match else code


# Memory sizes in names: 4GB+64GB, (6+128), 8GB RAM, 64G版.


_KIND = r"\s*+(?:ram|rom|运行内存|运存|内存|闪存|存储)?"
_PAIR = re.compile(
    rf"(?<![a-z0-9.])(\d{{1,2}})\s*+(gb?+)?{_KIND}\s*+([+/])\s*+"
    rf"(\d{{1,4}})\s*+(gb?+|tb?+)?{_KIND}\s*+版?(?![a-z0-9.])",
    re.IGNORECASE,
)
# With a bare G only sizes that are not networks: 3G is a network, 32G is not.
_LONE = re.compile(
    rf"(?<![a-z0-9.+])(\d++(?:\.\d++)?\s*+(?:gb|tb|mb)|(?:8|16|32|64|128|256|512)\s*+g)"
    rf"{_KIND}\s*+版?(?![a-z0-9])",
    re.IGNORECASE,
)
_RAM = frozenset("1 2 3 4 6 8 10 12 16 18 24".split())
_ROM = frozenset("8 16 32 64 128 256 512 1024".split())


class WithoutMemory(NamedTuple):
    rest: str
    memory: str


def take_memory(name: str) -> WithoutMemory:
    """Remove memory sizes from a tidy name; a number that may belong to the model stays.

    >>> take_memory("mate10 4gb+64gb"), take_memory("iphone 8/64gb")
    (WithoutMemory(rest='mate10  ', memory='4GB+64GB'), \
WithoutMemory(rest='iphone 8/ ', memory='64GB'))
    """
    sizes: list[str] = []

    def pair(found: re.Match[str]) -> str:
        if not _is_pair(found, name):
            return found[0]
        ram, _, _, rom, unit = found.groups()
        sizes.append(f"{ram}GB+{rom}{'TB' if unit and unit[0] in 'tT' else 'GB'}")
        return " "

    def lone(found: re.Match[str]) -> str:
        size = found[1].replace(" ", "").upper()
        sizes.append(size if size.endswith("B") else size + "B")
        return " "

    rest = _LONE.sub(lone, _PAIR.sub(pair, name))
    return WithoutMemory(rest, "+".join(dict.fromkeys(sizes)))


def _is_pair(found: re.Match[str], name: str) -> bool:
    ram, ram_unit, sign, rom, rom_unit = found.groups()
    if ram_unit and (rom_unit or rom in _ROM):
        return True
    if sign == "/" or ram not in _RAM or not (rom in _ROM or rom_unit):
        return False
    # "iPhone 8+64GB" is an 8 Plus: before sizes without units the model has to be complete.
    before = name[: found.start()]
    return before.endswith("(") or any(map(str.isdigit, before))


# The variant in a name: memory, networks, colours, where it is sold.


class Variant(NamedTuple):
    """`memory` is like "4GB+64GB", or ""; `marks` are in the name's order."""

    memory: str = ""
    marks: tuple[str, ...] = ()

    @property
    def generations(self) -> frozenset[str]:
        """Network generations in the name: 4g of 移动4G."""
        return frozenset(mark[-2:] for mark in self.marks if _GENERATION.search(mark))


class WithoutMarks(NamedTuple):
    rest: str
    variant: Variant


_GENERATION = re.compile(r"[2-5]g$")
_CARRIERS = _any_of(MARKS.carriers)
_NETWORK = rf"(?:(?:{_CARRIERS}|双|三网)\s*+/?\s*+)+(?:[2-4]g|td-lte|双卡){_PRODUCT_WORD}?版?"
_CARRIER = rf"(?:{_CARRIERS})(?:定制)?版?(?![\u4e00-\u9fff]|\s*/\s*(?:{_CARRIERS})[2-5]g)"
_COLOUR = rf"(?:{_any_of(MARKS.colours)})(?![\u4e00-\u9fff])"
_WORD = rf"(?:{_any_of(MARKS.words)})版?"
_MARK = re.compile(f"{_NETWORK}|{_WORD}|{_COLOUR}|{_CARRIER}", re.IGNORECASE)
_MARK_END = re.compile(f"{_PRODUCT_WORD}?版?$")


def take_marks(name: str) -> WithoutMarks:
    """Remove the words of the variant from a tidy name.

    >>> take_marks("mate10 4gb+64gb(全网通)")
    WithoutMarks(rest='mate10  ( )', variant=Variant(memory='4GB+64GB', marks=('全网通',)))
    """
    marks: dict[str, None] = {}

    def mark(found: re.Match[str]) -> str:
        marks[_MARK_END.sub("", compact(found[0]))] = None
        return " "

    without = take_memory(name)
    rest = _MARK.sub(mark, without.rest)
    marks.pop("", None)
    return WithoutMarks(rest, Variant(without.memory, tuple(marks)))


# The whole name.


LONGEST_NAME = 200  # characters; anything longer is not a name
_PARTS = re.compile(r"[()\[\]{}【】<>《》/|,、;:\"“”]+")
_YEAR = re.compile(r"(?<![\w.])(20[0-3]\d)\s*+(?:年?[版款]|(?![\w.+]))")
_UNKNOWN = BrandEntry(names=("?",))


class ReadName(NamedTuple):
    """`brand` and `model` are normalized; `written` (the model) and `whole` are as written."""

    brand: str = ""
    model: str = ""
    written: str = ""
    codes: frozenset[str] = frozenset()
    variant: Variant = Variant()
    whole: str = ""


def read_name(name: str, brand: str = "") -> ReadName:
    """Parse a name; `brand` is the brand given elsewhere on the page, for names without one.

    >>> read_name("HUAWEI Mate 10（全网通）").model, read_name("华为 Mate10 4GB+64GB").model
    ('mate10', 'mate10')
    """
    if len(name) > LONGEST_NAME:
        return ReadName(whole=tidy(name[:LONGEST_NAME]))
    branded = split_brand(tidy(name))
    brand = branded.brand or brand
    rest, variant = take_marks(branded.rest)
    about = BRANDS.brands.get(brand, _UNKNOWN)
    parts = [part for part in map(tidy, _PARTS.split(rest)) if compact(part)]
    identifying = _identifying(parts, about)
    model = _model(identifying)
    if (sized := compact(f"{model} {variant.memory}")) in map(compact, about.memory_models):
        model = sized
    written = identifying[0] if identifying else ""
    return ReadName(brand, model, written, codes_in(rest), variant, tidy(name))


def _identifying(parts: list[str], about: BrandEntry) -> list[str]:
    """The parts that identify the model.

    A maker's code does only if it comes first and there is no name of a series: not in
    Galaxy S6 G9200, I9158V(Galaxy Mega 5.8) and S6/GN9010.
    """
    series = [folded(word) for word in (*about.series, *about.lines)]
    if any(word in folded(part) for word in series for part in parts):
        return [part for part in map(tidy, map(without_codes, parts)) if compact(part)]
    return parts[:1] + [part for part in parts[1:] if not is_code(part)]


def _model(parts: list[str]) -> str:
    """Years go to the end, wherever they were written: 2017版 Galaxy J3, Galaxy J3(2017)."""
    years = dict.fromkeys(year for part in parts for year in _YEAR.findall(part))
    keys = [compact(_bare(_YEAR.sub(" ", part))) for part in parts]
    named = "/".join(dict.fromkeys(filter(None, keys)))
    return "-".join(filter(None, (named, *years)))


def _bare(part: str) -> str:
    """Without a repeated brand, and codes without their prefix."""
    return bare_code(part) if is_code(part) else split_brand(part).rest
