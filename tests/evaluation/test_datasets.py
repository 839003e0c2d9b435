from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation import datasets
from evaluation.datasets import DataSetsAbsentError, data_sets_folder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def real_pages() -> None:
    try:
        data_sets_folder()
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))


def test_absent_data_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path / "nowhere"))
    with pytest.raises(DataSetsAbsentError, match="set SPECSEEK_DATA_SETS") as told:
        datasets.gsmarena()
    assert "\n" not in str(told.value)


def test_one_absent_set_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path))
    with pytest.raises(DataSetsAbsentError, match="swde-camera"):
        datasets.swde_camera()
    with pytest.raises(DataSetsAbsentError, match="zol-param"):
        datasets.zol()


@pytest.mark.usefixtures("real_pages")
def test_phone_pages_have_names_and_values() -> None:
    pages = datasets.gsmarena()
    assert len(pages) == 157
    assert all(len(page.pairs) > 30 and page.body for page in pages)


@pytest.mark.usefixtures("real_pages")
def test_camera_pages_have_acceptable_values() -> None:
    pages = datasets.swde_camera()
    assert len({page.shop for page in pages}) == 5
    assert all(set(page.attributes) == {"model", "price", "manufacturer"} for page in pages)


@pytest.mark.usefixtures("real_pages")
def test_the_zol_page_has_its_62_parameters_and_no_noise() -> None:
    pairs = dict(datasets.zol().pairs)
    assert len(pairs) == 62
    assert pairs["CPU型号"] == "高通 骁龙855 Plus"
    assert pairs["机身颜色"] == "深空流光，液态天河"
    assert pairs["ROM容量"] == "256GB"
    assert pairs["感应器类型"].endswith("指纹识别，陀螺仪，电子罗盘")
    assert all(pairs.values())
    for noise in ("纠错", "更多", "击败", "官网", "＞", ">"):
        assert not any(noise in value for value in pairs.values())
