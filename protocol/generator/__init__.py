"""Writes the codecs from the messages' declarations. Build time only: the one importer of construct."""
