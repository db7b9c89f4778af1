"""Requests and responses of so many items that one step of the event loop is not enough for them."""
