"""Loads the modules of an API when its first request comes, in slices of a lane, and before it is handled.

    first request of an API ─▶ modules are missing ─▶ steps: import one ─▶ others' turn ─▶ … ─▶ dispatched as ever

So a broker has in memory what somebody asks for, and nobody waits for more of it than for a slice of any other large
work (`common.lane`): 5 ms and a module. A thread would be no better: it needs the interpreter's lock for whatever it
does, 5 ms at a time, and who needs one of the modules meanwhile would wait for the whole of the import.

Not here: which modules these are (`api_modules`), and the everyday ones, which nobody waits for (`idle_loading`).
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Container, Iterable

from kavka.broker.requests.api_modules import modules_of
from kavka.common.steps import Steps


def missing_modules(
    api: int, *, loaded: Container[str] | None = None, modules: Callable[[Container[int]], Iterable[str]] = modules_of
) -> list[str]:
    """Names the modules of an API that are not loaded, in their order."""
    present = sys.modules if loaded is None else loaded
    return [name for name in modules((api,)) if name not in present]


def loading(names: Iterable[str], load: Callable[[str], object] = importlib.import_module) -> Steps[None]:
    """Loads modules, one a step.

    Raises:
        ImportError: one cannot be loaded.
    """
    for name in names:
        load(name)
        yield
