from __future__ import annotations

import pytest

from index.values.reading import read_value
from index.values.typed import Quantity
from tests.index.values.phones import attribute


@pytest.mark.parametrize(
    ("raw", "memory", "storage"),
    [
        ("8GB+256GB", [8], [256]),
        ("8+256GB/12GB+512GB", [8, 12], [256, 512]),
        ("16GB 2GB RAM, 32GB 3GB RAM", [16, 2, 32, 3], [16, 32]),
        ("128MB ROM 64MB RAM", [0.0625], [0.125]),
        ("4GB+6GB", [4, 6], [4, 6]),
    ],
)
def test_each_attribute_takes_its_own(raw: str, memory: list[float], storage: list[float]) -> None:
    for name, expected in (("运行内存", memory), ("机身内存", storage)):
        found = read_value(raw, attribute(name)).values
        assert [value.low for value in found if isinstance(value, Quantity)] == expected
