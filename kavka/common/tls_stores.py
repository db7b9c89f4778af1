"""Key stores and trust stores, read: whatever form Kafka's `ssl.keystore.*` and `ssl.truststore.*` give, PEM comes out.

    inline PEM ─────────────┐
    a PEM file ─────────────┤
    a PKCS12 file ──────────┴──▶ PEM text: a private key and its certificates, or trusted certificates
    a JKS file ───▶ a sentence that says how to convert it

`ssl.keystore.type` defaults to JKS in Kafka, and Java reads PKCS12 under that name, too. Here the file's first bytes
decide unless the type is named, so that a PEM file works without `type=PEM`. `cryptography` is imported for PKCS12 and
for nothing else: PEM, also with an encrypted key, is OpenSSL's own.

Not here: what is made of them (`tls`), and where the settings come from.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Final, NamedTuple

STORE_BYTES_MAX: Final = 16 * 1024 * 1024
"""A store bigger than this is a mistake: another file was named."""

_JKS_MAGICS: Final = (b"\xfe\xed\xfe\xed", b"\xce\xce\xce\xce")
"""JKS and JCEKS."""

_PEM_BLOCK: Final = re.compile(r"-----BEGIN ([A-Z0-9 ]+)-----(.+?)-----END \1-----", re.DOTALL)
_PEM_LINE_CHARS: Final = 64


class TlsError(ValueError):
    """TLS settings that cannot be used; the message names the setting, its value where it is no secret, and why."""


class KeyStore(NamedTuple):
    """A private key and the certificates that go with it, as PEM.

    Attributes:
        pem: the key, its certificate, and the certificates between that and a root, in this order.
        password: opens the key; None: it is not encrypted.
    """

    pem: str
    password: str | None

    def __repr__(self) -> str:
        return "KeyStore([hidden])"


def read_key_store(
    *,
    store_type: str | None,
    location: str | None,
    password: str | None,
    key: str | None,
    certificate_chain: str | None,
    key_password: str | None,
    prefix: str = "ssl.keystore",
) -> KeyStore | None:
    """Reads the key of a client or a broker; None when none is set.

    Args:
        store_type: `PEM`, `PKCS12`, or `JKS` and None: by the content.
        location: a file.
        password: opens a PKCS12 file.
        key: a private key as PEM, in place of a file.
        certificate_chain: the certificates that go with `key`.
        key_password: opens the key, where it is encrypted.
        prefix: what the settings are called, for messages.

    Raises:
        TlsError: it cannot be read, or it lacks the key or the certificate.
    """
    if key is not None or certificate_chain is not None:
        if location is not None:
            raise TlsError(f"both {prefix}.location and {prefix}.key are set; one of them is enough")
        if key is None or certificate_chain is None:
            raise TlsError(f"{prefix}.key and {prefix}.certificate.chain must be set together")
        return KeyStore(_key_and_chain(key + "\n" + certificate_chain, prefix), key_password)
    if location is None:
        return None
    data, form = _read(location, store_type, prefix)
    if form == "PEM":
        return KeyStore(_key_and_chain(_text(data, location, prefix), f"{prefix}.location={location}"), key_password)
    return KeyStore(_pkcs12_key_and_chain(data, password, location, prefix), None)


def read_trust_store(
    *,
    store_type: str | None,
    location: str | None,
    password: str | None,
    certificates: str | None,
    prefix: str = "ssl.truststore",
) -> str | None:
    """Reads the trusted certificates as PEM.

    None when none are set, which means the system's.

    Raises:
        TlsError: they cannot be read, or there are none in it.
    """
    if certificates is not None:
        if location is not None:
            raise TlsError(f"both {prefix}.location and {prefix}.certificates are set; one of them is enough")
        return _certificates(certificates, f"{prefix}.certificates")
    if location is None:
        return None
    data, form = _read(location, store_type, prefix)
    if form == "PEM":
        return _certificates(_text(data, location, prefix), f"{prefix}.location={location}")
    return _pkcs12_certificates(data, password, location, prefix)


def _read(location: str, store_type: str | None, prefix: str) -> tuple[bytes, str]:
    try:
        data = _bytes_of(location)
    except OSError as error:
        raise TlsError(f"{prefix}.location={location} cannot be read: {error.strerror or error}") from error
    if data is None or len(data) > STORE_BYTES_MAX:
        raise TlsError(f"{prefix}.location={location} is no file of at most {STORE_BYTES_MAX} bytes")
    wanted = (store_type or "JKS").upper()
    if wanted not in ("JKS", "PEM", "PKCS12"):
        raise TlsError(f"{prefix}.type={store_type} is not supported; it can be PEM or PKCS12")
    form = _form_of(data)
    if form == "JKS":
        raise TlsError(
            f"{prefix}.location={location} is a JKS store, which only Java reads; convert it with:  "
            f"keytool -importkeystore -srckeystore {location} -destkeystore {Path(location).with_suffix('.p12')} "
            f"-deststoretype PKCS12   and set {prefix}.type=PKCS12"
        )
    if wanted not in ("JKS", form):
        raise TlsError(f"{prefix}.location={location} is not in the format that {prefix}.type={wanted} promises")
    return data, form


def _bytes_of(location: str) -> bytes | None:
    """Reads a regular file; None for anything else. A pipe or a device makes nobody wait."""
    descriptor = os.open(location, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        return file.read(STORE_BYTES_MAX + 1) if stat.S_ISREG(os.fstat(descriptor).st_mode) else None


def _form_of(data: bytes) -> str:
    if data.startswith(_JKS_MAGICS):
        return "JKS"
    return "PKCS12" if data.startswith(b"\x30") else "PEM"


def _text(data: bytes, location: str, prefix: str) -> str:
    if b"-----BEGIN" not in data:
        raise TlsError(f"{prefix}.location={location} is neither PEM nor PKCS12")
    return data.decode("latin-1")  # what stands between the blocks may be anything


def _blocks(text: str) -> list[tuple[str, str]]:
    """Returns the PEM blocks in a text as (label, block).

    Text between them is comment.

    In a properties file a block may stand on one line, its own lines apart by blanks or by `\\n` that nobody read:
    Kafka takes it so, OpenSSL does not, so it is written again.
    """
    unescaped = text.replace("\\n", "\n") if "\n" not in text.strip() else text
    return [(found.group(1), _rewritten(*found.groups())) for found in _PEM_BLOCK.finditer(unescaped)]


def _rewritten(label: str, body: str) -> str:
    lines = [line.strip() for line in body.strip().splitlines()]
    if ":" not in body:  # with headers, of a key that is encrypted the old way, lines mean something
        digits = "".join(body.split())
        lines = [digits[at : at + _PEM_LINE_CHARS] for at in range(0, len(digits), _PEM_LINE_CHARS)]
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----"])


def _key_and_chain(text: str, where: str) -> str:
    blocks = _blocks(text)
    keys = [block for label, block in blocks if label.endswith("PRIVATE KEY")]
    certificates = [block for label, block in blocks if label.endswith("CERTIFICATE")]
    if len(keys) != 1 or not certificates:
        raise TlsError(f"{where} must hold one private key and its certificates as PEM, found {len(keys)} keys")
    return "\n".join([keys[0], *certificates, ""])


def _certificates(text: str, where: str) -> str:
    certificates = [block for label, block in _blocks(text) if label.endswith("CERTIFICATE")]
    if not certificates:
        raise TlsError(f"{where} holds no certificate as PEM")
    return "\n".join([*certificates, ""])


def _pkcs12_key_and_chain(data: bytes, password: str | None, location: str, prefix: str) -> str:
    from cryptography.hazmat.primitives import serialization  # heavy, and nobody without PKCS12 needs it
    from cryptography.hazmat.primitives.serialization import pkcs12

    try:
        key, certificate, others = pkcs12.load_key_and_certificates(data, _password_bytes(password))
    except ValueError as error:
        raise _unreadable_pkcs12(location, prefix) from error
    if key is None or certificate is None:
        raise TlsError(f"{prefix}.location={location} holds no private key with its certificate")
    key_pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    chain = [one.public_bytes(serialization.Encoding.PEM) for one in (certificate, *others)]
    return b"".join([key_pem, *chain]).decode("ascii")


def _pkcs12_certificates(data: bytes, password: str | None, location: str, prefix: str) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, pkcs12

    try:
        store = pkcs12.load_pkcs12(data, _password_bytes(password))
    except ValueError as error:
        raise _unreadable_pkcs12(location, prefix) from error
    found = [one for one in (store.cert, *store.additional_certs) if one is not None]
    if not found:
        raise TlsError(f"{prefix}.location={location} holds no certificate")
    return b"".join(one.certificate.public_bytes(Encoding.PEM) for one in found).decode("ascii")


def _password_bytes(password: str | None) -> bytes | None:
    return None if password is None else password.encode()


def _unreadable_pkcs12(location: str, prefix: str) -> TlsError:
    return TlsError(
        f"{prefix}.location={location} cannot be opened as PKCS12: wrong {prefix}.password, or another format"
    )
