"""Frames for a login that nobody meant: logins as they should be, cut, changed, swapped and mixed with noise.

    fuzz(rng, inputs)   feeds so many frames to authenticators of every mechanism

The property: whatever comes, an authenticator answers or ends the login; it raises nothing, and lets in nobody but who
sent the right password whole.
"""

from __future__ import annotations

import random
import struct
from typing import Any

from kavka.broker.security.sasl.authenticator import Act, Authenticator
from kavka.broker.security.sasl.oauthbearer import TokenRejected, bearer_mechanism
from kavka.broker.security.sasl.plain import PlainUsers, plain_mechanism
from kavka.broker.security.sasl.scram import ScramAuthority, scram_mechanism
from kavka.broker.security.sasl.states import LoginState
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import ApiVersionsRequest, SaslAuthenticateRequest, SaslHandshakeRequest
from kavka.protocol.sasl.scram_keys import HASHES, credential_of, salted_password

FRAMES_MAX = 6
"""Of one login."""

_TOKENS = (
    b"\0alice\0wrong",
    b"n,,n=alice,r=fyko+d2lbbFgONRv9qkxdawL",
    b"n,,n=alice,r=fyko+d2lbbFgONRv9qkxdawL,tokenauth=true",
    b"c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=",
    b"n,,\x01auth=Bearer abc.def.ghi\x01\x01",
    b"\x01",
    b"",
)
_BITS = (b"\0", b",", b"=", b"\x01", b"r=", b"p=", b"n,,", b"\xff", b"=2C", b"\x7f\xff\xff\xff", b"a" * 300)


class Mechanisms:
    """What `ListenerLogins` is to an authenticator."""

    def __init__(self) -> None:
        self.mechanisms: dict[str, Any] = {"PLAIN": plain_mechanism(PlainUsers({"user_alice": "right"}))}
        for name in HASHES:
            credential = credential_of(name, salted_password(name, b"right", b"salt", 4096), b"salt", 4096)
            self.mechanisms[name] = scram_mechanism(
                ScramAuthority(
                    name,
                    users={"alice": credential}.get,
                    tokens=lambda token_id: None,
                    secret=b"s",
                    random_bits=random.Random(1).getrandbits,
                )
            )
        self.mechanisms["OAUTHBEARER"] = bearer_mechanism(_reject)

    def reauth_ms_max(self, mechanism: str) -> int:
        return 0


def _reject(token: str) -> Any:
    raise TokenRejected("nobody is believed")


def fuzz(rng: random.Random, inputs: int) -> dict[Act, int]:
    """Feeds frames; returns how many ended how."""
    mechanisms = Mechanisms()
    acts = dict.fromkeys(Act, 0)
    fed = 0
    while fed < inputs:
        authenticator = Authenticator(mechanisms, now_ms=int, monotonic_ms=int)  # type: ignore[arg-type]
        for _ in range(FRAMES_MAX):
            frame = _frame(rng, mechanisms, authenticator.state)
            verdict = authenticator.receive(frame)
            fed += 1
            acts[verdict.act] += 1
            assert verdict.act is not Act.ACCEPT, frame
            assert authenticator.login is None
            if verdict.act in (Act.REFUSE, Act.CLOSE):
                assert authenticator.state is LoginState.FAILED
                break
            if verdict.act is Act.PASS:
                authenticator.versions_answered(is_error=rng.random() < 0.3)
    return acts


def _frame(rng: random.Random, mechanisms: Mechanisms, state: LoginState) -> bytes:
    kind = rng.random()
    if kind < 0.05:
        return rng.randbytes(rng.randrange(64))
    if kind < 0.1:
        return struct.pack(">hhih", rng.randrange(-2, 70), rng.randrange(-1, 14), 7, -1) + rng.randbytes(20)
    frame = _meant(rng, mechanisms, state)
    return frame if rng.random() < 0.5 else _damaged(rng, frame)


def _meant(rng: random.Random, mechanisms: Mechanisms, state: LoginState) -> bytes:
    """A frame that may come in this state, or a mechanism's own bytes."""
    token = _damaged(rng, rng.choice(_TOKENS)) if rng.random() < 0.6 else rng.choice(_TOKENS)
    if state is LoginState.TOKENS:
        return token if rng.random() < 0.4 else _request(SaslAuthenticateRequest(auth_bytes=token), rng.randrange(3))
    if state is LoginState.VERSIONS_OR_HANDSHAKE and rng.random() < 0.3:
        return _request(ApiVersionsRequest(client_software_name="x", client_software_version="1"), rng.randrange(4))
    return _request(SaslHandshakeRequest(mechanism=rng.choice([*mechanisms.mechanisms, "GSSAPI"])), rng.randrange(2))


def _request(message: Any, version: int) -> bytes:
    return b"".join(encode_request_frame(message, version=version, correlation_id=1, client_id="fuzz"))[4:]


def _damaged(rng: random.Random, data: bytes) -> bytes:
    damaged = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(damaged) + 1)
        how = rng.randrange(4)
        if how == 0 and damaged:
            damaged[at % len(damaged)] ^= 1 << rng.randrange(8)
        elif how == 1:
            del damaged[at : at + rng.randrange(1, 5)]
        elif how == 2:
            damaged[at:at] = rng.choice(_BITS)
        else:
            del damaged[at:]
    return bytes(damaged)
