"""What the features of a link tell before anything was learned."""

from __future__ import annotations

BIAS = -2.0

PRIOR = {
    "a:product": 1.4, "u:product": 1.2, "p:product": 0.6,
    "a:list": 1.0, "u:list": 0.7, "p:list": 0.4,
    "a:other": -1.2, "u:other": -1.2, "p:other": -0.6,
    "a:topic": 1.2, "u:topic": 0.6, "p:topic": 0.3,
    "look:model": 1.0, "look:price": 0.8, "look:page": 0.6,
    "look:sentence": -0.8, "look:long": -0.4, "look:empty": -0.4,
}  # fmt: skip

_RELEVANCE = 1.2
_NAMES_TOPIC = 0.6


def context(*, relevance: float, names_topic: bool) -> float:
    """What the page a link stands on adds to its score."""
    return _RELEVANCE * relevance + (_NAMES_TOPIC if names_topic else 0.0)
