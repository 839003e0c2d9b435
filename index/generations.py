"""Where an index is kept, which of its generations is in use, and whether it can be trusted.

Every build makes a folder of its own, a generation; a file names the one in use (`IndexPlace`). An
`IndexManifest`, sealed with the ledger's key, says what the generation was made with (`BuildKey`)
and what its files are like. `trusted_manifest` opens nothing that this ledger did not make, or that
is damaged, or of another topic, engine or version.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import shutil
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from core.errors import SpecSeekError
from core.files import replace_file
from index.analysis import analyzer_for
from index.products.vocabulary import BRANDS
from store.ledger import Seal, seal_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from core.topic import Topic
    from index.engines.engine import Engine
    from store.ledger import Ledger


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


# The files of a generation, and whether they are unchanged.


MANIFEST = "manifest.json"  # vouches for the others
_MOST_DIFFERENCES = 5


class FileDigest(NamedTuple):
    size: int
    digest: str


def file_digests(folder: Path) -> dict[str, FileDigest]:
    """Of every file below, by its name from here."""
    return {name: _mark(folder / name) for name in sorted(_names(folder))}


def differences(folder: Path, marks: Mapping[str, FileDigest]) -> list[str]:
    """In words; none where all files are as they were and no other is there.

    A file nobody knows may be opened by an engine all the same. An empty one does no harm:
    engines leave some behind for locks.
    """
    found = []
    names = frozenset(_names(folder))
    found += [f"{name} is missing" for name in marks.keys() - names]
    found += [
        f"{name} is no part of it"
        for name in names - marks.keys()
        if (folder / name).is_symlink() or (folder / name).stat().st_size
    ]
    found += [
        f"{name} was changed"
        for name in marks.keys() & names
        if _is_other(folder / name, marks[name])
    ]
    return sorted(found)[:_MOST_DIFFERENCES]


def file_stats(folder: Path) -> dict[str, tuple[int, ...]]:
    """What tells at a glance whether a file may have been written to."""
    return {name: _look((folder / name).lstat()) for name in sorted(_names(folder))}


def sync_files(folder: Path) -> None:
    """See to it that all that was written is on the disk, and stays there in a power cut."""
    for place, _, names in os.walk(folder):
        for name in names:
            _sync(os.path.join(place, name), os.O_RDONLY)  # noqa: PTH118 - os.walk's strings
        _sync(place, os.O_RDONLY | os.O_DIRECTORY)


def _sync(path: str, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _names(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if name != MANIFEST and (path.is_symlink() or not path.is_dir()):
            yield name


def _mark(path: Path) -> FileDigest:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=32))
    return FileDigest(path.stat().st_size, digest.hexdigest())


def _is_other(path: Path, mark: FileDigest) -> bool:
    is_plain = path.is_file() and not path.is_symlink()
    return not is_plain or path.stat().st_size != mark.size or _mark(path) != mark


def _look(stat: os.stat_result) -> tuple[int, ...]:
    return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino, stat.st_mode


# JSON that only its own ledger can have written: sealed with the ledger's key.


_SEAL = "seal"


def sealed_json(parts: Mapping[str, object], key: bytes, purpose: str) -> bytes:
    """`purpose` keeps a text that was sealed as one thing from being taken for another."""
    body = {**parts, _SEAL: _seal_of(parts, key, purpose)}
    return json.dumps(body, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")


def unsealed_json(body: bytes, key: bytes, purpose: str) -> dict[str, Any] | None:
    """None for what was not sealed so, whatever it is."""
    try:
        parts = json.loads(body)
        seal = parts.pop(_SEAL)
        genuine = hmac.compare_digest(str(seal), _seal_of(parts, key, purpose))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return parts if genuine else None


def _seal_of(parts: Mapping[str, object], key: bytes, purpose: str) -> str:
    text = json.dumps([purpose, parts], sort_keys=True, separators=(",", ":"))
    return hmac.new(key, text.encode(), "sha256").hexdigest()


# What an index was made with: if any of it is different today, the index is made anew.


FORMAT = 4  # of documents, entries and the files beside the engine's: more with every change

# What a tokeniser does to this tells whether it is the one that made the index.
_SAMPLE = (
    "小米14 Ultra（全网通 16GB+512GB）澎湃OS；華為Mate60 Pro+，骁龙8 Gen3，5000mAh 毫安时，"
    "6.73英寸 3200×1440像素 ＡＭＯＬＥＤ，SM-G9500/GT-i9000，￥5,999起；Nokia 5700 XpressMusic；"
    "后置四摄像头：徕卡光学镜头；支持面部识别，屏幕指纹；诺基亚N95 8GB版，一加12"
)


class BuildKey(NamedTuple):
    """Each in a few letters; the names are what `differences` tells people."""

    format: str
    topic: str
    brands: str
    analyzer: str
    engine: str

    def differences(self, other: BuildKey) -> list[str]:
        """What is not the same."""
        pairs = zip(self, other, self._fields, strict=True)
        return [name for mine, others, name in pairs if mine != others]


def build_key_of(topic: Topic, engine: Engine) -> BuildKey:
    return BuildKey(
        str(FORMAT),
        _digest(topic.model_dump_json()),
        _digest(BRANDS.model_dump_json()),
        _analyzer_mark(topic),
        f"{engine.name} ({engine.version})",
    )


@lru_cache(maxsize=8)
def _analyzer_mark(topic: Topic) -> str:
    analyzer = analyzer_for(topic)
    return _digest(repr((analyzer.index_tokens(_SAMPLE), analyzer.exact_tokens(_SAMPLE))))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


# The manifest of a generation: whose it is, made when and with what, of which files.


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


# Where the index of a topic is kept, and which of its generations is in use.


_GENERATION = re.compile(r"\d{8}T\d{6}-[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class IndexPlace:
    """The folder of a topic's index, and what an index in it must have been made with."""

    root: Path
    topic: Topic
    engine: Engine
    seal: Seal
    build_key: BuildKey

    @classmethod
    def of(cls, data: Path, topic: Topic, engine: Engine, ledger: Ledger) -> IndexPlace:
        root = data / "index" / topic.name
        return cls(root, topic, engine, seal_of(ledger), build_key_of(topic, engine))

    @property
    def pointer(self) -> Path:
        """The file that names the generation in use."""
        return self.root / "current"

    def current(self) -> str | None:
        """The name of the generation in use; None where there is none that could be read."""
        try:
            name = self.pointer.read_bytes()[:64].decode("ascii", "replace").strip()
        except OSError:
            return None
        return name if _GENERATION.fullmatch(name) else None

    def use(self, generation: str) -> None:
        """From now on; readers see the old one or this, never anything between."""
        replace_file(self.pointer, f"{generation}\n".encode("ascii"))

    def checked(self, generation: str) -> Path:
        """The file that tells when all of it was last looked through: beside it, not in it.

        Whoever is killed while writing it must leave nothing in the generation.
        """
        return self.root / f"{generation}.checked"

    def remove_all_but(self, kept: Collection[str]) -> None:
        for folder in self.generations():
            if folder.name not in kept:
                shutil.rmtree(folder, ignore_errors=True)
                self.checked(folder.name).unlink(missing_ok=True)

    def remove_unfinished(self) -> None:
        """What builders left that died: a manifest is written last."""
        finished = {one.name for one in self.generations() if (one / MANIFEST).exists()}
        self.remove_all_but(finished)
        for aside in self.root.glob(".*.tmp"):
            aside.unlink(missing_ok=True)

    def generations(self) -> list[Path]:
        return sorted(path for path in self.root.glob("*T*-*") if _GENERATION.fullmatch(path.name))


def new_generation() -> str:
    return f"{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}-{secrets.token_hex(4)}"


# Trust: an index that this ledger did not make, or that was changed since, is never opened.


_LARGEST_MANIFEST = 64_000_000  # bytes
_MANIFEST, _CHECKED = "manifest", "checked"  # what the seals are for


def seal_manifest(manifest: IndexManifest, folder: Path, key: bytes) -> None:
    replace_file(folder / MANIFEST, sealed_json(manifest.parts(), key, _MANIFEST))


def trusted_manifest(place: IndexPlace, *, thorough: bool = False) -> IndexManifest:
    """That of the generation in use, or IndexUnusable with the reason.

    All files are read once; later a glance is enough as long as the system says that nobody
    has written to them since. `thorough` reads them all the same.
    """
    generation = place.current()
    if generation is None:
        raise MissingIndex(place.topic.name)
    folder = place.root / generation
    try:
        if folder.is_symlink():  # what it leads to may be exchanged in one step
            raise IndexUnusable(place.topic.name, "its folder is a link to another")
        manifest = _genuine(place, folder)
        _check_build_key(place, manifest)
        if thorough or not _was_checked(place, folder):
            _check_files(place, folder, manifest)
    except OSError as error:
        # Visitors read this: where the files are is none of their business.
        raise IndexUnusable(place.topic.name, f"it cannot be read ({error.strerror})") from error
    return manifest


def _genuine(place: IndexPlace, folder: Path) -> IndexManifest:
    with (folder / MANIFEST).open("rb") as file:
        parts = unsealed_json(file.read(_LARGEST_MANIFEST), place.seal.key, _MANIFEST)
    try:
        manifest = IndexManifest.from_parts(parts) if parts else None
    except (TypeError, KeyError) as error:
        why = "another version of SpecSeek made it"
        raise IndexUnusable(place.topic.name, why) from error
    if manifest is None or not manifest.belongs_to(place.seal, place.topic.name, folder.name):
        raise IndexUnusable(place.topic.name, "it does not bear the seal of this ledger")
    return manifest


def _check_build_key(place: IndexPlace, manifest: IndexManifest) -> None:
    if other := manifest.build_key.differences(place.build_key):
        why = f"it was made with another {', '.join(other)}"
        raise IndexUnusable(place.topic.name, why)


def _check_files(place: IndexPlace, folder: Path, manifest: IndexManifest) -> None:
    before = _listed(folder)
    if found := differences(folder, manifest.files):
        raise IndexUnusable(place.topic.name, f"it is damaged: {', '.join(found)}")
    _remember(place, folder, before)


def _was_checked(place: IndexPlace, folder: Path) -> bool:
    try:
        body = place.checked(folder.name).read_bytes()
    except OSError:
        return False
    parts = unsealed_json(body, place.seal.key, _CHECKED)
    return parts is not None and parts["looks"] == _listed(folder)


def _remember(place: IndexPlace, folder: Path, seen: dict[str, list[int]]) -> None:
    """Who may only read has to check anew each time."""
    body = sealed_json({"looks": seen}, place.seal.key, _CHECKED)
    with suppress(OSError):
        replace_file(place.checked(folder.name), body)


def _listed(folder: Path) -> dict[str, list[int]]:
    """As JSON gives it back."""
    return {name: list(look) for name, look in file_stats(folder).items()}
