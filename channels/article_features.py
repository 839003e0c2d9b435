"""What speaks for and against a block of text being part of the page's article.

First the core: as with valid characters, from the body into the child that has most of the
sentences, as long as it has most of them. Everything else is told in relation to it: what stands
in the core is likely part of the article, what stands beside it is likely not, and classes, links,
lengths and places decide. Numbers only: `article_body.py` weighs them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from channels.article_words import (
    is_byline,
    is_furniture_heading,
    is_label,
    is_notice,
    leads_elsewhere,
    names_furniture,
)
from channels.class_words import (
    ANY_FURNITURE,
    AUTHOR,
    BODY,
    BYLINE,
    COMMENTS,
    CONTENT,
    FOOTER,
    FORM,
    HEADER,
    HIDDEN,
    NAVIGATION,
    PROMOTION,
    RELATED,
    SHARING,
    SIDEBAR,
    SIGN_UP,
)
from channels.repeated_texts import repeated_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from numpy.typing import NDArray

    from channels.blocks import Blocks

    Numbers = NDArray[np.float64]
    Column = NDArray[Any]

STEP = 0.65  # a child with this share of the sentences is stepped into
_MARKS = (". ", ", ", "! ", "? ", "; ", ": ")
_WIDE_MARKS = "，。！？；：…、"
_SENTENCE_ENDS = frozenset('。！？；…”.!?:："」』）)')
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_PROSE = 60  # characters: shorter items that all hold a link are a list of links
_REPEATED = 3
_LONGEST_LABEL = 40
_LONGEST_BAR = 400
_LONGEST_BUTTON = 25
_BELOW_TITLE = 8  # texts
_LONGEST_SECTIONS = 1_500
_SHORTEST_TITLE = 4
_SHORTEST_BODY = 200
_MOST_COMPARISONS = 500_000_000  # of characters

_CLASSES = {
    "navigation": NAVIGATION, "sidebar": SIDEBAR, "sharing": SHARING, "related": RELATED,
    "promotion": PROMOTION, "byline": BYLINE, "author": AUTHOR, "form": FORM, "body": BODY,
    "content": CONTENT, "header": HEADER,
}  # fmt: skip
_CLASS_BITS = np.array([*_CLASSES.values(), ANY_FURNITURE], dtype=np.intp)
_ONE_OF_FIVE = np.eye(5)
_ONE_OF_TEN = np.eye(10)
_TAGS = {
    "h1": 1, "h2 or h3": 2, "h4 to h6": 3, "paragraph": 4, "list item": 5, "cell": 6,
    "container": 7, "quote": 8, "code": 9,
}  # fmt: skip
_TAG_CODES = {
    "h1": 1, "h2": 2, "h3": 2, "h4": 3, "h5": 3, "h6": 3, "p": 4, "li": 5, "dt": 5, "dd": 5,
    "td": 6, "th": 6, "div": 7, "section": 7, "article": 7, "main": 7, "body": 7,
    "blockquote": 8, "pre": 9,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ArticleFeatures:
    """A row per text: the columns are named in `FEATURES`."""

    matrix: Numbers
    is_furniture: NDArray[np.bool_]
    """Comments, footers, hidden texts, words of menus and repetitions: nothing else is asked."""


def article_features(
    blocks: Blocks,
    title: str,
    template: Collection[str] = (),
    told: str = "",
    authors: Collection[str] = (),
) -> ArticleFeatures:
    """`template`: texts that other pages of the site show; the rest is what metadata tells."""
    page = _Page(blocks, template)
    core = _Core(page)
    at = _place_of_title(blocks, title)
    columns = [
        *core.columns(),
        *page.columns(),
        page.in_section,
        page.is_heading,
        *_title_columns(len(blocks.texts), at),
        *_told_columns(blocks, told),
    ]
    return ArticleFeatures(
        _side_by_side(columns), core.is_furniture | page.is_label | _bylines(page, at, authors)
    )


def _side_by_side(columns: list[Column]) -> Numbers:
    """Columns, or several at once, as one matrix."""
    matrix = np.empty((len(columns[0]), len(FEATURES)))
    at = 0
    for column in columns:
        if column.ndim == 1:
            matrix[:, at] = column
            at += 1
        else:
            matrix[:, at : at + column.shape[1]] = column
            at += column.shape[1]
    return matrix


FEATURES = (
    *(f"class {name}" for name in _CLASSES), "class any",
    "in body", "beside body", "in article", "beside article", "in content", "beside content",
    "branch links", "branch share", "branch sentences", "branch length",
    "prose beside core",
    "in core", "1 above", "2 above", "3 above", "further above", "share above",
    "before core", "behind core", "place", "sentences before", "below core",
    "length", "short", "long", "linked", "only links", "links", "punctuation",
    "punctuation per character", "no punctuation", "ends as a sentence", "bold",
    *(f"tag {name}" for name in _TAGS),
    "words", "words, short", "byline",
    "around: linked", "around: half", "around: share", "around: punctuation", "around: length",
    "block: linked", "block: share", "list of links", "said again",
    "section of furniture", "heading of furniture",
    "title", "before title", "title known", "just behind title", "in told body", "not in told body",
)  # fmt: skip


class _Page:
    """Sums over the tree, and what can be told of a text without knowing the core."""

    def __init__(self, blocks: Blocks, template: Collection[str]) -> None:
        self.blocks = blocks
        self.node = np.array(blocks.nodes, dtype=np.intp)
        self.ends = np.array(blocks.ends, dtype=np.intp)
        texts = blocks.texts
        self.length = np.array([len(text) for text in texts], dtype=float)
        self.linked = np.array(blocks.linked, dtype=float)
        self.links = np.array(blocks.links, dtype=float)
        self.marks = np.array([_marks(text) for text in texts], dtype=float)
        is_sentence = (self.linked < 0.5 * self.length) & (self.marks > 0)
        self.sentences = np.where(is_sentence, self.length - self.linked, 0.0)
        self.is_label = np.array([is_label(text) or is_notice(text) for text in texts], dtype=bool)
        self.is_label |= _buttons(blocks) | self._leads_elsewhere()
        self.is_byline = np.array([is_byline(text) for text in texts], dtype=bool)
        copies, self.said_again = repeated_texts(blocks)
        self.is_repeated = copies | self._in_template(template)
        # The same of each node with all that is in it.
        self.lengths = self.sums(self.length)
        self.linkeds = self.sums(self.linked)
        self.all_links = self.sums(self.links)
        self.all_marks = self.sums(self.marks)
        self.all_sentences = self.sums(self.sentences)
        self.texts = self.sums(np.ones(len(texts)))
        self.whole = max(float(self.lengths[0]), 1.0)
        self.in_link_list = _link_lists(self)
        self.in_section, self.is_heading = _furniture_sections(blocks)
        in_sections = float(self.sentences[self.in_section > 0].sum())
        if in_sections > max(0.5 * self.sentences.sum(), _LONGEST_SECTIONS):
            self.in_section[:] = 0.0  # a heading that stands above the article, too
        # Bylines, share bars and forms are short: a long block is called so for another reason.
        self.meanings = np.array(blocks.meanings, dtype=np.intp)
        self.meanings[self.lengths > _LONGEST_BAR] &= ~(BYLINE | SHARING | SIGN_UP)
        self.value = self._value()
        self.values = self.sums(self.value)

    def _in_template(self, template: Collection[str]) -> NDArray[np.bool_]:
        """What most of the page's sentences are in is no template: the same article thrice."""
        if not template:
            return np.zeros(len(self.length), dtype=bool)
        found = np.array([text in template for text in self.blocks.texts], dtype=bool)
        is_template = self.sentences[found].sum() <= 0.5 * self.sentences.sum()
        return found if is_template else np.zeros_like(found)

    def sums(self, of_texts: Numbers) -> Numbers:
        """Of each node with all that is in it: nodes in document order, so a difference tells."""
        own = np.bincount(self.node, weights=of_texts, minlength=len(self.ends))
        before = np.concatenate(([0.0], np.cumsum(own)))
        summed: Numbers = before[self.ends] - before[:-1]
        return summed

    def _leads_elsewhere(self) -> NDArray[np.bool_]:
        """Lines such as "Also read: Ten days in Japan", whose most is a link."""
        found = self.linked > 0.6 * self.length
        texts = self.blocks.texts
        for place in np.flatnonzero(found).tolist():
            found[place] = leads_elsewhere(texts[place])
        return found

    def _value(self) -> Numbers:
        """How much of each text speaks for a core around it."""
        meanings = self.inherited(self.small_parts())[self.node]
        value = self.sentences.copy()
        value[(meanings & ANY_FURNITURE) > 0] *= 0.2
        value[(meanings & (COMMENTS | HIDDEN)) > 0] *= 0.1
        value[self.in_link_list[self.node] > 0] *= 0.2
        value[self.in_section > 0] *= 0.2
        value[self.is_repeated] = 0.0
        return value

    def small_parts(self) -> list[int]:
        """What each node is said to be: what has half of the page's text is no furniture.

        But comments may well be longer than the article.
        """
        meanings = self.meanings.copy()
        is_large = self.lengths > 0.5 * self.whole
        is_large |= self.all_sentences > 0.5 * max(self.all_sentences[0], 1.0)
        meanings[is_large] &= ~(ANY_FURNITURE & ~COMMENTS)
        meanings[self.lengths > 0.9 * self.whole] &= ~ANY_FURNITURE
        small: list[int] = meanings.tolist()
        return small

    def inherited(self, bits: list[int]) -> NDArray[np.intp]:
        """The bits of each node and of all around it."""
        parents = self.blocks.parents
        bits[0] = 0
        for node in range(1, len(parents)):
            bits[node] |= bits[parents[node]]
        return np.array(bits, dtype=np.intp)

    def columns(self) -> list[Column]:
        """What the text itself is like, and the block around it."""
        blocks, length, marks = self.blocks, self.length, self.marks
        linked = self.linked / length
        codes = [_TAG_CODES.get(tag, 0) for tag in blocks.tags]
        tags = np.array(codes, dtype=np.intp)[self.node]
        words = np.array([names_furniture(text) for text in blocks.texts], dtype=float)
        parents = np.maximum(np.array(blocks.parents, dtype=np.intp)[self.node], 0)
        lengths, texts = self.lengths[parents], self.texts[parents]
        most = max(float(self.values[0]), 1.0)
        values = self.values[parents]
        return [
            np.log1p(length) / 6, length < 25, length > 120, linked, linked > 0.9,
            np.minimum(self.links, 5) / 5, np.minimum(marks, 5) / 5,
            np.minimum(marks / length * 20, 2), marks == 0,
            np.array([text[-1] in _SENTENCE_ENDS for text in blocks.texts]),
            np.array(blocks.bold) / length,
            _ONE_OF_TEN[tags][:, 1:],
            words, words * (length < 60), self.is_byline,
            self.linkeds[parents] / np.maximum(lengths, 1), values / most > 0.5, values / most,
            np.minimum(self.all_marks[parents] / np.maximum(texts, 1), 4) / 4,
            np.log1p(lengths / np.maximum(texts, 1)) / 6,
            self.linkeds[self.node] / np.maximum(self.lengths[self.node], 1),
            self.values[self.node] / most,
            self.in_link_list[self.node],
            self.said_again,
        ]  # fmt: skip


def _marks(text: str) -> int:
    """Punctuation of sentences: not the points of numbers and addresses."""
    count = sum(map(text.count, _MARKS)) + (text[-1] in ".!?;,:")
    return count if text.isascii() else count + sum(map(text.count, _WIDE_MARKS))


def _link_lists(page: _Page) -> Numbers:
    """How long the list of links is that each node is in, 0 to 1."""
    blocks = page.blocks
    has_link = (page.all_links > 0).tolist()
    lists = [0.0] * len(blocks.tags)
    for nodes in _siblings(blocks):
        with_link = sum(has_link[node] for node in nodes)
        if with_link < max(0.8 * len(nodes), _REPEATED):
            continue
        length = page.lengths[nodes].sum()
        is_linked = page.linkeds[nodes].sum() > 0.2 * length
        if is_linked or length < _PROSE * len(nodes):
            for node in nodes:
                lists[node] = min(with_link, 10) / 10
    for node, parent in enumerate(blocks.parents):
        if parent >= 0 and lists[parent] > lists[node]:
            lists[node] = lists[parent]
    return np.array(lists)


def _siblings(blocks: Blocks) -> Iterator[list[int]]:
    """Three or more with the same tag and class in one parent."""
    children = np.bincount(np.array(blocks.parents, dtype=np.intp) + 1).tolist()
    siblings: dict[tuple[int, str, str | None], list[int]] = {}
    keys = zip(blocks.parents, blocks.tags, blocks.classes, strict=True)
    for node, key in enumerate(keys):
        if children[key[0] + 1] < _REPEATED:
            continue
        if key in siblings:
            siblings[key].append(node)
        else:
            siblings[key] = [node]
    return (nodes for nodes in siblings.values() if len(nodes) >= _REPEATED)


class _Core:
    """The core, the nodes around it, and where every text stands in relation to them."""

    def __init__(self, page: _Page) -> None:
        self._page = page
        blocks = page.blocks
        self.chain = self._chain()
        above = {node: levels for levels, node in enumerate(self.chain)}
        meanings: list[int] = page.meanings.tolist()
        is_half = (page.lengths > 0.5 * page.whole).tolist()
        levels = [len(self.chain) - 1] * len(blocks.tags)
        branches = [0] * len(blocks.tags)
        depths = [0] * len(blocks.tags)
        for node in range(1, len(blocks.tags)):
            parent = blocks.parents[node]
            depths[node] = depths[parent] + 1
            if node in above:
                levels[node] = above[node]
                meanings[node] = 0
                continue
            levels[node] = levels[parent]
            branches[node] = node if parent in above else branches[parent]
            meaning = meanings[node]
            if is_half[node] and not meaning & COMMENTS:
                meaning &= ~ANY_FURNITURE
            meanings[node] = meaning | meanings[parent]
        meanings[0] = 0
        at = page.node
        self._levels = np.array(levels, dtype=np.intp)[at]
        self._branches = np.array(branches, dtype=np.intp)[at]
        self._below = np.array(depths, dtype=np.intp)[at] - depths[self.chain[0]]
        self._meanings = np.array(meanings, dtype=np.intp)[at]
        is_shut = (self._meanings & (COMMENTS | FOOTER | HIDDEN | SIGN_UP)) > 0
        is_link = (page.linked > 0.9 * page.length) & (page.length < _LONGEST_BUTTON)
        is_menu = (np.cumsum(self._levels == 0) == 0) & (page.all_sentences[self._branches] == 0)
        self.is_furniture: NDArray[np.bool_] = is_shut | (is_menu & is_link) | page.is_repeated

    def _chain(self) -> list[int]:
        """The core, the node around it, and so on out to the body."""
        blocks, values = self._page.blocks, self._page.values.tolist()
        largest = [0] * len(blocks.tags)
        for node in range(len(blocks.tags) - 1, 0, -1):
            parent = blocks.parents[node]
            if not largest[parent] or values[node] >= values[largest[parent]]:
                largest[parent] = node
        chain = [0]
        while (inner := largest[chain[0]]) and values[inner] >= STEP * values[chain[0]] > 0:
            chain.insert(0, inner)
        return chain

    def columns(self) -> list[Column]:
        page, levels = self._page, self._levels
        in_core = np.flatnonzero(levels == 0)
        first, last = (in_core[0], in_core[-1]) if len(in_core) else (0, len(levels) - 1)
        place = np.arange(len(levels))
        values = page.values[self.chain]
        core = float(values[0])
        return [
            (self._meanings[:, np.newaxis] & _CLASS_BITS) > 0,
            *self._containers(),
            *self._branch_columns(max(core, 1.0)),
            _ONE_OF_FIVE[np.minimum(levels, 4)],
            core / np.maximum(values[levels], 1),
            place < first, place > last,
            np.clip((place - first) / max(last - first, 1), -0.5, 1.5),
            np.cumsum(page.sentences) / max(page.all_sentences[0], 1.0),
            np.where(levels == 0, np.minimum(self._below, 6), 0) / 6,
        ]  # fmt: skip

    def _containers(self) -> list[Column]:
        """In the innermost article body, `article` or content that holds the core, or beside it."""
        blocks = self._page.blocks
        is_container: tuple[Callable[[int], bool], ...] = (
            lambda node: blocks.meanings[node] & BODY > 0,
            lambda node: blocks.tags[node] == "article",
            lambda node: blocks.meanings[node] & CONTENT > 0,
        )
        columns: list[Column] = []
        for test in is_container:
            level = next(
                (at for at, node in enumerate(self.chain) if self._may_hold(node, test)), None
            )
            columns += [
                np.zeros(len(self._levels)) if level is None else each
                for each in (self._levels <= (level or 0), self._levels > (level or 0))
            ]
        return columns

    def _may_hold(self, node: int, test: Callable[[int], bool]) -> bool:
        return node > 0 and test(node) and self._page.lengths[node] < 0.95 * self._page.whole

    def _is_prose_beside(self, core: float) -> Column:
        """In a block beside the core that could be a part of the same article."""
        page, branches = self._page, self._branches
        lengths = np.maximum(page.lengths[branches], 1)
        is_beside = (self._levels > 0) & (self._levels < 4) & (branches > 0)
        is_prose = page.all_sentences[branches] > 0.6 * lengths
        is_prose &= page.linkeds[branches] < 0.15 * lengths
        is_large = page.values[branches] > 0.08 * core
        is_furniture = (self._meanings & ANY_FURNITURE) > 0
        beside: Column = is_beside & is_prose & is_large & ~is_furniture
        return beside

    def _branch_columns(self, core: float) -> list[Column]:
        """Of the largest block around a text that does not hold the core, or that is in it."""
        page, branches = self._page, self._branches
        has_branch = branches > 0
        lengths = np.maximum(page.lengths[branches], 1)
        texts = np.maximum(page.texts[branches], 1)
        return [
            has_branch * page.linkeds[branches] / lengths,
            has_branch * np.minimum(page.values[branches] / core, 1),
            has_branch * page.all_sentences[branches] / lengths,
            has_branch * np.log1p(lengths / texts) / 6,
            self._is_prose_beside(core),
        ]


def _furniture_sections(blocks: Blocks) -> tuple[Numbers, Numbers]:
    """Texts below a heading such as "Related stories", to the next heading or the block's end.

    And the headings themselves.
    """
    in_section = np.zeros(len(blocks.texts))
    is_heading = np.zeros(len(blocks.texts))
    end, level = 0, 0
    for place, (text, node) in enumerate(zip(blocks.texts, blocks.nodes, strict=True)):
        if node >= end:
            end = 0
        rank = _HEADINGS.get(blocks.tags[node], 7)
        if len(text) < _LONGEST_LABEL or rank < 7:
            is_label = rank < 7 or len(text) < 25 or blocks.bold[place] > 0.8 * len(text)
            if is_label and is_furniture_heading(text):
                end, level = _section_end(blocks, place, rank), rank
                is_heading[place] = 1
            elif rank <= level and rank < 7 and blocks.linked[place] < 0.5 * len(text):
                end = 0  # a heading that is a link may be one of the related stories
        in_section[place] = end > 0
    return in_section, is_heading


def _section_end(blocks: Blocks, place: int, rank: int) -> int:
    """The end of the block around the heading; of the next one if the heading is alone in it.

    "Advertisement" and the like, without a heading's tag, tell of nothing but what stands with
    them in a block that they begin.
    """
    node = blocks.nodes[place]
    around = node if blocks.ends[node] > node + 1 else max(blocks.parents[node], 0)
    if rank == 7 and is_label(blocks.texts[place]):
        is_first = place == 0 or blocks.nodes[place - 1] < around
        return blocks.ends[around] if is_first else 0
    is_alone = around + 1 == node and blocks.ends[node] == blocks.ends[around]
    return blocks.ends[max(blocks.parents[around], 0) if is_alone else around]


def _bylines(page: _Page, title: int | None, authors: Collection[str]) -> NDArray[np.bool_]:
    """Lines that tell just below the title when or by whom, or that are the author's name."""
    place = np.arange(len(page.length))
    start = 0 if title is None else title
    prose = np.cumsum((page.sentences > 0) & (place > start) & ~page.is_byline)
    is_near = (place >= start) & (place <= start + _BELOW_TITLE) & (prose <= 1)
    names = {name.lower() for name in authors}
    is_name = np.array([text.lower() in names for text in page.blocks.texts], dtype=bool)
    found: NDArray[np.bool_] = is_name | (is_near & page.is_byline)
    return found


def _buttons(blocks: Blocks) -> NDArray[np.bool_]:
    """Short texts in a `button` that is no heading of an accordion."""
    tags, parents = blocks.tags, blocks.parents
    return np.array(
        [
            tags[node] == "button"
            and len(text) < _LONGEST_BUTTON
            and tags[parents[node]] not in _HEADINGS
            for text, node in zip(blocks.texts, blocks.nodes, strict=True)
        ],
        dtype=bool,
    )


def _title_columns(texts: int, at: int | None) -> list[Column]:
    place = np.arange(texts)
    if at is None:
        nothing = np.zeros(texts)
        return [nothing, nothing, nothing, nothing]
    return [
        place == at,
        place < at,
        np.ones(texts),
        (place > at) & (place <= at + 4),
    ]


def _place_of_title(blocks: Blocks, title: str) -> int | None:
    """An `h1` with words of the title, or a text that is the title, or else the first `h1`."""
    wanted = "".join(title.lower().split())
    found: int | None = None
    first: int | None = None
    for place, (text, node) in enumerate(zip(blocks.texts, blocks.nodes, strict=True)):
        is_h1 = blocks.tags[node] == "h1"
        if is_h1 and first is None:
            first = place
        may_be = found is None and (text[0] in title or text[0].lower() in title)
        if wanted and (is_h1 or may_be) and len(text) < 2 * len(title) + 20:
            shown = "".join(text.lower().split())
            if _is_title(shown, wanted):
                found = place
                if is_h1:
                    break
    return first if found is None else found


def _is_title(shown: str, title: str) -> bool:
    if len(shown) < _SHORTEST_TITLE:
        return False
    is_part = shown in title or title in shown
    return shown == title or (len(shown) > 8 and is_part and len(shown) < 1.5 * len(title))


def _told_columns(blocks: Blocks, told: str) -> list[Column]:
    """Is the text part of the body that the metadata tells? It may tell the beginning only."""
    if len(told) < _SHORTEST_BODY or len(told) * len(blocks.texts) > _MOST_COMPARISONS:
        nothing = np.zeros(len(blocks.texts))
        return [nothing, nothing]
    is_told = np.array([text in told for text in blocks.texts], dtype=float)
    return [is_told, 1 - is_told]
