"""Real pages with gold: read where they lie, never copied into the project."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaluation.zol_gold import zol_pairs
from settings.loading import load_settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evaluation.scoring import NameAndValue

_REPOSITORY = Path(__file__).resolve().parents[1]


class DataSetsAbsentError(Exception):
    """The real pages are not on this machine."""


@dataclass(frozen=True)
class PairsPage:
    """A page whose gold is a list of names and values as shown."""

    file: str
    url: str
    body: bytes
    pairs: tuple[NameAndValue, ...]


@dataclass(frozen=True)
class AttributesPage:
    """A shop's page whose gold is, per attribute, the list of acceptable values."""

    file: str
    shop: str
    url: str
    body: bytes
    attributes: Mapping[str, tuple[str, ...]]


def data_sets_folder() -> Path:
    """The setting `data_sets`, or `../shared/data` beside here or beside the repository."""
    named = load_settings().data_sets
    places = [named] if named else [Path("../shared/data"), _REPOSITORY / "../shared/data"]
    for place in places:
        if place.is_dir():
            return place.resolve()
    looked = " and ".join(map(str, places))
    raise DataSetsAbsentError(
        f"the real pages are not here (looked in {looked}): set SPECSEEK_DATA_SETS to their folder"
    )


def gsmarena() -> tuple[PairsPage, ...]:
    """Phone pages of one site; a further line of a row is a pair with the row's name."""
    folder, gold = _gold_of("gsmarena")
    return tuple(
        PairsPage(
            file,
            page["url"],
            _body(folder, file),
            tuple((pair["name"], pair["value"]) for pair in page["pairs"]),
        )
        for file, page in gold.items()
    )


def swde_camera() -> tuple[AttributesPage, ...]:
    """Camera pages of five shops."""
    folder, gold = _gold_of("swde-camera")
    return tuple(
        AttributesPage(
            file,
            page["site"],
            page["url"],
            _body(folder, file),
            {name: tuple(values) for name, values in page["attributes"].items()},
        )
        for file, page in gold.items()
    )


def zol() -> PairsPage:
    """The one ZOL parameter page; it has no gold file, so its own template is read."""
    file = "zol-param-vivo-nex3.html"
    body = _body(data_sets_folder() / "zh-phones", file)
    try:
        pairs = zol_pairs(body)
    except ImportError as missing:
        raise DataSetsAbsentError(
            "the ZOL page's gold is read with lxml: install specseek[bench]"
        ) from missing
    return PairsPage(file, "http://detail.zol.com.cn/1293/1292819/param.shtml", body, pairs)


def _gold_of(name: str) -> tuple[Path, Mapping[str, Any]]:
    folder = data_sets_folder() / name
    try:
        gold: Mapping[str, Any] = json.loads((folder / "gold.json").read_text("utf-8"))
    except FileNotFoundError as missing:
        raise DataSetsAbsentError(f"the data set {name} is not in {folder.parent}") from missing
    return folder, gold


def _body(folder: Path, file: str) -> bytes:
    path = folder / "pages" / file
    try:
        return path.read_bytes()
    except FileNotFoundError as missing:
        raise DataSetsAbsentError(f"the page {file} is not in {path.parent}") from missing
