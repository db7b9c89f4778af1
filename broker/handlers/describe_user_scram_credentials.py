"""DescribeUserScramCredentials (KIP-554): which users can log in by SCRAM, by what mechanism, with how many iterations.

Keys and salts are sent to nobody. Any broker responds, from ZooKeeper, in Kafka's words (ZkAdminManager).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.cluster.topic_configs import read_config
from kavka.broker.requests.context import RequestContext
from kavka.common.steps import in_order
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, UnknownServerError
from kavka.protocol.messages import DescribeUserScramCredentialsRequest, DescribeUserScramCredentialsResponse
from kavka.protocol.sasl.scram_keys import WIRE_NUMBERS
from kavka.zk import paths
from kavka.zk.errors import NoNode, ZkError
from kavka.zk.sanitizer import desanitized, sanitized
from kavka.zk.scram_znodes import USERS, parse_credential
from kavka.zk.znodes import ZNodeError

if TYPE_CHECKING:
    from kavka.common.lane import Lane
    from kavka.zk.client import ZkClient

API = ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS

READS_AT_ONCE: Final = 500

Result = DescribeUserScramCredentialsResponse.DescribeUserScramCredentialsResult
Info = DescribeUserScramCredentialsResponse.CredentialInfo


class DescribeUserScramCredentialsHandler:
    """Handles DescribeUserScramCredentials requests."""

    __slots__ = ("_lane", "_zk")

    def __init__(self, *, lane: Lane, zk: ZkClient) -> None:
        self._lane = lane
        self._zk = zk

    def handle(
        self, request: DescribeUserScramCredentialsRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, DescribeUserScramCredentialsResponse]:
        """Describes the users that are named, all without a name."""
        return self._describe(request)

    async def _describe(self, request: DescribeUserScramCredentialsRequest) -> DescribeUserScramCredentialsResponse:
        try:
            if request.users:
                results = await self._named([user.name for user in request.users])
            else:
                results = await self._all()
        except ZkError as error:
            raise UnknownServerError(f"users cannot be read from ZooKeeper: {error}") from error
        return DescribeUserScramCredentialsResponse(error_message=None, results=results)

    async def _named(self, names: Sequence[str]) -> list[Result]:
        counts = Counter(names)
        results = []
        for name in counts:
            if not name:
                results.append(_failure(name, ErrorCode.RESOURCE_NOT_FOUND, "Username must not be empty"))
            elif counts[name] > 1:
                told = "Cannot describe SCRAM credentials for the same user twice in a single request: "
                results.append(_failure(name, ErrorCode.DUPLICATE_RESOURCE, told + name))
            else:
                stored = await read_config(self._zk, USERS, sanitized(name))
                told = f"Attempt to describe a user credential that does not exist: {name}"
                results.append(_result(name, stored.texts) or _failure(name, ErrorCode.RESOURCE_NOT_FOUND, told))
        return results

    async def _all(
        self,
    ) -> list[Result]:
        try:
            nodes = await self._zk.children(paths.config_type(USERS))
        except NoNode:
            return []
        nodes = [node for node in nodes if node != paths.DEFAULT_ENTITY]
        pace = self._lane.enter()
        results = []
        for start in range(0, len(nodes), READS_AT_ONCE):
            part = nodes[start : start + READS_AT_ONCE]
            found = await asyncio.gather(*(read_config(self._zk, USERS, node) for node in part))
            async with pace:
                for node, stored in zip(part, found, strict=True):
                    result = _result(desanitized(node), stored.texts)
                    if result is not None:
                        results.append(result)
                    await pace.breathe()
        return await self._lane.do_for(in_order(results, key=lambda result: result.user), items=len(results))


def _result(name: str, texts: Mapping[str, str]) -> Result | None:
    """Describes what a user has; None: nothing of SCRAM."""
    infos = []
    for mechanism, number in WIRE_NUMBERS.items():
        if mechanism in texts:
            try:
                infos.append(Info(mechanism=number, iterations=parse_credential(texts[mechanism]).iterations))
            except ZNodeError as error:
                return _failure(name, ErrorCode.UNKNOWN_SERVER_ERROR, f"what is stored for {mechanism}: {error}")
    return Result(user=name, error_message=None, credential_infos=infos) if infos else None


def _failure(name: str, code: ErrorCode, message: str) -> Result:
    return Result(user=name, error_code=int(code), error_message=message)
