"""What both sides of a SASL login say to each other, and how keys come of passwords; bytes in, values out.

One module a mechanism: `plain` (RFC 4616), `scram` (RFC 5802, 7677: messages) with `scram_keys` (the mathematics),
`oauthbearer` (RFC 7628). `SaslMessageError`, for bytes that are none of a mechanism's messages, is in `malformed`.

Not here: whom to believe (`broker.security.sasl`), whose secrets to send (`kavka.wire.sasl`), Kafka's requests that
carry these bytes (`protocol.messages.sasl_authenticate`). Randomness is an argument: nonces and salts come from
outside.
"""
