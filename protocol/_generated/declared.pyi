from typing import Any

NOTES: dict[int, str]
FIELDS: dict[str, tuple[tuple[str, str, bool, tuple[int, int], tuple[int, int], Any, tuple[int, int]], ...]]
