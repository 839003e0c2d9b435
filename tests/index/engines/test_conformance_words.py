"""Words and phrases mean the same to every engine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from index.engines.engine import SearchRequest
from tests.index.engines.conformance import created, entry, found, with_words

if TYPE_CHECKING:
    from pathlib import Path

    from index.engines.engine import Engine, Searcher


def phrase(searcher: Searcher, *tokens: str) -> set[str]:
    return set(found(searcher, SearchRequest(phrases=(tokens,))))


def test_without_words_everything_is_found_most_prominent_first(phones: Searcher) -> None:
    assert with_words(phones) == ["mi-band", "mi14", "mate60", "nokia3310"]


def test_a_word_is_found_in_name_and_body(phones: Searcher) -> None:
    assert with_words(phones, "麒麟") == ["mate60"]
    assert with_words(phones, "mate60") == ["mate60"]
    assert set(with_words(phones, "影像")) == {"mi14", "mate60"}


def test_all_words_must_be_there_each_in_name_or_body(phones: Searcher) -> None:
    assert with_words(phones, "小米", "骁龙") == ["mi14"]
    assert with_words(phones, "影像", "华为") == ["mate60"]
    assert with_words(phones, "小米", "麒麟") == []


def test_a_word_twice_is_the_word_once(phones: Searcher) -> None:
    assert with_words(phones, "小米", "小米") == with_words(phones, "小米")


def test_an_unknown_word_finds_nothing(phones: Searcher) -> None:
    assert with_words(phones, "翻盖") == []
    assert with_words(phones, "小米", "翻盖") == []


def test_a_word_is_found_whole_and_as_it_is(phones: Searcher) -> None:
    assert with_words(phones, "mate") == []
    assert with_words(phones, "Mate60") == []


def test_a_word_only_said_or_only_in_exact_is_no_word(phones: Searcher) -> None:
    assert with_words(phones, "骁") == []


def test_a_match_in_the_name_comes_before_one_in_the_body(phones: Searcher) -> None:
    assert with_words(phones, "小米") == ["mi14", "mi-band"]
    assert with_words(phones, "小米", "14") == ["mi14", "mi-band"]


def test_more_of_a_word_comes_before_less(engine: Engine, tmp_path: Path) -> None:
    entries = (
        entry("little", "影像", "b", "c", "d", prominence=9),
        entry("much", "影像", "影像", "影像", "d"),
        *(entry(f"other {number}", "x", "y", "z", "d") for number in range(9)),
    )
    with created(engine, tmp_path, entries) as searcher:
        assert with_words(searcher, "影像") == ["much", "little"]


def test_a_short_text_comes_before_a_long_one(engine: Engine, tmp_path: Path) -> None:
    entries = (
        entry("long", "影像", *(f"filler {number}" for number in range(200)), prominence=9),
        entry("short", "影像", "b"),
        *(entry(f"other {number}", "x", "y", "z", "d") for number in range(9)),
    )
    with created(engine, tmp_path, entries) as searcher:
        assert with_words(searcher, "影像") == ["short", "long"]


def test_among_equals_the_prominent_come_first(engine: Engine, tmp_path: Path) -> None:
    entries = [entry(f"p{rank}", "影像", prominence=rank) for rank in (3, -1, 7, 0.5)]
    unranked = replace(entry("unranked", "影像"), orders={})
    with created(engine, tmp_path, [unranked, *entries]) as searcher:
        assert with_words(searcher, "影像") == ["p7", "p3", "p0.5", "p-1", "unranked"]
        assert with_words(searcher) == ["p7", "p3", "p0.5", "p-1", "unranked"]


def test_a_phrase_is_its_tokens_side_by_side_in_order(phones: Searcher) -> None:
    assert phrase(phones, "小", "米", "14") == {"mi14"}
    assert phrase(phones, "小", "米") == {"mi14", "mi-band"}
    assert phrase(phones, "米", "小") == set()
    assert phrase(phones, "小", "14") == set()
    assert phrase(phones, "骁", "龙", "8", "gen", "3") == {"mi14"}
    assert phrase(phones, "小", "米", "15") == set()


def test_a_phrase_of_one_token(phones: Searcher) -> None:
    assert phrase(phones, "3310") == {"nokia3310"}


def test_a_phrase_is_looked_for_in_exact_alone(phones: Searcher) -> None:
    assert phrase(phones, "小米") == set()


def test_a_phrase_that_repeats_a_token(engine: Engine, tmp_path: Path) -> None:
    entries = (entry("one", "看", "书"), entry("two", "看", "看", "书"), entry("apart", "看", "x"))
    with created(engine, tmp_path, entries) as searcher:
        assert phrase(searcher, "看", "看") == {"two"}
        assert phrase(searcher, "看", "看", "看") == set()
        assert phrase(searcher, "看", "书") == {"one", "two"}


def test_a_phrase_does_not_run_from_one_entry_into_the_next(engine: Engine, tmp_path: Path) -> None:
    with created(engine, tmp_path, (entry("a", "x", "y"), entry("b", "z"))) as searcher:
        assert phrase(searcher, "y", "z") == set()


def test_all_phrases_and_all_words_must_be_there(phones: Searcher) -> None:
    both = SearchRequest(words=("影像",), phrases=(("小", "米"), ("骁", "龙")))
    assert found(phones, both) == ["mi14"]
    assert found(phones, replace(both, words=("卫星",))) == []


def test_what_has_a_phrase_that_is_not_wanted_is_out(phones: Searcher) -> None:
    assert found(phones, SearchRequest(without=(("小", "米"),))) == ["mate60", "nokia3310"]
    assert found(phones, SearchRequest(words=("小米",), without=(("天",),))) == ["mi14"]
    either = SearchRequest(without=(("骁", "龙"), ("mate", "60")))
    assert found(phones, either) == ["mi-band", "nokia3310"]


def test_only_the_whole_phrase_puts_it_out(phones: Searcher) -> None:
    assert len(found(phones, SearchRequest(without=(("米", "小"),)))) == 4
    assert len(found(phones, SearchRequest(without=(("没有",),)))) == 4


def test_phrases_without_tokens_ask_nothing(phones: Searcher) -> None:
    assert len(found(phones, SearchRequest(phrases=((),), without=((),)))) == 4


def test_phrases_alone_are_in_order_of_prominence(phones: Searcher) -> None:
    assert found(phones, SearchRequest(phrases=(("小", "米"),))) == ["mi-band", "mi14"]


def test_what_is_unconfirmed_comes_behind_what_fits_about_as_well(
    engine: Engine, tmp_path: Path
) -> None:
    """But not behind everything: it is less relevant by a fifth."""
    entries = (
        entry("unsure", "影像", "b", "c", prominence=-5),
        entry("longer", "影像", "b", "c", "d", prominence=9),
        entry("long", "影像", *(f"filler {number}" for number in range(200)), prominence=9),
        *(entry(f"other {number}", "x", "y", "z", "d") for number in range(9)),
    )
    with created(engine, tmp_path, entries) as searcher:
        assert with_words(searcher, "影像") == ["longer", "unsure", "long"]
        assert with_words(searcher)[-1] == "unsure"


def test_a_word_of_names_is_not_looked_for_in_the_body(phones: Searcher) -> None:
    assert found(phones, SearchRequest(in_name=("14",))) == ["mi14"]
    assert found(phones, SearchRequest(words=("影像",), in_name=("小米",))) == ["mi14"]
    assert found(phones, SearchRequest(in_name=("影像",))) == []


def test_an_optional_word_excludes_nothing_and_comes_first(phones: Searcher) -> None:
    everything = found(phones, SearchRequest(optional=("麒麟", "没有")))
    assert everything == ["mate60", "mi-band", "mi14", "nokia3310"]
    assert found(phones, SearchRequest(words=("影像",), optional=("麒麟",)))[0] == "mate60"
    assert found(phones, SearchRequest(words=("影像",), optional=("骁龙",)))[0] == "mi14"


def test_what_is_called_so_comes_first_the_longest_name_before_all(phones: Searcher) -> None:
    called = SearchRequest(words=("影像",), called=("华为",))
    assert found(phones, called) == ["mate60", "mi14"]
    assert found(phones, replace(called, called=("小米", "mate60"))) == ["mate60", "mi14"]
    assert found(phones, replace(called, called=("小米", "影像"))) == ["mi14", "mate60"]
    only_called = SearchRequest(called=("诺基亚",))
    assert found(phones, only_called) == ["nokia3310", "mi-band", "mi14", "mate60"]
