"""Repair on a few real pages; the whole sets are `specseek eval repair`'s."""

from __future__ import annotations

import pytest

from evaluation import datasets
from evaluation.datasets import DataSetsAbsentError
from evaluation.repair_on_real_pages import gsmarena_repaired, swde_camera_repaired


def test_phone_pages() -> None:
    try:
        pages = datasets.gsmarena()[:12]
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    spread = gsmarena_repaired(pages).figure("f1")
    assert spread is not None
    assert spread.median >= 0.95


def test_a_camera_shop() -> None:
    try:
        pages = [page for page in datasets.swde_camera() if page.site == "pcnation"]
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    shop, together = swde_camera_repaired(pages[:12])
    spread = shop.figure("f1")
    assert spread is not None
    assert spread.median >= 0.95
    assert together.name == "redesigned, swde-camera"
