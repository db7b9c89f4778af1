"""The permissions that each API needs: rules as data, and the guard before the handlers that applies them."""
