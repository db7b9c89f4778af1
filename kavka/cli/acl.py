"""`kavka acl list | add | remove`: who may do what, with the options of Kafka's kafka-acls."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

import click

from kavka.cli.client_settings import cluster_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import bootstrap_option, output_option
from kavka.cli.output import print_rows
from kavka.cli.runner import run_async
from kavka.cli.verb_group import VerbGroup
from kavka.client import acls
from kavka.client.cluster import Cluster
from kavka.common.acls import (
    CLUSTER_NAME,
    SUPPORTED_OPERATIONS,
    WILDCARD,
    AclBinding,
    AclEntry,
    AclFilter,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
    pascal_name,
)

F = TypeVar("F", bound=Callable[..., Any])

OPERATIONS = tuple(pascal_name(operation) for operation in AclOperation if operation > AclOperation.ANY)
_BY_NAME = {pascal_name(operation): operation for operation in AclOperation}

_PRODUCER = (AclOperation.WRITE, AclOperation.DESCRIBE, AclOperation.CREATE)
_CONSUMER = (AclOperation.READ, AclOperation.DESCRIBE)
_TRANSACTIONS = (AclOperation.WRITE, AclOperation.DESCRIBE)

COLUMNS = ["principal", "permission", "operation", "host", "resource_type", "resource", "pattern"]


class Asked(NamedTuple):
    """What the options say: resources, who, from where, and what."""

    resources: list[tuple[ResourceType, str]]
    pattern_type: PatternType
    allowed: tuple[str, ...]
    denied: tuple[str, ...]
    allowed_hosts: tuple[str, ...]
    denied_hosts: tuple[str, ...]
    operations: tuple[AclOperation, ...]
    is_producer: bool
    is_consumer: bool
    is_idempotent: bool

    def entries(self, operation: AclOperation) -> Iterable[AclEntry]:
        """Yields an entry of the operation for each named principal and host."""
        for principals, hosts, permission in (
            (self.allowed, self.allowed_hosts, PermissionType.ALLOW),
            (self.denied, self.denied_hosts, PermissionType.DENY),
        ):
            for principal in principals:
                for host in hosts or (WILDCARD,):
                    yield AclEntry(principal, host, operation, permission)

    def wanted(self) -> dict[tuple[ResourceType, str], tuple[AclOperation, ...]]:
        """Returns the operations wanted on each resource."""
        if not (self.is_producer or self.is_consumer):
            return dict.fromkeys(self.resources, self.operations or (AclOperation.ALL,))
        wanted: dict[tuple[ResourceType, str], tuple[AclOperation, ...]] = {}
        for resource in self.resources:
            found: dict[AclOperation, None] = {}
            if resource[0] is ResourceType.TOPIC:
                found.update(dict.fromkeys(_PRODUCER if self.is_producer else ()))
                found.update(dict.fromkeys(_CONSUMER if self.is_consumer else ()))
            elif resource[0] is ResourceType.GROUP and self.is_consumer:
                found[AclOperation.READ] = None
            elif resource[0] is ResourceType.TRANSACTIONAL_ID and self.is_producer:
                found.update(dict.fromkeys(_TRANSACTIONS))
            wanted[resource] = tuple(found)
        if self.is_idempotent:
            wanted[ResourceType.CLUSTER, CLUSTER_NAME] = (AclOperation.IDEMPOTENT_WRITE,)
        return wanted

    def bindings(self) -> list[AclBinding]:
        """Returns the ACLs that the options spell out."""
        return [
            AclBinding(ResourcePattern(kind, name, _pattern_of(kind, self.pattern_type)), entry)
            for (kind, name), operations in self.wanted().items()
            for operation in operations
            for entry in self.entries(operation)
        ]


def _pattern_of(kind: ResourceType, chosen: PatternType) -> PatternType:
    """The cluster has one name, which is no prefix of anything."""
    return PatternType.LITERAL if kind is ResourceType.CLUSTER else chosen


def _resource_options(function: F) -> F:
    for option, text in (
        ("--user-principal", "A user whose tokens it is about; repeatable."),
        ("--delegation-token", "A delegation token; repeatable."),
        ("--transactional-id", "A transactional id, or * for all; repeatable."),
        ("--group", "A consumer group, or * for all; repeatable."),
        ("--topic", "A topic, or * for all; repeatable."),
    ):
        function = click.option(option, multiple=True, metavar="NAME", help=text)(function)
    return click.option("--cluster", is_flag=True, help="The cluster itself.")(function)


def _pattern_option(*choices: str, default: str) -> Callable[[F], F]:
    return click.option(
        "--resource-pattern-type",
        "pattern_type",
        type=click.Choice(choices, case_sensitive=False),
        default=default,
        show_default=True,
        help="How names are meant.",
    )


def _rights_options(function: F) -> F:
    for option in (
        click.option("--idempotent", is_flag=True, help="With --producer: also for brokers of before Kafka 2.8."),
        click.option("--consumer", is_flag=True, help="All that a consumer of --topic in --group needs."),
        click.option("--producer", is_flag=True, help="All that a producer to --topic needs, and --transactional-id."),
        click.option(
            "--operation",
            "operations",
            multiple=True,
            type=click.Choice(OPERATIONS, case_sensitive=False),
            help="What; repeatable. Default: All.",
        ),
        click.option("--deny-host", multiple=True, metavar="IP", help="From where. Default: everywhere."),
        click.option("--deny-principal", multiple=True, metavar="User:NAME", help="Who may not; repeatable."),
        click.option("--allow-host", multiple=True, metavar="IP", help="From where. Default: everywhere."),
        click.option("--allow-principal", multiple=True, metavar="User:NAME", help="Who may; repeatable."),
    ):
        function = option(function)
    return function


def _resources(options: dict[str, Any]) -> list[tuple[ResourceType, str]]:
    found = [(ResourceType.CLUSTER, CLUSTER_NAME)] if options["cluster"] else []
    for kind, key in (
        (ResourceType.TOPIC, "topic"),
        (ResourceType.GROUP, "group"),
        (ResourceType.TRANSACTIONAL_ID, "transactional_id"),
        (ResourceType.DELEGATION_TOKEN, "delegation_token"),
        (ResourceType.USER, "user_principal"),
    ):
        found += [(kind, name) for name in options[key]]
    return found


def _asked(options: dict[str, Any]) -> Asked:
    """Reads and checks what `add` and `remove` have in common."""
    resources = _resources(options)
    kinds = {kind for kind, _ in resources}
    operations = tuple(_BY_NAME[name] for name in options["operations"])
    if not resources:
        raise click.UsageError("name a resource: --topic, --group, --cluster, --transactional-id, …")
    if (options["producer"] or options["consumer"]) and operations:
        raise click.UsageError("--producer and --consumer choose the operations themselves")
    if options["producer"] and ResourceType.TOPIC not in kinds:
        raise click.UsageError("--producer needs --topic")
    if options["consumer"] and not {ResourceType.TOPIC, ResourceType.GROUP} <= kinds:
        raise click.UsageError("--consumer needs --topic and --group")
    if options["idempotent"] and not options["producer"]:
        raise click.UsageError("--idempotent goes with --producer")
    for kind in kinds:
        for operation in operations:
            if operation is not AclOperation.ALL and operation not in SUPPORTED_OPERATIONS[kind]:
                possible = ", ".join(pascal_name(each) for each in SUPPORTED_OPERATIONS[kind])
                raise click.UsageError(
                    f"{pascal_name(operation)} means nothing on {pascal_name(kind)}; possible: {possible}"
                )
    return Asked(
        resources=resources,
        pattern_type=PatternType[options["pattern_type"].upper()],
        allowed=options["allow_principal"],
        denied=options["deny_principal"],
        allowed_hosts=options["allow_host"],
        denied_hosts=options["deny_host"],
        operations=operations,
        is_producer=options["producer"],
        is_consumer=options["consumer"],
        is_idempotent=options["idempotent"],
    )


def _rows(bindings: Iterable[AclBinding]) -> list[dict[str, Any]]:
    return [
        {
            "principal": entry.principal,
            "permission": pascal_name(entry.permission),
            "operation": pascal_name(entry.operation),
            "host": entry.host,
            "resource_type": pascal_name(pattern.resource_type),
            "resource": pattern.name,
            "pattern": pattern.pattern_type.name.lower(),
        }
        for pattern, entry in bindings
    ]


def _cluster(bootstrap: str) -> Cluster:
    return Cluster(bootstrap, **cluster_settings("kavka-acl"))


@click.group(cls=VerbGroup)
def acl() -> None:
    """List, add and remove ACLs: who may do what."""


@acl.command("list")
@bootstrap_option
@_resource_options
@click.option("--principal", "principals", multiple=True, metavar="User:NAME", help="Only these; repeatable.")
@_pattern_option("any", "match", "literal", "prefixed", default="any")
@output_option
def list_(*, bootstrap: str, principals: tuple[str, ...], pattern_type: str, output: str, **options: Any) -> int:
    """List ACLs: all, or those of resources and principals. `match` shows all that concern a name."""
    pattern = PatternType[pattern_type.upper()]
    resources: list[tuple[ResourceType, str | None]] = [*_resources(options)] or [(ResourceType.ANY, None)]
    filters = [
        AclFilter(resource_type=kind, name=name, pattern_type=pattern, principal=principal)
        for kind, name in resources
        for principal in principals or (None,)
    ]
    print_rows(_rows(run_async(_list(bootstrap, filters))), COLUMNS, output)
    return ExitCode.OK


async def _list(bootstrap: str, filters: list[AclFilter]) -> list[AclBinding]:
    async with _cluster(bootstrap) as cluster:
        found = [binding for wanted in filters for binding in await acls.describe_acls(cluster, wanted)]
    return sorted(set(found), key=lambda binding: (binding.pattern, binding.entry))


@acl.command()
@bootstrap_option
@_resource_options
@_rights_options
@_pattern_option("literal", "prefixed", default="literal")
@output_option
def add(*, bootstrap: str, output: str, **options: Any) -> int:
    """Add ACLs, and print them."""
    asked = _asked(options)
    if not (asked.allowed or asked.denied):
        raise click.UsageError("name somebody: --allow-principal or --deny-principal")
    bindings = asked.bindings()
    run_async(_add(bootstrap, bindings))
    print_rows(_rows(bindings), COLUMNS, output)
    return ExitCode.OK


async def _add(bootstrap: str, bindings: list[AclBinding]) -> None:
    async with _cluster(bootstrap) as cluster:
        await acls.create_acls(cluster, bindings)


@acl.command()
@bootstrap_option
@_resource_options
@_rights_options
@_pattern_option("any", "match", "literal", "prefixed", default="literal")
@click.option("-y", "--yes", is_flag=True, help="Do not ask, where all ACLs of a resource go.")
@output_option
def remove(*, bootstrap: str, yes: bool, output: str, **options: Any) -> int:
    """Remove ACLs, and print those that are gone. Without a principal all of a resource go."""
    asked = _asked(options)
    if asked.allowed or asked.denied:
        filters = [
            AclFilter(*pattern[:2], pattern[2], entry.principal, entry.host, entry.operation, entry.permission)
            for pattern, entry in asked.bindings()
        ]
    else:
        if asked.operations or asked.is_producer or asked.is_consumer:
            raise click.UsageError("name whose: --allow-principal or --deny-principal")
        names = ", ".join(f"{pascal_name(kind)} {name}" for kind, name in asked.resources)
        if not yes:
            click.confirm(f"Remove all ACLs of {names}?", abort=True)
        filters = [AclFilter(kind, name, _pattern_of(kind, asked.pattern_type)) for kind, name in asked.resources]
    gone = run_async(_remove(bootstrap, filters))
    print_rows(_rows(gone), COLUMNS, output)
    return ExitCode.OK


async def _remove(bootstrap: str, filters: list[AclFilter]) -> list[AclBinding]:
    async with _cluster(bootstrap) as cluster:
        return await acls.delete_acls(cluster, filters)
