"""The one door: what is each link of a page worth, and what did its visit teach?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from rules.site_names import site_of
from spider.links.bucket import Bucket
from spider.links.features import Features, features, shape_of_page
from spider.links.groups import LinkGroup, group_of
from spider.links.hints import Hints
from spider.links.memory import MOST_LEVEL, SiteMemory
from spider.links.node import Key
from spider.links.prior import BIAS, PRIOR, context
from spider.links.rewards import page_worth, promise
from spider.links.shape import shape_of
from spider.links.weights import Weights, chance

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rules.topic import Topic
    from spider.links.found import FoundLink, PageLinks

# Under this name the weights of the whole topic are kept beside those of the sites.
TOPIC_WIDE = "*"


class Parent(NamedTuple):
    """The page that links were found on."""

    url: str
    relevance: float
    record: bool
    depth: int


class JudgedLink(NamedTuple):
    """A link with all the ledger keeps of it."""

    url: str
    site: str
    shape: str
    group: LinkGroup
    level: int
    depth: int
    anchor: str
    found_on: str

    @property
    def bucket(self) -> Bucket:
        return Bucket(self.site, self.shape, self.level)


class Outcome(NamedTuple):
    """What a visit gave; `new_links` are those that nobody had seen before."""

    record: bool
    relevance: float
    has_rules: bool
    new_links: Sequence[Bucket]


class LinkJudge:
    """Judges links by the topic's hints and by what was learned, and learns from visits."""

    def __init__(self, topic: Topic, memories: dict[str, SiteMemory] | None = None) -> None:
        self.memories = memories if memories is not None else {}
        self._hints = Hints(topic)
        if TOPIC_WIDE not in self.memories:
            self.memories[TOPIC_WIDE] = SiteMemory()
            self.memories[TOPIC_WIDE].weights = Weights(PRIOR)

    def judge(
        self, page: PageLinks, parent: Parent, links: Iterable[FoundLink] | None = None
    ) -> list[JudgedLink]:
        """The page's links with group and level; give `links` to judge only those not yet seen."""
        bonus = context(
            relevance=parent.relevance,
            names_topic=self._hints.names_topic((page.title, page.description, *page.headings)),
        )
        found_on_shape = shape_of(parent.url)
        return [
            self._judged(link, parent, found_on_shape, bonus)
            for link in (page.links if links is None else links)
        ]

    def _judged(
        self, link: FoundLink, parent: Parent, found_on_shape: str, bonus: float
    ) -> JudgedLink:
        site = site_of(link.url[: link.url.find("/", 8) + 1])
        memory = self._memory(site)
        shape = memory.shape_for(shape_of(link.url), link.place)
        known = features(link.url, link.anchor, shape, found_on_shape, self._hints)
        level = int(chance(self._score(known, memory) + bonus) * (MOST_LEVEL + 1))
        group = group_of(
            link.anchor,
            known.in_anchor,
            known.in_url,
            leads_on=link.leads_on,
            learned=learned_group(memory, shape),
        )
        return JudgedLink(
            link.url, site, shape, group, min(level, MOST_LEVEL), parent.depth + 1, link.anchor,
            parent.url,
        )  # fmt: skip

    def learn(self, visited: JudgedLink, outcome: Outcome) -> None:
        """A link was visited: remember what it was worth."""
        memory = self._memory(visited.site)
        worth = page_worth(
            record=outcome.record, relevance=outcome.relevance, has_rules=outcome.has_rules
        )
        new_links = Counter(
            Key(new.shape, new.level) for new in outcome.new_links if new.site == visited.site
        )
        self._learn_weights(visited, memory, worth, new_links)
        memory.learn(Key(visited.shape, visited.level), worth, new_links)

    def _learn_weights(
        self, visited: JudgedLink, memory: SiteMemory, worth: float, new_links: Counter[Key]
    ) -> None:
        known = features(
            visited.url,
            visited.anchor,
            visited.shape,
            shape_of_page(visited.found_on),
            self._hints,
        )
        led_to = promise((memory.value(key), number) for key, number in new_links.items())
        error = max(worth, led_to) - chance(self._score(known, memory))
        self.memories[TOPIC_WIDE].weights.step(known.general, error / 2)
        memory.weights.step((*known.general, *known.own), error)

    def _score(self, known: Features, memory: SiteMemory) -> float:
        topic_wide = self.memories[TOPIC_WIDE].weights
        return (
            BIAS
            + topic_wide.total(known.general)
            + memory.weights.total(known.general)
            + memory.weights.total(known.own)
        )

    def value(self, bucket: Bucket) -> float:
        """What a visit of the next link of a bucket is worth, 0 to 1."""
        return self._memory(bucket.site).value(Key(bucket.shape, bucket.level))

    def version(self, site: str) -> int:
        """Changes whenever the values of a site's buckets may have."""
        return self._memory(site).version

    def _memory(self, site: str) -> SiteMemory:
        memory = self.memories.get(site)
        if memory is None:
            memory = self.memories[site] = SiteMemory()
        return memory


def learned_group(memory: SiteMemory, shape: str) -> LinkGroup | None:
    """What links of this shape turned out to be, once enough were visited."""
    node = memory.shape_node(shape)
    if node is None or node.visits < 4:
        return None
    if node.records >= 0.5:
        return LinkGroup.PRODUCT
    if node.worth(memory.value) >= 0.3:
        return LinkGroup.LIST
    return LinkGroup.OTHER if node.visits >= 12 else None
