"""What proposals may be, worked out when they are shown and remembered until something changes."""

from __future__ import annotations

import time
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from core.names import name_key
from review.kinds import guess_attribute
from review.known_values import known_values
from review.shown import ValueOnPage
from store.proposals import shown_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection

    from core.topic import Topic
    from review.kinds import AttributeGuess
    from review.known_values import KnownValues
    from review.queue import QueuedProposal


if TYPE_CHECKING:
    Key: TypeAlias = tuple[int, int, str]

_MOST_SHOWN = 60  # pages are looked at: their values tell type, unit and facet
_LONGEST_NAME = 200
_LONGEST_VALUE = 500  # characters: what is longer is a text, whatever follows
_FRESH = 300.0  # seconds: what sites say of known attributes changes with crawls


class _Known(NamedTuple):
    """`urls` are the pages whose records are certain to be among the values."""

    topic: Topic
    until: float
    urls: frozenset[str]
    values: KnownValues


class GuessCache:
    """Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: dict[Key, AttributeGuess] = {}
        self._known: _Known | None = None

    def of(
        self, conn: Connection, topic: Topic, proposals: Sequence[QueuedProposal]
    ) -> list[AttributeGuess]:
        """In the order of the proposals."""
        with self._lock:
            self._forget_what_is_old(topic)
            new = {_key(one): one for one in proposals if _key(one) not in self._made}
            shown = {key: _shown(conn, one) for key, one in new.items()}
            if new:
                known = self._known_values(conn, topic, shown.values())
                for key, one in new.items():
                    self._made[key] = guess_attribute(_name(one), shown[key], topic, known)
            return [self._made[_key(one)] for one in proposals]

    def _forget_what_is_old(self, topic: Topic) -> None:
        known = self._known
        if known and known.topic is topic and time.monotonic() < known.until:
            return
        self._known = None
        self._made.clear()

    def _known_values(
        self, conn: Connection, topic: Topic, shown: Iterable[Sequence[ValueOnPage]]
    ) -> KnownValues:
        urls = frozenset(one.url for some in shown for one in some)
        if self._known is None or not urls <= self._known.urls:
            values = known_values(conn, topic.name, urls)
            until = self._known.until if self._known else time.monotonic() + _FRESH
            self._known = _Known(topic, until, urls, values)
        return self._known.values


def _key(one: QueuedProposal) -> Key:
    return one.id, one.pages_seen, one.value


def _name(one: QueuedProposal) -> str:
    """A name that an attribute could have: punctuation only gets the number of the proposal."""
    name = one.name[:_LONGEST_NAME]
    return name if name_key(name) else f"{name} {one.id}"


def _shown(conn: Connection, one: QueuedProposal) -> list[ValueOnPage]:
    pages = shown_on(conn, one.id, _MOST_SHOWN)
    return [ValueOnPage(page.value[:_LONGEST_VALUE], page.url) for page in pages]


GUESS_CACHE = GuessCache()
