"""The command `specseek`: each command's module is imported when the command is called."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import click

from core.errors import SpecSeekError, file_error_text


class _CommandPlace(NamedTuple):
    """`summary` is what `specseek --help` shows, so that help imports no command."""

    module: str
    name: str
    summary: str


_COMMANDS = {
    "archive": _CommandPlace(
        "specseek.commands.archive", "archive", "Check the stored pages, and mend the archive."
    ),
    "article": _CommandPlace(
        "specseek.commands.article", "article", "Read the articles of stored pages."
    ),
    "backup": _CommandPlace(
        "specseek.commands.backup", "backup", "Back up the ledger and all that belongs to it."
    ),
    "batch": _CommandPlace(
        "specseek.commands.batch", "batch", "Read the pages of many WARC files with all processors."
    ),
    "cluster": _CommandPlace(
        "specseek.commands.cluster", "cluster", "Tell which stored pages share a layout."
    ),
    "crawl-status": _CommandPlace(
        "specseek.commands.crawl", "crawl_status", "Show progress and results of crawls."
    ),
    "demo": _CommandPlace(
        "specseek.commands.demo",
        "demo",
        "Crawl the pocket web, build an index, serve the search page.",
    ),
    "discover": _CommandPlace(
        "specseek.commands.learn", "discover", "Find attributes that no rule knows."
    ),
    "doctor": _CommandPlace(
        "specseek.commands.doctor", "doctor", "Check settings, files, ledger, archive and indexes."
    ),
    "errors": _CommandPlace("specseek.commands.crawl", "errors", "Show the errors of crawls."),
    "extract": _CommandPlace(
        "specseek.commands.extract", "extract", "Extract the records of stored pages."
    ),
    "forget": _CommandPlace(
        "specseek.commands.forget", "forget_data", "Remove a topic's or a site's data."
    ),
    "index": _CommandPlace(
        "specseek.commands.index", "index", "Build, verify and describe the search index."
    ),
    "move-ledger": _CommandPlace(
        "specseek.commands.move_ledger", "move_ledger", "Copy the ledger into another database."
    ),
    "new-topic": _CommandPlace(
        "specseek.commands.new_topic", "new_topic", "Draft a topic file from a few product pages."
    ),
    "password": _CommandPlace(
        "specseek.commands.serve", "password", "Set the admin's password; all sessions end."
    ),
    "posts": _CommandPlace("specseek.commands.posts", "posts", "Read the posts of stored threads."),
    "repair": _CommandPlace(
        "specseek.commands.rules", "repair", "Propose rules for sites that were redesigned."
    ),
    "reread": _CommandPlace(
        "specseek.commands.reread", "reread_stored", "Read stored pages again, with new rules."
    ),
    "restore": _CommandPlace("specseek.commands.backup", "restore", "Restore a back-up."),
    "review": _CommandPlace(
        "specseek.commands.review", "review", "Decide about names that no rule knows."
    ),
    "rules": _CommandPlace(
        "specseek.commands.rules", "rules", "Show and revert changes of topics and rules."
    ),
    "search": _CommandPlace("specseek.commands.search", "search", "Find products in the index."),
    "serve": _CommandPlace("specseek.commands.serve", "serve", "Serve the search page."),
    "suggest": _CommandPlace(
        "specseek.commands.learn", "suggest", "Draft labels for pages that no rule reads."
    ),
    "train": _CommandPlace(
        "specseek.commands.learn", "train", "Learn a site's rule from one page."
    ),
    "web": _CommandPlace(
        "specseek.commands.web", "web", "Serve saved pages as the hosts they came from."
    ),
}


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *_COMMANDS])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return super().get_command(ctx, cmd_name)
        place = _COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(place.module), place.name)
        command.short_help = place.summary
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As click does, but with the summaries above: click would import every command."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, _COMMANDS[name].summary) for name in self.list_commands(ctx)]
            )

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except SpecSeekError as error:
            raise click.ClickException(str(error)) from error
        except BrokenPipeError:
            raise  # the reader closed the pipe; click ends quietly
        except OSError as error:
            raise click.ClickException(file_error_text(error)) from error
        except KeyboardInterrupt:
            ctx.exit(130)  # the status of programs ended by Ctrl-C


@click.command(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="specseek")
def main() -> None:
    """Label one product page, read the whole site.

    Data goes to standard output, messages to standard error. The exit status is 0 on
    success, 1 if something failed or a check found a problem, 2 if the command was called
    incorrectly.
    """
