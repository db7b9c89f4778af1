"""Secrets that stand in ZooKeeper: encrypted with `password.encoder.secret`, in the form that Kafka's brokers write.

    initializationVector:7acE…,keyLength:128,salt:KHSR…,keyFactoryAlgorithm:PBKDF2WithHmacSHA512,
    cipherAlgorithm:AES/CBC/PKCS5Padding,iterations:4096,passwordLength:12,encryptedPassword:1TVI…      (one line)

The key is derived from the secret with PBKDF2 and a salt of its own for each password. How it was derived stands beside
the password, so another algorithm, length or number of rounds holds for what is written from now on, and what was
written before stays readable. The length shows that the secret was the right one. GCM has
`authenticationTagLength` in addition. Other ciphers of Java's are refused by name.

Kafka: EncryptingPasswordEncoder. Not here: which settings are secrets (`dynamic_secrets`). cryptography is imported by
the first password.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers import CipherContext

SALT_BYTES: Final = 256
TAG_BITS: Final = 128
ITERATIONS_MAX: Final = 1_000_000
"""What stands in ZooKeeper must not keep a broker busy for hours."""

DEFAULT_KEY_FACTORY: Final = "PBKDF2WithHmacSHA512"
_KEY_FACTORIES: Final = {
    f"PBKDF2WithHmac{name}": name.lower() for name in ("SHA1", "SHA224", "SHA256", "SHA384", "SHA512")
}
_BLOCK_BYTES: Final = 16
_GCM_VECTOR_BYTES: Final = 12
CIPHERS: Final = ("AES/CBC/PKCS5Padding", "AES/GCM/NoPadding", "AES/CTR/NoPadding", "AES/CFB/NoPadding")
KEY_BITS: Final = (128, 192, 256)


class PasswordError(ValueError):
    """A password cannot be encoded or decoded; the message says why and quotes none of it."""


class EncoderSettings(NamedTuple):
    """How passwords are encoded from now on: the values of the keys `password.encoder.…`."""

    key_factory: str = DEFAULT_KEY_FACTORY
    cipher: str = CIPHERS[0]
    key_bits: int = 128
    iterations: int = 4096


class PasswordEncoder:
    """Encodes and decodes passwords.

    Args:
        secret: `password.encoder.secret`.
        random_bytes: for salts and vectors.
        settings: how to encode; what is decoded says itself how.

    Raises:
        PasswordError: an algorithm that is not served here.
    """

    __slots__ = ("_random_bytes", "_secret", "_settings")

    def __init__(
        self,
        secret: str,
        random_bytes: Callable[[int], bytes],
        settings: EncoderSettings = EncoderSettings(),  # noqa: B008 - a tuple
    ) -> None:
        _check(settings)
        self._secret = secret.encode()
        self._settings = settings
        self._random_bytes = random_bytes

    def encode(self, password: str) -> str:
        """Encrypts the password as ZooKeeper may hold it; another text each time."""
        settings = self._settings
        salt = self._random_bytes(SALT_BYTES)
        is_gcm = settings.cipher == CIPHERS[1]
        vector = self._random_bytes(_GCM_VECTOR_BYTES if is_gcm else _BLOCK_BYTES)
        encrypted = _transformed(settings, self._key(settings, salt), vector, password.encode(), is_encrypting=True)
        fields = {
            "initializationVector": _text(vector),
            "keyLength": str(settings.key_bits),
            "salt": _text(salt),
            "keyFactoryAlgorithm": settings.key_factory,
            "cipherAlgorithm": settings.cipher,
            **({"authenticationTagLength": str(TAG_BITS)} if is_gcm else {}),
            "iterations": str(settings.iterations),
            "passwordLength": str(_java_length(password)),
            "encryptedPassword": _text(encrypted),
        }
        return ",".join(f"{name}:{value}" for name, value in fields.items())

    def decode(self, text: str) -> str:
        """Decrypts the password in a text that `encode`, or Kafka, has made.

        Raises:
            PasswordError: it is none, or was made with another secret.
        """
        fields = dict(part.partition(":")[::2] for part in text.split(","))
        try:
            settings = EncoderSettings(
                fields["keyFactoryAlgorithm"],
                fields["cipherAlgorithm"],
                int(fields["keyLength"]),
                int(fields["iterations"]),
            )
            salt, vector, encrypted = (
                base64.b64decode(fields[name], validate=True)
                for name in ("salt", "initializationVector", "encryptedPassword")
            )
            length = int(fields["passwordLength"])
        except (KeyError, ValueError):
            raise PasswordError("this is no password as Kafka's brokers encode them") from None
        _check(settings)
        try:
            password = _transformed(
                settings, self._key(settings, salt), vector, encrypted, is_encrypting=False
            ).decode()
        except ValueError:
            raise PasswordError("a password was encoded with another secret") from None
        if _java_length(password) != length:
            raise PasswordError("a password was encoded with another secret")
        return password

    def _key(self, settings: EncoderSettings, salt: bytes) -> bytes:
        return hashlib.pbkdf2_hmac(
            _KEY_FACTORIES[settings.key_factory], self._secret, salt, settings.iterations, settings.key_bits // 8
        )


def _check(settings: EncoderSettings) -> None:
    if settings.key_factory not in _KEY_FACTORIES:
        raise PasswordError(f"{settings.key_factory}: keys can be derived by {', '.join(_KEY_FACTORIES)}")
    if settings.cipher not in CIPHERS:
        raise PasswordError(f"{settings.cipher}: passwords can be encrypted by {', '.join(CIPHERS)}")
    if settings.key_bits not in KEY_BITS:
        raise PasswordError(f"a key of AES has 128, 192 or 256 bits, not {settings.key_bits}")
    if not 1 <= settings.iterations <= ITERATIONS_MAX:
        raise PasswordError(f"a key is derived in 1 to {ITERATIONS_MAX} rounds, not {settings.iterations}")


def _transformed(settings: EncoderSettings, key: bytes, vector: bytes, data: bytes, *, is_encrypting: bool) -> bytes:
    """Encrypts or decrypts.

    Raises:
        ValueError: the data cannot have been made with this key.
    """
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes
    from cryptography.hazmat.primitives.padding import PKCS7

    if settings.cipher == CIPHERS[1]:
        gcm = aead.AESGCM(key)
        try:
            return gcm.encrypt(vector, data, None) if is_encrypting else gcm.decrypt(vector, data, None)
        except InvalidTag:
            raise ValueError("another key") from None
    if settings.cipher == CIPHERS[0]:
        mode: Any = modes.CBC(vector)
    else:
        mode = modes.CTR(vector) if settings.cipher == CIPHERS[2] else _cfb()(vector)
    cipher = Cipher(algorithms.AES(key), mode)
    is_padded = settings.cipher == CIPHERS[0]
    if is_encrypting:
        if is_padded:
            padder = PKCS7(_BLOCK_BYTES * 8).padder()
            data = padder.update(data) + padder.finalize()
        return _run(cipher.encryptor(), data)
    data = _run(cipher.decryptor(), data)
    if is_padded:
        unpadder = PKCS7(_BLOCK_BYTES * 8).unpadder()
        data = unpadder.update(data) + unpadder.finalize()
    return data


def _cfb() -> Any:
    """CFB, which cryptography has moved to what is on its way out."""
    try:
        from cryptography.hazmat.decrepit.ciphers.modes import CFB
    except ImportError:
        from cryptography.hazmat.primitives.ciphers.modes import CFB
    return CFB


def _run(context: CipherContext, data: bytes) -> bytes:
    return context.update(data) + context.finalize()


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _java_length(text: str) -> int:
    """A string's length as Java counts it, in UTF-16."""
    return len(text.encode("utf-16-be")) // 2
