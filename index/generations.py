"""Where an index is stored, which of its generations is current, and whether it can be trusted.

Every build makes a folder of its own, a generation; a file names the current one (`IndexPlace`). An
`IndexManifest`, sealed with the ledger's key, records what the generation was built with
(`BuildKey`), and the digests of its files. `trusted_manifest` rejects an index that another ledger
made, that is damaged, or that was built with another topic, engine or version.
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
from index.engines.engine import engine_named

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from core.settings import Settings
    from core.topic import Topic
    from index.engines.engine import Engine
    from store.seal import Seal


class IndexUnusable(SpecSeekError):  # noqa: N818 - it is the state of the index
    """It is outdated, of another ledger or damaged; the next build replaces it."""

    def __init__(self, topic: str, why: str) -> None:
        super().__init__(topic, why)
        self.topic = topic
        self.why = why

    def __str__(self) -> str:
        return (
            f"The index of {self.topic} cannot be used: {self.why}. Nothing is lost, it is built "
            f"from the ledger. What to do: specseek index build --topic {self.topic}"
        )


class MissingIndex(IndexUnusable):
    """There is none yet."""

    def __init__(self, topic: str, why: str = "there is none yet") -> None:
        super().__init__(topic, why)


class BuildFailed(SpecSeekError):  # noqa: N818 - as above
    """The index could not be built; the one in use, if any, is still in use."""


# The files of a generation, and whether they are unchanged.


MANIFEST = "manifest.json"  # has the digests of all other files
_MOST_DIFFERENCES = 5


class FileDigest(NamedTuple):
    size: int
    digest: str


def file_digests(folder: Path) -> dict[str, FileDigest]:
    """Relative path → digest, for every file of the folder."""
    return {name: _digest_of(folder / name) for name in sorted(_names(folder))}


def differences(folder: Path, digests: Mapping[str, FileDigest]) -> list[str]:
    """Descriptions of missing, changed and additional files.

    Additional files count because an engine might open them. Empty ones are harmless: engines leave
    some behind as locks.
    """
    found = []
    names = frozenset(_names(folder))
    found += [f"{name} is missing" for name in digests.keys() - names]
    found += [
        f"{name} does not belong to it"
        for name in names - digests.keys()
        if (folder / name).is_symlink() or (folder / name).stat().st_size
    ]
    found += [
        f"{name} was changed"
        for name in digests.keys() & names
        if _was_changed(folder / name, digests[name])
    ]
    return sorted(found)[:_MOST_DIFFERENCES]


def file_stats(folder: Path) -> dict[str, tuple[int, ...]]:
    """Relative path → stat fields that change when a file is written."""
    return {name: _stat_fields((folder / name).lstat()) for name in sorted(_names(folder))}


def sync_files(folder: Path) -> None:
    """Sync all files and folders to disk, so that they survive a power cut."""
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


def _digest_of(path: Path) -> FileDigest:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=32))
    return FileDigest(path.stat().st_size, digest.hexdigest())


def _was_changed(path: Path, before: FileDigest) -> bool:
    is_regular = path.is_file() and not path.is_symlink()
    return not is_regular or path.stat().st_size != before.size or _digest_of(path) != before


def _stat_fields(stat: os.stat_result) -> tuple[int, ...]:
    return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino, stat.st_mode


# JSON sealed with the ledger's key (HMAC), so that nobody else can have written it.


_SEAL = "seal"


def sealed_json(parts: Mapping[str, object], key: bytes, purpose: str) -> bytes:
    """`purpose` keeps JSON that was sealed for one purpose from being accepted for another."""
    body = {**parts, _SEAL: _seal_of(parts, key, purpose)}
    return json.dumps(body, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")


def unsealed_json(body: bytes, key: bytes, purpose: str) -> dict[str, Any] | None:
    """None for anything that was not sealed with this key for this purpose."""
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


# What an index was built with: if any of it has changed, the index is rebuilt.


FORMAT = 12  # of documents, entries and our own files: incremented with every change

# Its tokens tell whether the tokenizer is the one that the index was built with.
_SAMPLE = (
    "山海14 Ultra（国际版 16GB+512GB）；長風Star60 Pro+，Core8 Gen3，5000mAh 毫安时，"
    "6.73英寸 3200×1440像素 ＡＭＯＬＥＤ，AB-G9500/CD-i9000，￥5,999起；1.299,00 €；Größe 27 Zoll；"
    "光学镜头：支持夜间识别，防水防尘；N95 8GB版"
)


class BuildKey(NamedTuple):
    """Versions and digests; the field names are shown to users by `differences`."""

    format: str
    topic: str
    brands: str
    analyzer: str
    engine: str

    def differences(self, other: BuildKey) -> list[str]:
        """The names of fields that differ."""
        pairs = zip(self, other, self._fields, strict=True)
        return [name for mine, others, name in pairs if mine != others]


def build_key_of(topic: Topic, engine: Engine) -> BuildKey:
    return BuildKey(
        str(FORMAT),
        _digest(topic.model_dump_json()),
        _digest(topic.product_names.model_dump_json()),
        _analyzer_digest(topic),
        f"{engine.name} ({engine.version})",
    )


@lru_cache(maxsize=8)
def _analyzer_digest(topic: Topic) -> str:
    analyzer = analyzer_for(topic)
    return _digest(repr((analyzer.index_tokens(_SAMPLE), analyzer.exact_tokens(_SAMPLE))))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


# The manifest of a generation: its ledger, when and with what it was built, its files.


@dataclass(frozen=True, slots=True)
class IndexManifest:
    """`surveyed` is the number of products when the histograms' bounds were set.

    `documents` is the number of articles and posts.
    """

    topic: str
    ledger: str
    generation: str
    made_at: float
    products: int
    surveyed: int
    documents: int
    build_key: BuildKey
    files: Mapping[str, FileDigest]

    @property
    def bytes(self) -> int:
        return sum(file.size for file in self.files.values())

    def parts(self) -> dict[str, Any]:
        return asdict(self) | {"build_key": self.build_key._asdict(), "files": dict(self.files)}

    @classmethod
    def from_parts(cls, parts: Mapping[str, Any]) -> IndexManifest:
        """From JSON whose seal was checked."""
        files = {name: FileDigest(*digest) for name, digest in parts["files"].items()}
        return cls(**{**parts, "build_key": BuildKey(**parts["build_key"]), "files": files})

    def belongs_to(self, seal: Seal, topic: str, generation: str) -> bool:
        return (self.ledger, self.topic, self.generation) == (seal.ledger, topic, generation)


# Where the index of a topic is stored, and which of its generations is current.


_GENERATION = re.compile(r"\d{8}T\d{6}-[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class IndexPlace:
    """The folder of a topic's index, and what an index in it must have been built with."""

    root: Path
    topic: Topic
    engine: Engine
    seal: Seal
    build_key: BuildKey

    @classmethod
    def of(cls, data: Path, topic: Topic, engine: Engine, seal: Seal) -> IndexPlace:
        root = data / "index" / topic.name
        return cls(root, topic, engine, seal, build_key_of(topic, engine))

    @property
    def pointer(self) -> Path:
        """The file that names the current generation."""
        return self.root / "current"

    def current(self) -> str | None:
        """The name of the current generation; None if there is none."""
        try:
            name = self.pointer.read_bytes()[:64].decode("ascii", "replace").strip()
        except OSError:
            return None
        return name if _GENERATION.fullmatch(name) else None

    def stamp(self) -> object:
        """Different after every build, which replaces the file; None if there is no index."""
        try:
            stat = self.pointer.stat()
        except OSError:
            return None
        return stat.st_ino, stat.st_mtime_ns

    def folder(self, generation: str) -> Path:
        """Where the files of a generation are."""
        return self.root / generation

    def use(self, generation: str) -> None:
        """Make it current; readers see either the previous one or this one."""
        replace_file(self.pointer, f"{generation}\n".encode("ascii"))

    def checked(self, generation: str) -> Path:
        """The file that records the last full check of a generation.

        It is beside the generation, not in it: a process killed while writing it must leave nothing
        in the generation.
        """
        return self.root / f"{generation}.checked"

    def remove_all_but(self, kept: Collection[str]) -> None:
        for folder in self.generations():
            if folder.name not in kept:
                shutil.rmtree(folder, ignore_errors=True)
                self.checked(folder.name).unlink(missing_ok=True)

    def remove_leftovers(self) -> None:
        """Remove what killed builds left behind.

        Unfinished generations have no manifest: it is written last. Finished ones may never have
        been put into use, or older ones not removed; the current one and the one before it stay.
        """
        finished = [folder.name for folder in self.generations_in_order()]
        current = self.current()
        if current in finished:
            at = finished.index(current)
            finished = finished[max(at - 1, 0) : at + 1]
        self.remove_all_but(finished)
        for temporary in self.root.glob(".*.tmp"):
            temporary.unlink(missing_ok=True)

    def generations(self) -> list[Path]:
        return sorted(path for path in self.root.glob("*T*-*") if _GENERATION.fullmatch(path.name))

    def generations_in_order(self) -> list[Path]:
        """Finished ones, in the order in which they were sealed."""
        sealed = [one for one in self.generations() if (one / MANIFEST).exists()]
        return sorted(sealed, key=lambda one: (one / MANIFEST).stat().st_mtime_ns)


def index_place(settings: Settings, topic: Topic, seal: Seal) -> IndexPlace:
    """The place of a topic's index, with the engine of the settings."""
    if settings.search.engine != "opensearch":
        engine = engine_named(settings.search.engine)
        return IndexPlace.of(settings.data, topic, engine, seal)
    from index.shared_place import SharedPlace  # noqa: PLC0415 - it needs an extra

    return SharedPlace.configured(settings, topic, seal)


def new_generation() -> str:
    return f"{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}-{secrets.token_hex(4)}"


# Trust: an index of another ledger, or one that was changed, is never opened.


_LARGEST_MANIFEST = 64_000_000  # bytes
_MANIFEST, _CHECKED = "manifest", "checked"  # the purposes of seals


def seal_manifest(manifest: IndexManifest, folder: Path, key: bytes) -> None:
    replace_file(folder / MANIFEST, sealed_json(manifest.parts(), key, _MANIFEST))


def trusted_manifest(place: IndexPlace, *, thorough: bool = False) -> IndexManifest:
    """The manifest of the current generation; raises IndexUnusable with the reason.

    All files are read once; after that their stat fields are compared, unless `thorough` is set.
    """
    generation = place.current()
    if generation is None:
        raise MissingIndex(place.topic.name)
    folder = place.folder(generation)
    try:
        if folder.is_symlink():  # its target could be exchanged at any moment
            raise IndexUnusable(place.topic.name, "its folder is a link to another")
        manifest = _genuine(place, folder)
        _check_build_key(place, manifest)
        if thorough or not _was_checked(place, folder):
            _check_files(place, folder, manifest)
    except OSError as error:
        # Visitors see this message: it must not reveal paths.
        raise IndexUnusable(place.topic.name, f"it cannot be read ({error.strerror})") from error
    return manifest


def _genuine(place: IndexPlace, folder: Path) -> IndexManifest:
    with (folder / MANIFEST).open("rb") as file:
        parts = unsealed_json(file.read(_LARGEST_MANIFEST), place.seal.key, _MANIFEST)
    try:
        manifest = IndexManifest.from_parts(parts) if parts else None
    except (TypeError, KeyError) as error:
        why = "another version of SpecSeek built it"
        raise IndexUnusable(place.topic.name, why) from error
    if manifest is None or not manifest.belongs_to(place.seal, place.topic.name, folder.name):
        raise IndexUnusable(place.topic.name, "it does not have the seal of this ledger")
    return manifest


def _check_build_key(place: IndexPlace, manifest: IndexManifest) -> None:
    if other := manifest.build_key.differences(place.build_key):
        why = f"it was built with another {', '.join(other)}"
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
    """If the folder is read-only, every opening checks all files."""
    body = sealed_json({"looks": seen}, place.seal.key, _CHECKED)
    with suppress(OSError):
        replace_file(place.checked(folder.name), body)


def _listed(folder: Path) -> dict[str, list[int]]:
    """The stat fields as JSON will return them."""
    return {name: list(fields) for name, fields in file_stats(folder).items()}
