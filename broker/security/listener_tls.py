"""One listener's TLS: what it accepts connections with, who a certificate's owner is, and how both are renewed.

    settings of the listener ─▶ TlsSettings ─▶ ssl.SSLContext ─▶ every new handshake
                                                             certificate ─▶ subject ─▶ mapping rules ─▶ principal

Renewed, while the broker runs, when a setting changes or a file that one names does (a store that is renewed under its
old name, as certificate managers do): new handshakes use what is new, connections that stand are left alone. Kafka's
conditions hold (SslFactory): the owner stays the same, no alternative name is lost, a store neither appears nor goes,
and on the brokers' own listener the new certificate is trusted by what the brokers trust.

Not here: handshakes and bytes (`network.tls_transport`).
"""

from __future__ import annotations

import logging
import os
import ssl
from typing import TYPE_CHECKING, Final

from kavka.broker.security.principal import ANONYMOUS, USER_TYPE, KafkaPrincipal
from kavka.broker.security.principal_mapping import PrincipalMapping
from kavka.broker.security.x509_names import alternative_names_of, end_of, subject_of
from kavka.common.tls import TLS_KEYS, TlsError, TlsSettings, client_context, server_context

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig

_log = logging.getLogger(__name__)

_SERVER_KEYS: Final = (*TLS_KEYS, "ssl.client.auth", "ssl.principal.mapping.rules")

HANDSHAKE_STEPS_MAX: Final = 10
"""Turns of a handshake in memory; TLS 1.2 takes three."""


class ListenerTls:
    """What a TLS listener needs of its settings; made at startup, renewed by `renew`.

    Args:
        config: the broker's.
        listener: the listener's name.

    Attributes:
        context: for the next handshake.

    Raises:
        TlsError: the settings cannot be used; the message begins with the listener's name.
    """

    __slots__ = ("_fingerprint", "_is_sasl", "_listener", "_mapping", "_settings", "context")

    def __init__(self, config: BrokerConfig, listener: str) -> None:
        self._listener = listener
        self._is_sasl = config.protocol_of(listener).startswith("SASL")
        self._fingerprint = _fingerprint(config, listener)
        try:
            self._settings = read_settings(config, listener)
            self.context, self._mapping = _made(config, listener, self._settings)
            if listener in config.brokers_listeners:
                check_handshake(self._settings, self._settings, client_auth(config, listener))
        except TlsError as error:
            raise TlsError(f"listener {listener}: {error}") from error

    @property
    def certificate_ends_s(self) -> int:
        """Returns when the listener's own certificate expires, seconds since 1970."""
        return end_of(_own_certificate(self._settings))

    def principal_of(self, connection: ssl.SSLObject) -> KafkaPrincipal:
        """Returns the principal of a finished handshake's client.

        On a listener with SASL the login says that instead.

        Raises:
            NoMatchingRule, BadCertificate: the certificate's owner has no principal here.
        """
        certificate = None if self._is_sasl else connection.getpeercert(binary_form=True)
        if certificate is None:
            return ANONYMOUS
        return KafkaPrincipal(USER_TYPE, self._mapping.name_of(subject_of(certificate)))

    def check(self, config: BrokerConfig) -> None:
        """Checks whether this listener can go on with other settings.

        Raises:
            TlsError: it cannot.
        """
        try:
            self._renewed(config)
        except TlsError as error:
            raise TlsError(f"listener {self._listener}: {error}") from error

    def renew(self, config: BrokerConfig) -> bool:
        """Takes over what has changed in settings and files; what cannot be used is logged, and the former stays.

        Returns:
            Whether anything changed.
        """
        fingerprint = _fingerprint(config, self._listener)
        if fingerprint == self._fingerprint:
            return False
        try:
            self._settings, self.context, self._mapping = self._renewed(config)
        except TlsError as error:
            _log.error("listener %s goes on with its former TLS settings: %s", self._listener, error)
            return False
        self._fingerprint = fingerprint
        _log.info("listener %s uses other TLS settings from the next handshake on", self._listener)
        return True

    def _renewed(self, config: BrokerConfig) -> tuple[TlsSettings, ssl.SSLContext, PrincipalMapping]:
        settings = read_settings(config, self._listener)
        context, mapping = _made(config, self._listener, settings)
        if settings.key_store != self._settings.key_store:
            _check_same_owner(self._settings, settings)
        if self._settings.trusted is None and settings.trusted is not None:
            raise TlsError("Cannot add SSL truststore to an existing listener for which no truststore was configured.")
        if self._listener in config.brokers_listeners:
            check_handshake(self._settings, settings, client_auth(config, self._listener))
            check_handshake(settings, self._settings, client_auth(config, self._listener))
        return settings, context, mapping


def read_settings(config: BrokerConfig, listener: str) -> TlsSettings:
    """Reads the TLS settings of one listener, and the files that they name.

    Raises:
        TlsError: they cannot be used.
    """
    return TlsSettings.read(config.of_listener(listener).value_of)


def client_auth(config: BrokerConfig, listener: str) -> str:
    """Returns whether a listener requests client certificates: none, requested or required."""
    settings = config.of_listener(listener)
    if config.protocol_of(listener).startswith("SASL") and not settings.has_own_client_auth:
        return "none"  # with SASL only the listener's own setting asks for certificates (SaslChannelBuilder)
    return settings.ssl_client_auth


def _made(config: BrokerConfig, listener: str, settings: TlsSettings) -> tuple[ssl.SSLContext, PrincipalMapping]:
    try:
        mapping = PrincipalMapping(config.of_listener(listener).ssl_principal_mapping_rules)
    except ValueError as error:
        raise TlsError(f"ssl.principal.mapping.rules: {error}") from error
    return server_context(settings, client_auth=client_auth(config, listener)), mapping


def _fingerprint(config: BrokerConfig, listener: str) -> tuple[object, ...]:
    """Changes when a setting does, or a file that one names."""
    settings = config.of_listener(listener)
    values = [settings.value_of(name) for name in _SERVER_KEYS]
    files = [_file_state(path) for path in (settings.ssl_keystore_location, settings.ssl_truststore_location)]
    return (*(tuple(value) if isinstance(value, list) else value for value in values), *files)


def _file_state(path: str | None) -> tuple[int, int, int] | None:
    try:
        state = os.stat(path) if path else None
    except OSError:
        return None
    return None if state is None else (state.st_mtime_ns, state.st_size, state.st_ino)


def _check_same_owner(old: TlsSettings, new: TlsSettings) -> None:
    """Kafka's rule for a renewed key store (SslFactory.CertificateEntries), in its words."""
    before, after = _own_certificate(old), _own_certificate(new)
    if subject_of(before).lower() != subject_of(after).lower():
        raise TlsError(
            f"Keystore DistinguishedName does not match: existing={subject_of(before)}, new={subject_of(after)}"
        )
    if not alternative_names_of(before) <= alternative_names_of(after):
        raise TlsError("Keystore SubjectAltNames do not match: the new certificate lacks names of the existing one")


def _own_certificate(settings: TlsSettings) -> bytes:
    """The first certificate of the key store: the key's own."""
    assert settings.key_store is not None
    pem, end = settings.key_store.pem, "-----END CERTIFICATE-----"
    begin = pem.index("-----BEGIN CERTIFICATE-----")
    return ssl.PEM_cert_to_DER_cert(pem[begin : pem.index(end, begin) + len(end)])


def check_handshake(client: TlsSettings, server: TlsSettings, auth: str) -> None:
    """Checks whether brokers with these settings would trust each other.

    Host names are left aside (SslEngineValidator).

    Args:
        client: of the broker that dials.
        server: of the one that is dialled.
        auth: whether the latter asks for certificates.

    Raises:
        TlsError: they would not.
    """
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    here = client_context(client._replace(is_host_checked=False)).wrap_bio(to_client, to_server)
    there = server_context(server, client_auth=auth).wrap_bio(to_server, to_client, server_side=True)
    waiting = [here, there]
    try:
        for _ in range(HANDSHAKE_STEPS_MAX):
            waiting = [side for side in waiting if not _is_shaken(side)]
        if not waiting:
            return
        problem = "they find no end of a handshake"
    except ssl.SSLError as error:
        problem = str(getattr(error, "verify_message", None) or error.reason or error)
    raise TlsError(
        f"brokers would not trust each other: the key store (ssl.keystore.*) does not verify with the trust store "
        f"(ssl.truststore.*): {problem}"
    )


def _is_shaken(side: ssl.SSLObject) -> bool:
    try:
        side.do_handshake()
    except ssl.SSLWantReadError:
        return False
    return True
