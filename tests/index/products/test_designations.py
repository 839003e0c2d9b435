from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.products.designations import MOST_WORDS, WordKind, designations_in, words_of
from tests.effort import effort


@pytest.mark.parametrize(
    ("name", "designations"),
    [
        ("Canon PowerShot SD1300 IS 12.1 MP Digital Camera - Silver", ["sd1300"]),
        ("Panasonic DMC-LX3/S 10.1MP Wide Angle", ["dmclx3"]),
        ("Olympus Stylus-7010 12 Megapixel, 7x Zoom", ["7010"]),
        ("Olympus Stylus Tough 3000 w/3.6x Zoom", ["3000"]),
        ("Olympus FE 45 and V-LUX 20", ["fe45", "vlux20"]),
        ("Pentax K-r Digital SLR, 18 mm-55 mm Lens, 6.30 mm-25.20 mm", ["kr"]),
        ("GE SMART SERIES DIGITAL CAMERA12MP, 5X - A1255-RD", ["a1255rd"]),
        ("Nikon Coolpix L22 - Red - 26198", ["l22", "26198"]),
        ('Dell U2723QE - LED-Monitor - 68.4 cm (27")', ["u2723qe"]),
        ("EIZO EV2495-BK 24,1 Zoll Monitor (5 ms, 60 Hz)", ["ev2495bk"]),
        ("Philips V-line 243V7QDSB/00 Monitor", ["243v7qdsb"]),
        ("ＤＥＬＬ　Ｕ２７２３ＱＥ", ["u2723qe"]),
        ("10 Pro 黑色", ["10"]),
        ("27 Monitor", []),
        ("索尼WH1000XM4头戴式耳机", ["wh1000xm4"]),
        ("Kamera schwarz/silber", []),
        ("", []),
    ],
)
def test_designations_of_names(name: str, designations: list[str]) -> None:
    assert [one.text for one in designations_in(words_of(name))] == designations


def test_amounts_have_a_number_and_a_unit() -> None:
    words = words_of('27" 23,8 Zoll 12.1MP 4x 5-Inch')
    assert [word.kind for word in words] == [WordKind.AMOUNT] * 5
    assert [word.amount for word in words] == [27, 23.8, 12.1, 4, 5]


@settings(max_examples=300)
@given(st.text(st.sampled_from('aB9-/_#.," (x'), max_size=80) | st.text(max_size=80))
def test_any_name_is_read(name: str) -> None:
    words = words_of(name)
    assert all(word.text for word in words)
    assert all(one.text for one in designations_in(words))


@pytest.mark.parametrize("piece", ["A1-", "1/", "a1 ", "camera1", "(", "1.1.1", "x-" * 9])
def test_huge_names_take_no_time(piece: str) -> None:
    assert effort(lambda: words_of(piece * 100_000)) < 100
    assert len(words_of(piece * 100_000)) <= MOST_WORDS
