"""Who a client is and what it may do: principals, logins, permissions, tokens. Not how its bytes travel (`network`)."""
