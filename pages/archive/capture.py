"""What is kept of one answer from the web, and where it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from warcio.utils import Digester


@dataclass(frozen=True, slots=True)
class Capture:
    """One answer: the headers are those received, the body has its content encoding undone.

    Header bytes are best decoded as UTF-8, or as Latin-1 where they are none: that is how
    they are read back.
    """

    url: str
    captured_at: float
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def content_type(self) -> str:
        return self.header("content-type")

    def header(self, name: str) -> str:
        """The first header of this name, in any case; empty where there is none."""
        wanted = name.lower()
        return next((value for other, value in self.headers if other.lower() == wanted), "")


class Place(NamedTuple):
    """Where a record is: the file's name within the archive's folder, and its bytes."""

    file: str
    offset: int
    length: int

    @property
    def end(self) -> int:
        return self.offset + self.length


def payload_digest(body: bytes) -> str:
    """What tells equal bodies, as WARC files write it: `sha1:` and base 32."""
    digester = Digester("sha1")
    digester.update(body)
    return str(digester)
