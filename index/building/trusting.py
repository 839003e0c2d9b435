"""Trust: an index that this ledger did not make, or that was changed since, is never opened."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from core.files import replace_file
from index.building.files import MANIFEST, differences, file_stats
from index.building.manifest import IndexManifest
from index.building.problems import IndexUnusable, MissingIndex
from index.building.sealed import sealed_json, unsealed_json

if TYPE_CHECKING:
    from pathlib import Path

    from index.building.place import IndexPlace

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
