"""What a configuration becomes when a client alters it: pure computing on texts, before anything is written.

    stored texts ── AlterConfigs: replaced whole ──────────────────────────┐
                 └─ IncrementalAlterConfigs: set, delete, append, subtract ┴▶ new texts ─▶ checked by their kind

The checks are Kafka's (ZkAdminManager, DynamicBrokerConfig) in its order and, where tools look for them, in its words.
Not here: ZooKeeper, versions of requests (`handlers.alter_configs`, `handlers.incremental_alter_configs`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from kavka.broker.config import dynamic_keys, loggers
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.topic_config import LogConfig, parse_overrides, usable_overrides
from kavka.broker.config.topic_keys import TOPIC_KEYS
from kavka.broker.config.types import LIST, ConfigKey, render_value
from kavka.protocol.errors import InvalidConfig, InvalidRequest


class Operation(IntEnum):
    """What to do with one key; the numbers are IncrementalAlterConfigs'."""

    SET = 0
    DELETE = 1
    APPEND = 2
    SUBTRACT = 3


class Change(NamedTuple):
    """One key of an IncrementalAlterConfigs request."""

    name: str
    operation: int
    value: str | None


TOPIC_CONFIG_KEYS: Mapping[str, ConfigKey] = {name: topic_key.key for name, topic_key in TOPIC_KEYS.items()}


def replacement(entries: Sequence[tuple[str, str | None]]) -> dict[str, str]:
    """Returns the new overrides of an AlterConfigs request: exactly its entries.

    Raises:
        InvalidRequest: a key stands there twice, or a value is null.
    """
    _check_shape([name for name, _ in entries], [name for name, value in entries if value is None])
    return {name: value for name, value in entries if value is not None}


def changed(stored: Mapping[str, str], changes: Sequence[Change], keys: Mapping[str, ConfigKey]) -> dict[str, str]:
    """Returns the new overrides of an IncrementalAlterConfigs request.

    Args:
        stored: the overrides as they are.
        changes: what to do to them.
        keys: the keys that may be appended to or subtracted from, with their defaults.

    Raises:
        InvalidRequest: a key stands there twice, a value is null, an operation is none.
        InvalidConfig: a key that is no list is appended to, or is not known.
    """
    check_changes(changes)
    texts = dict(stored)
    for name, operation, value in changes:
        if operation == Operation.DELETE:
            texts.pop(name, None)
        elif operation == Operation.SET:
            texts[name] = value or ""
        else:
            texts[name] = ",".join(_changed_list(texts, name, Operation(operation), value or "", keys))
    return texts


def check_changes(changes: Sequence[Change]) -> None:
    """Checks the changes of an IncrementalAlterConfigs request for rules common to every resource type.

    Raises:
        InvalidRequest: a key stands there twice, a value is null, an operation is none.
    """
    nulls = [change.name for change in changes if change.value is None and change.operation != Operation.DELETE]
    _check_shape([change.name for change in changes], nulls)
    for change in changes:
        if not Operation.SET <= change.operation <= Operation.SUBTRACT:
            raise InvalidRequest(f"Unknown operation type {change.operation} for config key: {change.name}")


def _check_shape(names: Sequence[str], nulls: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        raise InvalidRequest("Error due to duplicate config keys")
    if nulls:
        raise InvalidRequest(f"Null value not supported for : {','.join(nulls)}")


def _changed_list(
    texts: Mapping[str, str], name: str, operation: Operation, value: str, keys: Mapping[str, ConfigKey]
) -> list[str]:
    key = keys.get(name)
    if key is None:
        raise InvalidConfig(f"Unknown config name: {name}")
    if key.type is not LIST:
        raise InvalidConfig(f"Config value {operation.name.lower()} is not allowed for config key: {name}")
    now = _items(texts[name] if name in texts else render_value(key.default) or "")
    given = _items(value)
    if operation is Operation.APPEND:
        return now + [item for item in given if item not in now]
    return [item for item in now if item not in given]


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


# ---- checks by kind -------------------------------------------------------------------------------------------------


def check_topic(name: str, texts: Mapping[str, str], stored: Mapping[str, str], config: BrokerConfig) -> None:
    """Checks that a topic can have these overrides.

    What already stands in ZooKeeper is not held against the client: another Kafka may have put it there.

    Args:
        name: of the topic, for messages.
        texts: the new overrides.
        stored: what stands in ZooKeeper now.
        config: what the others are inherited from.

    Raises:
        InvalidConfig: a key is unknown, a value is none, or two do not go together.
    """
    try:
        parse_overrides({key: text for key, text in texts.items() if stored.get(key) != text})
        effective = LogConfig(usable_overrides(texts)[0], broker=config)
        if effective.min_compaction_lag_ms > effective.max_compaction_lag_ms:
            raise InvalidConfig(
                f"Invalid value {effective.min_compaction_lag_ms} for configuration min.compaction.lag.ms: "
                f"it must not be above max.compaction.lag.ms ({effective.max_compaction_lag_ms})"
            )
    except InvalidConfig as error:
        if not error.message.startswith("Invalid value"):
            raise
        resource = f"ConfigResource(type=TOPIC, name='{name}')"
        raise InvalidConfig(f"Invalid config value for resource {resource}: {error.message}") from None


def check_broker(
    texts: Mapping[str, str],
    stored: Mapping[str, str],
    config: BrokerConfig,
    *,
    is_default: bool,
    check_use: Callable[[BrokerConfig], None] = lambda _: None,
) -> dict[str, str]:
    """Checks that a broker, or all brokers, can have these dynamic values.

    What already stands in ZooKeeper is not held against the client: another Kafka may have put it there.

    Args:
        texts: the new values.
        stored: what stands in ZooKeeper now.
        config: this broker's, with the dynamic values of both kinds.
        is_default: the values are for all brokers.
        check_use: raises ValueError where a running part of the broker cannot go on with listeners' settings. It is
            asked also when nothing differs: a file that a setting names may be another one.

    Returns:
        Those of the values that differ.

    Raises:
        InvalidRequest: a key cannot change while the broker runs, or is unknown; a value is none.
    """
    new = {name: text for name, text in texts.items() if stored.get(name) != text}
    try:
        dynamic_keys.check_names(new)
        dynamic_keys.check_level(new, is_default=is_default)
        dynamic_keys.check_values(config, new)
        layer, _ = dynamic_keys.usable(texts)
        defaults, own = (layer, config.dynamic_own) if is_default else (config.dynamic_defaults, layer)
        changed_config = config.with_dynamic(defaults, own)
        dynamic_keys.check_listeners(new, changed_config)
        if any(dynamic_keys.is_of_listeners(name) for name in (*texts, *stored)):
            check_use(changed_config)
    except ValueError as error:
        raise InvalidRequest(str(error)) from None
    return new


def check_loggers(changes: Sequence[Change]) -> None:
    """Checks the changes of loggers' levels.

    Raises:
        InvalidRequest: lists are what a level is not; the root has no level to inherit.
        InvalidConfig: there is no such logger, or no such level.
    """
    for name, operation, value in changes:
        if operation in (Operation.APPEND, Operation.SUBTRACT):
            kind = Operation(operation).name
            raise InvalidRequest(f"{kind} operation is not allowed for the BROKER_LOGGER resource")
        if not loggers.is_known(name):
            raise InvalidConfig(f"Logger {name} does not exist!")
        if operation == Operation.DELETE:
            if name == loggers.ROOT:
                raise InvalidRequest(f"Removing the log level of the {loggers.ROOT} logger is not allowed")
        elif value not in loggers.LEVELS:
            raise InvalidConfig(
                f"Cannot set the log level of {name} to {value} as it is not a supported log level. "
                f"Valid log levels are {', '.join(sorted(loggers.LEVELS))}"
            )


__all__ = [
    "TOPIC_CONFIG_KEYS", "Change", "Operation", "changed", "check_broker", "check_changes", "check_loggers",
    "check_topic", "replacement",
]  # fmt: skip
