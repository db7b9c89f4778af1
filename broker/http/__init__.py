"""The admin endpoint: what a broker shows and lets be done over HTTP. Off the path of Kafka's own requests."""
