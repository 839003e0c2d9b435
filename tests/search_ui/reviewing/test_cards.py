from discovery.credibility import Factors
from discovery.signals import SIGNALS
from search_ui.languages import words


def test_everything_that_is_weighed_has_a_word() -> None:
    weighed = (*Factors._fields, *SIGNALS, "support", "veto")
    assert {f"review.factor.{name}" for name in weighed} <= set(words())
