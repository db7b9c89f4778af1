"""The blocking admin client: `kavka.Admin`, method for method.

with Admin("localhost:9092") as admin:
    admin.create_topics([NewTopic("events", 3)])
"""

from __future__ import annotations

from kavka.client.admin import Admin as AsyncAdmin
from kavka.sync.blocking import Blocking, blocking, constructing


class Admin(Blocking[AsyncAdmin]):
    """Manages a cluster; the blocking `kavka.Admin`."""

    @constructing(AsyncAdmin)
    def __init__(self, client: AsyncAdmin) -> None:
        super().__init__(client)

    create_topics = blocking(AsyncAdmin.create_topics)
    delete_topics = blocking(AsyncAdmin.delete_topics)
    create_partitions = blocking(AsyncAdmin.create_partitions)
    list_topics = blocking(AsyncAdmin.list_topics)
    describe_topics = blocking(AsyncAdmin.describe_topics)

    describe_topic_configs = blocking(AsyncAdmin.describe_topic_configs)
    describe_broker_configs = blocking(AsyncAdmin.describe_broker_configs)
    describe_configs = blocking(AsyncAdmin.describe_configs)
    alter_configs = blocking(AsyncAdmin.alter_configs)
    list_config_resources = blocking(AsyncAdmin.list_config_resources)
    describe_cluster = blocking(AsyncAdmin.describe_cluster)
    api_versions = blocking(AsyncAdmin.api_versions)
    client_instance_id = blocking(AsyncAdmin.client_instance_id)

    list_offsets = blocking(AsyncAdmin.list_offsets)
    watermarks = blocking(AsyncAdmin.watermarks)
    delete_records = blocking(AsyncAdmin.delete_records)

    list_groups = blocking(AsyncAdmin.list_groups)
    describe_group = blocking(AsyncAdmin.describe_group)
    delete_group = blocking(AsyncAdmin.delete_group)
    list_group_offsets = blocking(AsyncAdmin.list_group_offsets)
    group_lags = blocking(AsyncAdmin.group_lags)
    alter_group_offsets = blocking(AsyncAdmin.alter_group_offsets)
    delete_group_offsets = blocking(AsyncAdmin.delete_group_offsets)

    list_share_groups = blocking(AsyncAdmin.list_share_groups)
    describe_share_group = blocking(AsyncAdmin.describe_share_group)
    list_share_group_offsets = blocking(AsyncAdmin.list_share_group_offsets)
    alter_share_group_offsets = blocking(AsyncAdmin.alter_share_group_offsets)
    delete_share_group_offsets = blocking(AsyncAdmin.delete_share_group_offsets)

    list_streams_groups = blocking(AsyncAdmin.list_streams_groups)
    describe_streams_group = blocking(AsyncAdmin.describe_streams_group)

    alter_partition_reassignments = blocking(AsyncAdmin.alter_partition_reassignments)
    list_partition_reassignments = blocking(AsyncAdmin.list_partition_reassignments)
    elect_leaders = blocking(AsyncAdmin.elect_leaders)

    describe_log_dirs = blocking(AsyncAdmin.describe_log_dirs)
    alter_replica_log_dirs = blocking(AsyncAdmin.alter_replica_log_dirs)

    describe_acls = blocking(AsyncAdmin.describe_acls)
    create_acls = blocking(AsyncAdmin.create_acls)
    delete_acls = blocking(AsyncAdmin.delete_acls)
    describe_user_scram_credentials = blocking(AsyncAdmin.describe_user_scram_credentials)
    upsert_user_scram_credentials = blocking(AsyncAdmin.upsert_user_scram_credentials)
    delete_user_scram_credentials = blocking(AsyncAdmin.delete_user_scram_credentials)
    describe_client_quotas = blocking(AsyncAdmin.describe_client_quotas)
    alter_client_quotas = blocking(AsyncAdmin.alter_client_quotas)
    create_delegation_token = blocking(AsyncAdmin.create_delegation_token)
    renew_delegation_token = blocking(AsyncAdmin.renew_delegation_token)
    expire_delegation_token = blocking(AsyncAdmin.expire_delegation_token)
    describe_delegation_tokens = blocking(AsyncAdmin.describe_delegation_tokens)
