"""What a read that must not wait says when the device would have to be waited for.

    fetch ─▶ Log.read(may_wait=False) ─▶ ColdRead ─▶ its `load` in a thread ─▶ the same read again, from the beginning

The second read relies on nothing of the first: what was truncated, deleted or led elsewhere meanwhile is found out as
by any other read. So the loaded bytes are thrown away; that they are in the page cache now is all that was wanted.
"""

from __future__ import annotations

from collections.abc import Callable


class ColdRead(Exception):
    """Bytes that are not in memory.

    Attributes:
        load: brings them into memory; blocks, so it belongs into a thread. Its OSError is nobody's concern: the read
            that follows meets it, too.
        loaded: to be called on the loop after `load`.
        size: about how many bytes the reader was to get.
    """

    def __init__(self, load: Callable[[], None], *, size: int, loaded: Callable[[], None] | None = None) -> None:
        super().__init__("the bytes are not in memory")
        self.load = load
        self.loaded = loaded
        self.size = size
