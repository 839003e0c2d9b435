from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from index.analysis.segmenting import Segmenter

if TYPE_CHECKING:
    from pathlib import Path

SEGMENTER = Segmenter(["超声波屏幕指纹", "骁龙"])


def within(run: str) -> list[str]:
    return [run[start:end] for start, end in SEGMENTER.words_within(run)]


def test_words_of_the_topic_are_words() -> None:
    assert SEGMENTER.cut("高通骁龙处理器") == ["高通", "骁龙", "处理器"]
    assert SEGMENTER.cut("超声波屏幕指纹") == ["超声波屏幕指纹"]
    assert "骁龙" not in Segmenter([]).cut("骁龙")


def test_long_words_have_their_parts_and_characters() -> None:
    assert {"超声波屏幕指纹", "超声波", "屏幕", "指纹", "纹"} <= set(within("超声波屏幕指纹"))


@pytest.mark.parametrize(
    "run", ["支持无线充电器", "不可拆卸式锂聚合物电池", "南京市长江大桥", "米"]
)
def test_all_that_search_mode_finds_is_there(run: str) -> None:
    segmenter = import_module("jieba").Tokenizer()
    segmenter.FREQ, segmenter.total = segmenter.gen_pfdict(segmenter.get_dict_file())
    segmenter.initialized = True
    assert set(segmenter.cut_for_search(run, HMM=False)) <= set(within(run))


def test_it_is_silent_and_leaves_no_file(tmp_path: Path) -> None:
    """A file in the folder for temporary files could be anybody's."""
    code = "from index.analysis.segmenting import Segmenter; print(Segmenter([]).cut('手机屏幕'))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "['手机', '屏幕']", "")
    assert list(tmp_path.iterdir()) == []
