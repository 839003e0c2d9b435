import click
import pytest

from specseek.web_address import web_address

OPTION = click.Option(["--url"])
CONTEXT = click.Context(click.Command("extract"))


@pytest.mark.parametrize(
    "address", ["https://site.example/a?b#c", "http://手机.example", "HTTP://[::1]:8000/", None]
)
def test_an_address_passes_as_it_is(address: str | None) -> None:
    assert web_address(CONTEXT, OPTION, address) == address


@pytest.mark.parametrize(
    "wrong", ["", "site.example/a", "file:///a.html", "http://", "http://[::1"]
)
def test_anything_else_is_called_wrong_with_an_example(wrong: str) -> None:
    with pytest.raises(click.BadParameter, match=r"no web address; it should be like https://"):
        web_address(CONTEXT, OPTION, wrong)
