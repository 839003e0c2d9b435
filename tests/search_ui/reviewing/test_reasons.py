import pytest

from core.topic import ValueType
from review.reasons import REASON_KINDS, AliasReason
from search_ui.languages import LANGUAGES, Language
from search_ui.reviewing.reasons import reason_text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", REASON_KINDS)
def test_every_reason_has_words(kind: str, language: Language) -> None:
    detail = "quantity mm" if "type" in kind else "网络类型"
    assert kind not in reason_text(AliasReason(kind, detail), language)


@pytest.mark.parametrize("kind", ValueType)
def test_types_are_told_in_words(kind: ValueType) -> None:
    assert "有或无" in reason_text(AliasReason("type-and-unit", "yes-no"), "zh")
    assert reason_text(AliasReason("other-type", f"{kind} mm"), "zh").endswith(" mm")
