"""`kavka-spark bundle`: the code as a zip, and the main file for it."""

from __future__ import annotations

from pathlib import Path

import click

from kavka.cli.exit_codes import ExitCode
from kavka.pipeline.bundle import MAIN, write_bundle


@click.command()
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path))
def bundle(*, directory: Path) -> int:
    """Write kavka.zip and kavka_job.py to DIRECTORY, for a cluster of Spark's own.

    The workers need Python 3.11 or newer with what `pip install 'kavka[spark]'` brings.
    """
    directory.mkdir(parents=True, exist_ok=True)
    zipped = write_bundle(directory / "kavka.zip")
    main = directory / "kavka_job.py"
    main.write_text(MAIN, encoding="utf-8")
    click.echo(f"spark-submit --master spark://HOST:7077 --py-files {zipped} {main} archive …")
    return ExitCode.OK
