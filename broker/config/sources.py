"""Where configuration at startup comes from: the file, the environment, the command line, each stronger than the last.

    --override key=value         strongest; a secret's value is @FILE or env:NAME (`secret_arguments`)
    KAVKA_LOG_RETENTION_MS=…     then
    KAFKA_LOG_RETENTION_MS=…     as Kafka's Docker images take it, then
    server.properties            weakest

A variable's name is the key in capitals with its prefix: `_` stands for a dot, `__` for an underscore, `___` for a
dash, as in Kafka's images. An empty value counts as not given, because compose files pass such on. Variables with the
prefix that are meant for other programs (KAFKA_HEAP_OPTS, what Kubernetes sets for a service called kafka) are left
alone by a fixed list; any other that is no key is worth a warning, for it may be a slip of the pen.

Not here: what the values mean, and whether they are values (`config`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from kavka.broker.config import secret_arguments
from kavka.broker.config.all_keys import KEYS, did_you_mean, key_named
from kavka.broker.config.types import ConfigError

PREFIXES: Final = ("KAFKA_", "KAVKA_")
"""From the weaker to the stronger."""

FOREIGN: Final = frozenset(
    {
        # of Kafka's start scripts and images
        "CLASSPATH", "CLUSTER_ID", "DEBUG", "GC_LOG_OPTS", "GROUP", "HEAP_OPTS", "HOME", "JMX_HOSTNAME", "JMX_OPTS",
        "JMX_PORT", "JVM_PERFORMANCE_OPTS", "LOG4J_LOGGERS", "LOG4J_OPTS", "LOG4J_ROOT_LOGLEVEL",
        "LOG4J_TOOLS_ROOT_LOGLEVEL", "MODE", "OPTS", "SCALA_VERSION", "URL", "USER", "VERSION",
        # of this project's other programs
        "BOOTSTRAP", "COMMAND_CONFIG", "DATA_DIR", "DIR", "FUZZ_INPUTS", "FUZZ_SEED", "JUDGE", "LIBS", "ZOOKEEPER",
        "ZOOKEEPER_DIGEST",
    }
)  # fmt: skip
"""Variables, without their prefix, that are no configuration of a broker."""

KUBERNETES: Final = ("SERVICE_", "PORT_")
"""How variables begin, after the prefix, that Kubernetes sets in every container for a service of that name."""

_BY_LOWER_CASE: Final[Mapping[str, str]] = {name.lower(): name for name in KEYS}


class Given(NamedTuple):
    """The properties given at startup.

    Attributes:
        properties: key → text, of the strongest source of each key.
        from_environment: the keys whose text came from the environment: worth a line, since nobody sees it in the file.
        warnings: one for each variable that looks like a key and is none.
    """

    properties: dict[str, str]
    from_environment: list[str]
    warnings: list[str]


def merged(file: Mapping[str, str], environment: Mapping[str, str], overrides: Iterable[str]) -> Given:
    """Merges all properties given at startup, the strongest source of each key.

    Args:
        file: the keys of server.properties.
        environment: all variables there are.
        overrides: `key=value`, as on the command line.

    Raises:
        ConfigError: an override does not read key=value, or holds a secret.
    """
    from_environment, warnings = environment_properties(environment)
    from_command_line: dict[str, str] = {}
    for override in overrides:
        key, separator, value = override.partition("=")
        if not separator or not key.strip():
            raise ConfigError(f"--override {override!r} does not read key=value")
        name = key.strip()
        from_command_line[name] = secret_arguments.setting(name, value.strip(), environment=environment)
    effective = [key for key in from_environment if key not in from_command_line]
    return Given({**file, **from_environment, **from_command_line}, effective, warnings)


def environment_properties(environment: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Reads the configuration from the environment.

    Returns the properties, and a warning for each variable that looks like one and is none.
    """
    properties: dict[str, str] = {}
    warnings: list[str] = []
    for prefix in PREFIXES:
        for variable in sorted(environment):
            value = environment[variable]
            if not variable.startswith(prefix) or not value or _is_foreign(variable.removeprefix(prefix), value):
                continue
            key = key_of(variable)
            if key_named(key) is not None:
                properties[key] = value
            else:
                warnings.append(f"the environment variable {variable} is no configuration ({key}){did_you_mean(key)}")
    return properties, warnings


def key_of(variable: str) -> str:
    """Returns the key that a variable stands for; no known one when there is none."""
    text = variable.partition("_")[2].lower()
    key = text.replace("___", "-").replace("__", "\0").replace("_", ".").replace("\0", "_")
    return _BY_LOWER_CASE.get(key, key)


def _is_foreign(name: str, value: str) -> bool:
    is_service_address = name == "PORT" and "://" in value
    return name in FOREIGN or is_service_address or name.startswith(KUBERNETES)
