"""Says of a class how mypyc builds it: nothing at all in plain Python, and no dependency at run time.

    @mypyc_attr(allow_interpreted_subclasses=True)
    class Connection: ...

A class of a compiled module takes subclasses from compiled modules alone, unless it is marked so. Which modules are
compiled `kavka/build_compiled.py` says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_attributes: bool) -> Callable[[type], type]:
        """Returns the decorator that changes nothing."""
        return lambda cls: cls
