"""What a page says, before its site puts it into markup."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Sheet:
    """Links stand in `trail` and `boxes` as finished anchors; `middle` is markup."""

    path: str
    title: str
    heading: str
    trail: list[str]
    middle: str
    boxes: list[tuple[str, list[str]]] = field(default_factory=list)
