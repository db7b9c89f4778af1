"""Written by `make generate` from protocol/messages/alter_replica_log_dirs.py. Do not edit."""

from kavka.protocol.message import Message, Part

class AlterReplicaLogDirsRequest(Message):
    class AlterReplicaLogDirTopic(Part):
        name: str
        partitions: list[int]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, name: str = ..., partitions: list[int] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class AlterReplicaLogDir(Part):
        path: str
        topics: list[AlterReplicaLogDirsRequest.AlterReplicaLogDirTopic]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, path: str = ..., topics: list[AlterReplicaLogDirsRequest.AlterReplicaLogDirTopic] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    dirs: list[AlterReplicaLogDirsRequest.AlterReplicaLogDir]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, dirs: list[AlterReplicaLogDirsRequest.AlterReplicaLogDir] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...

class AlterReplicaLogDirsResponse(Message):
    class AlterReplicaLogDirPartitionResult(Part):
        partition_index: int
        error_code: int
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, partition_index: int = ..., error_code: int = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    class AlterReplicaLogDirTopicResult(Part):
        topic_name: str
        partitions: list[AlterReplicaLogDirsResponse.AlterReplicaLogDirPartitionResult]
        unknown_tagged_fields: tuple[tuple[int, bytes], ...]
        def __init__(self, topic_name: str = ..., partitions: list[AlterReplicaLogDirsResponse.AlterReplicaLogDirPartitionResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
    
    throttle_time_ms: int
    results: list[AlterReplicaLogDirsResponse.AlterReplicaLogDirTopicResult]
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]
    def __init__(self, throttle_time_ms: int = ..., results: list[AlterReplicaLogDirsResponse.AlterReplicaLogDirTopicResult] = ..., unknown_tagged_fields: tuple[tuple[int, bytes], ...] = ...) -> None: ...
