"""What the features of a link tell before anything was learned."""

from __future__ import annotations

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
