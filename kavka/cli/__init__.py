"""`kavka …`: one module per verb, each imported only when it is asked for."""
