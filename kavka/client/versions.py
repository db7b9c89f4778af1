"""The versions that the bundled client speaks, by the name under which its modules find them; see `wire.versions`."""

from __future__ import annotations

from kavka.wire.versions import BY_ID, SUPPORTED, check_offered, choose_version, is_offered

__all__ = ["BY_ID", "SUPPORTED", "check_offered", "choose_version", "is_offered"]
