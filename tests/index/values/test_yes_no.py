from __future__ import annotations

import pytest

from index.values.reading import read_value
from index.values.typed import YesNo
from tests.index.values.phones import attribute, values_of

YES, NO = YesNo(yes=True), YesNo(yes=False)


@pytest.mark.parametrize(
    ("name", "raw", "meant"),
    [
        ("NFC", "支持", YES),
        ("NFC", "支持NFC（支持读卡器模式,不支持卡模拟）", YES),
        ("NFC", "多功能NFC", YES),
        ("NFC", "Yes (market/region dependent)", YES),
        ("NFC", "不支持NFC", NO),
        ("NFC", "NFC：不支持", NO),
        ("NFC", "无", NO),
        ("NFC", "No", NO),
        ("收音机", "Stereo FM radio, RDS", YES),
        ("无线充电", "支持无线充电", YES),
        ("无线充电", "最高50W", YES),
    ],
)
def test_yes_or_no(name: str, raw: str, meant: YesNo) -> None:
    assert values_of(raw, name) == [meant]


def test_what_says_neither_stays_raw() -> None:
    reading = read_value("参见说明书", attribute("NFC"))
    assert reading.values == ()
    assert not reading.absent
