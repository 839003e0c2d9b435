"""Drafts a topic from a few product pages: what is in them becomes attributes, for people to check.

`draft_topic` collects names and values without labels, gives roles to what every product has
(brand, model, codes, price, …), and guesses types, units, groups, facets and key specs.
`draft_text` writes the result as a topic file, with comments.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from statistics import median
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from core.errors import SpecSeekError
from core.locales import locale_of, locales
from core.names import clean_name, name_key, site_of
from core.topic import Attribute, Facet, Role, Topic, ValueType
from core.yaml_text import written_word
from index.values.text import says_nothing
from index.values.units import scale_of
from pages.embedded import embedded_products
from pages.nesting import outline
from pages.page import content_text
from review.value_types import ValueKind, value_kind
from rules.extract import extract
from rules.page_facts import page_facts
from rules.page_rows import SiteMemory
from rules.reader import well_founded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.locale_packs import KnownRole
    from pages.page import Page

_MOST_ATTRIBUTES = 40
_LONGEST_NAME = 40
_LONGEST_VALUE = 120  # characters, in the middle: longer texts are descriptions
_FEW_PAGES = 3  # of a site: with fewer a name need not be on two
_SURE = 0.9


class NothingToDraftError(SpecSeekError):
    """The pages show no names with values."""


@dataclass
class SeenName:
    """A name that pages show, with its values; `on` has the keys of those on each page."""

    spellings: Counter[str] = field(default_factory=Counter)
    values: list[str] = field(default_factory=list)
    on: dict[str, set[str]] = field(default_factory=dict)
    sections: Counter[str] = field(default_factory=Counter)
    confidence: float = 0.0

    @property
    def name(self) -> str:
        return self.spellings.most_common(1)[0][0]

    @property
    def pages(self) -> set[str]:
        return set(self.on)

    @property
    def sites(self) -> int:
        return len(set(map(site_of, self.pages)))


class DraftedAttribute(NamedTuple):
    """`pages` is the number of pages that show it; `examples` are some of its values.

    `always` tells that it has the same value on all of several pages.
    """

    attribute: Attribute
    pages: int
    examples: tuple[str, ...]
    always: bool = False


class TopicDraft(NamedTuple):
    name: str
    title: str
    language: str
    seeds: tuple[str, ...]
    attributes: tuple[DraftedAttribute, ...]
    pages: int
    sites: int


def draft_topic(
    name: str, pages: Sequence[Page], title: str, language: str, currency: str
) -> TopicDraft:
    """Without a currency the topic has no price."""
    seen = _seen_names(pages)
    of_site = Counter(site_of(page.url) for page in pages)
    by_role = _take_roles(seen, of_site)
    kept = _worth_having(seen, of_site)
    if not kept and not by_role:
        raise NothingToDraftError(
            "The pages show no names with values, such as the rows of a table of specs. "
            "Choose product pages, as a browser saves them."
        )
    words = locale_of(language).topic
    shared = _shared_sections(kept)
    roles = _role_attributes(by_role, words.roles, words.general, currency)
    roles += (_code(one, words.general) for one in by_role.get(Role.CODE, ()))
    known = _provisional(name, roles)
    others = [_guessed(one, words.general, shared, known) for one in kept]
    return TopicDraft(
        *(name, title, language, _seeds(pages)),
        (*roles, *_in_groups(others)),
        *(len(pages), len({site_of(page.url) for page in pages})),
    )


def _in_groups(attributes: Sequence[DraftedAttribute]) -> list[DraftedAttribute]:
    """The groups in the order of their first attributes."""
    first: dict[str, int] = {}
    for one in attributes:
        first.setdefault(one.attribute.group, len(first))
    return sorted(attributes, key=lambda one: first[one.attribute.group])


def _seeds(pages: Iterable[Page]) -> tuple[str, ...]:
    parts = (urlsplit(page.url) for page in pages)
    return tuple(dict.fromkeys(f"{part.scheme}://{part.netloc}/" for part in parts))


# What the pages show.


def _seen_names(pages: Sequence[Page]) -> dict[str, SeenName]:
    """Name key → what was seen; names of schema.org are those of roles, and not shown to people."""
    memories: defaultdict[str, SiteMemory] = defaultdict(SiteMemory)
    for page in pages:
        memories[site_of(page.url)].add_page(page)
    found: defaultdict[str, SeenName] = defaultdict(SeenName)
    for page in pages:
        memory = well_founded(memories[site_of(page.url)])
        for record in extract(page, None, memory).records:
            for pair in record.pairs:
                name = clean_name(pair.name)
                if name_key(name) and len(name) <= _LONGEST_NAME and pair.value.strip():
                    seen = found[name_key(name)]
                    seen.confidence = max(seen.confidence, pair.confidence)
                    _add(seen, name, pair.value, page.url, pair.section)
        _add_unnamed(found, page)
    return dict(found)


def _add(seen: SeenName, name: str, value: str, url: str, section: str = "") -> None:
    seen.spellings[name] += 1
    seen.values.append(value)
    seen.on.setdefault(url, set()).add(name_key(value))
    if section:
        seen.sections[section] += 1


def _add_unnamed(found: defaultdict[str, SeenName], page: Page) -> None:
    """What pages show without a name, or tell machines: under the role, without a spelling."""
    for fact in page_facts(page, outline(page)):
        if fact.role in _UNNAMED:
            _add(found[_ROLE_KEY + fact.role], "", fact.value, page.url)
    for product in embedded_products(page):
        for name, value in product.pairs:
            if role := _EMBEDDED_ROLES.get(name):
                _add(found[_ROLE_KEY + role], "", value, page.url)


_ROLE_KEY = "role:"  # no key of a name has a colon
_UNNAMED = frozenset({Role.NAME, Role.PRICE, Role.BRAND, Role.GTIN, Role.MPN, Role.SKU})
_EMBEDDED_ROLES = {"model": Role.MODEL, "releaseDate": Role.DATE}


def _worth_having(seen: Mapping[str, SeenName], of_site: Counter[str]) -> list[SeenName]:
    """The most frequent names, by sites and pages, in the order in which pages show them."""
    worth = [one for key, one in seen.items() if _is_worth_having(key, one, of_site)]
    ranked = sorted(worth, key=lambda one: (-one.sites, -len(one.pages)))
    chosen = {id(one) for one in ranked[:_MOST_ATTRIBUTES]}
    return [one for one in worth if id(one) in chosen]


def _is_worth_having(key: str, one: SeenName, of_site: Counter[str]) -> bool:
    if key.startswith(_ROLE_KEY) or key in _list_prices():
        return False
    if not re.search(r"[^\W\d_]", one.name) or median(map(len, one.values)) > _LONGEST_VALUE:
        return False
    most = max(of_site[site_of(url)] for url in one.pages)
    return len(one.pages) > 1 or (most < _FEW_PAGES and one.confidence >= _SURE)


def _list_prices() -> set[str]:
    """Names of list prices, which are not what the product costs."""
    kinds = (locale.values.prices for locale in locales())
    return {name_key(word) for prices in kinds for word in (*prices.list, *prices.saving)}


# Roles: what every product has.


def _take_roles(seen: dict[str, SeenName], of_site: Counter[str]) -> dict[Role, list[SeenName]]:
    """Remove the names of roles from what was seen; the names of each role, most pages first.

    What pages do not name must be on most pages of a site. A name that has another value beside a
    better one (a brand and its manufacturer) is an attribute of its own.
    """
    taken: defaultdict[Role, list[SeenName]] = defaultdict(list)
    best_first = {key: place for place, key in enumerate(_roles())}
    for key in sorted(seen, key=lambda key: best_first.get(key, len(best_first))):
        one = seen[key]
        role = _role_of(key, one.name)
        if role is None:
            continue
        if key.startswith(_ROLE_KEY):
            seen.pop(key)
            on_site = Counter(map(site_of, one.on))
            if any(2 * count > of_site[site] for site, count in on_site.items()):
                taken[role].append(one)
        elif role is Role.CODE or not any(_differ(one, other) for other in taken[role]):
            taken[role].append(seen.pop(key))
    return {role: sorted(names, key=lambda one: -len(one.on)) for role, names in taken.items()}


def _differ(one: SeenName, other: SeenName) -> bool:
    """Do most of its pages show the other name, too, with other values?"""
    return 2 * sum(not keys & other.on.get(url, keys) for url, keys in one.on.items()) > len(one.on)


def _role_of(key: str, name: str) -> Role | None:
    """`Shop #` is a code of some kind."""
    if key.startswith(_ROLE_KEY):
        return Role(key.removeprefix(_ROLE_KEY))
    return _roles().get(key) or (Role.CODE if name.endswith("#") else None)


@cache
def _roles() -> dict[str, Role]:
    """Name key → role, in all languages."""
    return {
        name_key(word): Role(role)
        for locale in locales()
        for role, words in locale.topic.roles.items()
        for word in words
    }


def _role_attributes(
    by_role: Mapping[Role, Sequence[SeenName]],
    words: Mapping[KnownRole, Sequence[str]],
    group: str,
    currency: str,
) -> list[DraftedAttribute]:
    """A name always; the others if pages show them."""
    found = []
    for text, names in words.items():
        role = Role(text)
        seen = by_role.get(role, ())
        if not (seen or role is Role.NAME) or (role is Role.PRICE and not currency):
            continue
        spellings = (spelling for one in seen for spelling in one.spellings)
        own = name_key(names[0])
        aliases = {name_key(one): one for one in spellings if one and name_key(one) != own}
        attribute = Attribute(
            name=names[0],
            group=group,
            role=role,
            type=_TYPES.get(role, ValueType.TEXT),
            unit=currency if role is Role.PRICE else "",
            facet=_FACETS.get(role, Facet.NONE),
            aliases=tuple(aliases.values()),
        )
        pages = {url for one in seen for url in one.pages}
        examples = _examples([value for one in seen for value in one.values])
        found.append(DraftedAttribute(attribute, len(pages), examples))
    return found


def _code(one: SeenName, group: str) -> DraftedAttribute:
    attribute = Attribute(name=one.name, group=group, role=Role.CODE)
    return DraftedAttribute(attribute, len(one.pages), _examples(one.values))


_TYPES = {Role.PRICE: ValueType.PRICE, Role.DATE: ValueType.DATE}
_FACETS = {Role.PRICE: Facet.RANGE, Role.DATE: Facet.RANGE, Role.BRAND: Facet.VALUES}


# All other attributes.


def _provisional(name: str, roles: Sequence[DraftedAttribute]) -> Topic:
    """A temporary topic, with which values are read."""
    return Topic(name=name, title={"en": name}, attributes=tuple(one.attribute for one in roles))


def _guessed(one: SeenName, general: str, shared: frozenset[str], topic: Topic) -> DraftedAttribute:
    kind = _kind(one, topic)
    sections = (section for section, _ in one.sections.most_common() if section in shared)
    attribute = Attribute(
        name=one.name,
        group=next(sections, general),
        type=kind.type,
        unit=kind.unit,
        facet=kind.facet,
    )
    always = len(one.pages) >= _FEW_PAGES and len(set(one.values)) == 1
    return DraftedAttribute(attribute, len(one.pages), _examples(one.values), always)


_TIMES = re.compile(r"\s*\d+(?:[.,]\d+)?\s*[x×]\s*", re.IGNORECASE)
_INCHES = frozenset(['"', "″", "inches", "in"])


def _kind(one: SeenName, topic: Topic) -> ValueKind:
    """Type, unit and facet; an unknown unit counts only if nothing else follows the numbers."""
    told = [value for value in one.values if not says_nothing(value)]
    if _most_match(_TIMES, told):
        return ValueKind(ValueType.QUANTITY, "x", Facet.RANGE)
    kind = value_kind(one.name, one.values, topic)
    if kind.type is ValueType.QUANTITY and kind.unit in _INCHES:
        return kind._replace(unit="inch")
    if kind.type is ValueType.QUANTITY and not scale_of(kind.unit).kind:
        amount = re.compile(rf"[\d.,\s/~-]*\d\s?{re.escape(kind.unit)}\b.{{0,3}}")
        return kind if _most_match(amount, told) else ValueKind()
    is_constant = kind.type is ValueType.ENUMERATION and kind.facet is Facet.NONE
    return ValueKind() if is_constant else kind


def _most_match(pattern: re.Pattern[str], values: Sequence[str]) -> bool:
    return sum(bool(pattern.fullmatch(value)) for value in values) >= 0.8 * len(values) > 0


def _shared_sections(names: Iterable[SeenName]) -> frozenset[str]:
    """Headings of several names; those of one product only are no groups."""
    of_names: Counter[str] = Counter()
    on_pages: defaultdict[str, set[str]] = defaultdict(set)
    for one in names:
        for section, times in one.sections.items():
            of_names[section] += 1
            if times > 1 or len(one.pages) == 1:
                on_pages[section] |= one.pages
    return frozenset(
        section
        for section, count in of_names.items()
        if count > 1 and on_pages[section] and _is_heading(section)
    )


def _is_heading(text: str) -> bool:
    return (
        bool(name_key(text)) and len(text) <= _LONGEST_NAME and not re.search(r"\d|[|<>$€£¥]", text)
    )


_MOST_EXAMPLES = 3
_LONGEST_EXAMPLE = 40


def _examples(values: Iterable[str]) -> tuple[str, ...]:
    often = Counter(" ".join(value.split()).lstrip(":： ") for value in values)
    short = [value for value, _ in often.most_common() if len(value) <= _LONGEST_EXAMPLE]
    return tuple((short or [one[:_LONGEST_EXAMPLE] + "…" for one in often])[:_MOST_EXAMPLES])


# Language and currency of the pages.


_TEXT_BYTES = 200_000
_WORD = re.compile(r"[^\W\d_]+")
_LANG = re.compile(rb"<html[^>]{0,500}?\slang\s*=\s*[\"']?([a-zA-Z]{2,3})", re.IGNORECASE)


def language_of(pages: Iterable[Page]) -> str:
    """The language that most pages name, or whose most common words they have."""
    votes: Counter[str] = Counter()
    for page in pages:
        named = _LANG.search(page.body[:_TEXT_BYTES])
        votes[named[1].decode("ascii").lower() if named else _language_by_words(page)] += 1
    return votes.most_common(1)[0][0] if votes else "en"


def _language_by_words(page: Page) -> str:
    text = content_text(re.sub(rb"<[^>]*>", b" ", page.body[:_TEXT_BYTES]), page.encoding).lower()
    latin = Counter(_WORD.findall(text))

    def common(words: Iterable[str]) -> int:
        return sum(latin[word] if word.isascii() else text.count(word) for word in words)

    counts = {locale.language: common(locale.topic.common) for locale in locales()}
    return max(counts, key=lambda language: (counts[language], language == "en"))


_CURRENCY_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "CNY": "元", "JPY": "円", "INR": "₹"}
_SIGN = re.compile(r"[$€£₹¥￥元円]|\b[A-Z]{3}\b")


def currency_of(pages: Iterable[Page]) -> str:
    """The sign of the currency that most prices have; "" if no page has a price."""
    found: Counter[str] = Counter()
    for page in pages:
        prices = (fact.value for fact in page_facts(page, outline(page)) if fact.role == "price")
        for price in prices:
            if sign := _SIGN.search(price):
                found[_CURRENCY_SIGNS.get(sign[0], sign[0])] += 1
    return found.most_common(1)[0][0] if found else ""


# The topic file, with comments.


_MOST_KEY_SPECS = 6
_MOST_FACETS = 10


def draft_text(draft: TopicDraft) -> str:
    """The topic file; everything that comes from pages is quoted for YAML."""
    lines = [
        f"# Drafted by `specseek new-topic` (pages: {draft.pages}, sites: {draft.sites}).",
        "# All keys: docs/topic-file.md. Please check:",
        "# - Does every attribute tell something about the product? Remove the others.",
        "# - Do two mean the same? Make one of them an alias: aliases: [its name].",
        "# - Is the type right (text, quantity, price, date, size, resolution, list, yes-no,",
        "#   enumeration), and the unit?",
        "# - Roles tell what every product has; products of several sites are merged by them.",
        "",
        f"name: {draft.name}",
        f"title: {{{draft.language}: {written_word(draft.title)}}}",
        "",
        "# Where a crawl begins: home pages, or better the lists of these products.",
        "seeds:",
        *(f"  - {seed}" for seed in draft.seeds),
        "",
        "attributes:",
        *_attribute_lines(draft),
        *_list_lines(
            "The most telling attributes, for cards and compared products.",
            "key_specs",
            _key_specs(draft),
        ),
        *_list_lines("What people narrow results by, in this order.", "facets", _facets(draft)),
    ]
    return "\n".join(lines) + "\n"


def _attribute_lines(draft: TopicDraft) -> Iterator[str]:
    for one in draft.attributes:
        attribute = one.attribute
        yield f"  # {_comment(one, draft.pages)}"
        yield f"  - name: {written_word(attribute.name)}"
        yield f"    group: {written_word(attribute.group)}"
        if attribute.role:
            yield f"    role: {attribute.role}"
        if attribute.type is not ValueType.TEXT:
            yield f"    type: {attribute.type}"
        if attribute.unit:
            yield f"    unit: {_written_unit(attribute.unit)}"
        if attribute.facet is not Facet.NONE:
            yield f"    facet: {attribute.facet}"
        if attribute.aliases:
            yield f"    aliases: [{', '.join(map(written_word, attribute.aliases))}]"


def _written_unit(unit: str) -> str:
    """Signs of currencies need no quotes."""
    return unit if re.fullmatch(r"[$€£₹¥￥]", unit) else written_word(unit)


def _comment(one: DraftedAttribute, pages: int) -> str:
    if not one.pages:
        return "the headline of a page"
    alike = ", always" if one.always else ""
    return f"on {one.pages} of {pages} pages{alike}: {', '.join(map(_in_comment, one.examples))}"


def _in_comment(text: str) -> str:
    return "".join(one if one.isprintable() else " " for one in text)


def _key_specs(draft: TopicDraft) -> list[str]:
    telling = [one for one in draft.attributes if not one.attribute.role and _is_short(one)]
    often = sorted(telling, key=lambda one: -one.pages)
    return [one.attribute.name for one in often[:_MOST_KEY_SPECS]]


def _is_short(one: DraftedAttribute) -> bool:
    return one.attribute.type not in {ValueType.TEXT, ValueType.LIST}


def _facets(draft: TopicDraft) -> list[str]:
    offered = [one for one in draft.attributes if one.attribute.facet is not Facet.NONE]
    often = sorted(offered, key=lambda one: (not one.attribute.role, -one.pages))
    return [one.attribute.name for one in often[:_MOST_FACETS]]


def _list_lines(comment: str, key: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        yield from ("", f"# {comment}", f"{key}:")
        yield from (f"  - {written_word(name)}" for name in names)
