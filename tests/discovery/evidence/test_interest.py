from __future__ import annotations

import pytest

from discovery.evidence.interest import likelihood
from rules.topic import TOPICS, Topic
from rules.yaml_files import read_yaml
from tests.discovery.evidence.small_tree import SmallTree

PHONES = read_yaml(TOPICS / "phones.yaml", Topic)


@pytest.mark.parametrize(
    ("text", "likely"),
    [
        ("商家报价", 1.0),
        ("【屏幕 色彩】：", 1.0),
        ("产地", 1.0),
        ("重量：102 克", 1.0),
        ("电子字典", 0.0),
        ("重量级新闻", 0.0),
        ("102 克", 0.0),
        ("字" * 10_000, 0.0),
    ],
)
def test_table_4_5(text: str, likely: float) -> None:
    assert likelihood(SmallTree(f"<p>{text}").leaf(text), PHONES) == likely


def test_without_a_topic_it_tells_nothing() -> None:
    assert likelihood(SmallTree("<p>重量").leaf("重量"), None) == 0.5
