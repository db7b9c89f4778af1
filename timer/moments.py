"""Moments of the two clocks as two types that mypy keeps apart, and that are plain ints when the program runs.

    WallMs       milliseconds since 1970, as in records and on the wire; it jumps when somebody sets the clock
    MonotonicMs  milliseconds since some moment; it never goes back, and means nothing in another process

    moment + duration → moment    moment - duration → moment    moment - moment of the same clock → duration
    moment < moment of the same clock                           wall with monotonic, either way: refused by mypy

A duration is an `int` named `…_ms`. A `NewType` would lose the clock at the first `+`, and each deadline would cost a
call to have it back (docs/decisions/0048). Here a call is written only where a number from outside, or a literal,
becomes a moment: `WallMs(body["timestamp"])`. A moment that goes out, onto the wire or into JSON, is the int it is.

Not here: reading a clock, which is `timer.clock`'s. Cores without I/O may import this module, and not that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import Any, overload

    class TwoClocks:
        """What wall time less monotonic time is: nothing that anybody can use."""

    class WallMs(int):
        """Milliseconds since 1970, as a wall clock shows them."""

        def __add__(self, ms: int, /) -> WallMs: ...
        @overload
        def __sub__(self, moment: WallMs, /) -> int: ...  # type: ignore[overload-overlap]
        @overload
        def __sub__(self, other_clock: MonotonicMs, /) -> TwoClocks: ...  # type: ignore[overload-overlap]
        @overload
        def __sub__(self, ms: int, /) -> WallMs: ...
        def __sub__(self, other: Any, /) -> Any: ...
        def __lt__(self, moment: WallMs, /) -> bool: ...  # type: ignore[override]
        def __le__(self, moment: WallMs, /) -> bool: ...  # type: ignore[override]
        def __gt__(self, moment: WallMs, /) -> bool: ...  # type: ignore[override]
        def __ge__(self, moment: WallMs, /) -> bool: ...  # type: ignore[override]

    class MonotonicMs(int):
        """Milliseconds of the monotonic clock of this process."""

        def __add__(self, ms: int, /) -> MonotonicMs: ...
        @overload
        def __sub__(self, moment: MonotonicMs, /) -> int: ...  # type: ignore[overload-overlap]
        @overload
        def __sub__(self, other_clock: WallMs, /) -> TwoClocks: ...  # type: ignore[overload-overlap]
        @overload
        def __sub__(self, ms: int, /) -> MonotonicMs: ...
        def __sub__(self, other: Any, /) -> Any: ...
        def __lt__(self, moment: MonotonicMs, /) -> bool: ...  # type: ignore[override]
        def __le__(self, moment: MonotonicMs, /) -> bool: ...  # type: ignore[override]
        def __gt__(self, moment: MonotonicMs, /) -> bool: ...  # type: ignore[override]
        def __ge__(self, moment: MonotonicMs, /) -> bool: ...  # type: ignore[override]

else:
    WallMs = MonotonicMs = int

UNKNOWN_WALL_MS: Final = WallMs(0)
"""Stands for a moment that nobody noted: long ago."""
