"""What the system says of a connection, and what a client raises for it: one reading for every driver. Sans I/O.

    dialling     TimeoutError, refused, unknown name, TLS ─▶ not_opened
    afterwards   reset, end of stream, TLS alert          ─▶ lost

All of them are OSErrors, which a further attempt may not meet, but for AuthenticationFailed, which only other settings
mend. Not here: what a broker's bytes do to a connection (`connection_core`).
"""

from __future__ import annotations

import ssl

from kavka.wire.errors import AuthenticationFailed


def not_opened(error: OSError, host: str, port: int, *, timeout_ms: int, is_tls: bool) -> OSError:
    """Returns what a failure to dial is to be raised as; the error itself where it says enough.

    Args:
        error: what the system said.
        host: what was dialled.
        port: likewise.
        timeout_ms: how long it might take.
        is_tls: whether a TLS handshake belongs to it.
    """
    if isinstance(error, TimeoutError):
        return TimeoutError(f"{host}:{port} did not accept a connection within {timeout_ms} ms")
    if isinstance(error, ssl.SSLError):
        return tls_refusal(error, host, port)
    if isinstance(error, ConnectionResetError):
        during = " in the TLS handshake" if is_tls else ""
        return ConnectionResetError(f"{host}:{port} closed the connection{during}")
    return error


def lost(error: BaseException | None, host: str, port: int) -> ConnectionError:
    """Returns why an open connection is lost.

    Args:
        error: what the system said; None: the stream ended.
        host: what was dialled.
        port: likewise.
    """
    if isinstance(error, ssl.SSLError):
        return tls_refusal(error, host, port)  # with TLS 1.3 a refused certificate is heard of late
    cause = f": {error}" if error is not None else ""
    return ConnectionResetError(f"{host}:{port} closed the connection{cause}")


def tls_refusal(error: ssl.SSLError, host: str, port: int) -> ConnectionError:
    """Converts a TLS failure to an error: AuthenticationFailed, or ConnectionError.

    A plain ConnectionError is one that a further attempt may not meet.
    """
    where = f"{host}:{port}"
    if isinstance(error, ssl.SSLCertVerificationError):
        return AuthenticationFailed(f"the certificate of {where} is not to be trusted: {error.verify_message}")
    if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return ConnectionResetError(f"{where} closed the connection in the TLS handshake")
    reason = (error.reason or str(error)).replace("_", " ").lower()
    if "alert" in reason:
        return AuthenticationFailed(f"{where} refuses this client in the TLS handshake: {reason}")
    return AuthenticationFailed(f"TLS with {where} failed, perhaps it does not speak TLS there: {reason}")
