from __future__ import annotations

from search_ui.reviewing.bars import BAR_HEIGHT, BAR_WIDTH, FACTORS, contribution_bars


def test_the_published_factors_come_first_then_the_strongest_signals() -> None:
    contributions = {"row": 0.1, "links": -0.4, **dict.fromkeys(reversed(FACTORS), 0.05)}
    assert [bar.key for bar in contribution_bars(contributions)] == [*FACTORS, "links", "row"]


def test_what_speaks_against_goes_the_other_way() -> None:
    pro, con = contribution_bars({"font": 0.2, "parent": -0.1})
    assert (pro.start, pro.length, pro.against) == (BAR_WIDTH / 2, BAR_WIDTH / 2, False)
    assert (con.start, con.length, con.against) == (BAR_WIDTH / 4, BAR_WIDTH / 4, True)
    assert (pro.top, pro.tall) == (0, BAR_HEIGHT / 2)
    assert (con.top, con.tall) == (BAR_HEIGHT / 2, BAR_HEIGHT / 4)
    assert (pro.value, con.value) == ("+0.20", "−0.10")


def test_nothing_said_is_nothing_drawn() -> None:
    assert contribution_bars({}) == []
    (bar,) = contribution_bars({"font": 0.0})
    assert bar.length == 0
