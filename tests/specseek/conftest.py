"""The demonstration, run once for all who look at it: it is a whole crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from click.testing import CliRunner, Result

from specseek.cli import main

if TYPE_CHECKING:
    from pathlib import Path


class Demo(NamedTuple):
    result: Result
    data: Path


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    data = tmp_path_factory.mktemp("demo")
    result = CliRunner(env={"SPECSEEK_DATA": str(data)}).invoke(main, ["demo", "--no-page"])
    return Demo(result, data / "demo")
