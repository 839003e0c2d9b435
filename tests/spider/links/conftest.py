from __future__ import annotations

import pytest

from core.topic import Topic, shipped_topic


@pytest.fixture(scope="session")
def phones() -> Topic:
    return shipped_topic("phones")
