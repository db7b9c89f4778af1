// franz-go of today by its public interfaces, with what Kafka 4 brought: topics by id, groups of both protocols,
// transactions of version 2, a topic that is made anew.
//
// Arguments: bootstrap servers, prefix of the topics' names. Out, a line each: what it was told, for the test to compare,
// and last the highest version in which it asked of each API of records, offsets and groups. It ends with status 1 at the
// first error that nobody asked for.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

const (
	partitions = 3
	records    = 300
	patience   = time.Minute
)

// asked notes the versions of requests: what franz-go says of each in its log is the only place that has them.
type asked struct {
	mutex    sync.Mutex
	versions map[string]int
}

func (a *asked) Level() kgo.LogLevel { return kgo.LogLevelDebug }

func (a *asked) Log(_ kgo.LogLevel, message string, _ ...any) {
	var name string
	var version int
	if count, _ := fmt.Sscanf(message, "wrote %s v%d", &name, &version); count == 2 {
		a.mutex.Lock()
		defer a.mutex.Unlock()
		a.versions[name] = max(a.versions[name], version)
	}
}

type probe struct {
	bootstrap []string
	prefix    string
	asked     *asked
	ctx       context.Context
	lines     int // in the topic of that name
}

func main() {
	log.SetFlags(0)
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	p := &probe{strings.Split(os.Args[1], ","), os.Args[2], &asked{versions: map[string]int{}}, ctx, 0}
	p.create("lines")
	p.write("first")
	p.group("classic", kgo.Balancers(kgo.CooperativeStickyBalancer()))
	p.group("consumer", kgo.Balancers(kgo.RangeBalancer()), kgo.ServerSideBalancer())
	p.transact("classic", kgo.Balancers(kgo.CooperativeStickyBalancer()))
	p.transact("consumer", kgo.Balancers(kgo.RangeBalancer()), kgo.ServerSideBalancer())
	p.anew()
	for _, name := range []string{
		"ApiVersions", "ConsumerGroupHeartbeat", "EndTxn", "Fetch", "OffsetCommit", "OffsetFetch", "Produce", "TxnOffsetCommit",
	} {
		fmt.Println(name, p.asked.versions[name])
	}
}

func (p *probe) topic(name string) string { return p.prefix + "-" + name }

func (p *probe) client(options ...kgo.Opt) *kgo.Client {
	client, err := kgo.NewClient(append(options, kgo.SeedBrokers(p.bootstrap...), kgo.WithLogger(p.asked),
		kgo.RecordPartitioner(kgo.RoundRobinPartitioner()), kgo.MetadataMinAge(100*time.Millisecond))...)
	check(err)
	return client
}

func check(err error) {
	if err != nil {
		log.Panicln(err)
	}
}

func (p *probe) create(name string) {
	client := p.client()
	defer client.Close()
	request := kmsg.NewPtrCreateTopicsRequest()
	wanted := kmsg.NewCreateTopicsRequestTopic()
	wanted.Topic, wanted.NumPartitions, wanted.ReplicationFactor = p.topic(name), partitions, 3
	request.Topics = append(request.Topics, wanted)
	response, err := request.RequestWith(p.ctx, client)
	check(err)
	check(kerr.ErrorForCode(response.Topics[0].ErrorCode))
}

// write adds records to the topic of lines.
func (p *probe) write(what string) {
	client := p.client()
	defer client.Close()
	check(client.ProduceSync(p.ctx, lines(p.topic("lines"), what)...).FirstErr())
	p.lines += records
}

func lines(topic, what string) []*kgo.Record {
	var made []*kgo.Record
	for number := range records {
		made = append(made, &kgo.Record{Topic: topic, Value: fmt.Appendf(nil, "%s %d", what, number)})
	}
	return made
}

// group has two members read everything, and a third go on from what they committed.
func (p *probe) group(name string, options ...kgo.Opt) {
	options = append(options, kgo.ConsumerGroup(p.topic(name)), kgo.ConsumeTopics(p.topic("lines")),
		kgo.ConsumeStartOffset(kgo.NewOffset().AtStart()), kgo.DisableAutoCommit())
	read := map[string]bool{}
	members := []*kgo.Client{p.client(options...), p.client(options...)}
	for len(read) < p.lines {
		for _, member := range members {
			p.poll(member, read)
			check(member.CommitUncommittedOffsets(p.ctx))
		}
	}
	for _, member := range members {
		member.Close()
	}
	p.write("again for " + name)
	third := p.client(options...)
	defer third.Close()
	again := map[string]bool{}
	for len(again) < records {
		p.poll(third, again)
	}
	for value := range again {
		if read[value] {
			log.Panicf("%s was committed, and is read again", value)
		}
	}
	fmt.Println(name, "read", len(read), "and went on with", len(again))
}

func (p *probe) poll(client *kgo.Client, read map[string]bool) {
	ctx, cancel := context.WithTimeout(p.ctx, time.Second)
	defer cancel()
	fetches := client.PollFetches(ctx)
	check(p.ctx.Err())
	for _, failed := range fetches.Errors() {
		if ctx.Err() == nil {
			check(failed.Err)
		}
	}
	fetches.EachRecord(func(record *kgo.Record) { read[string(record.Value)] = true })
}

// transact copies the lines exactly once, and aborts what it copied first.
func (p *probe) transact(name string, options ...kgo.Opt) {
	out := "copied-" + name
	p.create(out)
	session, err := kgo.NewGroupTransactSession(append(options,
		kgo.SeedBrokers(p.bootstrap...), kgo.WithLogger(p.asked), kgo.TransactionalID(p.topic("copies-"+name)),
		kgo.ConsumerGroup(p.topic("copies-"+name)), kgo.ConsumeTopics(p.topic("lines")), kgo.RequireStableFetchOffsets(),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.ConsumeStartOffset(kgo.NewOffset().AtStart()))...)
	check(err)
	defer session.Close()
	copied, tries := 0, 0
	for copied < p.lines {
		check(p.ctx.Err())
		check(session.Begin())
		ctx, cancel := context.WithTimeout(p.ctx, time.Second)
		var values []*kgo.Record
		session.PollFetches(ctx).EachRecord(func(record *kgo.Record) {
			values = append(values, &kgo.Record{Topic: p.topic(out), Value: record.Value})
		})
		cancel()
		check(session.ProduceSync(p.ctx, values...).FirstErr())
		wanted := kgo.TryCommit
		if len(values) > 0 {
			if tries++; tries == 1 {
				wanted = kgo.TryAbort
			}
		}
		done, err := session.End(p.ctx, wanted)
		check(err)
		if done {
			copied += len(values)
		}
	}
	read, counted := map[string]bool{}, 0
	reader := p.client(kgo.ConsumeTopics(p.topic(out)), kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.ConsumeStartOffset(kgo.NewOffset().AtStart()))
	defer reader.Close()
	for len(read) < p.lines {
		fetches := reader.PollFetches(p.ctx)
		check(fetches.Err())
		fetches.EachRecord(func(record *kgo.Record) { read[string(record.Value)] = true; counted++ })
	}
	fmt.Println(name, "copied", len(read), "once", counted == len(read))
}

// anew writes to a topic, deletes and makes it anew while the same client goes on.
func (p *probe) anew() {
	p.create("anew")
	client := p.client()
	defer client.Close()
	check(client.ProduceSync(p.ctx, lines(p.topic("anew"), "former")...).FirstErr())
	request := kmsg.NewPtrDeleteTopicsRequest()
	wanted := kmsg.NewDeleteTopicsRequestTopic()
	wanted.Topic = kmsg.StringPtr(p.topic("anew"))
	request.Topics, request.TopicNames = append(request.Topics, wanted), []string{p.topic("anew")}
	response, err := request.RequestWith(p.ctx, client)
	check(err)
	check(kerr.ErrorForCode(response.Topics[0].ErrorCode))
	for deadline := time.Now().Add(patience); ; {
		list := kmsg.NewPtrMetadataRequest()
		asked := kmsg.NewMetadataRequestTopic()
		asked.Topic = wanted.Topic
		list.Topics = append(list.Topics, asked)
		metadata, err := list.RequestWith(p.ctx, client)
		check(err)
		if metadata.Topics[0].ErrorCode == kerr.UnknownTopicOrPartition.Code {
			break
		}
		if time.Now().After(deadline) {
			log.Panicln("the topic is still there")
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.create("anew")
	writer := p.client() // whoever wrote to the former topic may give its records up, as franz-go does
	defer writer.Close()
	check(writer.ProduceSync(p.ctx, lines(p.topic("anew"), "latter")...).FirstErr())
	reader := p.client(kgo.ConsumeTopics(p.topic("anew")), kgo.ConsumeStartOffset(kgo.NewOffset().AtStart()))
	defer reader.Close()
	read := map[string]bool{}
	for len(read) < records {
		p.poll(reader, read)
	}
	former := 0
	for value := range read {
		if strings.HasPrefix(value, "former") {
			former++
		}
	}
	fmt.Println("made anew", len(read), "former", former)
}
