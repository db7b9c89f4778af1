"""A failure that a member of a group cannot mend, kept for the next poll to raise. Sans I/O.

Raised once: the poll after that may join again. Being fenced by the same instance id is for ever: joining again would
fence the member that has it now, and so on in turns.
"""

from __future__ import annotations

from kavka.protocol.errors import FencedInstanceId


class KeptFailure:
    """See the module."""

    __slots__ = ("_failure",)

    def __init__(self) -> None:
        self._failure: BaseException | None = None

    @property
    def is_there(self) -> bool:
        """Tells whether there is one to raise."""
        return self._failure is not None

    def keep(self, error: BaseException) -> None:
        """Keeps a failure for the next poll."""
        self._failure = error

    def raise_it(self) -> None:
        """Raises the failure, if there is one.

        Raises:
            KafkaError, ClientError.
        """
        failure = self._failure
        if not isinstance(failure, FencedInstanceId):
            self._failure = None
        if failure is not None:
            raise failure
