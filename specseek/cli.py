"""The command `specseek`: finds the module of a command when it is asked for."""

from __future__ import annotations

from importlib import import_module

import click

from rules.errors import SpecSeekError

# Where each command is; they are imported only when needed, so that one command
# starts without waiting for the libraries of all others.
_COMMANDS = {
    "bench": "specseek.commands.bench:bench",
    "crawl-status": "specseek.commands.crawl_status:crawl_status",
    "demo": "specseek.commands.demo:demo",
    "discover": "specseek.commands.discover:discover",
    "errors": "specseek.commands.errors:errors",
    "eval": "specseek.commands.evaluate:evaluate",
    "extract": "specseek.commands.extract:extract",
    "index": "specseek.commands.index:index",
    "repair": "specseek.commands.repair:repair",
    "reread": "specseek.commands.reread:reread_stored",
    "review": "specseek.commands.review:review",
    "rules": "specseek.commands.rules:rules",
    "search": "specseek.commands.search:search",
    "serve": "specseek.commands.serve:serve",
    "suggest": "specseek.commands.suggest:suggest",
    "train": "specseek.commands.train:train",
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *_COMMANDS])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return super().get_command(ctx, cmd_name)
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except SpecSeekError as error:
            raise click.ClickException(str(error)) from error
        except BrokenPipeError:
            raise  # the reader has seen enough; click ends quietly
        except OSError as error:
            raise click.ClickException(f"{error.filename}: {error.strerror}") from error
        except KeyboardInterrupt:
            ctx.exit(130)  # as shells report a program that Ctrl-C ended


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="specseek")
def main() -> None:
    """Label one product page, read the whole site.

    Data goes to standard output, words to standard error. The exit status is 0 when all
    was done, 1 when something failed or was found wanting, 2 when the command was called
    wrongly.
    """
