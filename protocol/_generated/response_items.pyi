ITEMS: dict[str, dict[str, str]]
