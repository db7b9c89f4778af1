"""The data source `kavka`: options, offsets, readers and writers of it. `kavka_source.KavkaSource` is the door."""
