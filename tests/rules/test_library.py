from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import FileProblems
from core.names import site_of
from pages.page import Page
from rules.extract import extract
from rules.learn import Example, Sample, TrainingError, train_sample
from rules.library import (
    LIBRARIES,
    RuleLibrary,
    TrialLibrary,
    read_samples,
    write_sample,
)
from rules.model import AreaRule, AttributeFormat, Layout, Position, SiteRules
from samples.labels import labelled_samples
from tests.rules.drawn import pages_and_rules
from tests.rules.small_pages import learned, sample

N95 = Sample(
    Page("http://shop.example/n95", "<p>重量<b>102 克".encode("gb18030"), "gb18030"),
    (
        Example(attribute="重量", name="重量", value="102 克"),
        Example(attribute="名", value="\n“N95"),
    ),
    AreaRule(
        area="p*b",
        pos=(Position(1, 1, 0), Position(2, 0, 1)),
        formats=(AttributeFormat(attribute="重量", name="重量"),),
        next="",
    ),
)
N73 = Sample(Page("http://m.shop.example/n73", b"<p>\xff\r\n", "utf-8"), ())


def labels_of(folder: Path) -> Path:
    (labels,) = folder.glob("*.json")
    return labels


def test_samples_are_read_back_as_they_were_in_the_order_they_were_labelled(tmp_path: Path) -> None:
    for labelled in (N95, N73):
        write_sample(tmp_path, labelled)
    assert read_samples(tmp_path) == [N95, N73]


def test_a_page_labelled_again_is_one_sample_the_newest(tmp_path: Path) -> None:
    relabelled = Sample(N95.page, (Example(attribute="重量", value="102 克"),))
    for labelled in (N95, N73, relabelled):
        write_sample(tmp_path, labelled)
    assert read_samples(tmp_path) == [N73, relabelled]


def test_the_page_s_bytes_stand_beside_its_labels(tmp_path: Path) -> None:
    write_sample(tmp_path, N73)
    assert labels_of(tmp_path).with_suffix(".html").read_bytes() == N73.page.body
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_without_samples(tmp_path: Path) -> None:
    assert read_samples(tmp_path / "nowhere") == []


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ('"number": 1', '"number": "first"', "number: Input should be a valid integer"),
        ('"value"', '"valeu"', "pairs.0.value: Field required"),
        ('"area": "p*b"', '"area": "p"', "area: Value error, position 2 is beyond"),
        ('"gb18030"', '"klingon"', "encoding: Value error, there is no encoding 'klingon'"),
        ('"gb18030"', '"rot13"', "encoding: Value error, there is no encoding 'rot13'"),
        ("{", "[", "JSON"),
    ],
)
def test_damaged_labels_are_told_with_their_file(
    tmp_path: Path, good: str, bad: str, told: str
) -> None:
    write_sample(tmp_path, N95)
    labels = labels_of(tmp_path)
    labels.write_text(labels.read_text("utf-8").replace(good, bad, 1), "utf-8")
    with pytest.raises(FileProblems, match=rf"{labels.name}(.|\n)*{told}"):
        read_samples(tmp_path)


def test_labels_without_their_page_are_told_with_their_file(tmp_path: Path) -> None:
    write_sample(tmp_path, N95)
    labels_of(tmp_path).with_suffix(".html").unlink()
    with pytest.raises(
        FileProblems, match=rf"{labels_of(tmp_path).name}: its page .* cannot be read"
    ):
        read_samples(tmp_path)


def test_labels_that_are_no_text_are_told_with_their_file(tmp_path: Path) -> None:
    write_sample(tmp_path, N95)
    labels_of(tmp_path).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileProblems, match=labels_of(tmp_path).name):
        read_samples(tmp_path)


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
@settings(max_examples=30, deadline=None)
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
@settings(max_examples=30, deadline=None)
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


# Training on a trial library: the same rules, the same refusals, an untouched folder.


def test_what_is_learned_is_there_and_the_folder_is_not(tmp_path: Path) -> None:
    sample = next(labelled_samples())
    trial = TrialLibrary(tmp_path / "rules")
    report = train_sample(trial, sample)
    assert trial.rules_for(sample.page.url) == report.rules
    assert extract(sample.page, report.rules).records
    assert not (tmp_path / "rules").exists()


def test_the_rules_are_those_of_real_training(tmp_path: Path) -> None:
    real = RuleLibrary(tmp_path)
    samples = [one for one in labelled_samples() if "21cn" in one.page.url]
    train_sample(real, samples[0])
    tried = train_sample(TrialLibrary(tmp_path), samples[1])
    assert tried.samples == 2
    assert train_sample(real, samples[1]).rules == tried.rules


def test_it_refuses_as_the_real_one_does() -> None:
    sample = next(labelled_samples())
    with pytest.raises(TrainingError, match="learned from pages that are not in"):
        train_sample(TrialLibrary(LIBRARIES / "phones"), sample)
