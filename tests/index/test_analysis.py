"""Tests of `index.analysis`."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.topic import Topic, shipped_topic
from index.analysis import LONGEST_QUERY, LONGEST_TEXT, analyzer_for
from index.segmenter import Segmenter

if TYPE_CHECKING:
    from pathlib import Path


SEGMENTER = Segmenter(["超声波屏幕指纹", "骁龙"])


def within(run: str) -> list[str]:
    return [run[start:end] for start, end in SEGMENTER.word_spans(run)]


def test_words_of_the_topic_are_words() -> None:
    assert SEGMENTER.cut("高通骁龙处理器") == ["高通", "骁龙", "处理器"]
    assert SEGMENTER.cut("超声波屏幕指纹") == ["超声波屏幕指纹"]
    assert "骁龙" not in Segmenter([]).cut("骁龙")


def test_long_words_have_their_parts_and_characters() -> None:
    assert {"超声波屏幕指纹", "超声波", "屏幕", "指纹", "纹"} <= set(within("超声波屏幕指纹"))


@pytest.fixture(scope="module")
def jieba() -> Any:
    """With all its words loaded."""
    whole = import_module("jieba").Tokenizer()
    whole.FREQ, whole.total = whole.gen_pfdict(whole.get_dict_file())
    whole.initialized = True
    return whole


@pytest.mark.parametrize(
    "run", ["支持无线充电器", "不可拆卸式锂聚合物电池", "南京市长江大桥", "米"]
)
def test_all_that_search_mode_finds_is_there(jieba: Any, run: str) -> None:
    assert set(jieba.cut_for_search(run, HMM=False)) <= set(within(run))


def test_words_are_loaded_by_their_first_character_as_jieba_would_load_all(jieba: Any) -> None:
    segmenter = Segmenter([])
    segmenter.cut("手机")
    given = segmenter._jieba  # noqa: SLF001 - what jieba works with
    assert given.total == jieba.total
    assert {word: jieba.FREQ[word] for word in jieba.FREQ if word[0] in "手机"} == given.FREQ


def test_it_is_silent_and_leaves_no_file(tmp_path: Path) -> None:
    """A file in the folder for temporary files could be anybody's."""
    code = "from index.segmenter import Segmenter; print(Segmenter([]).cut('手机屏幕'))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "['手机', '屏幕']", "")
    assert list(tmp_path.iterdir()) == []


PHONES = shipped_topic("phones")
ANALYZER = analyzer_for(PHONES)

WORDS = "小米 红米 骁龙 无线充电 高通 屏幕 的 鸢 螢 Mate mate Wi-Fi SM- G pro max gb x plus é Ｘ"
NUMBERS_AND_SIGNS = "8 60 64 5.1 128 ６ + - . / * ( ， ×"
PARTS = st.sampled_from([*WORDS.split(), *NUMBERS_AND_SIGNS.split(), " ", "\u3000"])
TYPED = st.lists(PARTS, max_size=8).map("".join)


def finds(query: str, text: str) -> bool:
    return set(ANALYZER.query_tokens(query)) <= set(ANALYZER.index_tokens(text))


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        (("Mate60", "Mate 60", "MATE-60"), ("mate 60", "Mate60", "MATE-60", "ｍａｔｅ６０")),
        (("骁龙8 Gen3", "驍龍8 Gen 3"), ("骁龙8gen3", "骁龙 8 gen 3", "骁龙8 Gen3", "骁龙 8gen3")),
        (("12GB+256GB", "12GB + 256 GB"), ("12GB+256GB", "12gb 256gb", "256GB")),
        (("SM-G9500", "SM G9500"), ("SM-G9500", "smg9500", "sm g9500", "g9500")),
        (("Galaxy S8+", "galaxy s8 plus"), ("s8+", "S8 Plus", "galaxys8", "s8plus", "galaxy-s8")),
        (("iPhone 13 Pro Max",), ("iphone13promax", "13promax", "iphone 13 pro max", "13 pro")),
        (("Redmi Note 12 Turbo",), ("redminote12", "note12turbo", "note 12turbo")),
        (("Red Magic 8", "RedMagic8"), ("redmagic8", "red magic 8", "Red Magic", "redmagic")),
        (("Wi-Fi 6", "WIFI6", "Wi Fi 6"), ("wifi6", "wi-fi 6", "wi fi", "WiFi")),
        (("2340×1080像素", "2340*1080", "2340 x 1080"), ("2340x1080", "2340×1080", "1080")),
        (("蓝牙5.0",), ("蓝牙5", "蓝牙 5.0", "蓝牙5.0")),
        (("高通 骁龙888", "高通骁龙 888"), ("高通骁龙888", "骁龙 888")),
        (("屏幕指纹识别",), ("屏幕指纹", "指纹识别", "指纹")),
        (("支持无线充电器",), ("无线充电", "充电器", "無線充電")),
        (("小米12青春版",), ("小米12", "小米 12", "小米12青春版")),
        (("iPhone 13 128GB",), ("iphone 128", "iphone 13 128gb")),
        (("屏幕：120Hz",), ("屏幕120hz", "120hz屏幕")),
    ],
)
def test_one_thing_is_found_however_it_is_written(
    written: tuple[str, ...], typed: tuple[str, ...]
) -> None:
    missed = [(query, text) for text in written for query in typed if not finds(query, text)]
    assert not missed


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("mate60", "Mate 20 60Hz"),
        ("mate 60", "Mate 20 60Hz"),
        ("骁龙8", "骁龙 888"),
        ("gen3", "gen 33"),
        ("s8+", "Galaxy S8"),
        ("6.5", "5.6"),
        ("256gb", "12GB 256MB"),
        ("无线充电", "无线网络 充电接口"),
    ],
)
def test_numbers_and_words_are_not_torn_apart(query: str, text: str) -> None:
    assert not finds(query, text)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Mate60", ("mate", "60", "mate60")),
        ("骁龙8 Gen3", ("骁", "骁龙", "龙", "8", "骁龙8", "龙8", "gen", "8gen", "3", "gen3")),
        ("12GB+256GB", ("12", "gb", "12gb", "256", "256gb")),
        ("SM-G9500", ("sm", "g", "smg", "9500", "g9500", "smg9500")),
    ],
)
def test_model_numbers_are_kept_whole_and_by_parts(text: str, tokens: tuple[str, ...]) -> None:
    assert ANALYZER.index_tokens(text) == tokens


def test_exact_tokens_are_the_smallest_pieces_in_order() -> None:
    assert ANALYZER.exact_tokens("驍龍8 Gen3，6.5寸 S8+") == tuple(
        "骁 龙 8 gen 3 6 5 寸 s 8 plus".split()
    )


def test_normal_is_half_width_small_and_simplified() -> None:
    assert ANALYZER.normal("ＩＰｈｏｎｅ　無線") == "iphone 无线"


@settings(max_examples=300, deadline=None)
@given(TYPED, TYPED, TYPED)
def test_a_text_is_found_by_any_part_of_it(before: str, part: str, behind: str) -> None:
    assert finds(part, f"{before} | {part} | {behind}")


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_is_found_by_itself(text: str) -> None:
    assert finds(text, text)
    assert all(token.encode() for token in ANALYZER.index_tokens(text))
    assert all(token.encode() for token in ANALYZER.exact_tokens(text))


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(), TYPED), TYPED)
def test_highlighting_changes_no_character(text: str, query: str) -> None:
    pieces = ANALYZER.highlight(text, ANALYZER.query_tokens(query))
    assert "".join(piece for piece, _ in pieces) == text
    assert all(one != other for (_, one), (_, other) in pairwise(pieces))


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=40), TYPED))
@example("Find X+")
@example("1080*2400")
def test_every_token_of_a_text_is_marked_in_it(text: str) -> None:
    for token in ANALYZER.index_tokens(text):
        assert any(marked for _, marked in ANALYZER.highlight(text, {token}))


def test_hits_are_marked_in_the_text_as_it_was_written() -> None:
    tokens = ANALYZER.query_tokens("mate60 驍龍8 5mm")
    assert ANALYZER.highlight("华为 ＭＡＴＥ－６０（５㎜）骁龙8", tokens) == [
        ("华为 ", False),
        ("ＭＡＴＥ－６０", True),
        ("（", False),
        ("５㎜", True),
        ("）", False),
        ("骁龙8", True),
    ]
    assert ANALYZER.highlight("", tokens) == []


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "9",
        "小米手机",
        "a1",
        "\ud800",
        "\0",
        "1.",
        "a-",
        "+",
        "\ufdfa",
        "9*",
        "é",
        "\U0001f4f1",
    ],
)
def test_very_long_texts_are_cut_and_do_no_harm(unit: str) -> None:
    text = unit * (300_000 // len(unit))
    assert set(ANALYZER.index_tokens(text)) <= set(ANALYZER.index_tokens(text[:LONGEST_TEXT]))
    assert ANALYZER.query_tokens(text) == ANALYZER.query_tokens(text[:LONGEST_QUERY])
    assert len(ANALYZER.exact_tokens(text)) <= LONGEST_TEXT * 4
    assert all(len(token) <= 200 for token in ANALYZER.index_tokens(text))
    assert sum(
        len(piece) for piece, _ in ANALYZER.highlight(text, ANALYZER.query_tokens(text))
    ) == len(text)


def test_an_analyzer_is_made_once_per_topic() -> None:
    topic = shipped_topic("phones")
    assert analyzer_for(topic) is analyzer_for(topic)


def test_threads_may_share_it() -> None:
    texts = [f"骁龙{number} 无线充电{number}W Mate{number}" for number in range(200)]
    expected = [(ANALYZER.index_tokens(text), ANALYZER.query_tokens(text)) for text in texts]
    seen: list[bool] = []

    def look() -> None:
        found = [(ANALYZER.index_tokens(text), ANALYZER.query_tokens(text)) for text in texts]
        seen.append(found == expected)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 4


GERMAN = Topic.model_validate(
    {
        "name": "screens",
        "title": {"de": "Bildschirme"},
        "attributes": [{"name": "Anschlüsse", "group": "a"}],
    }
)


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("mit eingebauten Lautsprechern", "eingebaute Lautsprecher"),
        ("zwei Anschlüsse", "Anschluss"),
        ("zwei Anschlüsse", "anschluesse"),
        ("höhenverstellbarer Standfuß", "hoehenverstellbar standfuss"),
        ("Philips 27E1N", "philips 27e1n"),
    ],
)
def test_german_words_are_found_in_all_their_forms(text: str, typed: str) -> None:
    analyzer = analyzer_for(GERMAN)
    assert set(analyzer.query_tokens(typed)) <= set(analyzer.index_tokens(text))
    assert any(is_found for _, is_found in analyzer.highlight(text, analyzer.query_tokens(typed)))


def test_other_topics_keep_their_words_as_they_are() -> None:
    assert analyzer_for(shipped_topic("phones")).query_tokens("speakers") == ("speakers",)
