"""The bundled clients for routes that read and change what lives anywhere in the cluster, not only in this broker.

    a route ─▶ Consumer │ Producer │ Admin ─▶ this broker's own listener ─▶ whoever leads, coordinates, decides

The listener is a PLAINTEXT one where there is one, so that permissions are those of anonymous clients; else the
brokers' own, by their keys and with their permissions. Those are lent to nobody but the owner of the broker's files:
where clients must say who they are, the endpoint has a token (`token`), and no request comes here without it (`guard`).

A client lives for one HTTP request. It takes the way of every other client, so that faults, quotas and metrics see it;
its deadlines are short, since somebody sits before a page; and it pushes no metrics, of which there would be a client
instance for each request.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kavka.broker.http.messages import HttpError
from kavka.client.admin import Admin as AdminClient
from kavka.client.cluster import Cluster
from kavka.client.consumer import Consumer
from kavka.client.errors import BootstrapFailed, ClientError, DeadlineExceeded, DecodeError
from kavka.protocol.errors import (
    GroupIdNotFound,
    GroupSubscribedToTopic,
    InvalidTopic,
    KafkaError,
    NonEmptyGroup,
    ResourceNotFound,
    TopicAlreadyExists,
    TransactionalIdNotFound,
    UnknownTopicOrPartition,
)

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.client.security import ConnectionSecurity

CLIENT_ID: Final = "kavka-console"
CALL_TIMEOUT_MS: Final = 15_000
REACH_TIMEOUT_MS: Final = 5_000


class Way(NamedTuple):
    """How this broker is reached: what every client of the console is made with."""

    bootstrap: str
    security: ConnectionSecurity | None


def way(admin: Admin) -> Way:
    """Returns the listener that clients of the console go through.

    Raises:
        HttpError: the controller has not sent it yet.
    """
    services = admin.services
    plain = [one.name for one in services.config.listeners if one.security_protocol == "PLAINTEXT"]
    names = plain or [services.config.inter_broker_listener]
    me = services.metadata_cache.snapshot.brokers.get(services.broker_id)
    endpoints = () if me is None else tuple(filter(None, map(me.endpoint, names)))
    if not endpoints:
        raise HttpError(HTTPStatus.SERVICE_UNAVAILABLE, "this broker is not part of the cluster yet; see /health/ready")
    host, port = endpoints[0]
    return Way(f"{host}:{port}", None if plain else services.own_security())


def own_consumer(admin: Admin) -> Consumer:
    """Builds a consumer that reads without a group."""
    return Consumer(**_settings(admin), offset_reset="earliest", enable_metrics_push=False)


def own_admin(admin: Admin) -> AdminClient:
    """Builds an admin client."""
    return AdminClient(**_settings(admin), enable_metrics_push=False)


def own_cluster(admin: Admin) -> Cluster:
    """Builds a view of the cluster, for calls that the admin client lacks."""
    return Cluster(**_settings(admin))


def _settings(admin: Admin) -> dict[str, Any]:
    """Returns what each of the console's clients is made with."""
    reached = way(admin)
    return {
        "bootstrap": reached.bootstrap,
        "security": reached.security,
        "client_id": CLIENT_ID,
        "api_timeout_ms": CALL_TIMEOUT_MS,
        "reach_timeout_ms": REACH_TIMEOUT_MS,
    }


@contextmanager
def refusals() -> Iterator[None]:
    """Turns the cluster's errors into an HTTP status with Kafka's own words.

    Raises:
        HttpError: in place of what the bundled client raises.
    """
    try:
        yield
    except (UnknownTopicOrPartition, GroupIdNotFound, TransactionalIdNotFound, ResourceNotFound) as error:
        raise HttpError(HTTPStatus.NOT_FOUND, str(error)) from error
    except (TopicAlreadyExists, NonEmptyGroup, GroupSubscribedToTopic) as error:
        raise HttpError(HTTPStatus.CONFLICT, str(error)) from error
    except InvalidTopic as error:
        message = f"{error}: names have up to 249 characters out of a-z A-Z 0-9 . _ -"
        raise HttpError(HTTPStatus.BAD_REQUEST, message) from error
    except (DeadlineExceeded, BootstrapFailed, TimeoutError, OSError) as error:
        raise HttpError(HTTPStatus.GATEWAY_TIMEOUT, str(error) or "nobody answered in time") from error
    except (KafkaError, ClientError, DecodeError, ValueError, TypeError) as error:
        raise HttpError(HTTPStatus.BAD_REQUEST, str(error) or type(error).__name__) from error
