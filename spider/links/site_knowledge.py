"""What crawls have learned about one site; kept in the ledger for the next crawl.

The shapes of its links (a few hundred at most), what links of each are worth, URL parameters that
make no difference, what is held back as a trap, and what the rows of its pages have in common.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Self

from core.urls import coarse
from rules.page_rows import SiteMemory as RowMemory
from spider.links.features import LinkGroup, LinkPosition, split_shape
from spider.links.learning import BucketKey, FeatureWeights, LinkValues

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


_FORM = 1  # version of the stored form; any other is discarded and learned again in a few hundred
_FORM = 1  # visits
_MOST_HELD = 100
_VISITS_TELL = 4
_LIST_WORTH = 0.3


class SiteKnowledge:
    """Shapes, the worth of links, weights, held-back links, and what rows have in common."""

    def __init__(self, weights: FeatureWeights | None = None) -> None:
        self.weights = weights or FeatureWeights()
        self.idle = IdleParameters()
        self.held: dict[str, str] = {}
        self.rows = RowMemory()
        self._shapes = KnownShapes()
        self._values = LinkValues(self._shapes.coarse_of)

    @property
    def version(self) -> int:
        """Changes whenever values may have changed."""
        return self._values.version

    def shape_for(self, address_shape: str, position: LinkPosition) -> str:
        """The shape under which a link is remembered; rare ones share a coarse one."""
        return self._shapes.shape_for(address_shape, position)

    def learn(self, key: BucketKey, worth: float, new_links: Mapping[BucketKey, int]) -> None:
        """A link of this bucket was visited: what the page was worth, and what it led to."""
        known = BucketKey(self._shapes.known(key.shape), key.level)
        self._values.learn(known, worth, new_links)

    def value(self, key: BucketKey) -> float:
        """What a visit of a link of this bucket is worth, 0 to 1."""
        return self._values.value(BucketKey(self._shapes.known(key.shape), key.level))

    def hold(self, address_shape: str, why: str) -> None:
        """Stop fetching links with URLs of this shape."""
        if len(self.held) < _MOST_HELD:
            self.held[address_shape] = why

    def learned_group(self, shape: str) -> LinkGroup | None:
        """What links of this shape turned out to be, once enough were visited."""
        node = self._values.of_shape(shape)
        if node is None or node.visits < _VISITS_TELL:
            return None
        if node.records >= 0.5:
            return LinkGroup.PRODUCT
        if node.worth >= _LIST_WORTH:
            return LinkGroup.LIST
        return LinkGroup.OTHER if node.visits >= 3 * _VISITS_TELL else None

    def to_json(self) -> dict[str, Any]:
        """Everything that was learned, for the ledger."""
        return {
            "form": _FORM,
            "held": self.held,
            "idle": self.idle.to_json(),
            "rows": self.rows.to_json(),
            "shapes": self._shapes.to_json(),
            "values": self._values.to_json(),
            "weights": self.weights.to_json(),
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        """The inverse of `to_json`; ValueError for data of another version."""
        if stored["form"] != _FORM:
            raise ValueError(f"form {stored['form']!r}, and this version reads {_FORM}")
        memory = cls(FeatureWeights.from_json(stored["weights"]))
        memory.held = stored["held"]
        if "rows" in stored:
            memory.rows = RowMemory.from_json(stored["rows"])
        memory.idle = IdleParameters.from_json(stored["idle"])
        memory._shapes = KnownShapes.from_json(stored["shapes"])
        memory._values = LinkValues.from_json(stored["values"], memory._shapes.coarse_of)
        return memory


# The known shapes of a site's links: a few hundred at most, rare ones merged.


_MOST_SHAPES = 300
_MOST_COARSE = 200
_SAME_COARSE = 40
ELSE = "…"  # everything without a shape of its own


class KnownShapes:
    """Each shape with the coarse shape it falls back on."""

    def __init__(self, stored: Iterable[tuple[str, str]] = ()) -> None:
        self._coarse_of: dict[str, str] = dict(stored)
        self._like = Counter(self._coarse_of.values())
        self._narrowing = SegmentLimits(split_shape(shape)[0] for shape in self._coarse_of)

    def shape_for(self, address_shape: str, position: LinkPosition) -> str:
        """The shape under which a link is remembered; rare ones share a coarse one."""
        address_shape = self._narrowing.narrowed(address_shape)
        shape = position.joined(address_shape)
        if shape in self._coarse_of:
            return shape
        rough = position.joined(coarse(address_shape))
        if len(self._coarse_of) < _MOST_SHAPES and self._like[rough] < _SAME_COARSE:
            return self._remember(shape, rough)
        if rough in self._coarse_of or len(self._like) < _MOST_COARSE:
            return self._remember(rough, rough)
        return ELSE

    def _remember(self, shape: str, rough: str) -> str:
        if shape not in self._coarse_of:
            self._coarse_of[shape] = rough
            self._like[rough] += 1
        return shape

    def coarse_of(self, shape: str) -> str:
        return self._coarse_of.get(shape, ELSE)

    def known(self, shape: str) -> str:
        """The shape itself; links that were found on no page, like seeds, share one."""
        return shape if shape in self._coarse_of else ELSE

    def to_json(self) -> list[list[str]]:
        return [[shape, rough] for shape, rough in self._coarse_of.items()]

    @classmethod
    def from_json(cls, stored: list[list[str]]) -> Self:
        return cls((shape, rough) for shape, rough in stored)


# Names in shapes, up to a limit per folder: beyond it they are all the same.


# How many different names are kept in the first segment of a path, in the second, …
_MOST_NAMES_AT_DEPTH = (16, 8, 3)
_MOST_VALUES = 6
_MOST_PARAMETER_SETS = 24
_ANY = "a"


class SegmentLimits:
    """The first names of every folder are kept; those that come later become "a"."""

    def __init__(self, shapes: Iterable[str] = ()) -> None:
        self._names: dict[str, set[str]] = {}
        for shape in shapes:
            self.narrowed(shape)

    def narrowed(self, shape: str) -> str:
        """The shape, with segments beyond the limit collapsed."""
        path, mark, query = shape.partition("?")
        host, *names = path.split("/")
        done = host
        for depth, name in enumerate(names):
            limit = _MOST_NAMES_AT_DEPTH[depth] if depth < len(_MOST_NAMES_AT_DEPTH) else 1
            done += "/" + self._kept(done, name, limit)
        return done + mark + self._query(done, query) if mark else done

    def _query(self, path: str, query: str) -> str:
        """Limit parameter sets: faceted navigation combines them endlessly."""
        pairs = query.split("&")
        names = "&".join(pair.partition("=")[0] for pair in pairs)
        sets = self._names.setdefault(path + "?", set())
        if names not in sets and len(sets) >= _MOST_PARAMETER_SETS:
            return _ANY
        sets.add(names)
        return "&".join(self._parameter(path, pair) for pair in pairs)

    def _parameter(self, path: str, pair: str) -> str:
        name, sign, value = pair.partition("=")
        return name + sign + self._kept(f"{path}?{name}", value, _MOST_VALUES)

    def _kept(self, where: str, name: str, limit: int) -> str:
        if not name.isalpha() or name in {_ANY, "x"}:
            return name
        names = self._names.setdefault(where, set())
        if name not in names and len(names) >= limit:
            return _ANY
        names.add(name)
        return name


# Parameters that make no difference on a site, learned from pages that were seen twice.
#
# Every site has its own names for where a link was followed (`from=hot`, `pos=3`). If pages are
# identical, byte for byte, with and without such a parameter, on several URLs, with several values
# (`page=1` alone tells nothing about `page=2`) and without exception, the parameter is left off
# from then on.


_SAME_ENOUGH = 3
_VALUES_ENOUGH = 2
_MOST_PAGES = 4000
_MOST_PARAMETERS = 6
_MOST_NAMES = 200


class IdleParameters:
    """What is known about the parameters of one site."""

    def __init__(self) -> None:
        self._same: Counter[str] = Counter()
        self._values: dict[str, list[str]] = {}
        self._different: set[str] = set()
        self._digests: dict[str, dict[str, str]] = {}
        self._address_of: dict[str, str] = {}
        self.names: frozenset[str] = frozenset()

    def note(self, url: str, digest: str) -> None:
        """Compare a page with the pages whose URLs lack one of its parameters."""
        if len(self._digests) > _MOST_PAGES:
            self._digests.clear()
            self._address_of.clear()
        self._compare(url, "", digest)
        names = _parameter_names(url)
        if 0 < len(names) <= _MOST_PARAMETERS:
            for name in names:
                self._compare(
                    _without_parameters(url, {name}), _written_parameter(url, name), digest
                )

    def _compare(self, address: str, added: str, digest: str) -> None:
        """`added` is the parameter that one URL has and the other lacks, or nothing."""
        known = self._digests.setdefault(address, {})
        others = [(added, known[""])] if added and "" in known else []
        if not added:
            others = [(other, known[other]) for other in known if other]
        for parameter, other in others:
            self._vote(parameter, address, digest, same=digest == other)
        known[added] = digest

    def _vote(self, parameter: str, address: str, digest: str, *, same: bool) -> None:
        name, _, value = parameter.partition("=")
        if not same and len(self._different) < _MOST_NAMES:
            self._different.add(name)
        # The same text under many URLs ("please log in") tells nothing about any of them.
        elif same and self._address_of.setdefault(digest, address) == address:
            self._same[name] += 1
            values = self._values.setdefault(name, [])
            if value not in values and len(values) < _VALUES_ENOUGH:
                values.append(value)
        self._settle()

    def _settle(self) -> None:
        enough = (
            name
            for name, times in self._same.items()
            if times >= _SAME_ENOUGH and len(self._values.get(name, ())) >= _VALUES_ENOUGH
        )
        self.names = frozenset(enough) - self._different

    def without(self, url: str) -> str:
        """The URL without parameters that make no difference."""
        if not self.names or "?" not in url:
            return url
        idle = self.names & set(_parameter_names(url))
        return _without_parameters(url, idle) if idle else url

    def to_json(self) -> dict[str, Any]:
        same = dict(self._same.most_common(_MOST_NAMES))
        values = {name: self._values[name] for name in same if name in self._values}
        return {"same": same, "values": values, "different": sorted(self._different)}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        idle = cls()
        idle._same.update(stored["same"])
        idle._values.update(stored["values"])
        idle._different.update(stored["different"])
        idle._settle()
        return idle


def _written_parameter(url: str, name: str) -> str:
    pairs = url.partition("?")[2].split("&")
    return next(pair for pair in pairs if pair.partition("=")[0] == name)


def _parameter_names(url: str) -> list[str]:
    query = url.partition("?")[2]
    return [pair.partition("=")[0] for pair in query.split("&")] if query else []


def _without_parameters(url: str, names: frozenset[str] | set[str]) -> str:
    address, _, query = url.partition("?")
    kept = [pair for pair in query.split("&") if pair.partition("=")[0] not in names]
    return f"{address}?{'&'.join(kept)}" if kept else address
