// A member of a consumer group in franz-go, by the consumer protocol (KIP-848), as tests.support.clients.group_clients
// has them of other clients: it tells on stdout, a JSON object a line, what it is assigned and what it reads; then it
// commits. It leaves the group in order when its standard input ends.
//
// Arguments: bootstrap servers, group, topic.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// member is what it has been assigned.
type member struct {
	lock  sync.Mutex
	owned []int32
}

func (m *member) assigned(_ context.Context, _ *kgo.Client, came map[string][]int32) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, partitions := range came {
		m.owned = append(m.owned, partitions...)
	}
	slices.Sort(m.owned)
	tell("assigned", m.owned)
}

func (m *member) revoked(_ context.Context, _ *kgo.Client, gone map[string][]int32) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, partitions := range gone {
		m.owned = slices.DeleteFunc(m.owned, func(one int32) bool { return slices.Contains(partitions, one) })
	}
	tell("assigned", m.owned)
}

// tell prints one line to the test.
func tell[T any](what string, values []T) {
	if values == nil {
		values = []T{}
	}
	line, err := json.Marshal(map[string][]T{what: values})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(line))
}

func main() {
	m := &member{}
	client, err := kgo.NewClient(
		kgo.SeedBrokers(strings.Split(os.Args[1], ",")...),
		kgo.ConsumerGroup(os.Args[2]), kgo.ConsumeTopics(os.Args[3]),
		kgo.Balancers(kgo.RangeBalancer()), kgo.ServerSideBalancer(),
		kgo.ConsumeStartOffset(kgo.NewOffset().AtStart()), kgo.DisableAutoCommit(),
		kgo.MetadataMaxAge(time.Second), kgo.MetadataMinAge(100*time.Millisecond),
		kgo.OnPartitionsAssigned(m.assigned), kgo.OnPartitionsRevoked(m.revoked), kgo.OnPartitionsLost(m.revoked),
	)
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	for ctx.Err() == nil {
		var read [][]any
		client.PollFetches(ctx).EachRecord(func(record *kgo.Record) {
			read = append(read, []any{record.Partition, record.Offset, string(record.Value)})
		})
		if len(read) == 0 {
			continue
		}
		tell("read", read)
		if err := client.CommitUncommittedOffsets(ctx); err != nil {
			log.Print(err) // of an epoch that is over: who has the partition now reads it again
		}
	}
	client.Close()
}
