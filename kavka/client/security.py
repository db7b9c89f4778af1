"""What a user of the bundled client says of TLS and logins, in one place to import from; see `wire.security`."""

from __future__ import annotations

from kavka.wire.sasl_client import SaslClient, SecuritySettingsError
from kavka.wire.security import ConnectionSecurity, SecurityLike, connection_security

__all__ = ["ConnectionSecurity", "SaslClient", "SecurityLike", "SecuritySettingsError", "connection_security"]
