"""What each link of a page is worth, and what its visit taught.

`LinkJudge` is the entry point: it gives every link its shape, group and level, and passes the
results of visits to the knowledge about the site.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from core.urls import shape_of, site_of_link
from spider.links.features import (
    HintWords,
    LinkFeatures,
    LinkGroup,
    LinkPosition,
    features,
    group_of,
    split_shape,
)
from spider.links.learning import (
    RELEVANT,
    BucketKey,
    FeatureWeights,
    certainty,
    chance,
    level_of,
    page_worth,
    promise,
)
from spider.links.site_knowledge import SiteKnowledge

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.topic import Topic
    from spider.links.page_links import FoundLink, PageLinks


# Style sheets and pictures are not pages: no URL has these shapes.
SHEET_SHAPE = "(sheet)"
PICTURE_SHAPE = "(picture)"
_NO_PAGES = frozenset({SHEET_SHAPE, PICTURE_SHAPE})


class LinkBucket(NamedTuple):
    """Queued links are chosen by bucket; within one, the oldest comes first."""

    site: str
    shape: str
    level: int

    @property
    def is_of_pages(self) -> bool:
        return self.shape not in _NO_PAGES


# Judging links, and learning from visits.


# The weights of the whole topic are stored under this name, next to those of the sites.
TOPIC_WIDE = "*"
# The topic learns in small steps, so that one site cannot spoil the weights for others.
_CARE = 0.1


class ParentPage(NamedTuple):
    """The page that links were found on."""

    url: str
    relevance: float
    record: bool
    depth: int


class JudgedLink(NamedTuple):
    """A link with everything that the ledger keeps about it."""

    url: str
    site: str
    shape: str
    group: LinkGroup
    level: int
    depth: int
    anchor: str

    @property
    def bucket(self) -> LinkBucket:
        return LinkBucket(self.site, self.shape, self.level)


class KnownLink(Protocol):
    """A link as the ledger gives it back."""

    @property
    def url(self) -> str: ...
    @property
    def site(self) -> str: ...
    @property
    def shape(self) -> str: ...
    @property
    def level(self) -> int: ...
    @property
    def anchor(self) -> str: ...


class VisitOutcome(NamedTuple):
    """The result of a visit; `new_links` are the buckets of links seen for the first time.

    The digest of the body, if given, shows which URL parameters make no difference.
    """

    record: bool
    relevance: float
    has_rules: bool
    new_links: Sequence[LinkBucket]
    digest: str = ""


class LinkJudge:
    """Judges links by the topic's hints and by what was learned, and learns from visits."""

    def __init__(self, topic: Topic, memories: dict[str, SiteKnowledge] | None = None) -> None:
        self.memories = memories if memories is not None else {}
        self._hints = HintWords(topic)
        if TOPIC_WIDE not in self.memories:
            self.memories[TOPIC_WIDE] = SiteKnowledge(FeatureWeights(PRIOR))

    def judge(
        self, page: PageLinks, parent: ParentPage, links: Iterable[FoundLink] | None = None
    ) -> list[JudgedLink]:
        """The page's links with group and level; pass `links` to judge only new ones."""
        kind = self._kind_of_page(page, parent)
        chosen = page.links if links is None else links
        judged = (self._judged(link, kind, parent.depth + 1) for link in chosen)
        return list({link.url: link for link in judged}.values())

    def _kind_of_page(self, page: PageLinks, parent: ParentPage) -> str:
        if parent.record or parent.relevance >= RELEVANT:
            return "record"
        return "topic" if self._hints.names_topic((page.title, *page.headings[:1])) else ""

    def _judged(self, link: FoundLink, kind: str, depth: int) -> JudgedLink:
        site = site_of_link(link.url)
        memory = self._memory(site)
        url = memory.idle.without(link.url)
        shape = memory.shape_for(shape_of(url), LinkPosition(link.place, kind))
        known = features(url, link.anchor, shape, self._hints)
        group = group_of(
            link.anchor,
            known.in_anchor,
            known.in_url,
            leads_on=link.leads_on,
            learned=memory.learned_group(shape),
        )
        level = level_of(self._promise(known, memory))
        return JudgedLink(url, site, shape, group, level, depth, link.anchor)

    def moved(self, link: KnownLink, url: str, depth: int, group: LinkGroup) -> JudgedLink:
        """The target of a redirected link, at the same position."""
        site = site_of_link(url)
        memory = self._memory(site)
        shape = memory.shape_for(shape_of(url), split_shape(link.shape)[1])
        known = features(url, link.anchor, shape, self._hints)
        level = max(link.level, level_of(self._promise(known, memory)))
        return JudgedLink(url, site, shape, group, level, depth, link.anchor)

    def level_now(self, link: KnownLink) -> int:
        """The level that a waiting link would get now, after what was learned since."""
        memory = self._memory(link.site)
        if memory.idle.without(link.url) != link.url:
            return 0  # its page is known under another URL
        known = features(link.url, link.anchor, link.shape, self._hints)
        return level_of(self._promise(known, memory))

    def learn(self, visited: KnownLink, outcome: VisitOutcome) -> None:
        """Learn from a visit what its link was worth."""
        memory = self._memory(visited.site)
        worth = page_worth(
            record=outcome.record, relevance=outcome.relevance, has_rules=outcome.has_rules
        )
        new_links = Counter(
            BucketKey(new.shape, new.level) for new in outcome.new_links if new.site == visited.site
        )
        if outcome.digest:
            memory.idle.note(visited.url, outcome.digest)
        self._learn_weights(visited, memory, worth, new_links)
        memory.learn(BucketKey(visited.shape, visited.level), worth, new_links)

    def _learn_weights(
        self, visited: KnownLink, memory: SiteKnowledge, worth: float, new_links: Counter[BucketKey]
    ) -> None:
        known = features(visited.url, visited.anchor, visited.shape, self._hints)
        led_to = promise((memory.value(key), certainty(n)) for key, n in new_links.items())
        got = max(worth, led_to)
        error = got - self._promise(known, memory)
        memory.weights.step((*known.general, *known.own), error)
        # The topic's weights learn without those of the site, as they will be used on the next.
        topic_wide = self.memories[TOPIC_WIDE].weights
        topic_wide.step(known.general, _CARE * (got - chance(topic_wide.total(known.general))))

    def _promise(self, known: LinkFeatures, memory: SiteKnowledge) -> float:
        """What the model expects of a link, 0 to 1."""
        topic_wide = self.memories[TOPIC_WIDE].weights
        return chance(
            topic_wide.total(known.general)
            + memory.weights.total(known.general)
            + memory.weights.total(known.own)
        )

    def value(self, bucket: LinkBucket) -> float:
        """What a visit of the next link of a bucket is worth, 0 to 1."""
        return self._memory(bucket.site).value(BucketKey(bucket.shape, bucket.level))

    def version(self, site: str) -> int:
        """Changes whenever the values of a site's buckets may have."""
        return self._memory(site).version

    def _memory(self, site: str) -> SiteKnowledge:
        memory = self.memories.get(site)
        if memory is None:
            memory = self.memories[site] = SiteKnowledge()
        return memory


# The weights of features before anything was learned.


PRIOR = {
    "any": -2.0,
    "a:product": 1.4, "u:product": 1.2, "p:product": 0.6,
    "a:list": 1.0, "u:list": 0.7, "p:list": 0.4,
    "a:other": -1.2, "u:other": -1.2, "p:other": -0.6,
    "a:topic": 1.2, "u:topic": 0.6, "p:topic": 0.3,
    "look:model": 1.0, "look:price": 0.8, "look:page": 0.6,
    "on:record": 0.8, "on:topic": 0.8,
    "look:sentence": -0.8, "look:long": -0.4, "look:empty": -0.4,
}  # fmt: skip
