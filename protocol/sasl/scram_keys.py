"""SCRAM's mathematics (RFC 5802, section 3): what is derived of a password, what of that is stored, what proves it.

    salted password = PBKDF2(H, password, salt, iterations)
         ├─ client key = HMAC(salted password, "Client Key") ─▶ stored key = H(client key)     ┐ the credential: with it
         └─ server key = HMAC(salted password, "Server Key") ──────────────────────────────────┘ nobody can log in
    client proof     = client key XOR HMAC(stored key, auth message)      the client's side, once for each login
    server signature = HMAC(server key, auth message)                     the broker's response

Passwords are taken as UTF-8, without SASLprep, as Kafka takes them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Final, NamedTuple

SCRAM_SHA_256: Final = "SCRAM-SHA-256"
SCRAM_SHA_512: Final = "SCRAM-SHA-512"

HASHES: Final = {SCRAM_SHA_256: "sha256", SCRAM_SHA_512: "sha512"}
"""Mechanism → its hash's name in hashlib."""

WIRE_NUMBERS: Final = {SCRAM_SHA_256: 1, SCRAM_SHA_512: 2}
"""Mechanism → its number in DescribeUserScramCredentials and AlterUserScramCredentials (KIP-554)."""

ITERATIONS_MIN: Final = 4096
"""RFC 7677's floor. A credential with fewer is refused, by both sides."""

ITERATIONS_MAX: Final = 16384
"""What Kafka lets a credential have: whoever checks a password pays for them."""

CLIENT_ITERATIONS_MAX: Final = 10_000_000
"""What a client follows a server to; a hostile one could name two thousand million."""

SALT_BITS: Final = 130
"""Of salts and nonces, as in Kafka; they are written as text in base 36."""

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class ScramCredential(NamedTuple):
    """What a broker stores of a password: enough to check a login, not enough to log in."""

    salt: bytes
    stored_key: bytes
    server_key: bytes
    iterations: int

    def __repr__(self) -> str:
        return f"ScramCredential(iterations={self.iterations})"


def salted_password(mechanism: str, password: bytes, salt: bytes, iterations: int) -> bytes:
    """Salts a password, the slow step: some milliseconds at 4,096 iterations."""
    return hashlib.pbkdf2_hmac(HASHES[mechanism], password, salt, iterations)


def credential_of(mechanism: str, salted: bytes, salt: bytes, iterations: int) -> ScramCredential:
    """Derives the credential that belongs to a salted password."""
    stored_key = hashlib.new(HASHES[mechanism], client_key(mechanism, salted)).digest()
    return ScramCredential(salt, stored_key, server_key(mechanism, salted), iterations)


def client_key(mechanism: str, salted: bytes) -> bytes:
    """Derives the client key, whose possession a client proves."""
    return hmac.digest(salted, b"Client Key", HASHES[mechanism])


def server_key(mechanism: str, salted: bytes) -> bytes:
    """Derives the server key, whose possession a broker proves."""
    return hmac.digest(salted, b"Server Key", HASHES[mechanism])


def client_proof(mechanism: str, salted: bytes, auth_message: bytes) -> bytes:
    """Computes the proof that a client sends last."""
    key = client_key(mechanism, salted)
    stored_key = hashlib.new(HASHES[mechanism], key).digest()
    return _xor(key, hmac.digest(stored_key, auth_message, HASHES[mechanism]))


def is_proof(mechanism: str, credential: ScramCredential, auth_message: bytes, proof: bytes) -> bool:
    """Tells whether a client's proof shows the credential's password. In constant time."""
    signature = hmac.digest(credential.stored_key, auth_message, HASHES[mechanism])
    if len(proof) != len(signature):
        return False
    stored_key = hashlib.new(HASHES[mechanism], _xor(proof, signature)).digest()
    return hmac.compare_digest(stored_key, credential.stored_key)


def server_signature(mechanism: str, key: bytes, auth_message: bytes) -> bytes:
    """Computes the signature that a broker sends last."""
    return hmac.digest(key, auth_message, HASHES[mechanism])


def random_text(bits: Callable[[int], int]) -> str:
    """Returns a salt or a nonce: SALT_BITS random bits in base 36, which is what Kafka writes.

    Args:
        bits: a count → so many random bits as a number (`random.SystemRandom().getrandbits`, `secrets.randbits`).
    """
    return base36(bits(SALT_BITS))


def base36(number: int) -> str:
    """Writes a number in Java's longest radix."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"


def _xor(one: bytes, other: bytes) -> bytes:
    return (int.from_bytes(one, "big") ^ int.from_bytes(other, "big")).to_bytes(len(one), "big")
