from rich.console import Console, RenderableType

from rules.record import Pair, Record
from specseek.demo import SiteOutcome
from specseek.demo_tables import records_table, summary_table


def record(**values: str) -> Record:
    return Record(tuple(Pair(name, name, value) for name, value in values.items()))


SITE = SiteOutcome(
    host="site.example",
    labelled=1,
    pages=1_002,
    right=1_001,
    records=(record(手机名="N95", 电子字典="支持"), record(手机名="N73", 参考价格="￥1580")),
)


def printed(table: RenderableType) -> list[list[str]]:
    console = Console(width=100)
    with console.capture() as capture:
        console.print(table)
    return [line.split() for line in capture.get().splitlines() if line.strip()]


def test_records_are_rows_and_their_attributes_columns() -> None:
    title, heading, _, first, second = printed(records_table(SITE))
    assert title == ["site.example"]
    assert heading == ["手机名", "电子字典", "参考价格"]
    assert first == ["N95", "支持", "–"]
    assert second == ["N73", "–", "￥1580"]


def test_only_the_attributes_that_most_records_have() -> None:
    rare = record(**{f"少见{number}": "有" for number in range(9)})
    common = record(手机名="N95")
    site = SiteOutcome("site.example", 1, 3, 3, (rare, common, common))
    _, heading, *_ = printed(records_table(site))
    assert heading[0] == "手机名"
    assert len(heading) == 6


def test_the_summary_adds_up() -> None:
    table = printed(summary_table([SITE, SITE]))
    assert ["site.example", "1", "1,002", "1,001", "4"] in table
    assert ["all", "2", "2,004", "2,002", "8"] in table
