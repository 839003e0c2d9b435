"""The manifest of a generation: whose it is, made when and with what, of which files."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from index.building.basis import BuildKey
from index.building.files import FileDigest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from store.ledger import Seal


@dataclass(frozen=True, slots=True)
class IndexManifest:
    """`surveyed` is how many products there were when the histograms' limits were set."""

    topic: str
    ledger: str
    generation: str
    made_at: float
    products: int
    surveyed: int
    build_key: BuildKey
    files: Mapping[str, FileDigest]

    @property
    def bytes(self) -> int:
        return sum(mark.size for mark in self.files.values())

    def parts(self) -> dict[str, Any]:
        return asdict(self) | {"build_key": self.build_key._asdict(), "files": dict(self.files)}

    @classmethod
    def from_parts(cls, parts: Mapping[str, Any]) -> IndexManifest:
        """Of what was found to be sealed: nobody else can have written it."""
        files = {name: FileDigest(*mark) for name, mark in parts["files"].items()}
        return cls(**{**parts, "build_key": BuildKey(**parts["build_key"]), "files": files})

    def belongs_to(self, seal: Seal, topic: str, generation: str) -> bool:
        return (self.ledger, self.topic, self.generation) == (seal.ledger, topic, generation)
