"""Secrets among a broker's dynamic values: encrypted in /config/brokers/<id>, plain in memory, shown nowhere.

    AlterConfigs ─▶ plain ─▶ checked ─▶ `encoded` ─▶ ZooKeeper ─▶ `decoded` ─▶ BrokerConfig
                                                       └─ at startup: made with `password.encoder.old.secret`? anew

Without `password.encoder.secret` no secret can be altered, since it would stand there for everybody to read. One that
cannot be decoded is left out, with a line in the log; the value of the file holds then. A text that has not changed is
written back as it was. As Kafka has it (DynamicBrokerConfig), so brokers of both kinds read each other's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from kavka.broker.config.all_keys import key_named
from kavka.broker.config.password_encoder import DEFAULT_KEY_FACTORY, EncoderSettings, PasswordEncoder, PasswordError
from kavka.broker.config.settings import BrokerSettings
from kavka.broker.config.types import ConfigError

DECODED_MAX: Final = 1_000
"""Decoded texts that are remembered: a key's derivation takes milliseconds, and every change reads all values."""


class Decoded(NamedTuple):
    """What a node's texts are in plain.

    Attributes:
        texts: without the secrets that cannot be decoded.
        problems: a sentence about each of those.
    """

    texts: dict[str, str]
    problems: list[str]


def is_secret(name: str) -> bool:
    """Tells whether a key's value is a secret."""
    key = key_named(name)
    return key is not None and key.is_sensitive


class DynamicSecrets:
    """Encodes and decodes, with the secret given at startup.

    Args:
        config: the broker's; what of it counts here cannot change while it runs.
        random_bytes: for salts and vectors.

    Raises:
        ConfigError: an algorithm that is not served.
    """

    __slots__ = ("_encoder", "_old", "_plain")

    def __init__(self, config: BrokerSettings, random_bytes: Callable[[int], bytes]) -> None:
        self._encoder = _encoder(config.password_encoder_secret, config, random_bytes)
        self._old = _encoder(config.password_encoder_old_secret, config, random_bytes)
        self._plain: dict[str, str] = {}

    def decoded(self, texts: Mapping[str, str]) -> Decoded:
        """Decrypts the secrets among a node's texts."""
        plain: dict[str, str] = {}
        problems: list[str] = []
        for name, text in texts.items():
            if not is_secret(name):
                plain[name] = text
                continue
            try:
                plain[name] = self._decoded_text(text)
            except (PasswordError, ConfigError) as error:
                problems.append(f"{name} cannot be decoded: {error}")
        return Decoded(plain, problems)

    def encoded(self, texts: Mapping[str, str], stored: Mapping[str, str]) -> dict[str, str]:
        """Encrypts the secrets among the texts, as a node may hold them.

        Args:
            texts: in plain.
            stored: what the node holds now; what is the same in plain stays the same there.

        Raises:
            ConfigError: there is a secret among them, and none to encrypt it with.
        """
        return {
            name: self._encoded_text(text, stored.get(name)) if is_secret(name) else text
            for name, text in texts.items()
        }

    def rotated(self, texts: Mapping[str, str]) -> dict[str, str] | None:
        """Encrypts anew the secrets of a node that the old secret decrypts; None when none changes.

        Raises:
            ConfigError: there is an old secret and no new one.
        """
        if self._old is None:
            return None
        rotated = dict(texts)
        for name, text in texts.items():
            if is_secret(name):
                try:
                    plain = self._old.decode(text)
                except PasswordError:
                    continue  # the new secret will be used
                rotated[name] = self._with_secret().encode(plain)
        return None if rotated == dict(texts) else rotated

    def _decoded_text(self, text: str) -> str:
        plain = self._plain.get(text)
        if plain is None:
            plain = self._with_secret().decode(text)
            if len(self._plain) >= DECODED_MAX:
                self._plain.clear()
            self._plain[text] = plain
        return plain

    def _encoded_text(self, plain: str, stored: str | None) -> str:
        encoder = self._with_secret()
        if stored is not None:
            try:
                if self._decoded_text(stored) == plain:
                    return stored
            except PasswordError:
                pass
        text = encoder.encode(plain)
        self._plain[text] = plain
        return text

    def _with_secret(self) -> PasswordEncoder:
        if self._encoder is None:
            raise ConfigError("Password encoder secret not configured (password.encoder.secret)")
        return self._encoder


def _encoder(
    secret: str | None, settings: BrokerSettings, random_bytes: Callable[[int], bytes]
) -> PasswordEncoder | None:
    if not secret:
        return None
    encoding = EncoderSettings(
        settings.password_encoder_keyfactory_algorithm or DEFAULT_KEY_FACTORY,
        settings.password_encoder_cipher_algorithm,
        settings.password_encoder_key_length,
        settings.password_encoder_iterations,
    )
    try:
        return PasswordEncoder(secret, random_bytes, encoding)
    except PasswordError as error:
        raise ConfigError(f"password.encoder: {error}") from None
