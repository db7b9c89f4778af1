"""Written by `make generate` from protocol/messages/sasl_handshake.py. Do not edit."""

from kavka.protocol.message import Message, Part

class SaslHandshakeRequest(Message):
    mechanism: str
    def __init__(self, mechanism: str = ...) -> None: ...

class SaslHandshakeResponse(Message):
    error_code: int
    mechanisms: list[str]
    def __init__(self, error_code: int = ..., mechanisms: list[str] = ...) -> None: ...
