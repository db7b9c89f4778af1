"""A histogram in characters: for a terminal, and for whoever has no matplotlib.

        0.0 –    0.5  ██████████████████████████████████████  12,040
        0.5 –    1.0  ███████▋                                 2,411
      …
       31.0 –   31.5  ▏                                            1

Bins are equally wide; a last one takes what lies beyond nearly everything, so that one far value does not press all
others into the first bin.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

BINS: Final = 16
WIDTH: Final = 40
"""Characters of the longest bar."""
TAIL_SHARE: Final = 0.995
"""What lies beyond this share of the values is one bin, if it is far away."""
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"


def histogram(values: Sequence[float], *, unit: str, bins: int = BINS) -> Iterator[str]:
    """Yields the lines of a histogram.

    Args:
        values: at least one; none below zero.
        unit: of the values.
        bins: at most so many, besides that of the tail.
    """
    ordered = sorted(values)
    last = ordered[-1]
    tail = ordered[min(int(len(ordered) * TAIL_SHARE), len(ordered) - 1)]
    top = last if last <= tail * 2 else tail
    step = _round_step(top / bins)
    counts = [0] * (int(top / step) + 1)
    beyond = 0
    for value in ordered:
        place = int(value / step)
        if place < len(counts):
            counts[place] += 1
        else:
            beyond += 1
    labels = [f"{_number(place * step, step)} – {_number((place + 1) * step, step)}" for place in range(len(counts))]
    if beyond:
        counts.append(beyond)
        labels.append(f"{_number(len(labels) * step, step)} – {_number(last, step)}")
    shown = [f"{label} {unit}" for label in labels]
    width, most = max(map(len, shown)), max(counts)
    for label, count in zip(shown, counts, strict=True):
        yield f"{label:>{width}}  {_bar(count / most)}  {count:>{len(f'{most:,}')},}"


def _bar(share: float) -> str:
    """A bar of `WIDTH` characters; whatever is not nothing shows."""
    eighths = math.ceil(share * WIDTH * 8) if share else 0
    whole, rest = divmod(eighths, 8)
    return f"{'█' * whole}{_EIGHTHS[rest] if rest else ''}".ljust(WIDTH)


def _round_step(least: float) -> float:
    """The next of 1, 2, 5, 10, … in whatever power of ten."""
    if least <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))


def _number(value: float, step: float) -> str:
    return f"{value:,.{max(0, -math.floor(math.log10(step)))}f}"
