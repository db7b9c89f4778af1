"""Variables of Kafka's images that are no keys: stores by file name, passwords by file, logins by a JAAS file.

    KAFKA_SSL_KEYSTORE_FILENAME=kafka01.p12       ─▶ ssl.keystore.location=/etc/kafka/secrets/kafka01.p12
    KAFKA_SSL_KEYSTORE_CREDENTIALS=keystore_creds ─▶ ssl.keystore.password=the first line of that file
    KAFKA_OPTS=-Djava.security.auth.login.config=/etc/kafka/secrets/broker_jaas.conf
                                                  ─▶ listener.name.….plain.sasl.jaas.config, of its section KafkaServer
    KAFKA_SSL_ENDPOINT_IDENTIFICATION_ALGORITHM=  ─▶ the one key whose empty value says something

Files are read by a function that the caller gives. Not here: variables that are keys (`broker.config.sources`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from kavka.broker.config.types import ConfigError
from kavka.common.jaas import MODULES

SECRETS: Final = "/etc/kafka/secrets/"
"""Where Kafka's images look for stores and passwords."""

IDENTIFICATION: Final = "KAFKA_SSL_ENDPOINT_IDENTIFICATION_ALGORITHM"
_JVM_OPTIONS: Final = "KAFKA_OPTS"

LOCATIONS: Final = {
    "KAFKA_SSL_KEYSTORE_FILENAME": "ssl.keystore.location",
    "KAFKA_SSL_TRUSTSTORE_FILENAME": "ssl.truststore.location",
}
CREDENTIALS: Final = {
    "KAFKA_SSL_KEYSTORE_CREDENTIALS": "ssl.keystore.password",
    "KAFKA_SSL_KEY_CREDENTIALS": "ssl.key.password",
    "KAFKA_SSL_TRUSTSTORE_CREDENTIALS": "ssl.truststore.password",
}
HANDLED: Final = frozenset({*LOCATIONS, *CREDENTIALS, IDENTIFICATION, _JVM_OPTIONS})

STORE_TYPES: Final = {".p12": "PKCS12", ".pfx": "PKCS12", ".pem": "PEM"}

_LOGIN_CONFIG: Final = re.compile(r"-Djava\.security\.auth\.login\.config=(\S+)")
_SECTION: Final = re.compile(r"(?:^|[;}])\s*KafkaServer\s*\{(?P<body>(?:\"(?:[^\"\\]|\\.)*\"|[^}\"])*)\}", re.DOTALL)
_ENTRY: Final = re.compile(r"((?:\"(?:[^\"\\]|\\.)*\"|[^;\"])*;)", re.DOTALL)
_COMMENTS: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|//[^\n]*|/\*.*?\*/", re.DOTALL)

ReadText = Callable[[str], str]
"""A file's path → its text."""


def image_properties(environment: Mapping[str, str], read: ReadText) -> dict[str, str]:
    """Derives properties from an image's own variables for stores and passwords.

    Raises:
        ConfigError: a file that is named cannot be read.
    """
    properties: dict[str, str] = {}
    for variable, key in LOCATIONS.items():
        name = environment.get(variable, "")
        if name:
            properties[key] = SECRETS + name
            store_type = STORE_TYPES.get(name[name.rfind(".") :].lower())
            if store_type is not None:
                properties[key.replace(".location", ".type")] = store_type
    for variable, key in CREDENTIALS.items():
        name = environment.get(variable, "")
        if name:
            properties[key] = _read(read, SECRETS + name, variable).strip()
    if environment.get(IDENTIFICATION) is not None:
        properties["ssl.endpoint.identification.algorithm"] = environment[IDENTIFICATION]
    return properties


def login_properties(environment: Mapping[str, str], listeners: str, read: ReadText) -> dict[str, str]:
    """Derives each listener's logins from the JAAS file that KAFKA_OPTS names; nothing where it names none.

    Args:
        environment: all variables there are.
        listeners: the broker's own, as in its properties.
        read: reads a file.

    Raises:
        ConfigError: the file cannot be read, or has no section KafkaServer with a login module that is known.
    """
    found = _LOGIN_CONFIG.search(environment.get(_JVM_OPTIONS, ""))
    if found is None:
        return {}
    path = found[1].strip("\"'")
    section = _SECTION.search(_COMMENTS.sub(_uncommented, _read(read, path, _JVM_OPTIONS)))
    entries = dict(_entries(section["body"])) if section is not None else {}
    if not entries:
        raise ConfigError(f"{path}, which {_JVM_OPTIONS} names, has no section KafkaServer with one of Kafka's logins")
    names = [part.partition("://")[0].strip().lower() for part in listeners.split(",") if "://" in part]
    return {
        f"listener.name.{name}.{mechanism.lower()}.sasl.jaas.config": entry
        for name in names
        for mechanism, entry in entries.items()
    }


def _entries(body: str) -> Iterator[tuple[str, str]]:
    """Mechanism → entry: a login module's entry is that of each mechanism whose module it is."""
    for entry in _ENTRY.findall(body):
        words = entry.split(None, 1)
        for mechanism, module in MODULES.items():
            if words and words[0] == module:
                yield mechanism, " ".join(entry.split("\n")).strip()


def _uncommented(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith('"') else " "


def _read(read: ReadText, path: str, variable: str) -> str:
    try:
        return read(path)
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}, which {variable} names, cannot be read: {error}") from None
