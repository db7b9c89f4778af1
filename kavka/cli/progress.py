"""A progress bar for what takes long: on a terminal only, and rich is imported only for it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int], None]
"""Called with how much more is done."""

REFRESHES = 50
"""How often a bar is drawn from beginning to end; drawing it for every record would be the slowest part of the work."""


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Progress]:
    """Yields a function to call for every step done; it does nothing where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (TextColumn(f"{label:<10}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task(label, total=total)
        waiting = 0

        def advance(count: int) -> None:
            nonlocal waiting
            waiting += count
            if waiting * REFRESHES >= total:
                bar.update(task, advance=waiting, refresh=True)
                waiting = 0

        yield advance
