"""`python -m evaluation NAME [--json]`: measure quality or speed."""

from __future__ import annotations

import click

from core.errors import SpecSeekError
from evaluation import commands, kill_commands, opensearch_trial, scale_commands


class _Measurements(click.Group):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except SpecSeekError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=_Measurements)
def main() -> None:
    """Measure how good and how fast SpecSeek is: a table, or with --json one JSON object."""


for command in (
    *vars(commands).values(),
    *vars(kill_commands).values(),
    *vars(scale_commands).values(),
    opensearch_trial.opensearch,
):
    if isinstance(command, click.Command):
        main.add_command(command)

if __name__ == "__main__":
    main(prog_name="python -m evaluation")
