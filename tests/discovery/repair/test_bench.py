"""New pages are learned beside what the site's rules knew; no file changes."""

from pathlib import Path

from discovery.repair.bench import Bench
from pages.page import Page
from rules.examples import Example
from rules.extraction import extract
from rules.learn import Sample
from rules.library import RuleLibrary
from rules.training import train
from tests.discovery.repair.pages_for_repair import PHONES, new_page

OLD = Page.read(
    "<meta charset=utf-8><table><tr><td>重量<td>120g<tr><td>价格<td>￥4200</table>".encode(),
    "http://shop.example/0",
)
OLD_EXAMPLES = [
    Example(attribute="重量", name="重量", value="120g"),
    Example(attribute="参考价格", name="价格", value="￥4200"),
]
NEW = Sample(new_page(PHONES[1]), (Example(attribute="参考价格", name="市场均价", value="￥2980"),))


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def reads_both(library: RuleLibrary) -> bool:
    before = files(library.folder)
    rules = Bench(library, OLD.url).learn([NEW])
    assert rules is not None
    assert rules.version == 2
    assert files(library.folder) == before
    old, new = extract(OLD, rules).records, extract(NEW.page, rules).records
    return old[0].joined()["重量"] == "120g" and new[0].joined()["参考价格"] == "￥2980"


def test_beside_samples_that_are_kept(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    train(library, OLD, OLD_EXAMPLES)
    assert reads_both(library)


def test_beside_rules_whose_samples_lie_elsewhere(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    train(library, OLD, OLD_EXAMPLES)
    for path in (tmp_path / "samples" / "shop.example").iterdir():
        path.unlink()
    assert reads_both(library)


def test_a_site_without_rules(tmp_path: Path) -> None:
    rules = Bench(RuleLibrary(tmp_path), OLD.url).learn([NEW])
    assert rules is not None
    assert rules.version == 1


def test_samples_that_teach_nothing(tmp_path: Path) -> None:
    wrong = Sample(NEW.page, (Example(attribute="重量", value="一吨"),))
    assert Bench(RuleLibrary(tmp_path), OLD.url).learn([wrong]) is None
