"""What each handler is built of: the one place that says it. A part of the composition root."""
