"""Defaults, then the file, then variables; and every mistake at once."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from core.settings import (
    DEFAULTS,
    Settings,
    SettingsError,
    as_variables,
    contact_address,
    known_keys,
    lines_of_keys,
    load_settings,
    network,
    private_place,
    proxy_address,
    redis_address,
    storage_address,
    variable_of,
)


def written(folder: Path, text: str) -> Path:
    (folder / "specseek.toml").write_text(text, "utf-8")
    return folder


def mistakes(folder: Path, environ: dict[str, str] | None = None) -> list[str]:
    with pytest.raises(SettingsError) as told:
        load_settings(folder, environ or {})
    return str(told.value).replace(f"{folder}/", "").splitlines()


def test_without_a_file_the_defaults(tmp_path: Path) -> None:
    chosen = load_settings(tmp_path, {})
    assert chosen.data == tmp_path / "data"
    assert (chosen.topics / "phones.yaml").is_file()
    assert chosen.rules.name == "library"
    assert chosen.data_sets is None
    assert chosen.crawl.allow == ()


def test_the_file_wins_over_the_default_and_the_variable_over_the_file(tmp_path: Path) -> None:
    written(tmp_path, "[crawl]\npages = 5\ndepth = 6\nallow = ['10.0.0.0/8']")
    chosen = load_settings(tmp_path, {"SPECSEEK_CRAWL_DEPTH": "7"}).crawl
    assert (chosen.pages, chosen.depth, chosen.allow) == (5, 7, ("10.0.0.0/8",))
    assert chosen.concurrency == load_settings(tmp_path / "other", {}).crawl.concurrency


def test_variables_of_every_kind(tmp_path: Path) -> None:
    chosen = load_settings(
        tmp_path,
        {
            "SPECSEEK_DATA": "数据",
            "SPECSEEK_CRAWL_PAGES": "1000",
            "SPECSEEK_CRAWL_TIMEOUT_SECONDS": "2.5",
            "SPECSEEK_CRAWL_ALLOW": "127.0.0.1, fd00::/8",
            "SPECSEEK_CRAWL_CONTACT": "",
            "PATH": "other programs' variables do not matter",
        },
    )
    assert chosen.data == tmp_path / "数据"
    assert chosen.crawl.pages == 1000
    assert chosen.crawl.timeout_seconds == 2.5
    assert chosen.crawl.allow == ("127.0.0.1", "fd00::/8")
    assert load_settings(tmp_path, {"SPECSEEK_CRAWL_ALLOW": ""}).crawl.allow == ()


def test_the_current_folder_and_the_real_variables_where_nothing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(written(tmp_path, "[crawl]\npages = 5"))
    monkeypatch.setenv("SPECSEEK_CRAWL_RETRIES", "9")
    chosen = load_settings()
    assert (chosen.crawl.pages, chosen.crawl.retries) == (5, 9)
    assert chosen.data == Path("data")


def test_another_file(tmp_path: Path) -> None:
    written(tmp_path, "data = 'not read'")
    (tmp_path / "night.toml").write_text("data = 'night'", "utf-8")
    assert load_settings(tmp_path, {"SPECSEEK_CONFIG": "night.toml"}).data == tmp_path / "night"


def test_another_file_that_is_not_there(tmp_path: Path) -> None:
    told = mistakes(tmp_path, {"SPECSEEK_CONFIG": "nihgt.toml"})
    assert told == ["SPECSEEK_CONFIG: there is no file nihgt.toml"]


def test_absolute_folders_and_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    written(tmp_path, f"data = '{tmp_path}/elsewhere'\nrules = '~/rules'")
    chosen = load_settings(tmp_path / "here", {"SPECSEEK_CONFIG": str(tmp_path / "specseek.toml")})
    assert chosen.data == tmp_path / "elsewhere"
    assert chosen.rules == tmp_path / "me" / "rules"


def test_all_mistakes_at_once_the_files_by_line_then_the_variables(tmp_path: Path) -> None:
    written(tmp_path, "data = ''\ndepth = 3\n\n[crawl]\npage = 3\npages = '5'\nallow = [\n 5]\n")
    told = mistakes(tmp_path, {"SPECSEEK_CRAWL_RETRIES": "many", "SPECSEEK_CRAWL_PAGE": "5"})
    assert told == [
        "specseek.toml:1: data: must name a folder",
        "specseek.toml:2: 'depth' belongs below [crawl]",
        "specseek.toml:5: unknown key 'page'; did you mean 'pages'?",
        "specseek.toml:6: pages is '5'; it should be a valid integer",
        "specseek.toml:7: allow is 5; it should be a valid string",
        "SPECSEEK_CRAWL_PAGE: unknown setting; did you mean SPECSEEK_CRAWL_PAGES?",
        "SPECSEEK_CRAWL_RETRIES: retries is 'many'; it should be a valid integer",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[crwl]\npages = 3", "1: unknown key 'crwl'; did you mean 'crawl'?"),
        ("[crawl]\ndata = 'd'", "2: 'data' belongs above the first [section]"),
        ("crawl = 3", "1: crawl is a section: write [crawl], and its keys below"),
        ("[[crawl]]\npages = 3", "1: crawl is a section: write [crawl], and its keys below"),
        ("data = 5", "1: data: must name a folder"),
        ("[crawl]\npages = true", "2: pages is True; it should be a valid integer"),
        ("[crawl]\ndepth = -1", "2: depth is -1; it should be greater than or equal to 0"),
        ("[crawl]\nminutes = inf", "2: minutes is inf; it should be a finite number"),
        ("[crawl.pages]", "1: pages is {}; it should be a valid integer"),
        ("[crawl]\npages = 3 4", "2: is not TOML: Expected newline or end of document"),
        ("data = 'd'\n\nrules = '''", "3: is not TOML: "),
        ("data = 'd'\ndata = 'e'", "2: is not TOML: Cannot overwrite a value"),
    ],
)
def test_each_mistake_at_its_line(tmp_path: Path, text: str, told: str) -> None:
    (line,) = mistakes(written(tmp_path, text))
    assert line.startswith(f"specseek.toml:{told}")


def test_an_unknown_key_like_no_other_is_told_with_those_there_are(tmp_path: Path) -> None:
    (line,) = mistakes(written(tmp_path, "zzz = 1"))
    assert line.endswith(
        "known keys: data, log, ledger, archive, frontier, topics, rules, sources, data_sets, "
        "crawl, search, review"
    )


@pytest.mark.parametrize(
    ("text", "environ", "place"),
    [
        ("[crawl]\ndelay_seconds = 90.0", {}, "specseek.toml:2"),
        ("[crawl]\n\nlongest_delay_seconds = 0.1", {}, "specseek.toml:3"),
        ("", {"SPECSEEK_CRAWL_DELAY_SECONDS": "90"}, "SPECSEEK_CRAWL_DELAY_SECONDS"),
    ],
)
def test_two_keys_that_contradict_are_told_where_the_person_wrote_one(
    tmp_path: Path, text: str, environ: dict[str, str], place: str
) -> None:
    (line,) = mistakes(written(tmp_path, text), environ)
    assert line.startswith(f"{place}: longest_delay_seconds (")
    assert "is less than delay_seconds (" in line


def test_an_invalid_section_hides_no_mistake_of_a_variable(tmp_path: Path) -> None:
    told = mistakes(written(tmp_path, "crawl = 3"), {"SPECSEEK_CRAWL_PAGES": "5", "SPECSEEK_X": ""})
    assert [line.partition(":")[0] for line in told] == ["specseek.toml", "SPECSEEK_X"]


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "specseek.toml").write_bytes("#\ndata = '数据'".encode("gbk"))
    assert mistakes(tmp_path) == ["specseek.toml:2: is not UTF-8: save it as UTF-8"]


def test_a_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    text = "\ufeffdata = 'd'\r\n[crawl]\r\npages = 5\r\n"
    (tmp_path / "specseek.toml").write_bytes(text.encode())
    assert load_settings(tmp_path, {}).crawl.pages == 5


def test_a_folder_in_the_files_place(tmp_path: Path) -> None:
    (tmp_path / "specseek.toml").mkdir()
    assert mistakes(tmp_path) == ["specseek.toml: cannot be read: Is a directory"]


def test_settings_cannot_be_changed(tmp_path: Path) -> None:
    chosen = load_settings(tmp_path, {})
    with pytest.raises(ValidationError, match="frozen"):
        chosen.crawl.pages = 5  # type: ignore[misc] # mypy knows it, too


WORDS = st.sampled_from([*"[]={}'\".#,\n 5-", "crawl", "pages", "data", "allow", "'''", "true"])


@settings(max_examples=200, deadline=None)
@given(text=st.lists(WORDS, max_size=12).map("".join) | st.text(max_size=20))
def test_whatever_the_file_says_it_is_settings_or_told_mistakes(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    folder = tmp_path_factory.getbasetemp()
    (folder / "specseek.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        assert isinstance(load_settings(folder, {}), Settings)
    except SettingsError as error:
        assert all(problem.line for problem in error.problems)  # noqa: PT017 - both may be


@pytest.mark.parametrize(
    "text",
    [
        "hosts = ['https://shop:hush@search.example:9200']",
        "hosts = ['hush']",
        "password = 1234567",
        "password = ['hush']",
    ],
)
def test_no_message_shows_a_password(tmp_path: Path, text: str) -> None:
    written(tmp_path, f"[search.opensearch]\n{text}")
    (told,) = mistakes(tmp_path)
    assert "must be" in told
    assert "hush" not in told
    assert "1234567" not in told


def test_the_password_is_not_in_the_settings_as_text(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, {"SPECSEEK_SEARCH_OPENSEARCH_PASSWORD": "hush"})
    assert settings.search.opensearch.password == "hush"  # noqa: S105 - made up
    assert "hush" not in f"{settings!r}{settings}"


# A setting that the defaults, the model and the documentation do not share fails here.


TEXT = DEFAULTS.read_text("utf-8")
DOCUMENT = DEFAULTS.parents[1] / "docs" / "settings.md"
SECTIONS = {("crawl",), ("search",), ("search", "opensearch"), ("review",)}
KEYS = [keys for keys, _field in known_keys(Settings)]


def documented() -> dict[tuple[str, ...], str]:
    """The default that the page tells for each key."""
    found: dict[tuple[str, ...], str] = {}
    section: tuple[str, ...] = ()
    for line in DOCUMENT.read_text("utf-8").splitlines():
        if heading := re.match(r"## (?:`\[([\w.]+)\]`)?", line):
            section = tuple(heading[1].split(".")) if heading[1] else ()
        elif row := re.fullmatch(r"\| `(\w+)` \| `([^`]*)` \| \S.* \|", line):
            assert (*section, row[1]) not in found, f"{row[1]} is documented twice"
            found[(*section, row[1])] = row[2]
    return found


def default_of(keys: tuple[str, ...]) -> object:
    value: object = tomllib.loads(TEXT)
    for key in keys:
        assert isinstance(value, dict)
        value = value[key]
    return value


def test_the_defaults_are_valid_settings(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, {})
    assert settings.crawl.concurrency_per_site <= settings.crawl.concurrency


def test_every_setting_has_a_default_and_no_other() -> None:
    with_default = [keys for keys in lines_of_keys(TEXT) if keys not in SECTIONS]
    assert with_default == KEYS


def test_every_setting_is_documented_with_its_default_and_no_other() -> None:
    told = {keys: tomllib.loads(f"it = {text}")["it"] for keys, text in documented().items()}
    assert told == {keys: default_of(keys) for keys in KEYS}


def test_every_default_has_a_comment_above_it() -> None:
    lines = TEXT.splitlines()
    for keys, line in lines_of_keys(TEXT).items():
        assert keys in SECTIONS or lines[line - 2].startswith("# "), keys


def test_settings_as_variables_are_the_same_settings(tmp_path: Path) -> None:
    chosen = {"SPECSEEK_CRAWL_ALLOW": "10.0.0.0/8, a.example", "SPECSEEK_CRAWL_MINUTES": "2.5"}
    for environ in ({}, chosen):
        settings = load_settings(tmp_path, environ)
        assert load_settings(Path("/elsewhere"), as_variables(settings)) == settings


def test_no_two_settings_share_a_variable() -> None:
    assert len({variable_of(keys) for keys in KEYS}) == len(KEYS)


def test_the_page_says_how_to_name_a_variable() -> None:
    named = re.findall(r"SPECSEEK_[A-Z_]*[A-Z]", DOCUMENT.read_text("utf-8") + TEXT)
    assert set(named) - {"SPECSEEK_CONFIG"} <= {variable_of(keys) for keys in KEYS}


# Addresses that people write: taken, mended, or refused with a hint.


@pytest.mark.parametrize("contact", ["", "me@shop.example", "https://shop.example/crawl?a=1"])
def test_contacts(contact: str) -> None:
    assert contact_address(contact) == contact


@pytest.mark.parametrize("contact", ["me", "a@b\r\nCookie: x", "me@shop) (x", "我@商店.example"])
def test_what_no_header_line_may_hold(contact: str) -> None:
    with pytest.raises(ValueError, match="mail address or a web address"):
        contact_address(contact)


@pytest.mark.parametrize("address", ["", "s3://pages", "s3://pages/", "s3://my.pages/a/b"])
def test_addresses_of_storage(address: str) -> None:
    assert storage_address(address) == address


@pytest.mark.parametrize("address", ["s3://", "s3:///x", "pages", "S3://pages", "s3://Pages/x"])
def test_no_addresses_of_storage(address: str) -> None:
    with pytest.raises(ValueError, match="is not like s3://bucket/folder"):
        storage_address(address)


@pytest.mark.parametrize("address", ["", "redis://queue:6379/0", "rediss://:pw@q/1", "unix:///s"])
def test_addresses_of_redis(address: str) -> None:
    assert redis_address(address) == address


@pytest.mark.parametrize("address", ["queue:6379", "redis://", "http://:secret@queue"])
def test_no_addresses_of_redis_and_no_passwords_in_the_message(address: str) -> None:
    with pytest.raises(ValueError, match="must be the address of a Redis server") as told:
        redis_address(address)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize("proxy", ["", "http://127.0.0.1:8080", "https://u:p@proxy.example"])
def test_proxies(proxy: str) -> None:
    assert proxy_address(proxy) == proxy


@pytest.mark.parametrize("proxy", ["127.0.0.1:80", "ftp://u:secret@x", "http://x:y", "http://[x"])
def test_no_proxies_and_no_passwords_in_the_message(proxy: str) -> None:
    with pytest.raises(ValueError, match="HTTP proxy") as told:
        proxy_address(proxy)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("10.0.0.0/8", "10.0.0.0/8"),
        ("FD00::/8", "fd00::/8"),
        ("LocalHost", "localhost"),
        ("www.Shop.example.", "www.shop.example"),
        ("手机.example", "xn--kput3i.example"),
        (5, 5),
    ],
)
def test_private_places_as_they_are_compared(text: object, place: object) -> None:
    assert private_place(text) == place


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("10.1.2.3/8", "did you mean 10.0.0.0/8?"),
        ("shop.example/24", "is not a network"),
        ("http://shop.example", "is not a network"),
        ("shop.example:80", "is not a host name"),
        ("*.example", "is not a host name"),
        ("a b", "is not a host name"),
        ("", "is not a host name"),
        ("x" * 64, "is not a host name"),
    ],
)
def test_no_private_places(text: str, hint: str) -> None:
    with pytest.raises(ValueError, match="is no") as told:
        private_place(text)
    assert hint in str(told.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [("127.0.0.1", "127.0.0.1/32"), ("::1", "::1/128"), ("10.0.0.0/8", "10.0.0.0/8"), (5, 5)],
)
def test_networks(text: object, told: object) -> None:
    assert network(text) == told


@pytest.mark.parametrize("text", ["proxy.example", "10.1.2.3/8", ""])
def test_no_networks(text: str) -> None:
    with pytest.raises(ValueError, match="is not an IP address or network"):
        network(text)


# Every way to set a key in TOML has a line.


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", {}),
        ("# data = 1\n\n'data' = 2 # data", {("data",): 3}),
        ("crawl.pages = 1", {("crawl",): 1, ("crawl", "pages"): 1}),
        ("crawl = {pages = 1}", {("crawl",): 1, ("crawl", "pages"): 1}),
        ('x = """\ndata = 1\n"""\ndata = 2', {("x",): 1, ("data",): 4}),
        ("x = [\n'a', # ]\n'[crawl]',\n]\ndata = 2", {("x",): 1, ("data",): 5}),
        ("[a.b]\nc = 1\n[d]", {("a",): 1, ("a", "b"): 1, ("a", "b", "c"): 2, ("d",): 3}),
        ("[[a]]\nb = 1\n[[a]]\nb = 2", {("a",): 1, ("a", "b"): 2}),
        ("[ '城市' ]\r\nb = 1", {("城市",): 1, ("城市", "b"): 2}),
    ],
)
def test_lines(text: str, lines: dict[tuple[str, ...], int]) -> None:
    tomllib.loads(text)
    assert lines_of_keys(text) == lines
