"""What can be wrong with a value, a schema, or its registry: errors that a user reads, each a line."""

from __future__ import annotations


class RegistryError(Exception):
    """Something is wrong; the text says what."""


class NotFramed(RegistryError):
    """Content was not written by a registry's schema: it has no id before it."""


class UndecodableValue(RegistryError):
    """Content is not of its schema, or a value is not."""


class SchemaUnusable(RegistryError):
    """A schema cannot be used: it is of an unknown type, makes no sense, or lacks what it refers to."""


class SchemaNotFound(RegistryError):
    """The registry has no such schema."""


class RegistryUnreachable(RegistryError):
    """The registry does not respond, or with what is no answer."""


class LibraryMissing(RegistryError):
    """A library that decodes is not installed."""

    def __init__(self, library: str, what: str) -> None:
        super().__init__(f"{what} needs {library}: pip install 'kavka[registry]'")
