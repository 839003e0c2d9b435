"""Every way to set a key in TOML has a line."""

import tomllib

import pytest

from settings.toml_lines import lines_of_keys


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
