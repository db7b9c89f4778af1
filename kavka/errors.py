"""Every error that a client can meet: Kafka's, one class for each of its error codes, and the client's own.

from kavka.errors import TopicAlreadyExists          or, likewise: from kavka import TopicAlreadyExists

KafkaError      a broker said it: the class is the error code's name, `code` the number, `retriable` whether it helps
                to ask again
ClientError     no broker said it: nobody responded in time, the memory is full, the client is closed
DecodeError     what came is no message of Kafka's protocol
"""

from __future__ import annotations

from kavka.protocol.errors import BrokerIdNotRegistered as BrokerIdNotRegistered
from kavka.protocol.errors import BrokerNotAvailable as BrokerNotAvailable
from kavka.protocol.errors import ClusterAuthorizationFailed as ClusterAuthorizationFailed
from kavka.protocol.errors import ConcurrentTransactions as ConcurrentTransactions
from kavka.protocol.errors import CoordinatorLoadInProgress as CoordinatorLoadInProgress
from kavka.protocol.errors import CoordinatorNotAvailable as CoordinatorNotAvailable
from kavka.protocol.errors import CorruptMessage as CorruptMessage
from kavka.protocol.errors import DecodeError as DecodeError
from kavka.protocol.errors import DelegationTokenAuthDisabled as DelegationTokenAuthDisabled
from kavka.protocol.errors import DelegationTokenAuthorizationFailed as DelegationTokenAuthorizationFailed
from kavka.protocol.errors import DelegationTokenExpired as DelegationTokenExpired
from kavka.protocol.errors import DelegationTokenNotFound as DelegationTokenNotFound
from kavka.protocol.errors import DelegationTokenOwnerMismatch as DelegationTokenOwnerMismatch
from kavka.protocol.errors import DelegationTokenRequestNotAllowed as DelegationTokenRequestNotAllowed
from kavka.protocol.errors import DuplicateBrokerRegistration as DuplicateBrokerRegistration
from kavka.protocol.errors import DuplicateResource as DuplicateResource
from kavka.protocol.errors import DuplicateSequenceNumber as DuplicateSequenceNumber
from kavka.protocol.errors import DuplicateVoter as DuplicateVoter
from kavka.protocol.errors import ElectionNotNeeded as ElectionNotNeeded
from kavka.protocol.errors import EligibleLeadersNotAvailable as EligibleLeadersNotAvailable
from kavka.protocol.errors import ErrorCode as ErrorCode
from kavka.protocol.errors import FeatureUpdateFailed as FeatureUpdateFailed
from kavka.protocol.errors import FencedInstanceId as FencedInstanceId
from kavka.protocol.errors import FencedLeaderEpoch as FencedLeaderEpoch
from kavka.protocol.errors import FencedMemberEpoch as FencedMemberEpoch
from kavka.protocol.errors import FencedStateEpoch as FencedStateEpoch
from kavka.protocol.errors import FetchSessionIdNotFound as FetchSessionIdNotFound
from kavka.protocol.errors import FetchSessionTopicIdError as FetchSessionTopicIdError
from kavka.protocol.errors import GroupAuthorizationFailed as GroupAuthorizationFailed
from kavka.protocol.errors import GroupIdNotFound as GroupIdNotFound
from kavka.protocol.errors import GroupMaxSizeReached as GroupMaxSizeReached
from kavka.protocol.errors import GroupSubscribedToTopic as GroupSubscribedToTopic
from kavka.protocol.errors import IllegalGeneration as IllegalGeneration
from kavka.protocol.errors import IllegalSaslState as IllegalSaslState
from kavka.protocol.errors import InconsistentClusterId as InconsistentClusterId
from kavka.protocol.errors import InconsistentGroupProtocol as InconsistentGroupProtocol
from kavka.protocol.errors import InconsistentTopicId as InconsistentTopicId
from kavka.protocol.errors import InconsistentVoterSet as InconsistentVoterSet
from kavka.protocol.errors import IneligibleReplica as IneligibleReplica
from kavka.protocol.errors import InvalidCommitOffsetSize as InvalidCommitOffsetSize
from kavka.protocol.errors import InvalidConfig as InvalidConfig
from kavka.protocol.errors import InvalidFetchSessionEpoch as InvalidFetchSessionEpoch
from kavka.protocol.errors import InvalidFetchSize as InvalidFetchSize
from kavka.protocol.errors import InvalidGroupId as InvalidGroupId
from kavka.protocol.errors import InvalidPartitions as InvalidPartitions
from kavka.protocol.errors import InvalidPrincipalType as InvalidPrincipalType
from kavka.protocol.errors import InvalidProducerEpoch as InvalidProducerEpoch
from kavka.protocol.errors import InvalidProducerIdMapping as InvalidProducerIdMapping
from kavka.protocol.errors import InvalidRecord as InvalidRecord
from kavka.protocol.errors import InvalidRecordState as InvalidRecordState
from kavka.protocol.errors import InvalidRegistration as InvalidRegistration
from kavka.protocol.errors import InvalidRegularExpression as InvalidRegularExpression
from kavka.protocol.errors import InvalidReplicaAssignment as InvalidReplicaAssignment
from kavka.protocol.errors import InvalidReplicationFactor as InvalidReplicationFactor
from kavka.protocol.errors import InvalidRequest as InvalidRequest
from kavka.protocol.errors import InvalidRequiredAcks as InvalidRequiredAcks
from kavka.protocol.errors import InvalidSessionTimeout as InvalidSessionTimeout
from kavka.protocol.errors import InvalidShareSessionEpoch as InvalidShareSessionEpoch
from kavka.protocol.errors import InvalidTimestamp as InvalidTimestamp
from kavka.protocol.errors import InvalidTopic as InvalidTopic
from kavka.protocol.errors import InvalidTransactionTimeout as InvalidTransactionTimeout
from kavka.protocol.errors import InvalidTxnState as InvalidTxnState
from kavka.protocol.errors import InvalidUpdateVersion as InvalidUpdateVersion
from kavka.protocol.errors import InvalidVoterKey as InvalidVoterKey
from kavka.protocol.errors import KafkaError as KafkaError
from kavka.protocol.errors import KafkaStorageError as KafkaStorageError
from kavka.protocol.errors import LeaderNotAvailable as LeaderNotAvailable
from kavka.protocol.errors import ListenerNotFound as ListenerNotFound
from kavka.protocol.errors import LogDirNotFound as LogDirNotFound
from kavka.protocol.errors import MemberIdRequired as MemberIdRequired
from kavka.protocol.errors import MessageTooLarge as MessageTooLarge
from kavka.protocol.errors import MismatchedEndpointType as MismatchedEndpointType
from kavka.protocol.errors import NetworkException as NetworkException
from kavka.protocol.errors import NewLeaderElected as NewLeaderElected
from kavka.protocol.errors import NonEmptyGroup as NonEmptyGroup
from kavka.protocol.errors import NoReassignmentInProgress as NoReassignmentInProgress
from kavka.protocol.errors import NotController as NotController
from kavka.protocol.errors import NotCoordinator as NotCoordinator
from kavka.protocol.errors import NotEnoughReplicas as NotEnoughReplicas
from kavka.protocol.errors import NotEnoughReplicasAfterAppend as NotEnoughReplicasAfterAppend
from kavka.protocol.errors import NotLeaderOrFollower as NotLeaderOrFollower
from kavka.protocol.errors import OffsetMetadataTooLarge as OffsetMetadataTooLarge
from kavka.protocol.errors import OffsetMovedToTieredStorage as OffsetMovedToTieredStorage
from kavka.protocol.errors import OffsetNotAvailable as OffsetNotAvailable
from kavka.protocol.errors import OffsetOutOfRange as OffsetOutOfRange
from kavka.protocol.errors import OperationNotAttempted as OperationNotAttempted
from kavka.protocol.errors import OutOfOrderSequenceNumber as OutOfOrderSequenceNumber
from kavka.protocol.errors import PolicyViolation as PolicyViolation
from kavka.protocol.errors import PositionOutOfRange as PositionOutOfRange
from kavka.protocol.errors import PreferredLeaderNotAvailable as PreferredLeaderNotAvailable
from kavka.protocol.errors import PrincipalDeserializationFailure as PrincipalDeserializationFailure
from kavka.protocol.errors import ProducerFenced as ProducerFenced
from kavka.protocol.errors import ReassignmentInProgress as ReassignmentInProgress
from kavka.protocol.errors import RebalanceInProgress as RebalanceInProgress
from kavka.protocol.errors import RebootstrapRequired as RebootstrapRequired
from kavka.protocol.errors import RecordListTooLarge as RecordListTooLarge
from kavka.protocol.errors import ReplicaNotAvailable as ReplicaNotAvailable
from kavka.protocol.errors import RequestTimedOut as RequestTimedOut
from kavka.protocol.errors import ResourceNotFound as ResourceNotFound
from kavka.protocol.errors import ResourceShortage as ResourceShortage
from kavka.protocol.errors import SaslAuthenticationFailed as SaslAuthenticationFailed
from kavka.protocol.errors import SecurityDisabled as SecurityDisabled
from kavka.protocol.errors import ShareSessionLimitReached as ShareSessionLimitReached
from kavka.protocol.errors import ShareSessionNotFound as ShareSessionNotFound
from kavka.protocol.errors import SnapshotNotFound as SnapshotNotFound
from kavka.protocol.errors import StaleBrokerEpoch as StaleBrokerEpoch
from kavka.protocol.errors import StaleControllerEpoch as StaleControllerEpoch
from kavka.protocol.errors import StaleMemberEpoch as StaleMemberEpoch
from kavka.protocol.errors import StreamsInvalidTopology as StreamsInvalidTopology
from kavka.protocol.errors import StreamsInvalidTopologyEpoch as StreamsInvalidTopologyEpoch
from kavka.protocol.errors import StreamsTopologyDescriptionUpdateFailed as StreamsTopologyDescriptionUpdateFailed
from kavka.protocol.errors import StreamsTopologyFenced as StreamsTopologyFenced
from kavka.protocol.errors import TelemetryTooLarge as TelemetryTooLarge
from kavka.protocol.errors import ThrottlingQuotaExceeded as ThrottlingQuotaExceeded
from kavka.protocol.errors import TopicAlreadyExists as TopicAlreadyExists
from kavka.protocol.errors import TopicAuthorizationFailed as TopicAuthorizationFailed
from kavka.protocol.errors import TopicDeletionDisabled as TopicDeletionDisabled
from kavka.protocol.errors import TransactionAbortable as TransactionAbortable
from kavka.protocol.errors import TransactionalIdAuthorizationFailed as TransactionalIdAuthorizationFailed
from kavka.protocol.errors import TransactionalIdNotFound as TransactionalIdNotFound
from kavka.protocol.errors import TransactionCoordinatorFenced as TransactionCoordinatorFenced
from kavka.protocol.errors import UnacceptableCredential as UnacceptableCredential
from kavka.protocol.errors import UnknownControllerId as UnknownControllerId
from kavka.protocol.errors import UnknownLeaderEpoch as UnknownLeaderEpoch
from kavka.protocol.errors import UnknownMemberId as UnknownMemberId
from kavka.protocol.errors import UnknownProducerId as UnknownProducerId
from kavka.protocol.errors import UnknownServerError as UnknownServerError
from kavka.protocol.errors import UnknownSubscriptionId as UnknownSubscriptionId
from kavka.protocol.errors import UnknownTopicId as UnknownTopicId
from kavka.protocol.errors import UnknownTopicOrPartition as UnknownTopicOrPartition
from kavka.protocol.errors import UnreleasedInstanceId as UnreleasedInstanceId
from kavka.protocol.errors import UnstableOffsetCommit as UnstableOffsetCommit
from kavka.protocol.errors import UnsupportedAssignor as UnsupportedAssignor
from kavka.protocol.errors import UnsupportedCompressionType as UnsupportedCompressionType
from kavka.protocol.errors import UnsupportedEndpointType as UnsupportedEndpointType
from kavka.protocol.errors import UnsupportedForMessageFormat as UnsupportedForMessageFormat
from kavka.protocol.errors import UnsupportedSaslMechanism as UnsupportedSaslMechanism
from kavka.protocol.errors import UnsupportedVersion as UnsupportedVersion
from kavka.protocol.errors import VoterNotFound as VoterNotFound
from kavka.wire.errors import AuthenticationFailed as AuthenticationFailed
from kavka.wire.errors import BootstrapFailed as BootstrapFailed
from kavka.wire.errors import BufferExhausted as BufferExhausted
from kavka.wire.errors import ClientClosed as ClientClosed
from kavka.wire.errors import ClientError as ClientError
from kavka.wire.errors import DeadlineExceeded as DeadlineExceeded
from kavka.wire.errors import LeaderUnknown as LeaderUnknown
from kavka.wire.errors import OffsetMissing as OffsetMissing
from kavka.wire.errors import RecordDeserializationFailed as RecordDeserializationFailed
from kavka.wire.errors import TransactionFailed as TransactionFailed
from kavka.wire.errors import UnsupportedByBroker as UnsupportedByBroker


def __dir__() -> list[str]:
    return sorted(name for name, value in globals().items() if isinstance(value, type))
