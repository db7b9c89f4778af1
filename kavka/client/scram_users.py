"""Users that log in by SCRAM, read and changed (KIP-554). Passwords are salted here: no broker ever sees one."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence

from kavka.client.cluster import ANY_BROKER, Cluster
from kavka.protocol.messages import AlterUserScramCredentialsRequest, DescribeUserScramCredentialsRequest
from kavka.protocol.sasl.scram_keys import ITERATIONS_MIN, WIRE_NUMBERS, random_text, salted_password
from kavka.wire.errors import LeaderUnknown, raise_first

__all__ = ["ITERATIONS_MIN", "MECHANISMS", "Users", "delete", "describe", "set_password"]

MECHANISMS = tuple(WIRE_NUMBERS)
_MECHANISMS = {number: name for name, number in WIRE_NUMBERS.items()}

Users = Mapping[str, Mapping[str, int]]
"""User → mechanism → iterations."""


async def describe(cluster: Cluster, names: Sequence[str] = ()) -> Users:
    """Returns users' SCRAM mechanisms with their iterations; without names, all users'.

    Raises:
        ResourceNotFound: one of the names has no credential.
        UnsupportedByBroker: the broker is older than 2.7.
    """
    request = DescribeUserScramCredentialsRequest(
        users=[DescribeUserScramCredentialsRequest.UserName(name=name) for name in names] or None
    )

    async def attempt() -> Users:
        response = await cluster.ask(ANY_BROKER, request)
        raise_first([("users", response.error_code, response.error_message)])
        raise_first((result.user, result.error_code, result.error_message) for result in response.results)
        return {
            result.user: {
                _MECHANISMS.get(info.mechanism, str(info.mechanism)): info.iterations
                for info in result.credential_infos
            }
            for result in response.results
        }

    return await cluster.retry(attempt, what="describe users")


async def set_password(
    cluster: Cluster,
    name: str,
    password: str,
    *,
    mechanisms: Sequence[str] = MECHANISMS,
    iterations: int = ITERATIONS_MIN,
    random_bits: Callable[[int], int] = secrets.randbits,
) -> None:
    """Sets or replaces a user's password.

    Raises:
        ValueError: a mechanism is unknown.
        UnacceptableCredential: the name is empty, or the iterations are too few or too many.
        UnsupportedByBroker: the controller is older than 2.7.
    """
    upsertions = []
    for mechanism in mechanisms:
        salt = random_text(random_bits).encode()
        upsertions.append(
            AlterUserScramCredentialsRequest.ScramCredentialUpsertion(
                name=name,
                mechanism=_number_of(mechanism),
                iterations=iterations,
                salt=salt,
                salted_password=salted_password(mechanism, password.encode(), salt, iterations),
            )
        )
    await _alter(cluster, AlterUserScramCredentialsRequest(upsertions=upsertions))


async def delete(cluster: Cluster, name: str, mechanisms: Sequence[str]) -> None:
    """Deletes a user's credentials.

    Raises:
        ValueError: a mechanism is unknown.
        ResourceNotFound: it has none for one of the mechanisms.
        UnsupportedByBroker: the controller is older than 2.7.
    """
    deletions = [
        AlterUserScramCredentialsRequest.ScramCredentialDeletion(name=name, mechanism=_number_of(mechanism))
        for mechanism in mechanisms
    ]
    await _alter(cluster, AlterUserScramCredentialsRequest(deletions=deletions))


async def _alter(cluster: Cluster, request: AlterUserScramCredentialsRequest) -> None:
    async def attempt() -> None:
        controller_id = (await cluster.refresh([])).controller_id  # whoever it is by now, also in a retry
        if controller_id not in cluster.metadata.brokers:
            raise LeaderUnknown("the cluster has no controller")
        response = await cluster.ask(controller_id, request)
        raise_first((result.user, result.error_code, result.error_message) for result in response.results)

    await cluster.retry(attempt, what="alter users")


def _number_of(mechanism: str) -> int:
    if mechanism not in WIRE_NUMBERS:
        raise ValueError(f"{mechanism!r} is no mechanism of SCRAM; there are {', '.join(MECHANISMS)}")
    return WIRE_NUMBERS[mechanism]
