"""A request's way through the broker: from a frame to its handler, and back."""
