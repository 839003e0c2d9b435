from __future__ import annotations

import pytest

from evaluation.padding import padding
from pages.tags import TAG


def test_padding_fills_what_it_is_given() -> None:
    assert 9_000 < len(padding(10_000, "gb18030")) <= 10_000
    assert padding(10, "utf-8") == b""


def test_padding_is_the_same_every_time() -> None:
    assert padding(50_000, "utf-8") == padding(50_000, "utf-8")
    assert padding(90_000, "utf-8").startswith(padding(50_000, "utf-8"))


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_padding_is_made_up_like_real_pages(encoding: str) -> None:
    page = padding(300_000, encoding)
    found = list(TAG.finditer(page))
    tags = [match.group() for match in found if match.group(1)]
    skipped = [match.group() for match in found if not match.group(1)]
    scripts = sum(len(raw) for raw in skipped if raw.startswith(b"<script"))
    assert 0.43 < sum(map(len, tags)) / len(page) < 0.60
    assert 0.06 < scripts / len(page) < 0.23
    assert 55 < len(page) / len(tags) < 185
