"""Products in a terminal, and for scripts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core.records import ReadRecord, ReadValue
from index.build import build_index
from index.engines.engine import engine_named
from index.generations import IndexPlace
from specseek.cli import main
from store.frontier import NewLink, add_links
from store.ledger import Ledger, ledger_url, seal_of
from store.records import save_records
from tests.index.search.small_shop import PHONES, records

EVIL = "[red]\x1b[2J\u202e<script>"


def fill(ledger: Ledger) -> None:
    with ledger.transaction() as conn:
        for record in records():
            new = NewLink(record.url, record.site, "/", "product", 3, 1)
            link = add_links(conn, "phones", [new], 0.0)[record.url]
            values = [ReadValue(value.name, value.name, value.raw) for value in record.values]
            if record.id == 1:
                values.append(ReadValue("处理器", "处理器", EVIL))
            save_records(conn, link, [ReadRecord("rule", "r", 1, tuple(values))], None, 0.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where an index was built."""
    folder = tmp_path_factory.mktemp("shop")
    with Ledger.open(ledger_url(folder / "data")) as ledger:
        fill(ledger)
        engine = engine_named("whoosh")
        build_index(IndexPlace.of(folder / "data", PHONES, engine, seal_of(ledger)), ledger)
    return folder


@pytest.fixture
def built(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def search(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["search", *arguments])


@pytest.mark.usefixtures("built")
def test_a_table_for_people() -> None:
    done = search("小米", "4000元以下", "--sort", "price")
    assert done.exit_code == 0
    head, _, *rows = done.stdout.splitlines()
    assert head.split() == ["product", "price", "specs", "sites"]
    assert [row.split("￥")[0].strip() for row in rows] == ["小米 13", "小米 14"]
    assert "￥2,999" in rows[0]
    assert "2022-12 · 6.36 英寸 · 8 GB · 128 GB · 4500 mAh" in rows[0]
    assert "shop.example" in rows[0]
    assert "understood: 品牌: 小米 · 参考价格 ≤ ￥4,000" in done.stderr
    assert "品牌: 小米 2, 诺基亚 2, " in done.stderr
    assert done.stderr.endswith("\n2 products\n")


@pytest.mark.usefixtures("built")
def test_pages() -> None:
    done = search("--limit", "4", "--page", "3", "--sort=-上市时间")
    assert "11 products, 9 to 11 shown" in done.stderr
    assert "诺基亚 6300" in done.stdout


@pytest.mark.usefixtures("built")
def test_nothing_found_says_what_to_leave_out_and_exits_1() -> None:
    done = search("小米", "1000元以下")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "Nothing was found.",
        "understood: 品牌: 小米 · 参考价格 ≤ ￥1,000",
        "without 参考价格 ≤ ￥1,000: 3 products",
        "without 品牌: 小米: 2 products",
    ]
    assert "did you mean: 诺基亚" in search('"诺吉亚"').stderr


@pytest.mark.usefixtures("built")
def test_what_was_searched_for_instead_is_told() -> None:
    done = search("小米", "环绕立体声")
    assert done.exit_code == 0
    assert 'set aside: 环绕立体声 (put a word in "quotes" to insist on it)' in done.stderr
    assert 'searched for: 诺基亚 (as typed: "诺吉亚")' in search("诺吉亚").stderr


@pytest.mark.usefixtures("built")
def test_one_json_object_for_scripts() -> None:
    done = search("4000元以下 小米", "--json", "--limit", "1")
    told = json.loads(done.stdout)
    assert (told["total"], told["size"], told["text"]) == (2, 1, "4000元以下 小米")
    (product,) = told["products"]
    assert product["sites"] == ["shop.example"]
    assert product["attributes"]["参考价格"]["meaning"].startswith("￥")
    assert told["understood"][1]["label"] == {
        "zh": "品牌: 小米",
        "en": "Brand: Xiaomi",
        "de": "Marke: Xiaomi",
    }
    brand = next(facet for facet in told["facets"] if facet["attribute"] == "品牌")
    assert (brand["values"][0]["key"], brand["values"][0]["chosen"]) == ("xiaomi", True)
    nothing = search("小米 1000元以下", "--json")
    assert nothing.exit_code == 1
    assert json.loads(nothing.stdout)["relaxed"][0]["count"] == 3


@pytest.mark.usefixtures("built")
def test_hostile_values_and_queries_are_inert() -> None:
    done = search("小米14", EVIL)
    assert "\x1b" not in done.output
    assert "\u202e" not in done.output
    assert search("小米14\0").exit_code == 0


@pytest.mark.usefixtures("built")
def test_an_unknown_order_is_a_wrong_call() -> None:
    done = search("小米", "--sort", "beauty")
    assert done.exit_code == 2
    assert "'beauty' is not a sort order; choose one of 上市时间, 参考价格" in done.stderr


@pytest.mark.usefixtures("built")
def test_what_only_other_commands_need_is_not_imported() -> None:
    code = (
        "import sys; from specseek.cli import main; "
        "main(['search', '小米'], standalone_mode=False); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = set(done.stdout.split())
    assert "whoosh" in imported
    assert not imported & {"sqlalchemy", "flask", "lxml", "pypinyin", "scrapy"}


@pytest.mark.usefixtures("built")
def test_the_ledger_may_be_named_by_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for url in ("sqlite:///data/ledger.sqlite", "sqlite:///data/ledger.sqlite?timeout=5"):
        monkeypatch.setenv("SPECSEEK_LEDGER", url)
        assert search("小米").exit_code == 0


def test_without_an_index_it_says_how_to_build_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = search("小米")
    assert done.exit_code == 1
    assert "No crawl yet." in done.stderr
    assert "specseek index build" in done.stderr
    assert not Path("data").exists()
    Ledger.open(ledger_url(Path("data"))).close()
    done = search("小米")
    assert done.exit_code == 1
    assert "specseek index build" in done.stderr
