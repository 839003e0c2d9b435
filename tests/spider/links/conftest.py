from __future__ import annotations

import pytest

from rules.topic import TOPICS, Topic
from rules.yaml_files import read_yaml


@pytest.fixture(scope="session")
def phones() -> Topic:
    return read_yaml(TOPICS / "phones.yaml", Topic)
