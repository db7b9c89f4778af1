"""Kafka's files on a broker's disk: bytes in, values out. Who reads them needs no broker; nothing here opens a file.

    kafka-logs/meta.properties .lock .kafka_cleanshutdown           file_names, property_files
              /…-offset-checkpoint                                  checkpoint
              /orders-0/  orders-0.<hex>-future/ -delete/ -stray/   directory_names
                       /partition.metadata                          property_files
                       /leader-epoch-checkpoint                     checkpoint
                       /00000000000000001500.log                    `protocol.records`: batches, one behind the other
                                            .index .timeindex       indexes
                                            .txnindex               indexes
                                            .snapshot               producer_snapshot, producer_entry

`inspection` holds the files of a partition against each other. What is wrong with bytes is one of `errors`.

Not here: who reads and writes the files, when, and what a broker makes of broken ones (`broker.log`).
"""
