// Sarama by its public interfaces: idempotent producers of every codec, a consumer group of two, transactions, admin.
//
// Arguments: bootstrap servers, topic. Out, a line each: what it was told, for the test to compare. It ends with status 1
// at the first error that nobody asked for.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/IBM/sarama"
)

const (
	partitions = 4
	records    = 200 // of each codec
	patience   = 90 * time.Second
)

var codecs = []sarama.CompressionCodec{
	sarama.CompressionNone, sarama.CompressionGZIP, sarama.CompressionSnappy, sarama.CompressionLZ4, sarama.CompressionZSTD,
}

func main() {
	log.SetFlags(0)
	bootstrap, topic := strings.Split(os.Args[1], ","), os.Args[2]
	admin := must(sarama.NewClusterAdmin(bootstrap, config()))
	create(admin, topic)
	produce(bootstrap, topic)
	consume(bootstrap, topic)
	transact(bootstrap, admin, topic)
	administer(admin, topic)
	check(admin.Close())
}

func config() *sarama.Config {
	settings := sarama.NewConfig()
	settings.Version = sarama.V3_9_0_0
	settings.Producer.Return.Successes = true
	settings.Consumer.Offsets.Initial = sarama.OffsetOldest
	settings.Consumer.Return.Errors = true
	settings.Metadata.RefreshFrequency = time.Second
	return settings
}

func check(err error) {
	if err != nil {
		log.Panicln(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func create(admin sarama.ClusterAdmin, topic string) {
	for _, name := range []string{topic, topic + "-out"} {
		check(admin.CreateTopic(name, &sarama.TopicDetail{NumPartitions: partitions, ReplicationFactor: 3}, false))
	}
	brokers, _, err := admin.DescribeCluster()
	check(err)
	fmt.Println("brokers", len(brokers))
}

// produce sends to partitions in turn; each partition's offsets have no gap.
func produce(bootstrap []string, topic string) {
	ends := map[int32]int64{}
	for _, codec := range codecs {
		settings := config()
		settings.Producer.Idempotent = true
		settings.Producer.RequiredAcks = sarama.WaitForAll
		settings.Net.MaxOpenRequests = 1 // what sarama asks for with idempotence
		settings.Producer.Compression = codec
		settings.Producer.Partitioner = sarama.NewManualPartitioner
		producer := must(sarama.NewSyncProducer(bootstrap, settings))
		batch := make([]*sarama.ProducerMessage, records)
		for i := range batch {
			batch[i] = &sarama.ProducerMessage{
				Topic: topic, Partition: int32(i % partitions),
				Key: sarama.StringEncoder(fmt.Sprint(i)), Value: sarama.StringEncoder(fmt.Sprintf("%s-%d", codec, i)),
				Headers: []sarama.RecordHeader{{Key: []byte("codec"), Value: []byte(codec.String())}},
			}
		}
		check(producer.SendMessages(batch))
		for _, message := range batch {
			if message.Offset != ends[message.Partition] {
				log.Panicf("%s: offset %d of partition %d, not %d", codec, message.Offset, message.Partition, ends[message.Partition])
			}
			ends[message.Partition]++
		}
		check(producer.Close())
	}
	fmt.Println("produced", len(codecs)*records)
}

// member is one of a consumer group; it commits what it has read when it leaves or loses a partition.
type member struct {
	mutex  sync.Mutex
	shared []int32
	read   map[string]bool
	group  sarama.ConsumerGroup
	cancel context.CancelFunc
	done   sync.WaitGroup
}

func join(bootstrap []string, group, topic string) *member {
	settings := config()
	settings.Consumer.IsolationLevel = sarama.ReadCommitted
	settings.Consumer.Group.Rebalance.GroupStrategies = []sarama.BalanceStrategy{sarama.NewBalanceStrategySticky()}
	joined := &member{read: map[string]bool{}, group: must(sarama.NewConsumerGroup(bootstrap, group, settings))}
	ctx, cancel := context.WithCancel(context.Background())
	joined.cancel = cancel
	joined.done.Add(2)
	go func() {
		defer joined.done.Done()
		for err := range joined.group.Errors() {
			log.Panicln("consumer group:", err)
		}
	}()
	go func() {
		defer joined.done.Done()
		for ctx.Err() == nil {
			check(joined.group.Consume(ctx, []string{topic}, joined))
		}
	}()
	return joined
}

func (m *member) Setup(session sarama.ConsumerGroupSession) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.shared = nil
	for _, claims := range session.Claims() {
		m.shared = append(m.shared, claims...)
	}
	return nil
}

func (m *member) Cleanup(sarama.ConsumerGroupSession) error { return nil }

func (m *member) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for message := range claim.Messages() {
		m.mutex.Lock()
		m.read[string(message.Value)] = true
		m.mutex.Unlock()
		session.MarkMessage(message, "")
	}
	return nil
}

func (m *member) leave() {
	m.cancel()
	check(m.group.Close())
	m.done.Wait()
}

func together(members ...*member) (shared []int, values map[string]bool, counts []int) {
	values = map[string]bool{}
	for _, m := range members {
		m.mutex.Lock()
		for _, partition := range m.shared {
			shared = append(shared, int(partition))
		}
		for value := range m.read {
			values[value] = true
		}
		counts = append(counts, len(m.shared))
		m.mutex.Unlock()
	}
	sort.Ints(shared)
	return
}

func await(what string, condition func() bool) {
	for end := time.Now().Add(patience); !condition(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			log.Panicln("not in time:", what)
		}
	}
}

func consume(bootstrap []string, topic string) {
	first, second := join(bootstrap, "group-"+topic, topic), join(bootstrap, "group-"+topic, topic)
	await("two shares", func() bool {
		shared, _, counts := together(first, second)
		return fmt.Sprint(shared, counts) == "[0 1 2 3] [2 2]"
	})
	await("all records", func() bool { _, values, _ := together(first, second); return len(values) == len(codecs)*records })
	second.leave()
	await("one share", func() bool { shared, _, _ := together(first); return fmt.Sprint(shared) == "[0 1 2 3]" })
	first.leave()
	fmt.Println("shared and read", len(codecs)*records)
	send(must(sarama.NewSyncProducer(bootstrap, config())), topic, "later")
	third := join(bootstrap, "group-"+topic, topic)
	await("what came later", func() bool {
		_, values, _ := together(third)
		for i := range 10 { // they lie in several partitions, which are read in no order
			if !values[fmt.Sprint("later-", i)] {
				return false
			}
		}
		return true
	})
	third.leave()
	_, values, _ := together(third)
	fmt.Println("resumed with", len(values))
}

func send(producer sarama.SyncProducer, topic, prefix string) {
	for i := range 10 {
		_, _, err := producer.SendMessage(&sarama.ProducerMessage{
			Topic: topic, Value: sarama.StringEncoder(fmt.Sprintf("%s-%d", prefix, i)),
		})
		check(err)
	}
}

func transactional(bootstrap []string, id string) sarama.SyncProducer {
	settings := config()
	settings.Producer.Idempotent = true
	settings.Producer.RequiredAcks = sarama.WaitForAll
	settings.Net.MaxOpenRequests = 1
	settings.Producer.Transaction.ID = id
	return must(sarama.NewSyncProducer(bootstrap, settings))
}

// transact aborts, commits, commits with offsets of a group, and is fenced by its own successor.
func transact(bootstrap []string, admin sarama.ClusterAdmin, topic string) {
	out, group := topic+"-out", "copier-"+topic
	producer := transactional(bootstrap, "txn-"+topic)
	check(producer.BeginTxn())
	send(producer, out, "aborted")
	check(producer.AbortTxn())
	check(producer.BeginTxn())
	send(producer, out, "committed")
	copied := map[string][]*sarama.PartitionOffsetMetadata{topic: {{Partition: 1, Offset: 7}}}
	check(producer.AddOffsetsToTxn(copied, group))
	check(producer.CommitTxn())
	await("the offset", func() bool { // EndTxn is answered when the decision is written; the markers follow
		offsets := must(admin.ListConsumerGroupOffsets(group, map[string][]int32{topic: {1}}))
		return offsets.GetBlock(topic, 1).Offset == 7
	})

	check(producer.BeginTxn())
	send(producer, out, "zombie")
	successor := transactional(bootstrap, "txn-"+topic)
	err := producer.CommitTxn()
	if !errors.Is(err, sarama.ErrProducerFenced) && !errors.Is(err, sarama.ErrInvalidProducerEpoch) {
		log.Panicln("the zombie was told:", err)
	}
	check(successor.BeginTxn())
	send(successor, out, "last")
	check(successor.CommitTxn())
	check(successor.Close())

	reader := join(bootstrap, "reader-"+topic, out)
	await("what was committed", func() bool { _, values, _ := together(reader); return len(values) >= 20 })
	reader.leave()
	_, values, _ := together(reader)
	prefixes := map[string]int{}
	for value := range values {
		prefixes[strings.Split(value, "-")[0]]++
	}
	fmt.Println("committed", prefixes)
}

func administer(admin sarama.ClusterAdmin, topic string) {
	group := "group-" + topic
	_, isListed := must(admin.ListConsumerGroups())[group]
	fmt.Println("listed", isListed)
	fmt.Println("state", must(admin.DescribeConsumerGroups([]string{group}))[0].State)
	offsets := must(admin.ListConsumerGroupOffsets(group, nil))
	total := int64(0)
	for _, block := range offsets.Blocks[topic] {
		total += block.Offset
	}
	fmt.Println("offsets", total)
	check(admin.DeleteConsumerGroupOffset(group, topic, 0))
	offsets = must(admin.ListConsumerGroupOffsets(group, map[string][]int32{topic: {0}}))
	fmt.Println("deleted offset", offsets.GetBlock(topic, 0).Offset)
	check(admin.DeleteConsumerGroup(group))
	_, isListed = must(admin.ListConsumerGroups())[group]
	fmt.Println("listed", isListed)
	check(admin.DeleteTopic(topic))
}
