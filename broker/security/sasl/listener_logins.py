"""How clients of one listener may log in: its mechanisms, made of its configuration.

    sasl.enabled.mechanisms ─▶ each: listener.name.<listener>.<mechanism>.sasl.jaas.config, … ─▶ MechanismFactory

What a setting promises and the broker cannot keep is an error at startup: Kerberos, classes, keys fetched from
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from kavka.broker.config.types import ConfigError
from kavka.broker.security.sasl.mechanism import MechanismFactory
from kavka.broker.security.sasl.plain import PlainUsers, plain_mechanism
from kavka.broker.security.sasl.scram import ScramAuthority, TokenLogin, scram_mechanism
from kavka.common.jaas import JaasError, parse_jaas_for
from kavka.protocol.sasl.oauthbearer import MECHANISM as OAUTHBEARER
from kavka.protocol.sasl.plain import MECHANISM as PLAIN
from kavka.protocol.sasl.scram_keys import HASHES, ScramCredential
from kavka.timer.moments import WallMs

if TYPE_CHECKING:
    from kavka.broker.config.settings import ListenerSettings
    from kavka.broker.config.values import MechanismValues
    from kavka.common.filesystem import FileSystem

MECHANISMS: Final = (PLAIN, *HASHES, OAUTHBEARER)

_BEARER_HANDLERS: Final = (
    "org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler",
    "org.apache.kafka.common.security.oauthbearer.secured.OAuthBearerValidatorCallbackHandler",
)
"""Kafka's class for what is done here anyway: it may be named, for with Kafka it must."""


class Authorities(NamedTuple):
    """Who knows users and tokens.

    Attributes:
        scram_user: mechanism, name → the credential.
        token: mechanism, token id → the token, unless it is over.
        secret: for what unknown users are shown.
        random_bits: the system's source.
        now_ms: the wall clock.
        filesystem: has the keys of who signs tokens.
    """

    scram_user: Callable[[str, str], ScramCredential | None]
    token: Callable[[str, str], TokenLogin | None]
    secret: bytes
    random_bits: Callable[[int], int]
    now_ms: Callable[[], WallMs]
    filesystem: FileSystem


class ListenerLogins:
    """The mechanisms of one listener.

    Args:
        settings: the listener's.
        authorities: who knows its users and tokens.

    Attributes:
        mechanisms: name → what makes a login, in the order of `sasl.enabled.mechanisms`.
        frame_bytes_max: `sasl.server.max.receive.size`.

    Raises:
        ConfigError: a mechanism cannot be offered as it is configured.
    """

    __slots__ = ("_listener", "_settings", "frame_bytes_max", "mechanisms")

    def __init__(self, settings: ListenerSettings, authorities: Authorities) -> None:
        self._settings = settings
        self._listener = settings.name
        self.frame_bytes_max = settings.sasl_server_max_receive_size
        names = settings.sasl_enabled_mechanisms
        if not names:
            raise ConfigError(f"sasl.enabled.mechanisms names no mechanism for the listener {self._listener}")
        self.mechanisms: Mapping[str, MechanismFactory] = {name: self._factory(name, authorities) for name in names}

    def reauth_ms_max(self, mechanism: str) -> int:
        """Returns `connections.max.reauth.ms` of a mechanism; 0: no login has to be renewed."""
        own_ms = self._of(mechanism).connections_max_reauth_ms
        return self._settings.connections_max_reauth_ms if own_ms is None else own_ms

    def _factory(self, name: str, authorities: Authorities) -> MechanismFactory:
        if name not in MECHANISMS:
            kerberos = " (Kerberos)" if name == "GSSAPI" else ""
            raise ConfigError(
                f"Invalid value {name} for configuration sasl.enabled.mechanisms: {name}{kerberos} is not supported; "
                f"the listener {self._listener} can have {', '.join(MECHANISMS)}"
            )
        self._refuse_classes(name)
        if name == PLAIN:
            return plain_mechanism(self._plain_users())
        if name == OAUTHBEARER:
            return self._bearer(authorities)
        self._options(name)  # SCRAM's users are in ZooKeeper; what cannot be read is an error all the same
        return scram_mechanism(
            ScramAuthority(
                name,
                users=lambda user: authorities.scram_user(name, user),
                tokens=lambda token_id: authorities.token(name, token_id),
                secret=authorities.secret,
                random_bits=authorities.random_bits,
            )
        )

    def _refuse_classes(self, name: str) -> None:
        own = self._of(name)
        for key, value in (
            ("sasl.server.callback.handler.class", own.sasl_server_callback_handler_class),
            ("sasl.login.callback.handler.class", own.sasl_login_callback_handler_class),
            ("sasl.login.class", own.sasl_login_class),
        ):
            if value and not (name == OAUTHBEARER and value in _BEARER_HANDLERS):
                raise ConfigError(
                    f"Invalid value {value} for configuration {self._key(key, name)}: "
                    f"a Java class cannot be loaded by this broker"
                )

    def _plain_users(self) -> PlainUsers:
        users = PlainUsers(self._options(PLAIN))
        if not len(users):
            raise ConfigError(
                f"the listener {self._listener} offers PLAIN and has no user: "
                f"set {self._key('sasl.jaas.config', PLAIN)} "
                f'to org.apache.kafka.common.security.plain.PlainLoginModule required user_NAME="PASSWORD" …;'
            )
        return users

    def _options(self, name: str) -> Mapping[str, str]:
        text = self._of(name).sasl_jaas_config
        if not text:
            return {}
        try:
            return parse_jaas_for(name, text)
        except JaasError as error:
            raise ConfigError(
                f"Invalid value [hidden] for configuration {self._key('sasl.jaas.config', name)}: {error}"
            ) from None

    def _bearer(self, authorities: Authorities) -> MechanismFactory:
        # Tokens' keys and their mathematics cost 50 ms of imports: only a listener that takes tokens pays for them.
        from kavka.broker.security.sasl.jwt_validation import Expected, JwksError, JwksFile, JwtValidator
        from kavka.broker.security.sasl.oauthbearer import bearer_mechanism

        settings, key = self._settings, "sasl.oauthbearer.jwks.endpoint.url"
        text = settings.sasl_oauthbearer_jwks_endpoint_url
        url = urlsplit(text or "")
        if url.scheme != "file" or url.netloc not in ("", "localhost"):
            raise ConfigError(
                f"Invalid value {text} for configuration {key}: it must be a file: URL of a JWKS document with the "
                f"public keys of who signs tokens; keys are not fetched from other places, have them written there"
            )
        expected = Expected(
            audiences=settings.sasl_oauthbearer_expected_audience or None,
            issuer=settings.sasl_oauthbearer_expected_issuer,
            subject_claim=settings.sasl_oauthbearer_sub_claim_name,
            scope_claim=settings.sasl_oauthbearer_scope_claim_name,
            skew_ms=settings.sasl_oauthbearer_clock_skew_seconds * 1000,
        )
        try:
            keys = JwksFile(unquote(url.path), authorities.filesystem)
        except JwksError as error:
            raise ConfigError(f"Invalid value {text} for configuration {key}: {error}") from None
        return bearer_mechanism(JwtValidator(keys, expected, authorities.now_ms))

    def _of(self, mechanism: str) -> MechanismValues:
        return self._settings.of_mechanism(mechanism)

    def _key(self, key: str, mechanism: str) -> str:
        return f"listener.name.{self._listener.lower()}.{mechanism.lower()}.{key}"
