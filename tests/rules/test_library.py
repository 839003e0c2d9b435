from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import FileProblems
from core.names import site_of
from rules.library import RuleLibrary
from rules.model import AttributeFormat, Layout, SiteRules
from tests.rules.drawn import pages_and_rules
from tests.rules.small_pages import learned, sample

RULES = SiteRules(
    source="shop.example",
    names=(AttributeFormat(attribute="参考价格", name="参考报价"),),
    layouts=(Layout(id="1"),),
)


def test_a_site_has_one_file_whatever_the_host(tmp_path: Path) -> None:
    saved = RuleLibrary(tmp_path / "phones" / "rules").save(RULES)
    assert saved == tmp_path / "phones" / "rules" / "shop.example.yaml"
    library = RuleLibrary(tmp_path / "phones" / "rules")
    for host in ("shop.example", "www.shop.example", "m.shop.example", "a.b.shop.example:81"):
        assert library.rules_for(f"http://{host}/phone") == RULES
    assert library.rules_for("http://othershop.example/phone") is None
    assert library.rules_for("phone.html") is None


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("http://127.0.0.1:8000/a", "127.0.0.1.yaml"),
        ("http://[::1]/a", "__1.yaml"),
        ("http://localhost/a", "localhost.yaml"),
        ("http://手机.中国/a", "手机.中国.yaml"),
    ],
)
def test_addresses_and_odd_hosts_have_files_too(tmp_path: Path, url: str, file: str) -> None:
    rules = RULES.model_copy(update={"source": site_of(url)})
    assert RuleLibrary(tmp_path).save(rules) == tmp_path / file
    assert RuleLibrary(tmp_path).rules_for(url) == rules


@given(host=st.text(st.sampled_from("a.…/\\:*?\0~$%_- \n国"), max_size=12))
@settings(max_examples=60, deadline=None)
def test_no_host_leads_out_of_the_folder(host: str) -> None:
    with TemporaryDirectory() as around:
        folder = Path(around) / "rules"
        for site in (host, site_of(f"http://{host}/"), f"../{host}", f"/{host}"):
            library = RuleLibrary(folder)
            assert library.save(RULES.model_copy(update={"source": site})).parent == folder
            library.keep_sample(site, sample("<p>1", {}))
            assert len(library.samples(site)) == 1
        assert [path.name for path in folder.parent.iterdir()] == ["rules"]
        RuleLibrary(folder).rules_for(f"http://{host}/")


def test_a_host_longer_than_a_file_name_has_a_file_all_the_same(tmp_path: Path) -> None:
    urls = [f"http://{'手机' * 200}{number}.example/" for number in range(2)]
    for number, url in enumerate(urls):
        assert RuleLibrary(tmp_path).rules_for(url) is None
        rules = RULES.model_copy(update={"source": site_of(url), "version": number})
        RuleLibrary(tmp_path).save(rules)
        assert RuleLibrary(tmp_path).rules_for(url) == rules
    assert len(list(tmp_path.iterdir())) == 2


def test_a_damaged_rule_file_is_told_with_its_lines(tmp_path: Path) -> None:
    RuleLibrary(tmp_path).save(RULES)
    file = tmp_path / "shop.example.yaml"
    text = file.read_text("utf-8").replace("attribute: 参考价格", "atribute: 参考价格")
    file.write_text(text, "utf-8")
    library = RuleLibrary(tmp_path)
    for _ in range(2):
        with pytest.raises(FileProblems, match=r"shop\.example\.yaml:3:5: .*'attribute'"):
            library.rules_for("http://shop.example/")


@given(drawn=pages_and_rules())
@settings(max_examples=60, deadline=None)
def test_rules_are_read_back_as_they_were_saved_and_saving_again_changes_no_byte(
    drawn: tuple[bytes, SiteRules],
) -> None:
    rules = drawn[1].model_copy(update={"source": "shop.example"})
    with TemporaryDirectory() as folder:
        file = RuleLibrary(Path(folder)).save(rules)
        written = file.read_bytes()
        read = RuleLibrary(Path(folder)).rules_for("http://shop.example/")
        assert read == rules
        RuleLibrary(Path(folder)).save(read)
        assert file.read_bytes() == written


def test_learned_rules_are_read_back_as_they_were(tmp_path: Path) -> None:
    html = "<h1>诺基亚 N95</h1><ul><li>重量：102 克 <a>更多></a><li>颜色：“黑”, '白' #1</ul>"
    rules = learned(html, {"重量": "102 克", "颜色": "“黑”, '白' #1"})
    RuleLibrary(tmp_path).save(rules)
    assert RuleLibrary(tmp_path).rules_for("http://shop.example/") == rules


def test_rules_are_read_once_and_anew_when_saved(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    assert library.rules_for("http://shop.example/") is None
    library.save(RULES)
    assert library.rules_for("http://shop.example/") is RULES
    library.save(RULES.model_copy(update={"version": 2}))
    newer = library.rules_for("http://shop.example/")
    assert newer is not None
    assert newer.version == 2


def test_the_files_of_a_site_are_its_rules_and_its_samples(tmp_path: Path) -> None:
    library = RuleLibrary(tmp_path)
    assert library.files_of("shop.example") == []
    library.save(RULES)
    labelled = sample("<table><tr><td>价格</td><td>99元</td></tr></table>", {"价格": "99元"})
    library.keep_sample("shop.example", labelled)
    library.keep_sample("other.example", labelled)
    (tmp_path / "samples" / "shop.example" / ".0a.tmp").write_bytes(b"left by a crash")
    rules, *samples = library.files_of("shop.example")
    assert rules == tmp_path / "shop.example.yaml"
    assert [path.suffix for path in samples] == [".html", ".json"]
