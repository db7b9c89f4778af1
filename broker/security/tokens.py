"""Delegation tokens (KIP-48): short-lived stand-ins for a login, which its owner may hand to a job.

    create ─▶ /delegation_token/tokens/<id> + notification ─▶ every broker remembers ─▶ SCRAM login with id and HMAC
    renew  ─▶ a later end, but none behind the longest life         expire ─▶ an earlier one, or at once
    the controller looks from time to time and deletes what is over

The secret of a token is HMAC-SHA512 of its id under `delegation.token.secret.key`; it is computed, never stored, and
nothing here writes it into a log. A token that is over is no login from that moment on, deleted or not. The keys for a
SCRAM login are derived when a token is first used: some milliseconds of the loop, once for each mechanism.

Who may do what with which token is Kafka's (DelegationTokenManagerZk): owner and renewers, no others.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import logging
import uuid
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from kavka.broker.cluster.notifications import READS_AT_ONCE, Notifications
from kavka.broker.cluster.zk_watcher import ZkWatcher
from kavka.broker.security.principal import KafkaPrincipal
from kavka.broker.security.sasl.scram import TokenLogin
from kavka.protocol.errors import (
    DelegationTokenExpired,
    DelegationTokenNotFound,
    DelegationTokenOwnerMismatch,
    UnknownServerError,
)
from kavka.protocol.sasl.scram_keys import ITERATIONS_MIN, SALT_BITS, base36, credential_of, salted_password
from kavka.timer.moments import WallMs
from kavka.zk.client import ZkClient, ensure_path
from kavka.zk.errors import BadVersion, NodeExists, NoNode, ZkError
from kavka.zk.ops import CreateOp, DeleteOp, Op, SetOp
from kavka.zk.token_znodes import TOKEN_CHANGE_PREFIX, TOKEN_CHANGES, TOKENS, TokenZNode, token_path
from kavka.zk.znodes import ZNodeError

if TYPE_CHECKING:
    from kavka.protocol.sasl.scram_keys import ScramCredential
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

WRITE_ATTEMPTS_MAX: Final = 20


class TokenLimits:
    """How long tokens live, in ms: delegation.token.max.lifetime.ms, .expiry.time.ms, .expiry.check.interval.ms."""

    __slots__ = ("check_ms", "expiry_ms", "lifetime_ms_max")

    def __init__(self, *, lifetime_ms_max: int, expiry_ms: int, check_ms: int) -> None:
        self.lifetime_ms_max = lifetime_ms_max
        self.expiry_ms = expiry_ms
        self.check_ms = check_ms


class DelegationTokens:
    """All tokens of the cluster, as this broker knows them.

    Args:
        zk: where they are.
        clock: the wall clock decides what has expired.
        secret: `delegation.token.secret.key`.
        is_controller: whether this broker deletes what is over.
        random_bytes: a count → so many random bytes, for ids.
    """

    __slots__ = (
        "_changes", "_clock", "_credentials", "_ids", "_is_controller", "_limits", "_random_bytes", "_secret",
        "_tokens", "_watcher", "_zk",
    )  # fmt: skip

    def __init__(
        self,
        zk: ZkClient,
        clock: Clock,
        *,
        secret: bytes,
        limits: TokenLimits,
        is_controller: Callable[[], bool],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self._zk = zk
        self._clock = clock
        self._secret = secret
        self._limits = limits
        self._is_controller = is_controller
        self._random_bytes = random_bytes
        self._tokens: dict[str, TokenZNode] = {}
        self._ids: dict[bytes, str] = {}  # digest of the HMAC → id: a look-up shows nothing of how much was right
        self._credentials: dict[tuple[str, str], ScramCredential] = {}
        self._watcher = ZkWatcher(zk, begin=self._begin, look=self._look, what="delegation tokens")
        self._changes = Notifications(
            zk, clock, directory=TOKEN_CHANGES, prefix=TOKEN_CHANGE_PREFIX, on_change=self._watcher.wake
        )

    # ---- what others ask ------------------------------------------------------------------------------------------

    def login(self, mechanism: str, token_id: str) -> TokenLogin | None:
        """Returns a token's SCRAM credential for a login; None where there is none, or it is over."""
        token = self._tokens.get(token_id)
        if token is None or self._is_over(token):
            return None
        key = (mechanism, token_id)
        credential = self._credentials.get(key)
        if credential is None:
            credential = self._credentials[key] = self._credential(mechanism, token_id)
        return TokenLogin(credential, token.owner.partition(":")[2], token.expiry_ms)

    def hmac_of(self, token_id: str) -> bytes:
        """Returns a token's secret, which its owner receives."""
        return hmac.digest(self._secret, token_id.encode(), "sha512")

    @property
    def count(self) -> int:
        """Returns the number of tokens."""
        return len(self._tokens)

    def all(self) -> Iterable[TokenZNode]:
        """Returns every token that is not deleted yet."""
        return self._tokens.values()

    async def create(
        self, owner: KafkaPrincipal, requester: KafkaPrincipal, renewers: Iterable[KafkaPrincipal], lifetime_ms: int
    ) -> TokenZNode:
        """Creates a token.

        Args:
            owner: whom it stands for.
            requester: who asks for it.
            renewers: who may renew and expire it besides the owner.
            lifetime_ms: its longest life; 0 and less: what the broker allows at most.

        Raises:
            UnknownServerError: ZooKeeper cannot be asked.
        """
        now_ms = self._clock.now_ms()
        longest = self._limits.lifetime_ms_max
        max_ms = now_ms + (longest if lifetime_ms <= 0 else min(lifetime_ms, longest))
        token = TokenZNode(
            token_id=_new_id(self._random_bytes),
            owner=str(owner),
            requester=str(requester),
            renewers=tuple(dict.fromkeys(map(str, renewers))),
            issue_ms=now_ms,
            expiry_ms=min(max_ms, now_ms + self._limits.expiry_ms),
            max_ms=max_ms,
        )
        await self._write([CreateOp(token_path(token.token_id), token.encode()), _notice(token.token_id)])
        self._remember(token)
        _log.info("delegation token %s was made for %s", token.token_id, token.owner)
        return token

    async def renew(self, principal: KafkaPrincipal, secret: bytes, period_ms: int) -> WallMs:
        """Extends a token's life; returns the new end.

        Args:
            principal: who asks.
            secret: the token's HMAC.
            period_ms: from now on; negative: what the broker gives by itself.

        Raises:
            DelegationTokenNotFound: no token has this secret.
            DelegationTokenOwnerMismatch: who asks is neither owner nor renewer.
            DelegationTokenExpired: it is over.
        """
        token = self._owned(principal, secret)
        if self._is_over(token):
            raise DelegationTokenExpired("the token is over")
        return await self._set_end(token, self._limits.expiry_ms if period_ms < 0 else period_ms)

    async def expire(self, principal: KafkaPrincipal, secret: bytes, period_ms: int) -> WallMs:
        """Sets a token's end and returns it; with a negative period the token is deleted at once.

        Raises:
            KafkaError: as `renew`.
        """
        token = self._owned(principal, secret)
        if period_ms < 0:
            await self._delete(token)
            return self._clock.now_ms()
        if self._is_over(token):
            raise DelegationTokenExpired("the token is over")
        return await self._set_end(token, period_ms)

    # ---- life -----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Creates the paths and reads every token.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        await asyncio.gather(ensure_path(self._zk, TOKENS), ensure_path(self._zk, TOKEN_CHANGES))
        await self._watcher.start()

    async def run(self) -> None:
        """Follows changes, and as the controller deletes expired tokens; until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watcher.run(), name="delegation tokens that change")
            while True:
                await self._clock.sleep(self._limits.check_ms)
                await self.delete_expired()

    async def delete_expired(self) -> None:
        """Deletes every expired token, if this broker is the controller."""
        if not self._is_controller():
            return
        for token in [token for token in self._tokens.values() if self._is_over(token)]:
            try:
                await self._delete(token)
                _log.info("delegation token %s of %s is over", token.token_id, token.owner)
            except UnknownServerError as error:
                _log.warning("%s", error)

    async def _look(self) -> None:
        changed = [body.decode(errors="replace") for body in await self._changes.take()]
        await self._read(list(dict.fromkeys(changed)))

    async def _begin(self) -> None:
        await self._changes.begin()
        names = await self._zk.children(TOKENS)
        for gone in self._tokens.keys() - set(names):
            self._forget(gone)
        await self._read(names)

    async def _read(self, token_ids: list[str]) -> None:
        token_ids = [token_id for token_id in token_ids if token_id and "/" not in token_id]
        for start in range(0, len(token_ids), READS_AT_ONCE):
            chunk = token_ids[start : start + READS_AT_ONCE]
            found = await self._zk.get_many([token_path(token_id) for token_id in chunk])
            for token_id, stored in zip(chunk, found, strict=True):
                if stored is None:
                    self._forget(token_id)
                    continue
                try:
                    self._remember(TokenZNode.decode(stored[0]))
                except ZNodeError as error:
                    _log.error("%s is ignored: %s", token_path(token_id), error)

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _remember(self, token: TokenZNode) -> None:
        self._tokens[token.token_id] = token
        self._ids[_digest(self.hmac_of(token.token_id))] = token.token_id

    def _forget(self, token_id: str) -> None:
        if self._tokens.pop(token_id, None) is not None:
            del self._ids[_digest(self.hmac_of(token_id))]
        for key in [key for key in self._credentials if key[1] == token_id]:
            del self._credentials[key]

    def _is_over(self, token: TokenZNode) -> bool:
        return min(token.expiry_ms, token.max_ms) < self._clock.now_ms()

    def _owned(self, principal: KafkaPrincipal, secret: bytes) -> TokenZNode:
        token = self._tokens.get(self._ids.get(_digest(secret), ""))
        if token is None:
            raise DelegationTokenNotFound("there is no such token")
        if str(principal) not in (token.owner, *token.renewers):
            raise DelegationTokenOwnerMismatch("only its owner and its renewers may do that with a token")
        return token

    def _credential(self, mechanism: str, token_id: str) -> ScramCredential:
        """What a SCRAM login checks: the password is the HMAC in base64, the salt is the token's own."""
        secret = self.hmac_of(token_id)
        digest = int.from_bytes(hmac.digest(secret, b"salt", "sha256"), "big")
        salt = base36(digest >> (256 - SALT_BITS)).encode()
        salted = salted_password(mechanism, base64.b64encode(secret), salt, ITERATIONS_MIN)
        return credential_of(mechanism, salted, salt, ITERATIONS_MIN)

    async def _set_end(self, token: TokenZNode, period_ms: int) -> WallMs:
        """Writes another end, computed from what stands in ZooKeeper now."""
        path = token_path(token.token_id)
        end_ms = self._clock.now_ms() + period_ms
        for _ in range(WRITE_ATTEMPTS_MAX):
            try:
                data, stat = await self._zk.get(path)
                stored = TokenZNode.decode(data)
                changed = stored._replace(expiry_ms=min(end_ms, stored.max_ms))
                await self._zk.multi([SetOp(path, changed.encode(), stat.version), _notice(token.token_id)])
            except BadVersion:
                continue
            except NoNode:
                self._forget(token.token_id)
                raise DelegationTokenNotFound("the token was deleted meanwhile") from None
            except (ZkError, ZNodeError) as error:
                raise UnknownServerError(f"the token cannot be changed in ZooKeeper: {error}") from error
            self._remember(changed)
            return changed.expiry_ms
        raise UnknownServerError("others kept changing the token; try again")

    async def _delete(self, token: TokenZNode) -> None:
        await self._write([DeleteOp(token_path(token.token_id)), _notice(token.token_id)])
        self._forget(token.token_id)

    async def _write(self, ops: list[Op]) -> None:
        try:
            await self._zk.multi(ops)
        except NoNode:
            return  # another broker has deleted it
        except (ZkError, NodeExists) as error:
            raise UnknownServerError(f"the token cannot be written to ZooKeeper: {error}") from error


def _notice(token_id: str) -> Op:
    return CreateOp(f"{TOKEN_CHANGES}/{TOKEN_CHANGE_PREFIX}", token_id.encode(), sequential=True)


def _new_id(random_bytes: Callable[[int], bytes]) -> str:
    """A random UUID in base64, as Kafka names tokens."""
    made = uuid.UUID(bytes=random_bytes(16), version=4)
    return base64.urlsafe_b64encode(made.bytes).decode().rstrip("=")


def _digest(secret: bytes) -> bytes:
    return hashlib.sha256(bytes(secret)).digest()
