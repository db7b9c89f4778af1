"""The error for bytes that are no message of their mechanism. What was sent is never in its text: it holds secrets."""

from __future__ import annotations


class SaslMessageError(ValueError):
    """A message that its mechanism does not have, or does not allow at this point."""
