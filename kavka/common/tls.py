"""TLS contexts from Kafka's `ssl.*` settings, for both sides of a connection: brokers, their own clients, and yours.

    `ssl.keystore.*`, `ssl.truststore.*` ─▶ tls_stores ─▶ PEM ─┐
    `ssl.enabled.protocols`, `ssl.cipher.suites` ──────────────┴▶ server_context │ client_context ─▶ ssl.SSLContext

TLS 1.2 and 1.3. Older versions are refused with a sentence: RFC 8996 forbids them, and OpenSSL's defaults do. What is
trusted are the certificates of the trust store, also such that sign nothing else, as in Java. Without a trust store it
is the system's.

Private keys reach OpenSSL through a file in memory that has no name, never through one on a disk.
"""

from __future__ import annotations

import os
import re
import ssl
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from kavka.common.tls_stores import KeyStore, TlsError, read_key_store, read_trust_store

__all__ = ["TLS_KEYS", "TlsError", "TlsSettings", "client_context", "server_context"]

_VERSIONS: Final = {"TLSv1.2": ssl.TLSVersion.TLSv1_2, "TLSv1.3": ssl.TLSVersion.TLSv1_3}
_OLD_VERSIONS: Final = ("TLS", "TLSv1", "TLSv1.1", "SSL", "SSLv2", "SSLv2Hello", "SSLv3")
_CLIENT_AUTH: Final = {"none": ssl.CERT_NONE, "requested": ssl.CERT_OPTIONAL, "required": ssl.CERT_REQUIRED}
_TLS13_SUITES: Final = frozenset({"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"})

TLS_KEYS: Final = (
    "ssl.keystore.type",
    "ssl.keystore.location",
    "ssl.keystore.password",
    "ssl.keystore.key",
    "ssl.keystore.certificate.chain",
    "ssl.key.password",
    "ssl.truststore.type",
    "ssl.truststore.location",
    "ssl.truststore.password",
    "ssl.truststore.certificates",
    "ssl.enabled.protocols",
    "ssl.cipher.suites",
    "ssl.endpoint.identification.algorithm",
)
"""The settings that both sides know."""


class TlsSettings(NamedTuple):
    """One side's TLS, read from its settings and not yet made a context of.

    Attributes:
        key_store: its key and certificates; None: it has none.
        trusted: certificates as PEM; None: the system's.
        protocols: TLS versions, out of TLSv1.2 and TLSv1.3.
        cipher_suites: names of Java or of OpenSSL; empty: OpenSSL's defaults.
        is_host_checked: whether the name that was dialled must stand in the broker's certificate.
    """

    key_store: KeyStore | None
    trusted: str | None
    protocols: tuple[str, ...]
    cipher_suites: tuple[str, ...]
    is_host_checked: bool

    @classmethod
    def read(cls, get: Callable[[str], Any]) -> TlsSettings:
        """Reads stores and settings.

        Args:
            get: a key of `TLS_KEYS` → its value (text; lists may be lists), None or an empty value where it is unset.

        Raises:
            TlsError: a store cannot be read, or a value is not understood.
        """

        def text(name: str) -> str | None:
            value = get(name)
            return str(value) if value else None

        identification = get("ssl.endpoint.identification.algorithm")
        if identification and str(identification).lower() != "https":
            raise TlsError(f"ssl.endpoint.identification.algorithm={identification}: it must be https, or empty")
        return cls(
            key_store=read_key_store(
                store_type=text("ssl.keystore.type"),
                location=text("ssl.keystore.location"),
                password=text("ssl.keystore.password"),
                key=text("ssl.keystore.key"),
                certificate_chain=text("ssl.keystore.certificate.chain"),
                key_password=text("ssl.key.password"),
            ),
            trusted=read_trust_store(
                store_type=text("ssl.truststore.type"),
                location=text("ssl.truststore.location"),
                password=text("ssl.truststore.password"),
                certificates=text("ssl.truststore.certificates"),
            ),
            protocols=_protocols(_listed(get("ssl.enabled.protocols"))),
            cipher_suites=tuple(_listed(get("ssl.cipher.suites"))),
            is_host_checked=identification is None or bool(identification),
        )


def server_context(settings: TlsSettings, *, client_auth: str) -> ssl.SSLContext:
    """Returns the TLS context with which a listener accepts connections.

    Args:
        settings: with a key store.
        client_auth: `none`, `requested` or `required`.

    Raises:
        TlsError: there is no key, or OpenSSL takes something not.
    """
    if settings.key_store is None:
        raise TlsError("ssl.keystore.location (or ssl.keystore.key) is not set: a TLS listener needs a key")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_CIPHER_SERVER_PREFERENCE
    context.verify_mode = _CLIENT_AUTH[client_auth]
    _configure(context, settings)
    return context


def client_context(settings: TlsSettings) -> ssl.SSLContext:
    """Returns the TLS context for connections to brokers.

    With a key store a client shows its certificate.

    Raises:
        TlsError: OpenSSL takes something not.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = settings.is_host_checked
    _configure(context, settings)
    return context


def _configure(context: ssl.SSLContext, settings: TlsSettings) -> None:
    _choose_versions_and_ciphers(context, settings)
    if settings.key_store is not None:
        _load_key(context, settings.key_store)
    if context.verify_mode == ssl.CERT_NONE:
        return
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # Java, too, trusts a certificate that is in its store
    if settings.trusted is None:
        context.load_default_certs()
        return
    try:
        context.load_verify_locations(cadata=settings.trusted)
    except (ssl.SSLError, ValueError) as error:
        raise TlsError(f"the trusted certificates (ssl.truststore.*) cannot be read: {_reason(error)}") from error


def _load_key(context: ssl.SSLContext, store: KeyStore) -> None:
    # OpenSSL's own prompt for a password would wait for a person: the callback returns in any case.
    password = store.password or ""
    descriptor = os.memfd_create("key", os.MFD_CLOEXEC)
    try:
        with os.fdopen(os.dup(descriptor), "wb") as file:
            file.write(store.pem.encode("latin-1", errors="replace"))
        context.load_cert_chain(f"/proc/self/fd/{descriptor}", password=lambda: password)
    except (ssl.SSLError, OSError, ValueError) as error:
        raise TlsError(f"the private key (ssl.keystore.*) cannot be used: {_key_problem(error, store)}") from error
    finally:
        os.close(descriptor)


def _key_problem(error: Exception, store: KeyStore) -> str:
    if isinstance(error, ssl.SSLError) and error.reason == "KEY_VALUES_MISMATCH":
        return "it does not belong to the first certificate"
    if "ENCRYPTED" in store.pem:
        return "ssl.key.password does not open it" if store.password else "it is encrypted; set ssl.key.password"
    return _reason(error)


def _choose_versions_and_ciphers(context: ssl.SSLContext, settings: TlsSettings) -> None:
    versions = [_VERSIONS[name] for name in settings.protocols]
    modern = [name for name in settings.cipher_suites if name in _TLS13_SUITES]
    older = [openssl_cipher_name(name) for name in settings.cipher_suites if name not in _TLS13_SUITES]
    if modern and set(modern) != _TLS13_SUITES:
        raise TlsError(
            f"ssl.cipher.suites={','.join(settings.cipher_suites)}: single suites of TLS 1.3 cannot be chosen here; "
            f"name all of {', '.join(sorted(_TLS13_SUITES))}, or none and ssl.enabled.protocols=TLSv1.2"
        )
    if settings.cipher_suites:
        left = [version for version in versions if (modern if version == ssl.TLSVersion.TLSv1_3 else older)]
        if not left:
            raise TlsError("ssl.cipher.suites names no suite for any version of ssl.enabled.protocols")
        versions = left
    context.minimum_version, context.maximum_version = min(versions), max(versions)
    if older:
        try:
            context.set_ciphers(":".join(older))
        except ssl.SSLError:
            raise TlsError(
                f"ssl.cipher.suites={','.join(settings.cipher_suites)}: OpenSSL knows none of them"
            ) from None


def openssl_cipher_name(name: str) -> str:
    """Returns a cipher suite's name as OpenSSL writes it.

    TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384 → ECDHE-RSA-AES256-GCM-SHA384; OpenSSL's own names pass.
    """
    found = re.fullmatch(r"(?:TLS|SSL)_(\w+?)_WITH_(\w+)", name)
    if found is None:
        return name
    exchange, cipher = found.groups()
    cipher = re.sub(r"AES_(\d+)", r"AES\1", cipher).replace("_CBC_", "_").replace("POLY1305_SHA256", "POLY1305")
    return "-".join(part for part in ("" if exchange == "RSA" else exchange, cipher) if part).replace("_", "-")


def _protocols(names: Sequence[str]) -> tuple[str, ...]:
    """Checks names of TLS versions; the old ones among newer ones are a sentence, not a silence."""
    for name in names:
        if name in _OLD_VERSIONS:
            raise TlsError(
                f"ssl.enabled.protocols={','.join(names)}: {name} is not safe (RFC 8996) and not supported; "
                f"use TLSv1.2 and TLSv1.3"
            )
        if name not in _VERSIONS:
            raise TlsError(f"ssl.enabled.protocols={','.join(names)}: {name} is unknown; use TLSv1.2 and TLSv1.3")
    return tuple(names) or tuple(_VERSIONS)


def _listed(value: Iterable[str] | str | None) -> list[str]:
    items = value.split(",") if isinstance(value, str) else (value or ())
    return [item.strip() for item in items if item.strip()]


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", None)
    return str(reason).replace("_", " ").lower() if reason else str(error)
