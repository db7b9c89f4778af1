"""The certificates of a benchmark over TLS, and what a broker and a client are told of them, in Kafka's names."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Final, NamedTuple

from kavka.common.tls import TlsSettings, client_context
from tests.support.certificates import Authority

HOST: Final = "127.0.0.1"


class Certificates(NamedTuple):
    """A folder with an authority and a broker's key."""

    path: Path

    @classmethod
    def issued(cls, path: Path) -> Certificates:
        """Issues them into a folder."""
        authority = Authority()
        authority.write(path)
        authority.issue("broker").write(path)
        return cls(path)

    def listeners(self, plain: int, tls: int) -> dict[str, str]:
        """Returns the properties of a broker with a plaintext listener and one for TLS."""
        return {
            "listeners": f"PLAINTEXT://{HOST}:{plain},SSL://{HOST}:{tls}",
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(self.path / "broker.pem"),
            "ssl.truststore.type": "PEM",
            "ssl.truststore.location": str(self.path / "ca.pem"),
        }

    def client(self) -> ssl.SSLContext:
        """Returns the TLS context of clients."""
        return client_context(TlsSettings.read({"ssl.truststore.location": str(self.path / "ca.pem")}.get))
