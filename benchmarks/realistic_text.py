"""Text that compresses as people's text does: words of a vocabulary, the frequent ones short, and numbers among them.

Values that are windows of one text shrink fifty times, letters by chance hardly; a benchmark of either tells about its
data. Prose, logs and JSON shrink two to four times in batches of 128 kB, and so does this. A seed gives the same text
on any machine.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa

WORDS: Final = 20_000
LETTERS: Final = "etaoinshrdlucmfwypvbgkjqxz"
ZIPF: Final = 1.0
"""How fast words become rare: the n-th is n times as rare as the first, as in any language."""

NUMBER_EVERY: Final = 12
"""Every so many words there is a number of eight digits, such as an order's."""


def values(count: int, size: int, *, seed: int = 1) -> pa.Array:
    """Returns values of text, none of which repeats another.

    Args:
        count: how many.
        size: bytes of each.
        seed: other texts for others.
    """
    text = _text(count * size, np.random.default_rng(seed))
    offsets = np.arange(count + 1, dtype=np.int32) * size
    return pa.Array.from_buffers(pa.binary(), count, [None, pa.py_buffer(offsets), pa.py_buffer(text)])


def _text(size: int, chance: np.random.Generator) -> bytes:
    vocabulary = _vocabulary(chance)
    rarity = np.arange(1, WORDS + 1, dtype=np.float64) ** ZIPF
    shares = np.cumsum(1 / rarity)
    found: list[bytes] = []
    length = 0
    while length < size:
        chosen = np.searchsorted(shares, chance.random(100_000) * shares[-1])
        words = vocabulary[np.minimum(chosen, WORDS - 1)]
        places = slice(None, None, NUMBER_EVERY)
        words[places] = [b"%08d" % number for number in chance.integers(0, 10**8, len(words[places]))]
        found.append(b" ".join(words.tolist()) + b"\n")
        length += len(found[-1])
    return b"".join(found)[:size]


def _vocabulary(chance: np.random.Generator) -> np.ndarray:
    """Words by rank: frequent ones have two letters and more, rare ones up to a dozen."""
    letters = np.array([letter.encode() for letter in LETTERS])
    shares = 1 / np.arange(1, len(letters) + 1)
    shares /= shares.sum()
    found = np.empty(WORDS, object)
    for rank in range(WORDS):
        size = 2 + int(np.log2(rank + 2) / 2) + int(chance.integers(0, 4))
        found[rank] = b"".join(chance.choice(letters, size, p=shares).tolist())
    return found
