"""Of pairs of records that tell of one product on two sites, how many are merged?

Of cameras, real pages of five shops whose names were judged by hand (`judged_cameras.yaml`); of
monitors, the pocket web and names in the manner of shops (`judged_monitors.yaml`); of phones, the
pocket web. Nothing about brands or names is in the topics of cameras and monitors. Some shops are
held back: no threshold was chosen by how their pairs are merged.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from core.records import MEDIA
from core.topic import Role, Topic, shipped_topic
from evaluation.datasets import DataSetsAbsentError, swde_camera
from evaluation.merging_quality import (
    KnownRecord,
    MergingReport,
    PairMerging,
    known_merging,
    pocket_web_records,
    real_merging,
    record_of,
)
from evaluation.pocket_records import pocket_records
from index.products.catalogue import merge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FOLDER = Path(__file__).parent
HELD_BACK_CAMERAS = frozenset(("buy", "pcnation"))
HELD_BACK_MONITORS = frozenset(("saturn7", "screenhub", "officeworld"))
CAMERAS = Topic.model_validate(
    {
        "name": "cameras",
        "title": {"en": "Cameras"},
        "attributes": [
            {"name": "Name", "group": "Camera", "role": "name"},
            {"name": "Brand", "group": "Camera", "role": "brand"},
        ],
    }
)


def measure_merging() -> MergingReport:
    known = (
        known_merging("pocket web", pocket_web_records()),
        known_merging("pocket web, names rewritten", pocket_web_records(rewritten=True)),
    )
    made_up = tuple(made_up_pairs())
    try:
        return MergingReport(known, real_merging(), (), (*made_up, *real_pairs()))
    except DataSetsAbsentError as absent:
        return MergingReport(known, None, (str(absent),), made_up)


def made_up_pairs() -> Iterator[PairMerging]:
    """On records that come with SpecSeek."""
    phones = shipped_topic("phones")
    monitors = shipped_topic("monitors")
    yield merged_pairs("phones, pocket web", phones, pocket_records("phones"))
    shown = [one for one in pocket_records("monitors") if one.record.source != MEDIA]
    yield merged_pairs("monitors, pocket web", monitors, shown)
    yield from _with_held_back(
        "monitors, names as shops write them", monitors, monitor_records(), HELD_BACK_MONITORS
    )


def real_pairs() -> Iterator[PairMerging]:
    """On real pages; DataSetsAbsentError where there are none."""
    yield from _with_held_back(
        "cameras of five shops", CAMERAS, camera_records(), HELD_BACK_CAMERAS
    )


def _with_held_back(
    title: str, topic: Topic, records: list[KnownRecord], held_back: frozenset[str]
) -> Iterator[PairMerging]:
    """All pairs, and those that involve a shop that was held back."""
    yield merged_pairs(title, topic, records)
    shops = ", ".join(sorted(held_back))
    yield merged_pairs(f"– those of {shops} (held back)", topic, records, held_back)


def merged_pairs(
    title: str, topic: Topic, records: Iterable[KnownRecord], only: frozenset[str] = frozenset()
) -> PairMerging:
    """Of all pairs, or only of those with one of these sites."""
    known = list(records)
    product_of = {
        member.record_id: product.id
        for product in merge(topic, (one.record for one in known))
        for member in product.members
    }
    naming = {one.name for one in topic.attributes_of(Role.NAME)}
    missed: list[tuple[str, str]] = []
    wrong: list[tuple[str, str]] = []
    pairs = 0
    for one, other in combinations(known, 2):
        sites = {one.record.site, other.record.site}
        if len(sites) == 1 or (only and only.isdisjoint(sites)):
            continue
        is_one = one.phone == other.phone
        is_merged = product_of[one.record.id] == product_of[other.record.id]
        pairs += is_one
        if is_one != is_merged:
            names = (_name(one, naming), _name(other, naming))
            (missed if is_one else wrong).append(names)
    return PairMerging(title, len(known), pairs, tuple(missed), tuple(wrong))


def _name(known: KnownRecord, naming: set[str]) -> str:
    values = known.record.values
    return next((value.raw for value in values if value.attribute in naming), known.record.url)


def camera_records() -> list[KnownRecord]:
    """With names and brands as the pages show them."""
    groups = _judged("judged_cameras.yaml")
    camera_of = {page: camera for camera, pages in groups.items() for page in pages}
    known = []
    for number, page in enumerate(swde_camera()):
        shop, file = page.site, Path(page.file).stem
        values = [("Name", raw) for raw in page.attributes["model"]]
        values += [("Brand", raw) for raw in page.attributes["manufacturer"]]
        record = record_of(number, f"http://{shop}/{file}", values)
        known.append(KnownRecord(record, camera_of.get(file, file)))
    return known


def monitor_records() -> list[KnownRecord]:
    """Names, and brands where the shop gives them."""
    known: list[KnownRecord] = []
    for monitor, shops in _judged("judged_monitors.yaml").items():
        for shop, text in shops.items():
            name, _, brand = text.partition(" | ")
            values = [("Produktname", name), *([("Marke", brand)] if brand else [])]
            record = record_of(len(known), f"http://{shop}/{len(known)}", values)
            known.append(KnownRecord(record, monitor))
    return known


def _judged(file: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((_FOLDER / file).read_text("utf-8"))
    return read
