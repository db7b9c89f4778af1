"""What the words of an unfinished command line wait for: the name of a topic, a group, a broker, a key, a context.

A table, since a shell that completes must not wait for the verb's module, which has the whole client behind it. It says
less than the verbs do, never other things (a test holds both side by side): what it does not know, click completes with
the verb at hand.

    words of the line ─▶ wanted() ─▶ UnfinishedName(TOPIC, "ord", …) ─▶ `completing` finds the names
                            └─▶ None ─▶ click: verbs, options, choices
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

TOPIC: Final = "topic"
GROUP: Final = "group"
BROKER: Final = "broker"
BROKER_HERE: Final = "broker-here"
TOPIC_KEY: Final = "topic-key"
BROKER_KEY: Final = "broker-key"
GROUP_KEY: Final = "group-key"
SUBSCRIPTION_KEY: Final = "subscription-key"
ANY_KEY: Final = "any-key"
CONTEXT: Final = "context"

KEYS: Final = frozenset({TOPIC_KEY, BROKER_KEY, GROUP_KEY, SUBSCRIPTION_KEY, ANY_KEY})
"""What is a key of some configuration."""

Path = tuple[str, ...]

GROUPS: Final = frozenset(
    {"acl", "broker", "clock", "cluster", "config", "context", "fault", "generate", "group", "log", "perf", "quota"}
    | {"client-metrics", "feature", "producer", "share-group", "streams-group", "token", "topic", "transcript", "txn"}
    | {"user", "zk"}
)
"""Verbs that have verbs below them."""

ARGUMENTS: Final[dict[Path, tuple[str, bool]]] = {
    ("topic", "add-partitions"): (TOPIC, False),
    ("topic", "alter"): (TOPIC, False),
    ("topic", "delete"): (TOPIC, True),
    ("topic", "describe"): (TOPIC, True),
    ("topic", "offsets"): (TOPIC, True),
    ("topic", "trim"): (TOPIC, False),
    ("produce",): (TOPIC, False),
    ("producer", "list"): (TOPIC, True),
    ("consume",): (TOPIC, True),
    ("perf", "consume"): (TOPIC, False),
    ("perf", "end-to-end"): (TOPIC, False),
    ("perf", "latency"): (TOPIC, False),
    ("perf", "produce"): (TOPIC, False),
    ("group", "delete"): (GROUP, True),
    ("group", "describe"): (GROUP, True),
    ("group", "reset"): (GROUP, False),
    ("share-group", "delete"): (GROUP, True),
    ("share-group", "describe"): (GROUP, True),
    ("share-group", "reset"): (GROUP, False),
    ("streams-group", "delete"): (GROUP, True),
    ("streams-group", "describe"): (GROUP, True),
    ("streams-group", "reset-offsets"): (GROUP, False),
    ("broker", "kill"): (BROKER_HERE, True),
    ("broker", "pause"): (BROKER_HERE, True),
    ("broker", "resume"): (BROKER_HERE, True),
    ("broker", "start"): (BROKER_HERE, True),
    ("broker", "stop"): (BROKER_HERE, True),
    ("config", "explain"): (ANY_KEY, True),
    ("context", "delete"): (CONTEXT, True),
    ("context", "rename"): (CONTEXT, False),
    ("context", "show"): (CONTEXT, False),
    ("context", "use"): (CONTEXT, False),
}
"""Verb → what its arguments name, and whether it takes several."""

OPTIONS: Final = {
    "-t": TOPIC,
    "--topic": TOPIC,
    "-g": GROUP,
    "-G": GROUP,
    "--group": GROUP,
    "--broker": BROKER,
    "--loggers": BROKER,
    "--context": CONTEXT,
}
"""Option → what it names, in every verb that has it."""

OPTIONS_OF: Final[dict[tuple[Path, str], str]] = {
    (("cluster", "move-controller"), "--to"): BROKER,
    (("start",), "--config"): BROKER_KEY,
    **{
        (("topic", verb), option): TOPIC_KEY
        for verb, options in (
            ("create", ("-c", "--config", "-s", "--set")),
            ("alter", ("-c", "--config", "-s", "--set", "-d", "--delete", "--append", "--subtract")),
        )
        for option in options
    },
    **{
        (("config", "alter"), option): ANY_KEY
        for option in ("-c", "--config", "-s", "--set", "-d", "--delete", "--append", "--subtract")
    },
}
"""The same for options that mean something else elsewhere."""

_KEYS_OF: Final = {
    "-t": TOPIC_KEY,
    "--topic": TOPIC_KEY,
    "-g": GROUP_KEY,
    "--group": GROUP_KEY,
    "--client-metrics": SUBSCRIPTION_KEY,
}
"""Option that says whose settings are meant → the keys that these have."""

FLAGS: Final = frozenset(
    {"-e", "--exit", "-J", "--json", "--if-exists", "--if-not-exists", "--dry-run", "--internal", "-m", "--members"}
    | {"--execute", "--read-committed", "--null", "--all", "--unclean", "--once", "--yes", "--detach"}
    | {"--offsets", "--internal-topics"}
)
"""Options that are followed by no value. One that is missing here costs the names behind it, and nothing else."""

BOOTSTRAP: Final = ("-b", "--bootstrap", "--bootstrap-server")


class UnfinishedName(NamedTuple):
    """What a word is the beginning of."""

    kind: str
    word: str
    glued: str
    """What stands before the name in the same word: `--topic=`."""
    said: dict[str, str]
    """The options before it, with their values."""

    def option(self, *names: str) -> str | None:
        """Returns the value of an option that goes by these names; None where it was not typed."""
        return next((self.said[name] for name in names if name in self.said), None)


def wanted(words: Sequence[str], word: str) -> UnfinishedName | None:
    """Returns what the last word names; None where that is for click to complete.

    Args:
        words: The line's words before it, without the program's name.
        word: As much as there is of it.
    """
    path, said, open_option, count = _read(words)
    if word == "=" and open_option is not None:  # bash makes three words of --topic=ord
        word = ""
    if open_option is not None:
        return _of_option(path, open_option, word, "", said)
    option, equals, value = word.partition("=")
    if word.startswith("-"):
        return _of_option(path, option, value, f"{option}=", said) if equals and option.startswith("--") else None
    kind, is_many = ARGUMENTS.get(path, (None, False))
    return UnfinishedName(kind, word, "", said) if kind is not None and (is_many or not count) else None


def _of_option(path: Path, option: str, word: str, glued: str, said: dict[str, str]) -> UnfinishedName | None:
    kind = OPTIONS_OF.get((path, option)) or OPTIONS.get(option)
    if kind == ANY_KEY:
        kind = next((keys for option, keys in _KEYS_OF.items() if option in said), BROKER_KEY)
    return None if kind is None else UnfinishedName(kind, word, glued, said)


def _read(words: Sequence[str]) -> tuple[Path, dict[str, str], str | None, int]:
    """Reads (verb, options said, option that waits for its value, number of arguments)."""
    path: Path = ()
    said: dict[str, str] = {}
    open_option: str | None = None
    count = 0
    for word in words:
        if word == "=" and open_option is not None:
            continue
        if open_option is not None:
            said[open_option], open_option = word, None
        elif word.startswith("-") and word != "-":
            option, equals, value = word.partition("=")
            if equals:
                said[option] = value
            elif word in FLAGS:
                said[word] = ""
            else:
                open_option = word
        elif not path or (len(path) == 1 and path[0] in GROUPS):
            path = (*path, word)
        else:
            count += 1
    return path, said, open_option, count
