"""Why an index is not used, in words a person can act on."""

from __future__ import annotations

from core.errors import SpecSeekError


class IndexUnusable(SpecSeekError):  # noqa: N818 - a state of the index, and reads as one
    """It is old, foreign or damaged; the next build makes it anew from the ledger."""

    def __init__(self, topic: str, why: str) -> None:
        super().__init__(topic, why)
        self.topic = topic
        self.why = why

    def __str__(self) -> str:
        return (
            f"The index of {self.topic} is not used: {self.why}. Nothing is lost, it is made from "
            f"the ledger. What to do: specseek index build --topic {self.topic}"
        )


class MissingIndex(IndexUnusable):
    """There is none yet."""

    def __init__(self, topic: str) -> None:
        super().__init__(topic, "there is none yet")


class BuildFailed(SpecSeekError):  # noqa: N818 - as above
    """The index could not be built; the one in use, if any, is still in use."""
