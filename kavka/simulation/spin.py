"""Ends a simulated turn that computes for ever: in virtual time such a loop takes no time, and so meets no deadline.

    ITIMER_VIRTUAL ─ every quarter of the bound, of CPU time ─▶ look ─ another turn than at the last look ─▶ go on
                                                                  └─ the same one at four looks ─▶ raise Spin in it

Time stands while code computes: whoever polls a clock without awaiting, or loops over what never ends, would hold the
whole world. The timer is the process's own and counts what it computes itself, so a busy machine, a debugger and a
paused process end nothing; a run that does not spin is the same with it and without.

`Spin` is a KeyboardInterrupt: asyncio lets nothing else out of a task. It is raised where the code spins, again after
each quarter of the bound, should it be caught there. Only a process's main thread hears signals: in other threads, and
where there are no such timers, nothing is watched.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

from kavka.simulation.hosts import HOST

if TYPE_CHECKING:
    from kavka.simulation.virtual_loop import VirtualLoop

SPIN_S: Final = 60.0
"""What one turn may compute, in seconds of CPU time; the longest that are known take less than one."""
LOOKS: Final = 4
FRAMES_MAX: Final = 12
"""So many calls are told, those that lead to where it spins."""
TURN: Final = "_take_turn"
"""The function of the virtual loop below which a host's own calls begin."""


class Spin(KeyboardInterrupt):
    """A host computes and awaits nothing; the message says which one, and where."""


@contextlib.contextmanager
def watched(loop: VirtualLoop, spin_s: float = SPIN_S) -> Iterator[None]:
    """Raises `Spin` in each turn of a loop that takes too long.

    Args:
        loop: whose turns.
        spin_s: how long one may compute, in seconds of CPU time.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    turn_us, looks = -1, 0

    def look(_: int, frame: FrameType | None) -> None:
        nonlocal turn_us, looks
        if loop.now_us != turn_us:
            turn_us, looks = loop.now_us, 0
            return
        looks += 1
        if looks >= LOOKS:
            host = HOST.get(loop.outside).name
            raise Spin(f"{host} awaits nothing: {spin_s:g} s of CPU time in one turn, at {_calls(frame)}")

    handler = signal.signal(signal.SIGVTALRM, look)
    timer = signal.setitimer(signal.ITIMER_VIRTUAL, spin_s / LOOKS, spin_s / LOOKS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, *timer)
        signal.signal(signal.SIGVTALRM, handler)


def _calls(frame: FrameType | None) -> str:
    """Tells where a host's code is, the innermost call first."""
    calls: list[str] = []
    while frame is not None and frame.f_code.co_name != TURN and len(calls) < FRAMES_MAX:
        path = Path(frame.f_code.co_filename)
        calls.append(f"{path.parent.name}/{path.name}:{frame.f_lineno} in {frame.f_code.co_name}")
        frame = frame.f_back
    return " ◀ ".join(calls)
