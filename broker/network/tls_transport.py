"""TLS between a socket and a connection: to the socket a protocol, to the connection a transport.

    socket ──▶ listener.tls_buffer ──▶ incoming BIO ──▶ SSLObject.read ──▶ connection.get_buffer, buffer_updated
    socket ◀── raw transport.write ◀── outgoing BIO ◀── SSLObject.write ◀── connection.write, writelines

The connection is given its socket before the handshake, so that limits count it from the moment it is accepted: a
flood of handshakes that nobody ends meets `max.connections.per.ip` like any other. The handshake has a deadline. What
the loop's own TLS would do is the same work; here it costs no task, takes the listener's context of this moment (so a
renewed certificate needs no new socket), sends the alert that says what was wrong, and says it in the log, too.

Backpressure: what is written is encrypted at once, so the raw transport's buffer is the only one, and its
pause_writing and resume_writing reach the connection unchanged. While the connection reads no more, what has been
received stays encrypted: at most one read, because the socket is not read any more either, and of that not what a big
frame lacked, which memory was admitted for.

Closing sends close_notify and waits for none: a truncated stream cannot be mistaken for a whole one, because frames
carry their length.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, cast

from kavka.broker.network.listener_resources import TLS_READ_BYTES
from kavka.broker.network.request_memory import TIGHT_READ_BYTES
from kavka.broker.network.tls_records import in_records
from kavka.broker.security.principal_mapping import NoMatchingRule
from kavka.broker.security.x509_names import BadCertificate
from kavka.native import mypyc_attr

if TYPE_CHECKING:
    from kavka.broker.network.connection import Connection
    from kavka.broker.network.listener_resources import ListenerResources
    from kavka.timer.clock import Cancellable

HANDSHAKE_MS_MAX = 15_000
"""From accepting to the end of the handshake. Kafka has none but connections.max.idle.ms, ten minutes."""

_PLAIN_KAFKA: Final = 0
"""The first byte of a request's length: no record of TLS begins so."""

_NOT_TLS: Final = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL", "HTTPS_PROXY_REQUEST"})


@mypyc_attr(allow_interpreted_subclasses=True)
class TlsTransport(asyncio.BufferedProtocol):
    """One accepted socket of a TLS listener: an asyncio.Transport by its methods, not by its class.

    (Two bases would keep it from being built as C.)

    Args:
        connection: what speaks Kafka over it.
        resources: of the listener, whose socket it is: context, buffer, loop.
    """

    __slots__ = (
        "_connection",
        "_deadline",
        "_incoming",
        "_is_closing",
        "_is_eof",
        "_is_pumping",
        "_is_read_paused",
        "_is_shaken",
        "_outgoing",
        "_raw",
        "_resources",
        "_tls",
    )

    def __init__(self, connection: Connection, resources: ListenerResources) -> None:
        assert resources.tls is not None
        self._connection = connection
        self._resources = resources
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._tls = resources.tls.context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._raw: asyncio.Transport | None = None
        self._deadline: Cancellable | None = None
        self._is_shaken = False
        self._is_closing = False
        self._is_eof = False
        self._is_pumping = False
        self._is_read_paused = False

    # ---- the socket's side ----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Starts the handshake's deadline on a new socket; the peer speaks first."""
        self._raw = cast(asyncio.Transport, transport)
        self._deadline = self._resources.machine_clock.call_later(HANDSHAKE_MS_MAX, self._too_late)
        self._connection.connection_made(cast(asyncio.Transport, self))

    def get_buffer(self, sizehint: int) -> memoryview:
        """Returns the buffer for encrypted bytes: one for all, for they are copied out at once."""
        resources = self._resources
        if resources.memory.is_tight:
            return resources.tls_buffer[:TIGHT_READ_BYTES]
        return resources.tls_buffer[: TLS_READ_BYTES + self._connection.big_frame_lacks]

    def buffer_updated(self, nbytes: int) -> None:
        """Takes encrypted bytes that have arrived, for the handshake or the connection."""
        if self._is_closing:
            return
        self._incoming.write(self._resources.tls_buffer[:nbytes])
        if self._is_shaken:
            self._pump()
        else:
            self._shake(nbytes)

    def eof_received(self) -> None:
        """Notifies the connection that the peer is gone; the raw transport closes itself."""
        self._connection.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Notifies the connection that the socket is gone."""
        self._is_closing = True
        self._raw = None
        self._cancel_deadline()
        self._connection.connection_lost(exc)

    def pause_writing(self) -> None:
        """Notifies the connection that the peer does not read."""
        self._connection.pause_writing()

    def resume_writing(self) -> None:
        """Notifies the connection that the peer has read."""
        self._connection.resume_writing()

    # ---- handshake ------------------------------------------------------------------------------------------------

    def _shake(self, nbytes: int) -> None:
        first = self._resources.tls_buffer[0]
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            self._send()
            return
        except ssl.SSLError as error:
            self._fail(self._handshake_problem(error, first))
            return
        self._is_shaken = True
        self._count_handshake()
        self._cancel_deadline()
        self._send()
        assert self._resources.tls is not None
        try:
            self._connection.info.principal = self._resources.tls.principal_of(self._tls)
        except (NoMatchingRule, BadCertificate) as error:
            self._fail(f"its certificate is nobody's: {error}")
            return
        self._pump()

    def _count_handshake(self) -> None:
        network = self._resources.network
        network.tls_handshakes += 1
        if self._resources.security_protocol == "SSL":  # with SASL the login is what counts
            authentication = network.listener(self._resources.name).authentication
            authentication.succeeded += 1
            authentication.succeeded_for_ever += 1

    def _handshake_problem(self, error: ssl.SSLError, first: int) -> str:
        reason = error.reason or str(error)
        if reason in _NOT_TLS:
            what = "Kafka without TLS" if first == _PLAIN_KAFKA else "something other than TLS"
            return f"this looks like {what}, and this listener speaks {self._resources.security_protocol}"
        if isinstance(error, ssl.SSLCertVerificationError):
            return f"its certificate is not to be trusted: {error.verify_message}"
        return f"the TLS handshake failed: {reason.replace('_', ' ').lower()}"

    def _too_late(self) -> None:
        self._deadline = None
        self._fail(f"no TLS handshake within {HANDSHAKE_MS_MAX} ms")

    def _fail(self, reason: str) -> None:
        """Sends the alert, if there is one, and closes."""
        if self._is_closing:
            return
        network = self._resources.network
        network.tls_failures += 1
        network.listener(self._resources.name).authentication.failed += 1  # as Kafka has it: whoever is not let in
        self._send()
        self._connection.close_for(reason)

    def _cancel_deadline(self) -> None:
        deadline, self._deadline = self._deadline, None
        if deadline is not None:
            deadline.cancel()

    # ---- bytes ----------------------------------------------------------------------------------------------------

    def _pump(self) -> None:
        """Gives the connection what can be decrypted, until there is no more or it wants no more."""
        if self._is_pumping:
            return
        self._is_pumping = True
        try:
            while not (self._is_read_paused or self._is_closing) and self._has_input():
                nbytes = self._decrypt(self._connection.get_buffer(-1))
                if nbytes:
                    self._connection.buffer_updated(nbytes)
                if self._is_eof:
                    self.close()
                if not nbytes:
                    break  # half a record: the rest comes with the next read
        finally:
            self._is_pumping = False
        if self._outgoing.pending:
            self._send()  # a response of TLS itself, such as to a change of keys

    def _has_input(self) -> bool:
        return bool(self._incoming.pending or self._tls.pending())

    def _decrypt(self, buffer: memoryview) -> int:
        """Fills `buffer` as far as whole records have come. Returns how many bytes are in it."""
        size, filled = len(buffer), 0
        assert size, "the connection has no room and did not say so"
        # Its stub knows neither of views nor of the number that it then returns, and would hold compiled code to that.
        read: Callable[[int, memoryview], int] = cast(Any, self._tls).read
        try:
            while filled < size and self._has_input():
                got = read(size - filled, buffer[filled:])
                if not got:
                    self._is_eof = True
                    break
                filled += got
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLError as error:
            self._fail(f"what came is broken TLS: {(error.reason or str(error)).replace('_', ' ').lower()}")
            return 0
        return filled

    def _send(self) -> None:
        if self._raw is not None and self._outgoing.pending:
            self._raw.write(self._outgoing.read())

    def _encrypt(self, data: Any) -> None:
        with memoryview(data) as view:
            done, size = 0, len(view)
            while done < size:
                done += self._tls.write(view[done:] if done else view)

    # ---- the connection's side: a transport -----------------------------------------------------------------------

    def write(self, data: Any) -> None:
        """Encrypts and sends bytes."""
        if self._is_closing or not self._is_shaken:
            return
        self._encrypt(data)
        self._send()

    def writelines(self, list_of_data: Iterable[Any]) -> None:
        """Encrypts and sends buffers, as few records as hold them all."""
        if self._is_closing or not self._is_shaken:
            return
        for piece in in_records(list_of_data):
            self._encrypt(piece)
        self._send()

    def close(self) -> None:
        """Ends the TLS session, and closes once what was written has left."""
        if self._is_closing:
            return
        self._is_closing = True
        self._cancel_deadline()
        if self._raw is None:
            return
        if self._is_shaken:
            with contextlib.suppress(ssl.SSLError):  # it waits for the peer's word, we do not; ours is in the BIO
                self._tls.unwrap()
            self._send()
        self._raw.close()

    def abort(self) -> None:
        """Closes the transport at once."""
        self._is_closing = True
        self._cancel_deadline()
        if self._raw is not None:
            self._raw.abort()

    def is_closing(self) -> bool:
        """Tells whether the transport was closed, or is about to be."""
        return self._is_closing

    def pause_reading(self) -> None:
        """Stops reading and decrypting."""
        self._is_read_paused = True
        if self._raw is not None and not self._is_closing:
            self._raw.pause_reading()

    def resume_reading(self) -> None:
        """Resumes reading; first with what has been received already."""
        self._is_read_paused = False
        if self._raw is None or self._is_closing:
            return
        self._raw.resume_reading()
        if self._is_shaken and self._has_input():
            self._resources.loop.call_soon(self._pump)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Sets the limits of the encrypted bytes that the socket has not taken."""
        assert self._raw is not None
        self._raw.set_write_buffer_limits(high, low)

    def get_write_buffer_size(self) -> int:
        """Returns how many encrypted bytes the socket has not taken."""
        return 0 if self._raw is None else self._raw.get_write_buffer_size()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Returns the socket's extra info; `ssl_object` is this transport's own."""
        if name == "ssl_object":
            return self._tls
        return default if self._raw is None else self._raw.get_extra_info(name, default)
