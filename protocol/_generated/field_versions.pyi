FIELDS: dict[str, tuple[tuple[str, int, int, str], ...]]
