"""Autocomplete and spelling corrections of queries. Documented in docs/analysis.md.

`write_suggestions` writes an SQLite file with the index, `Suggestions` reads it: `complete`
completes what is being typed, `correct` replaces unknown words by similar-sounding known ones. A
text is found by a prefix that starts at any of its words: as written, in pinyin, or in pinyin
initials (`prefix_keys`).
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from contextlib import closing, contextmanager
from functools import lru_cache
from itertools import islice, zip_longest
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Self, TypeAlias
from weakref import finalize

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from core.errors import SpecSeekError
from core.topic import Facet, Role
from index.analysis import analyzer_for
from index.text import Gap, Kind, normal, pieces_of, traced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from core.topic import Topic
    from index.analysis import Analyzer


# Errors.


class SuggestionsUnreadableError(SpecSeekError):
    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            f"{path}: the suggestions cannot be read ({why}); "
            "build the index again: specseek index build"
        )


# Pinyin of Han characters.


class Sound(NamedTuple):
    pinyin: str
    initials: str


@lru_cache(1 << 14)
def sound_of_word(word: str) -> Sound:
    """Pinyin and initials of a word of Han characters.

    >>> sound_of_word("长虹")
    Sound(pinyin='changhong', initials='ch')
    """
    # Its dictionaries take half a second to load, and most searches do not need them.
    from pypinyin import lazy_pinyin  # noqa: PLC0415

    syllables = lazy_pinyin(word)
    return Sound("".join(syllables), "".join(one[:1] for one in syllables))


def pinyin_of(written: str) -> str:
    """The pinyin of a text that `normal` returned; letters and digits stay.

    >>> pinyin_of("小米 12 pro")
    'xiaomi12pro'
    """
    return "".join(
        sound_of_word(piece.text).pinyin if piece.kind is Kind.HAN else piece.text
        for piece in pieces_of(written)
    )


# The prefix keys of a text: from each of its words to the end, as written and by sound.


SUGGESTIONS_FILE = "suggestions.db"
LONGEST_KEY = 100  # characters; nobody types more of a name
_MOST_WORDS = 10

Cut: TypeAlias = "Callable[[str], tuple[str, ...]]"  # splits Han characters into words


def compared_text(text: str) -> str:
    """The text without spaces, punctuation and capitals, for comparison.

    >>> compared_text("小米 12 Pro+"), compared_text("6.5 英寸")
    ('小米12proplus', '65英寸')
    """
    return "".join(piece.text for piece in pieces_of(normal(text))).replace(".", "")


def prefix_keys(text: str, cut: Cut) -> set[str]:
    """All keys of a text.

    >>> sorted(prefix_keys("小米 12", lambda run: (run,)))
    ['12', 'xiaomi12', 'xm12', '小米12']
    """
    spellings = list(_spellings(text, cut))[:_MOST_WORDS]
    keys: set[str] = set()
    for at, (written, *sounds) in enumerate(spellings):
        how = (0,) if written in sounds else (0, 1, 2)
        keys.update("".join([word[way] for word in spellings[at:]])[:LONGEST_KEY] for way in how)
    return keys


def _spellings(text: str, cut: Cut) -> Iterator[tuple[str, str, str]]:
    """Each word as it is written, in pinyin, and in initials."""
    for piece in pieces_of(normal(text)):
        if piece.kind is Kind.HAN:
            yield from ((word, *sound_of_word(word)) for word in cut(piece.text))
        else:
            plain = piece.text.replace(".", "")
            yield plain, plain, plain


# Completions: texts that begin with what was typed, best first.


_LONGEST_TYPED = 100
_AFTER_ALL = "\U0010ffff"  # sorts after every character

_BEST_OF_TIER = """
SELECT text FROM texts WHERE rank IN (
    SELECT DISTINCT rank FROM keys WHERE tier = ? AND key >= ? AND key < ? ORDER BY rank LIMIT ?
) ORDER BY rank
"""


class Completions:
    """Searched tier by tier, so that a letter that starts half of all titles needs no full scan."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        (tiers,) = database.execute("SELECT max(tier) + 1 FROM keys").fetchone()
        self._tiers = range(tiers or 0)

    def complete(self, typed: str, limit: int) -> list[str]:
        """Complete the longest suffix of the input that begins a text; keep what comes before."""
        typed = typed[:_LONGEST_TYPED]
        for start in _word_starts(typed):
            found = self._beginning_with(compared_text(typed[start:]), limit)
            if found:
                return [typed[:start] + text for text in found]
        return []

    def _beginning_with(self, wanted: str, limit: int) -> list[str]:
        if not wanted:
            return []
        first = wanted[:LONGEST_KEY]
        found: list[str] = []
        for tier in self._tiers:
            within = (tier, first, first + _AFTER_ALL, limit + 1 - len(found))
            found += (text for (text,) in self._database.execute(_BEST_OF_TIER, within))
            if len(found) > limit:
                break
        return [text for text in found if compared_text(text) != wanted][:limit]


def _word_starts(typed: str) -> Iterator[int]:
    for at, character in enumerate(typed):
        if not character.isspace() and (at == 0 or typed[at - 1].isspace()):
            yield at


# Corrections: unknown words are replaced by known words that sound similar.


_LONGEST_CORRECTED = 200
_LONGEST_WORD = 12
_MOST_UNKNOWN = 4
_PARTICLES = frozenset("的和与或及")


class _Unknown(NamedTuple):
    word: str
    start: int
    end: int


class Corrections:
    def __init__(self, sounds: Mapping[str, str]) -> None:
        """`sounds` maps words to their pinyin, the most frequent word first."""
        self._known = frozenset(sounds)
        self._words = tuple(sounds)
        self._sounds = tuple(sounds.values())

    def correct(self, typed: str, limit: int) -> list[str]:
        """The input with its unknown words replaced; nothing if there are none."""
        typed = typed[:_LONGEST_CORRECTED]
        written, places = traced(typed)
        unknown = list(self._unknown(written))[:_MOST_UNKNOWN]
        meant = [(one, self._meant(one.word, limit)) for one in unknown]
        meant = [(one, words) for one, words in meant if words]
        if not meant:
            return []
        best = [words[0] for _, words in meant]
        corrected = []
        for choice in zip_longest(*(words for _, words in meant)):
            text = typed
            chosen = [word or usual for word, usual in zip(choice, best, strict=True)]
            for (one, _), word in reversed(list(zip(meant, chosen, strict=True))):
                text = text[: places[one.start]] + word + text[places[one.end - 1] + 1 :]
            corrected.append(text)
        return list(dict.fromkeys(corrected))[:limit]

    def _unknown(self, written: str) -> Iterator[_Unknown]:
        number_before = False
        for piece in pieces_of(written):
            if piece.kind is Kind.HAN:
                yield from self._unknown_han(piece.text, piece.start)
            elif piece.kind is Kind.LETTERS:
                is_suffix = number_before and piece.gap is Gap.NONE  # 5000mah, 60pro
                if len(piece.text) > 2 and not is_suffix and piece.text not in self._known:
                    yield _Unknown(piece.text, piece.start, piece.end)
            number_before = piece.kind is Kind.DIGITS

    def _unknown_han(self, run: str, start: int) -> Iterator[_Unknown]:
        """The runs between known words."""
        at = begin = 0
        while at <= len(run):
            length = self._known_length(run, at)
            if length or at == len(run):
                if at - begin > 1:
                    yield _Unknown(run[begin:at], start + begin, start + at)
                begin = at + length
            at += max(length, 1)

    def _known_length(self, run: str, at: int) -> int:
        if run[at : at + 1] in _PARTICLES:
            return 1
        lengths = range(min(_LONGEST_WORD, len(run) - at), 1, -1)
        return next((n for n in lengths if run[at : at + n] in self._known), 0)

    def _meant(self, word: str, limit: int) -> list[str]:
        sound = pinyin_of(word)
        farthest = _farthest(word)
        near = extract(sound, self._sounds, scorer=OSA.distance, score_cutoff=farthest, limit=50)
        ranked = sorted(near, key=lambda one: (one[1], *self._unlike(word, one[2]), one[2]))
        return [self._words[place] for _, _, place in ranked[:limit]]

    def _unlike(self, word: str, place: int) -> tuple[bool, bool]:
        """Words in the same script rank first, then those with the same first character."""
        other = self._words[place]
        return word.isascii() != other.isascii(), word[0] != other[0]


def _farthest(word: str) -> int:
    """The largest edit distance of sounds: small for short words, which are all similar."""
    if word.isascii():
        return 1 if len(word) < 6 else 2
    return 0 if len(word) < 3 else 1


# The open file.


class Suggestions:
    """Open for reading; safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()  # of the connection
        self._corrections: Corrections | None = None
        with self._reading():
            # Immutable, so no locks: a build writes a new file in a new folder.
            address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            self._database = sqlite3.connect(address, uri=True, check_same_thread=False)
        self._closing = finalize(self, self._database.close)
        try:
            with self._reading():
                self._completions = Completions(self._database)
        except SuggestionsUnreadableError:
            self.close()
            raise

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open what `write_suggestions` wrote."""
        return cls(folder / SUGGESTIONS_FILE)

    def complete(self, typed: str, limit: int = 8) -> list[str]:
        """Completions, best first; text before the completed words is kept."""
        with self._reading():
            return self._completions.complete(typed, limit)

    def correct(self, words: str, limit: int = 3) -> list[str]:
        """Corrected texts; none if every word is known."""
        with self._reading():
            if self._corrections is None:
                known = self._database.execute("SELECT word, sound FROM words ORDER BY place")
                self._corrections = Corrections(dict(known))
        return self._corrections.correct(words, limit)

    def close(self) -> None:
        with self._lock:
            self._closing()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except sqlite3.Error as error:
            raise SuggestionsUnreadableError(self._path, str(error)) from error


# Writing the suggestions of an index: texts that are offered, and words that need no correction.


_BATCH = 20_000  # texts whose keys are sorted before they are inserted

# No journal and no sync: the builder of the index syncs files, and discards unfinished ones.
_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -128000;
CREATE TABLE texts (rank INTEGER PRIMARY KEY, text TEXT);
CREATE TABLE keys (
    tier INTEGER, key TEXT, rank INTEGER, PRIMARY KEY (tier, key, rank)
) WITHOUT ROWID;
CREATE TABLE words (place INTEGER PRIMARY KEY, word TEXT, sound TEXT);
BEGIN;
"""

_KeyRow: TypeAlias = tuple[int, str, int]


def write_suggestions(folder: Path, titles: Iterable[tuple[str, float]], topic: Topic) -> None:
    """Write completions and corrections for titles (with prominence) and the topic's words."""
    analyzer = analyzer_for(topic)
    cut = lru_cache(1 << 14)(analyzer.query_tokens)
    texts = offered_texts(titles, topic)
    words = known_words(texts, topic, analyzer)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SUGGESTIONS_FILE).unlink(missing_ok=True)
    with closing(sqlite3.connect(folder / SUGGESTIONS_FILE, isolation_level=None)) as database:
        database.executescript(_TABLES)
        database.executemany("INSERT INTO texts VALUES (?, ?)", enumerate(texts))
        for rows in _key_rows(texts, cut):
            database.executemany("INSERT INTO keys VALUES (?, ?, ?)", rows)
        of_words = ((place, word, pinyin_of(word)) for place, word in enumerate(words))
        database.executemany("INSERT INTO words VALUES (?, ?, ?)", of_words)
        database.execute("COMMIT")


def _key_rows(texts: Mapping[str, tuple[str, ...]], cut: Cut) -> Iterator[list[_KeyRow]]:
    """Each key with the rank of its text; in sorted batches."""
    ranked = enumerate(texts.items())
    while batch := list(islice(ranked, _BATCH)):
        yield sorted(
            (_tier(rank), key, rank)
            for rank, (text, also) in batch
            for key in set().union(*(prefix_keys(name, cut) for name in (text, *also)))
        )


def _tier(rank: int) -> int:
    """0 for the best thousand, 1 for the rest of the best ten thousand, and so on.

    Many texts begin with the same letter: the best of them are in the first tiers.
    """
    return max(0, len(str(rank)) - 3)


# Completions, best first: brands with products, product titles, then the topic's words.


_LONGEST_TITLE = 200
_LONGEST_BRAND = 24
_UNSHOWN = re.compile(r"[\x00-\x20\x7f-\xa0\u3000\ud800-\udfff]+")


def offered_texts(
    titles: Iterable[tuple[str, float]], topic: Topic
) -> Mapping[str, tuple[str, ...]]:
    """The completions, each with other names it is found by."""
    brands = dict(_brands(topic))
    ranked = _ranked(titles)
    products = _products(brands, ranked)
    in_use = [brand for brand, _ in products.most_common()]
    in_order = (*in_use, *ranked, *_words(topic), *brands)
    return {text: brands.get(text, ()) for text in in_order}


def _ranked(titles: Iterable[tuple[str, float]]) -> list[str]:
    """Each title once, most prominent first, without control characters."""
    best: dict[str, float] = {}
    for title, prominence in titles:
        shown = _UNSHOWN.sub(" ", title[:_LONGEST_TITLE]).strip()
        if shown:
            best[shown] = max(prominence, best.get(shown, prominence))
    return sorted(best, key=lambda title: (-best[title], title))


def _brands(topic: Topic) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Without names that begin with another brand: 小米红米 names 红米, and is no 小米."""
    if topic.attribute_of(Role.BRAND):
        brands = topic.product_names.brands.values()
        firsts = tuple(brand.names[0] for brand in brands)
        for brand in brands:
            first, *others = brand.names
            yield first, tuple(name for name in others if not name.startswith(firsts))


def _products(brands: Mapping[str, tuple[str, ...]], titles: list[str]) -> Counter[str]:
    """Brand → number of titles that begin with one of its names."""
    owner = {_joined(name): brand for brand, also in brands.items() for name in (brand, *also)}
    lengths = sorted({len(name) for name in owner}, reverse=True)
    beginnings = (_joined(title[:_LONGEST_BRAND]) for title in titles)
    names = (next((name[:n] for n in lengths if name[:n] in owner), "") for name in beginnings)
    return Counter(owner[name] for name in names if name)


def _joined(name: str) -> str:
    return normal(name).replace(" ", "")


def _words(topic: Topic) -> Iterator[str]:
    for attribute in topic.attributes:
        if attribute.facet is not Facet.NONE:
            yield from (same[0] for same in attribute.words)
    for attribute in topic.attributes:
        yield from dict.fromkeys((attribute.name, *attribute.label.values()))


# The known words, for corrections: those of titles and of the topic.


_MOST_KNOWN_WORDS = 50_000
_COUNT_OF_TOPIC = 1_000


def known_words(texts: Iterable[str], topic: Topic, analyzer: Analyzer) -> list[str]:
    """Most frequent first; the topic's words are known even if no title contains them."""
    words: Counter[str] = Counter()
    for run, count in Counter(_runs(texts)).items():
        for word in analyzer.query_tokens(run):
            words[word] += count
    # A part of a topic's word (虹膜 of 虹膜识别) is not a spelling mistake.
    words.update(dict.fromkeys(_parts(topic, analyzer), _COUNT_OF_TOPIC))
    return [word for word, _ in words.most_common() if len(word) > 1][:_MOST_KNOWN_WORDS]


def _runs(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for piece in pieces_of(normal(text)):
            if piece.kind is not Kind.DIGITS:
                yield piece.text


def _parts(topic: Topic, analyzer: Analyzer) -> Iterator[str]:
    for text in _topic_texts(topic):
        for run in _runs((text,)):
            yield from analyzer.index_tokens(run)


def _topic_texts(topic: Topic) -> Iterator[str]:
    names = topic.product_names
    for brand in names.brands.values():
        yield from (*brand.names, *brand.lines, *brand.series)
    yield from (*names.variant_words, *names.colours, *names.carriers.names)
    for attribute in topic.attributes:
        yield from attribute.all_names
        for same in attribute.words:
            yield from same
