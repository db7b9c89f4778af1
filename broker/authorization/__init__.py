"""What each API asks of whoever sends it: rules as data, and the guard before the handlers that holds to them."""
