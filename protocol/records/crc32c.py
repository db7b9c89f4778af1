"""CRC-32C (Castagnoli), the checksum of record batches v2, over any buffer and without a copy.

Not the checksum of message sets v0 and v1: theirs is the CRC-32 of zlib. The work is done by the package `crc32c`, in
hardware where there is any; it takes memoryviews, which is why it was chosen (others want `bytes`, and so a copy of
every batch).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import TypeAlias

Buffer: TypeAlias = bytes | bytearray | memoryview
"""What record functions read from: anything that indexes to ints and slices."""


def _load_extension() -> Callable[[Buffer, int], int]:
    """Loads the package's C function, without the package around it.

    Its `__init__` looks up its own version in the installed metadata, which takes as long as all the rest that a broker
    imports from here (measured: 20 ms); the extension module beside it needs none of that.
    """
    package = find_spec("crc32c")
    if package is not None and package.submodule_search_locations is not None:  # pragma: no branch
        spec = PathFinder.find_spec("crc32c._crc32c", package.submodule_search_locations)
        if spec is not None and spec.loader is not None:  # pragma: no branch
            extension = module_from_spec(spec)
            spec.loader.exec_module(extension)
            function: Callable[[Buffer, int], int] = extension.crc32c
            return function
    return _load_package()  # pragma: no cover


def _load_package() -> Callable[[Buffer, int], int]:  # pragma: no cover
    """Loads the C function the long way: the package has another layout than the one known."""
    from crc32c import crc32c as packaged

    function: Callable[[Buffer, int], int] = packaged
    return function


crc32c: Callable[..., int] = _load_extension()
"""crc32c(data, value=0): checksums `data`, continuing from `value`, the checksum of what came before it."""
