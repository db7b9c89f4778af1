"""The versions that the bundled client speaks, by the name under which its modules find them; see `wire.versions`."""

from __future__ import annotations

from kavka.wire.versions import SUPPORTED, check_offered, choose_version

__all__ = ["SUPPORTED", "check_offered", "choose_version"]
