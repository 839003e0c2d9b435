"""Full disks, flipped bytes, two of everything at once: is it told, and is nothing lost?

What a full disk stopped is done once there is room. Of what is damaged nothing is used, and a
damaged ledger is not written to. Of two that must not work at once one says so.
"""

from __future__ import annotations

import re
import subprocess
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from shutil import copytree, rmtree
from typing import TYPE_CHECKING, NamedTuple

from evaluation.fault_points import FaultyCommands
from evaluation.kill_trials import Trial, differences, finish
from evaluation.ledger_contents import contents
from evaluation.made_up_archive import make_scene, variables
from samples.crawl_process import CrawlProcess
from samples.pocket_web import PocketWeb
from samples.proxy import PocketProxy
from store.seal import LEDGER_FILE

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping
    from pathlib import Path

    from evaluation.fault_points import Ended
    from evaluation.kill_trials import Operation


# Full disks.


_SHARES = (0.0, 0.2, 0.4, 0.6, 0.8, 0.95)  # of the room that the command needs
_DISK = 200  # megabytes
_NO_ROOM = re.compile(r"space|full|too large", re.IGNORECASE)


def disk_trial(folder: Path, operation: Operation) -> Trial:
    """With too little room, more and more of it; then with enough.

    On a small disk of its own if this process may mount one; else no file may become longer than
    such a part of the longest one.
    """
    scene, place = folder / "scene", folder / "disk"
    scene.mkdir(parents=True)
    place.mkdir()
    operation.scene(scene)
    found: list[str] = []
    told = 0
    with FaultyCommands() as commands, small_disk(place) as disk:
        after, grown, longest = _in_peace(commands, operation, scene, place)
        for share in _SHARES:
            with _copied(scene, place / "data of it") as here:
                if disk:
                    _fill(place, disk - _size(here) - round(share * grown))
                limit = 0 if disk else 1 + round(share * longest)
                (ended,) = commands.run(
                    operation.words(here), variables=variables(here), largest_file=limit
                )
                (place / "ballast").unlink(missing_ok=True)
                told += ended.status == 1
                what = f"{operation.name} with {share:.0%} of its room"
                found += _ill_told(what, ended, _NO_ROOM)
                found += _unfinished(what, finish(commands, operation, here))
                if operation.state(here) != after:
                    found.append(f"{what}: in the end it is not as with enough")
                found += [f"{what}: {path.name} is left" for path in here.rglob(".*.tmp")]
    return Trial(f"full disk, {operation.name}", len(_SHARES), told, tuple(found))


@contextmanager
def small_disk(place: Path) -> Iterator[int]:
    """A file system in memory; how many bytes it has, 0 if this process may not mount one."""
    options = ["-t", "tmpfs", "-o", f"size={_DISK}m", "tmpfs", str(place)]
    command = ["mount", *options]
    mounted = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - as above
    try:
        yield 0 if mounted.returncode else _DISK * 2**20
    finally:
        if not mounted.returncode:
            subprocess.run(["umount", "-l", str(place)], check=False)  # noqa: S603, S607 - as above


def _in_peace(
    commands: FaultyCommands, operation: Operation, scene: Path, place: Path
) -> tuple[Hashable, int, int]:
    """What it leaves, by how much it grows, and the longest file."""
    with _copied(scene, place / "data of it") as here:
        before = _size(here)
        (ended,) = commands.run(operation.words(here), variables=variables(here))
        if ended.status:
            raise RuntimeError(f"{operation.name} fails with room enough:\n{ended.words}")
        longest = max(path.stat().st_size for path in here.rglob("*") if path.is_file())
        return operation.state(here), max(4096, _size(here) - before), longest


def _size(folder: Path) -> int:
    return sum(path.lstat().st_blocks * 512 for path in folder.rglob("*"))


def _fill(disk: Path, size: int) -> None:
    with (disk / "ballast").open("wb") as ballast:
        for _ in range(max(0, size) // 2**16):
            try:
                ballast.write(b"\0" * 2**16)
                ballast.flush()
            except OSError:
                return


@contextmanager
def _copied(scene: Path, place: Path) -> Iterator[Path]:
    copytree(scene, place)
    try:
        yield place
    finally:
        rmtree(place)


def _ill_told(what: str, ended: Ended, words: re.Pattern[str]) -> Iterator[str]:
    if ended.status not in {0, 1}:
        yield f"{what}: ended with {ended.status}"
    if "Traceback" in ended.words or re.search(r"Error: None\b", ended.words):
        yield f"{what}: {ended.words[-400:]}"
    elif ended.status == 1 and not words.search(ended.words):
        yield f"{what}: does not say why: {ended.words[-200:]!r}"


def _unfinished(what: str, ended: Ended) -> Iterator[str]:
    if ended.status:
        yield f"{what}: cannot be finished afterwards: {ended.words[-300:]}"


# Flipped bytes.


class Target(NamedTuple):
    """Files to damage, and a command that must notice it."""

    name: str
    files: str
    damage: Callable[[bytearray, Random], None]
    command: tuple[str, ...]
    must_tell: bool = True


def flip_byte(body: bytearray, random: Random) -> None:
    place = random.randrange(len(body))
    body[place] ^= random.randrange(1, 256)


_PAGE = 4096  # bytes of a page of SQLite


def break_page(body: bytearray, random: Random) -> None:
    """The head of a page, without which its rows cannot be found."""
    start = random.randrange(1, len(body) // _PAGE) * _PAGE
    body[start : start + 64] = random.randbytes(64)


def empty(body: bytearray, _random: Random) -> None:
    body.clear()


TARGETS = (
    Target("ledger, reread", f"data/{LEDGER_FILE}", break_page, ("reread",)),
    # What it reads is whole, or it says so; it writes nothing.
    Target(
        "ledger, index build",
        f"data/{LEDGER_FILE}",
        break_page,
        ("index", "build"),
        must_tell=False,
    ),
    Target("ledger, back-up", f"data/{LEDGER_FILE}", break_page, ("backup", "FOLDER/backup")),
    Target("ledger, empty", f"data/{LEDGER_FILE}", empty, ("reread",)),
    Target("archive", "data/archive/*.warc.gz", flip_byte, ("archive", "verify")),
    Target("index", "data/index/**/*", flip_byte, ("index", "verify")),
    # A number that became another is a rule as good as any: such files are people's own.
    Target("rules", "rules/phones/*.yaml", flip_byte, ("doctor",), must_tell=False),
)


def flip_trial(folder: Path, target: Target, cases: int, pages: int, seed: int) -> Trial:
    scene = folder / "scene"
    make_scene(scene, pages)
    random = Random(seed)  # noqa: S311 - no secret
    found: list[str] = []
    told = 0
    with FaultyCommands() as commands:
        commands.run(("index", "build"), variables=variables(scene))
        for number in range(cases):
            with _copied(scene, folder / "place") as here:
                file = random.choice(_candidates(here, target.files))
                body = bytearray(file.read_bytes())
                target.damage(body, random)
                file.write_bytes(body)
                before = _digests(here)
                words = [word.replace("FOLDER", str(here)) for word in target.command]
                (ended,) = commands.run(words, variables=variables(here))
                what = f"{target.name}, case {number} ({file.name})"
                told += ended.status == 1
                found += _ill_told(what, ended, re.compile(""))
                if target.must_tell and ended.status == 0:
                    found.append(f"{what}: nothing was told")
                if target.name.startswith("ledger") and _digests(here) != before:
                    found.append(f"{what}: the damaged ledger was written to")
    return Trial(f"damaged {target.name}", cases, told, tuple(found))


def _candidates(folder: Path, pattern: str) -> list[Path]:
    found = (path for path in folder.glob(pattern) if path.is_file() and path.stat().st_size)
    return sorted(path for path in found if not path.name.endswith(".lock"))


def _digests(folder: Path) -> Mapping[str, str]:
    """Of the ledger and what SQLite would write into it later."""
    files = [folder / "data" / f"{LEDGER_FILE}{end}" for end in ("", "-wal", "-journal")]
    written = (one for one in files if one.exists() and one.stat().st_size)
    return {one.name: sha256(one.read_bytes()).hexdigest() for one in written}


# Two of everything at once.


_ANOTHER = re.compile(r"another|already|locked|running|busy", re.IGNORECASE)


def pair_trial(folder: Path, operation: Operation, rounds: int) -> Trial:
    scene = folder / "scene"
    scene.mkdir(parents=True)
    operation.scene(scene)
    found: list[str] = []
    told = 0
    with FaultyCommands() as commands:
        with _copied(scene, folder / "place") as here:
            found += _unfinished(operation.name, finish(commands, operation, here))
            after = operation.state(here)
        for _ in range(rounds):
            with _copied(scene, folder / "place") as here:
                words = operation.words(here)
                both = commands.run(words, words, variables=variables(here))
                told += sum(one.status == 1 for one in both)
                for one in both:
                    found += _ill_told(f"two of {operation.name}", one, _ANOTHER)
                if all(one.status for one in both):
                    found.append(f"two of {operation.name}: neither came to its end")
                if operation.state(here) != after:
                    found.append(f"two of {operation.name}: it is not as after one")
    return Trial(f"two at once, {operation.name}", rounds, told, tuple(found))


def crawl_pair_trial(folder: Path, settings: Mapping[str, str], rounds: int) -> Trial:
    """One says that the other crawls, and does nothing."""
    found: list[str] = []
    told = 0
    with PocketProxy(PocketWeb()) as proxy:
        alone = CrawlProcess(proxy.url, folder / "alone", settings=settings)
        alone.run().check_returncode()
        for number in range(rounds):
            crawl = CrawlProcess(proxy.url, folder / f"pair-{number}", settings=settings)
            both = [crawl.start(stderr=subprocess.PIPE) for _ in range(2)]
            words = [one.communicate()[1].decode(errors="replace") for one in both]
            ended = sorted(one.returncode for one in both)
            told += sum(map(bool, ended))
            if ended[0] or len(ended) != 2:
                found.append(f"two crawls ended with {ended}")
            for one, said in zip(both, words, strict=True):
                if one.returncode and ("Traceback" in said or not _ANOTHER.search(said)):
                    found.append(f"two crawls: does not say why: {said[-300:]!r}")
            after = contents(folder / f"pair-{number}")
            found += [
                f"two crawls: {one}" for one in differences(contents(folder / "alone"), after)
            ]
    return Trial("two at once, crawl", rounds, told, tuple(found))
