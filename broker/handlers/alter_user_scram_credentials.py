"""AlterUserScramCredentials (KIP-554): gives users passwords, or takes them away, at the controller.

The client salts the password itself, so the broker never sees it; of what comes only the two keys are kept. Users are
independent: one that is wrong does not spoil the others. Checks and words are Kafka's (ZkAdminManager).
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kavka.broker.cluster.controller_api import check_is_active
from kavka.broker.requests.context import RequestContext
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import (
    DuplicateResource,
    KafkaError,
    ResourceNotFound,
    UnacceptableCredential,
    UnsupportedSaslMechanism,
)
from kavka.protocol.messages import AlterUserScramCredentialsRequest, AlterUserScramCredentialsResponse
from kavka.protocol.sasl.scram_keys import ITERATIONS_MAX, ITERATIONS_MIN, WIRE_NUMBERS, credential_of
from kavka.zk.sanitizer import sanitized
from kavka.zk.scram_znodes import USERS, credential_text

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.requests.config_resources import ConfigStore

API = ApiKey.ALTER_USER_SCRAM_CREDENTIALS

MECHANISMS: Final = {number: name for name, number in WIRE_NUMBERS.items()}

Result = AlterUserScramCredentialsResponse.AlterUserScramCredentialsResult


class Change(NamedTuple):
    """One user's credential for one mechanism.

    Attributes:
        text: as it is to be stored; None: it is to be deleted.
    """

    user: str
    mechanism: str
    text: str | None


class AlterUserScramCredentialsHandler:
    """Handles AlterUserScramCredentials requests."""

    __slots__ = ("_configs", "_controller")

    def __init__(self, *, configs: ConfigStore, controller: ControllerApi) -> None:
        self._configs = configs
        self._controller = controller

    def handle(
        self, request: AlterUserScramCredentialsRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, AlterUserScramCredentialsResponse]:
        """Writes credentials, if this broker is the controller.

        Raises:
            NotController: it is not.
        """
        check_is_active(self._controller)
        return self._alter(request)

    async def _alter(self, request: AlterUserScramCredentialsRequest) -> AlterUserScramCredentialsResponse:
        changes, errors = _checked(request)
        for user, own in changes.items():
            if user not in errors:
                try:
                    await self._configs.alter_entity(USERS, sanitized(user), _applying(own), validate_only=False)
                except KafkaError as error:
                    errors[user] = error
        return AlterUserScramCredentialsResponse(results=[_result(user, errors.get(user)) for user in sorted(changes)])


def _checked(
    request: AlterUserScramCredentialsRequest,
) -> tuple[dict[str, list[Change]], dict[str, KafkaError]]:
    """Collects each user's changes, and the errors of users with an unacceptable one."""
    changes: dict[str, list[Change]] = {user: [] for user in _users(request)}
    errors: dict[str, KafkaError] = {}
    for item in _items(request):
        try:
            change = _change(item)
            if any(change.mechanism == other.mechanism for other in changes[item.name]):
                raise DuplicateResource("A user credential cannot be altered twice in the same request")
            changes[item.name].append(change)
        except KafkaError as error:
            errors.setdefault(item.name, error)
    return changes, errors


def _change(item: Any) -> Change:
    """Reads one item of the request.

    Raises:
        KafkaError: the name is empty, the mechanism unknown, the iterations too few or too many, a key is none.
    """
    if not item.name:
        raise UnacceptableCredential("Username must not be empty")
    mechanism = MECHANISMS.get(item.mechanism)
    if mechanism is None:
        raise UnsupportedSaslMechanism("Unknown SCRAM mechanism")
    if isinstance(item, AlterUserScramCredentialsRequest.ScramCredentialDeletion):
        return Change(item.name, mechanism, None)
    if item.iterations < ITERATIONS_MIN:
        raise UnacceptableCredential("Too few iterations")
    if item.iterations > ITERATIONS_MAX:
        raise UnacceptableCredential("Too many iterations")
    salted = bytes(item.salted_password)
    if not (item.salt and salted):
        raise UnacceptableCredential("A credential needs a salt and a salted password")
    credential = credential_of(mechanism, salted, bytes(item.salt), item.iterations)
    return Change(item.name, mechanism, credential_text(credential))


def _applying(changes: Sequence[Change]) -> Any:
    """Returns a function from stored texts to new ones."""

    def new_texts(stored: Mapping[str, str]) -> dict[str, str]:
        texts = dict(stored)
        for change in changes:
            if change.text is not None:
                texts[change.mechanism] = change.text
            elif texts.pop(change.mechanism, None) is None:
                raise ResourceNotFound("Attempt to delete a user credential that does not exist")
        return texts

    return new_texts


def _items(request: AlterUserScramCredentialsRequest) -> list[Any]:
    return [*request.upsertions, *request.deletions]


def _users(request: AlterUserScramCredentialsRequest) -> set[str]:
    return {item.name for item in _items(request)}


def _result(user: str, error: KafkaError | None) -> Result:
    if error is None:
        return Result(user=user, error_message=None)
    return Result(user=user, error_code=int(error.code), error_message=error.message)
