from __future__ import annotations

from discovery.candidate import Candidate, Factors
from discovery.support import SiteSupport, Support

NEUTRAL = Factors(0, 0, 0, 0, 0)


def candidate(name: str, value: str) -> Candidate:
    return Candidate(name, value, "line", NEUTRAL, 0)


def test_pages_and_values_are_counted_by_what_names_mean() -> None:
    support = SiteSupport()
    support.add([candidate("重 量：", "102 克"), candidate("重量", "102克")])
    support.add([candidate("重量", "98 克")])
    support.add([candidate("颜色", "红"), candidate("重量", "")])
    assert support.of("重量") == Support(pages=2, of=3, values=2)
    assert support.of("价格") == Support(pages=0, of=3, values=0)


def test_a_few_pages_tell_nothing() -> None:
    assert Support(3, 3, 1).signal == 0


def test_the_same_on_every_page_is_furniture() -> None:
    assert Support(10, 10, 1).signal == -1
    assert Support(10, 40, 1).signal == 0


def test_the_more_values_differ_the_better() -> None:
    assert 0 < Support(10, 10, 2).signal < Support(10, 10, 5).signal == 1
