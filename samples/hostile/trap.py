"""What a trap is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from samples.response import Response

HOST = "evil.hostile.example"


class Visit(NamedTuple):
    """A request for an address of a trap."""

    url: str
    rest: str
    """What follows the trap's folder."""
    before: int
    """How often the address on the home page was asked for before."""


@dataclass(frozen=True)
class Trap:
    """One way to harm a spider, and what the spider is to make of it."""

    name: str
    folder: str
    """Every address that starts with this belongs to the trap."""
    kind: str
    """The kind under which a spider registers it: `too-large`, `timeout`, and so on."""
    answer: Callable[[Visit], Response] | None = None
    """What is served; none where the mere address is the trap."""
    start: str = ""
    """Where in the folder the home page's link leads."""
    target: str = ""
    """The address at which the trap wants to have the spider."""
    must_register: bool = True
    """Otherwise a spider may as well make nothing of it, as long as the crawl goes on."""

    @property
    def url(self) -> str:
        """What the home page links to."""
        return self.folder + self.start


def here(path: str) -> str:
    """Return the address of a path on the hostile host."""
    return f"http://{HOST}{path}"
