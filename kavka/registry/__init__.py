"""Keys and values by the schemas of a schema registry that is somewhere else: Avro, Protobuf, JSON Schema.

    bytes ─▶ wire_format: which schema ─▶ decoder: its cache ─▶ client: GET /schemas/ids/7, of the registry
                                             └─▶ codecs: avro, protobuf, json_schema ─▶ a value that JSON can hold

Start reading at `decoder`. Not here: a registry.
"""
