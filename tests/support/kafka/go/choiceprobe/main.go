// franz-go against one broker: which versions of which requests it chose, and how each thing that was asked ended.
//
// Argument: the broker's address. A line for each end ("<what>: <how>"), then one for each request that was written
// ("wrote Fetch v17"), in order, so that what two brokers brought about can be compared as it stands.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

const (
	topic    = "chosen"
	group    = "choosers"
	patience = time.Minute
)

// written keeps what the client's log says of requests that it wrote.
type written struct {
	mutex sync.Mutex
	lines map[string]bool
}

func (*written) Level() kgo.LogLevel { return kgo.LogLevelDebug }

func (w *written) Log(_ kgo.LogLevel, message string, _ ...any) {
	if strings.HasPrefix(message, "wrote ") {
		w.mutex.Lock()
		defer w.mutex.Unlock()
		w.lines[message] = true
	}
}

func (w *written) print() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	lines := make([]string, 0, len(w.lines))
	for line := range w.lines {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	for _, line := range lines {
		fmt.Println(line)
	}
}

type probe struct {
	address string
	log     *written
}

func main() {
	p := &probe{os.Args[1], &written{lines: map[string]bool{}}}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	p.say("create", p.create(ctx))
	p.say("produce", p.produce(ctx))
	p.say("transaction", p.transaction(ctx))
	p.say("group", p.group(ctx))
	p.ask(ctx)
	p.log.print()
}

func (p *probe) say(what string, err error) {
	how := "worked"
	if err != nil {
		how = err.Error()
	}
	fmt.Printf("%s: %s\n", what, how)
}

func (p *probe) client(more ...kgo.Opt) *kgo.Client {
	client, err := kgo.NewClient(append(more, kgo.SeedBrokers(p.address), kgo.WithLogger(p.log), kgo.RequestRetries(2))...)
	if err != nil {
		panic(err)
	}
	return client
}

func (p *probe) create(ctx context.Context) error {
	client := p.client()
	defer client.Close()
	wanted := kmsg.NewCreateTopicsRequestTopic()
	wanted.Topic, wanted.NumPartitions, wanted.ReplicationFactor = topic, 1, 1
	request := kmsg.NewPtrCreateTopicsRequest()
	request.Topics, request.TimeoutMillis = append(request.Topics, wanted), 30_000
	response, err := request.RequestWith(ctx, client)
	if err != nil {
		return err
	}
	return kerr.ErrorForCode(response.Topics[0].ErrorCode)
}

func (p *probe) produce(ctx context.Context) error {
	client := p.client()
	defer client.Close()
	return client.ProduceSync(ctx, &kgo.Record{Topic: topic, Value: []byte("a")}).FirstErr()
}

// transaction commits one and aborts one.
func (p *probe) transaction(ctx context.Context) error {
	client := p.client(kgo.TransactionalID(group))
	defer client.Close()
	for _, end := range []kgo.TransactionEndTry{kgo.TryCommit, kgo.TryAbort} {
		if err := client.BeginTransaction(); err != nil {
			return err
		}
		if err := client.ProduceSync(ctx, &kgo.Record{Topic: topic, Value: []byte("b")}).FirstErr(); err != nil {
			return err
		}
		if err := client.EndTransaction(ctx, end); err != nil {
			return err
		}
	}
	return nil
}

// group reads what was committed, commits, and leaves.
func (p *probe) group(ctx context.Context) error {
	client := p.client(kgo.ConsumerGroup(group), kgo.ConsumeTopics(topic), kgo.DisableAutoCommit(),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchIsolationLevel(kgo.ReadCommitted()))
	defer client.Close()
	for read := 0; read < 2; {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return err
		}
		read += fetches.NumRecords()
	}
	return client.CommitUncommittedOffsets(ctx)
}

// ask sends a request of each kind that asks and changes nothing, those of Kafka 4 among them.
func (p *probe) ask(ctx context.Context) {
	client := p.client()
	defer client.Close()
	metadata := kmsg.NewMetadataRequestTopic()
	metadata.Topic = kmsg.StringPtr(topic)
	config := kmsg.NewDescribeConfigsRequestResource()
	config.ResourceType, config.ResourceName = kmsg.ConfigResourceTypeTopic, topic
	offset := kmsg.NewListOffsetsRequestTopicPartition()
	offset.Timestamp, offset.CurrentLeaderEpoch = -3, -1
	offsets := kmsg.NewListOffsetsRequestTopic()
	offsets.Topic, offsets.Partitions = topic, append(offsets.Partitions, offset)
	members := kmsg.NewDescribeTopicPartitionsRequestTopic()
	members.Topic = topic
	for _, request := range []kmsg.Request{
		&kmsg.MetadataRequest{Topics: []kmsg.MetadataRequestTopic{metadata}},
		&kmsg.DescribeClusterRequest{},
		&kmsg.DescribeConfigsRequest{Resources: []kmsg.DescribeConfigsRequestResource{config}},
		&kmsg.ListOffsetsRequest{ReplicaID: -1, Topics: []kmsg.ListOffsetsRequestTopic{offsets}},
		&kmsg.ListGroupsRequest{},
		&kmsg.DescribeGroupsRequest{Groups: []string{group, "nobody"}},
		&kmsg.OffsetFetchRequest{Groups: []kmsg.OffsetFetchRequestGroup{{Group: group}}, Group: group},
		&kmsg.DeleteGroupsRequest{Groups: []string{"nobody"}},
		&kmsg.ListTransactionsRequest{},
		&kmsg.DescribeTransactionsRequest{TransactionalIDs: []string{group, "nobody"}},
		&kmsg.DescribeProducersRequest{},
		&kmsg.DescribeLogDirsRequest{},
		&kmsg.DescribeACLsRequest{ResourceType: kmsg.ACLResourceTypeAny, Operation: kmsg.ACLOperationAny,
			ResourcePatternType: kmsg.ACLResourcePatternTypeAny, PermissionType: kmsg.ACLPermissionTypeAny},
		&kmsg.DescribeClientQuotasRequest{},
		&kmsg.DescribeUserSCRAMCredentialsRequest{},
		&kmsg.DescribeDelegationTokenRequest{},
		&kmsg.ListPartitionReassignmentsRequest{},
		&kmsg.DescribeQuorumRequest{},
		&kmsg.DescribeTopicPartitionsRequest{Topics: []kmsg.DescribeTopicPartitionsRequestTopic{members}, ResponsePartitionLimit: 1},
		&kmsg.ConsumerGroupDescribeRequest{Groups: []string{group}},
		&kmsg.ConsumerGroupHeartbeatRequest{Group: "new", MemberID: "m", RebalanceTimeoutMillis: 1000},
		&kmsg.ShareGroupDescribeRequest{},
		&kmsg.GetTelemetrySubscriptionsRequest{},
		&kmsg.ListConfigResourcesRequest{},
	} {
		p.say(kmsg.NameForKey(request.Key()), p.end(ctx, client, request))
	}
}

func (p *probe) end(ctx context.Context, client *kgo.Client, request kmsg.Request) error {
	response, err := client.Request(ctx, request)
	if err != nil {
		return err
	}
	switch answer := response.(type) {
	case *kmsg.DescribeGroupsResponse:
		return codes(len(answer.Groups), func(at int) int16 { return answer.Groups[at].ErrorCode })
	case *kmsg.DeleteGroupsResponse:
		return codes(len(answer.Groups), func(at int) int16 { return answer.Groups[at].ErrorCode })
	case *kmsg.DescribeTransactionsResponse:
		return codes(len(answer.TransactionStates), func(at int) int16 { return answer.TransactionStates[at].ErrorCode })
	case *kmsg.DescribeACLsResponse:
		return kerr.ErrorForCode(answer.ErrorCode)
	case *kmsg.DescribeDelegationTokenResponse:
		return kerr.ErrorForCode(answer.ErrorCode)
	case *kmsg.ConsumerGroupHeartbeatResponse:
		return kerr.ErrorForCode(answer.ErrorCode)
	case *kmsg.ConsumerGroupDescribeResponse:
		return codes(len(answer.Groups), func(at int) int16 { return answer.Groups[at].ErrorCode })
	case *kmsg.ListOffsetsResponse:
		return codes(len(answer.Topics), func(at int) int16 { return answer.Topics[at].Partitions[0].ErrorCode })
	}
	return nil
}

// codes is an error that names each one's, so that their order does not matter.
func codes(count int, of func(int) int16) error {
	names := make([]string, count)
	for at := range count {
		names[at] = "NONE"
		if err := kerr.ErrorForCode(of(at)); err != nil {
			names[at] = err.Error()
		}
	}
	slices.Sort(names)
	return fmt.Errorf("codes %s", strings.Join(names, "; "))
}
