from __future__ import annotations

from evaluation.mention_quality import MentionReport, MentionScore, measure_mentions
from evaluation.scoring import Tally


def test_what_is_missed_or_found_too_much_is_told() -> None:
    tuned, held_back = measure_mentions().scores
    assert tuned.count == 64
    assert held_back.count == 65
    assert tuned.wrong == ("当年5800卖得多好啊，诺基亚可惜了。 -诺基亚 5800 XpressMusic",)


def test_a_figure_below_its_floor_is_named() -> None:
    report = MentionReport(1, (MentionScore("held back", 1, Tally(8, 10, 8), ()),))
    assert report.below_floors == ["precision on sentences held back: 0.800, below 0.97"]
