// franz-go by its public interfaces: numbers go through a chain of groups that copy them from topic to topic, each
// group of two members, with one transaction for what a member copies and the offsets that it copied from.
//
//	writer ──► prefix-0 ──► group of two ──► prefix-1 ──► group of two ──► prefix-2 ──► reader, read_committed
//
// Arguments: bootstrap servers, prefix of the topics' names. It writes numbers, some in transactions that it aborts,
// until its standard input ends, and says "flows" when the first have come out; then, when the end has come out of each
// partition, it compares. Brokers may be bounced meanwhile: a member whose transaction fails for good makes way for its
// successor, and of a transaction of the writer that failed nobody knows whether it was committed. Everybody keeps to
// the partition, so that order can be compared, too.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

const (
	partitions = 4
	topics     = 3
	members    = 2
	batch      = 20 // numbers of one transaction
	abortEvery = 5  // the last of so many transactions is aborted
	flowing    = 200
	end        = "end"
	patience   = 3 * time.Minute
)

type outcome string

const (
	committed outcome = "committed"
	aborted   outcome = "aborted"
	uncertain outcome = "uncertain"
)

type probe struct {
	bootstrap  []string
	prefix     string
	isOver     atomic.Bool
	successors atomic.Int32
}

func main() {
	log.SetFlags(log.Ltime | log.Lmicroseconds)
	p := &probe{bootstrap: strings.Split(os.Args[1], ","), prefix: os.Args[2]}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	p.create(ctx)
	for link := range topics - 1 {
		for number := range members {
			go p.member(ctx, link, number)
		}
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		p.isOver.Store(true)
	}()
	written := make(chan map[string]outcome, 1)
	go func() { written <- p.write(ctx) }()
	read := p.read(ctx)
	p.compare(<-written, read)
}

func (p *probe) topic(place int) string { return fmt.Sprintf("%s-%d", p.prefix, place) }

func (p *probe) options(more ...kgo.Opt) []kgo.Opt {
	return append(more, kgo.SeedBrokers(p.bootstrap...), kgo.RecordPartitioner(kgo.ManualPartitioner()),
		kgo.MetadataMaxAge(2*time.Second), kgo.MetadataMinAge(100*time.Millisecond), kgo.TransactionTimeout(time.Minute))
}

func check(err error) {
	if err != nil {
		log.Panicln(err)
	}
}

func (p *probe) create(ctx context.Context) {
	client, err := kgo.NewClient(p.options()...)
	check(err)
	defer client.Close()
	request := kmsg.NewPtrCreateTopicsRequest()
	for place := range topics {
		wanted := kmsg.NewCreateTopicsRequestTopic()
		wanted.Topic, wanted.NumPartitions, wanted.ReplicationFactor = p.topic(place), partitions, 3
		request.Topics = append(request.Topics, wanted)
	}
	response, err := request.RequestWith(ctx, client)
	check(err)
	for _, topic := range response.Topics {
		check(kerr.ErrorForCode(topic.ErrorCode))
	}
}

// write says what became of each number's transaction.
func (p *probe) write(ctx context.Context) map[string]outcome {
	client, err := kgo.NewClient(p.options(kgo.TransactionalID(p.prefix + "-writer"))...)
	check(err)
	defer client.Close()
	outcomes := map[string]outcome{}
	for number := 0; !p.isOver.Load(); number++ {
		var values []string
		for i := range batch {
			values = append(values, fmt.Sprint(number*batch+i))
		}
		wanted := committed
		if number%abortEvery == abortEvery-1 {
			wanted = aborted
		}
		got := p.transaction(ctx, client, values, wanted)
		for _, value := range values {
			outcomes[value] = got
		}
	}
	for p.transaction(ctx, client, []string{end, end, end, end}, committed) != committed {
	}
	return outcomes
}

// transaction writes one value after another, each to the next partition.
func (p *probe) transaction(ctx context.Context, client *kgo.Client, values []string, wanted outcome) outcome {
	check(client.BeginTransaction())
	var records []*kgo.Record
	for i, value := range values {
		records = append(records, &kgo.Record{Topic: p.topic(0), Partition: int32(i % partitions), Value: []byte(value)})
	}
	err := client.ProduceSync(ctx, records...).FirstErr()
	if err == nil && wanted == committed {
		if err = client.EndTransaction(ctx, kgo.TryCommit); err == nil {
			return committed
		}
		log.Println("the writer's commit:", err)
		check(client.EndTransaction(ctx, kgo.TryAbort))
		return uncertain
	}
	if err != nil {
		log.Println("the writer's records:", err)
	}
	check(client.EndTransaction(ctx, kgo.TryAbort))
	return aborted
}

// member copies from topic to topic, and begins anew when its transactional id has failed.
func (p *probe) member(ctx context.Context, link, number int) {
	for ; ctx.Err() == nil; p.successors.Add(1) {
		session, err := kgo.NewGroupTransactSession(p.options(
			kgo.TransactionalID(fmt.Sprintf("%s-%d-%d", p.prefix, link, number)),
			kgo.ConsumerGroup(fmt.Sprintf("%s-%d", p.prefix, link)),
			kgo.ConsumeTopics(p.topic(link)),
			kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
			kgo.FetchIsolationLevel(kgo.ReadCommitted()),
			kgo.RequireStableFetchOffsets(),
			kgo.SessionTimeout(10*time.Second),
		)...)
		check(err)
		for err == nil {
			err = copyOnce(ctx, session, p.topic(link+1))
		}
		log.Printf("member %d of %d: %v", number, link, err)
		session.Close()
	}
}

func copyOnce(ctx context.Context, session *kgo.GroupTransactSession, to string) error {
	fetches := session.PollRecords(ctx, 1000)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, failed := range fetches.Errors() {
		log.Println("poll:", failed.Err)
	}
	if fetches.NumRecords() == 0 {
		return nil
	}
	if err := session.Begin(); err != nil {
		return err
	}
	fetches.EachRecord(func(record *kgo.Record) {
		session.Produce(ctx, &kgo.Record{Topic: to, Partition: record.Partition, Value: record.Value}, nil)
	})
	_, err := session.End(ctx, kgo.TryCommit) // what could not be committed is aborted, and polled again
	return err
}

// read gives what came out of each partition before the end.
func (p *probe) read(ctx context.Context) [partitions][]string {
	client, err := kgo.NewClient(p.options(
		kgo.ConsumeTopics(p.topic(topics-1)),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()),
	)...)
	check(err)
	defer client.Close()
	var read [partitions][]string
	var isEnded [partitions]bool
	deadline := time.Now().Add(patience)
	for count := 0; isEnded != [partitions]bool{true, true, true, true}; {
		if time.Now().After(deadline) {
			log.Panicf("not in time: %d came out, ended: %v", count, isEnded)
		}
		polling, cancel := context.WithTimeout(ctx, time.Second)
		client.PollFetches(polling).EachRecord(func(record *kgo.Record) {
			if isEnded[record.Partition] || string(record.Value) == end {
				isEnded[record.Partition] = true
				return
			}
			if count++; count == flowing {
				fmt.Println("flows")
			}
			read[record.Partition] = append(read[record.Partition], string(record.Value))
		})
		cancel()
	}
	return read
}

func (p *probe) compare(outcomes map[string]outcome, read [partitions][]string) {
	wrong := 0
	complain := func(value, what string) {
		if wrong++; wrong <= 20 {
			log.Println(value, what)
		}
	}
	seen := map[string]bool{}
	for _, values := range read {
		last := -1
		for _, value := range values {
			var number int
			_, err := fmt.Sscan(value, &number)
			check(err)
			if outcomes[value] == aborted {
				complain(value, "was aborted")
			}
			if seen[value] {
				complain(value, "came out twice")
			} else if number <= last {
				complain(value, fmt.Sprint("came out after ", last))
			}
			seen[value], last = true, number
		}
	}
	counts := map[outcome]int{}
	for value, what := range outcomes {
		counts[what]++
		if what == committed && !seen[value] {
			complain(value, "is lost")
		}
	}
	fmt.Println("wrong", wrong)
	fmt.Println("written", counts, "successors", p.successors.Load())
}
