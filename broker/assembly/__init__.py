"""The composition root's parts: each gives a broker one of its abilities."""
