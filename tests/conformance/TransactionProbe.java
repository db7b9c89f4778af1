import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The Java client's groups and transactions by their public interfaces: consume, transform, produce; fencing; admin.
 *
 * Arguments: bootstrap servers, topic. Out, a line each: what it was told, for the test to compare.
 */
public class TransactionProbe {
    private static final int PARTITIONS = 4;
    private static final int RECORDS = 200;
    private static final int SECONDS_MAX = 90;

    private final String bootstrap;
    private final String topic;
    private final String out;
    private final String group;

    TransactionProbe(String bootstrap, String topic) {
        this.bootstrap = bootstrap;
        this.topic = topic;
        this.out = topic + "-out";
        this.group = topic + "-group";
    }

    public static void main(String[] arguments) throws Exception {
        TransactionProbe probe = new TransactionProbe(arguments[0], arguments[1]);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", arguments[0]))) {
            probe.create(admin);
            probe.fill();
            probe.copy();
            probe.beFenced(admin);
            probe.read();
            probe.leaveAndAlter(admin);
        }
    }

    private static <T> T get(KafkaFuture<T> future) throws Exception {
        return future.get(SECONDS_MAX, TimeUnit.SECONDS);
    }

    private void create(Admin admin) throws Exception {
        List<NewTopic> wanted = new ArrayList<>();
        for (String name : List.of(topic, out)) wanted.add(new NewTopic(name, PARTITIONS, (short) 3));
        get(admin.createTopics(wanted).all());
    }

    private KafkaProducer<String, String> producer(String transactionalId) {
        KafkaProducer<String, String> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "transactional.id", transactionalId, "compression.type", "lz4"),
            new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        return producer;
    }

    private KafkaConsumer<String, String> consumer(String groupId, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", bootstrap);
        settings.put("group.id", groupId);
        settings.put("auto.offset.reset", "earliest");
        settings.put("isolation.level", "read_committed");
        settings.put("enable.auto.commit", false);
        settings.put("max.poll.records", 20);
        settings.put("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
        return new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
    }

    /** Aborts so many records, and commits the numbers. */
    private void fill() {
        try (KafkaProducer<String, String> producer = producer(topic + "-filler")) {
            for (boolean isCommit : new boolean[] {false, true}) {
                producer.beginTransaction();
                for (int number = 0; number < RECORDS; number++) {
                    String value = (isCommit ? "" : "aborted-") + number;
                    producer.send(new ProducerRecord<>(topic, number % PARTITIONS, null, value));
                }
                if (isCommit) producer.commitTransaction();
                else producer.abortTransaction();
            }
        }
    }

    /** Two members, one after another for each poll; every third transaction is aborted and polled again. */
    private void copy() {
        List<KafkaConsumer<String, String>> members = List.of(consumer(group, Map.of()), consumer(group, Map.of()));
        List<KafkaProducer<String, String>> producers = List.of(producer(topic + "-0"), producer(topic + "-1"));
        members.forEach(member -> member.subscribe(Set.of(topic)));
        int copied = 0;
        int transactions = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
        Set<String> shares = new HashSet<>();
        while ((copied < RECORDS || !shares.contains("2+2")) && System.nanoTime() < end) {
            for (int place = 0; place < members.size(); place++) {
                KafkaConsumer<String, String> member = members.get(place);
                List<ConsumerRecord<String, String>> polled = new ArrayList<>();
                member.poll(Duration.ofMillis(100)).forEach(polled::add);
                if (polled.isEmpty()) continue;
                boolean isCommit = ++transactions % 3 != 0;
                if (copyOne(producers.get(place), member, polled, isCommit)) copied += polled.size();
                else goBack(member, polled);
            }
            shares.add(members.stream().map(member -> "" + member.assignment().size()).collect(Collectors.joining("+")));
        }
        System.out.println("copied " + copied + " shared 2+2 " + shares.contains("2+2"));
        producers.forEach(KafkaProducer::close);
        members.forEach(KafkaConsumer::close);
    }

    private void goBack(KafkaConsumer<String, String> member, List<ConsumerRecord<String, String>> polled) {
        for (int place = polled.size() - 1; place >= 0; place--) {
            TopicPartition partition = new TopicPartition(topic, polled.get(place).partition());
            if (member.assignment().contains(partition)) member.seek(partition, polled.get(place).offset());
        }
    }

    /** Whether it was committed; not where the group has rebalanced since the poll, which is no failure. */
    private boolean copyOne(KafkaProducer<String, String> producer, KafkaConsumer<String, String> member,
                            Collection<ConsumerRecord<String, String>> polled, boolean isCommit) {
        producer.beginTransaction();
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (ConsumerRecord<String, String> record : polled) {
            producer.send(new ProducerRecord<>(out, record.partition(), null, record.value()));
            offsets.put(new TopicPartition(topic, record.partition()),
                new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), "copied"));
        }
        try {
            producer.sendOffsetsToTransaction(offsets, member.groupMetadata());
            if (isCommit) producer.commitTransaction();
            else producer.abortTransaction();
            return isCommit;
        } catch (CommitFailedException rebalanced) {
            producer.abortTransaction();
            return false;
        }
    }

    /** By its successor, and by an administrator; both see it first. */
    private void beFenced(Admin admin) throws Exception {
        String id = topic + "-fenced";
        TopicPartition partition = new TopicPartition(out, 0);
        for (String by : List.of("successor", "administrator")) {
            try (KafkaProducer<String, String> zombie = producer(id)) {
                zombie.beginTransaction();
                zombie.send(new ProducerRecord<>(out, 0, null, "zombie")).get();
                TransactionDescription described = get(admin.describeTransactions(Set.of(id)).description(id));
                List<ProducerState> open = get(admin.describeProducers(Set.of(partition)).partitionResult(partition))
                    .activeProducers().stream().filter(state -> state.currentTransactionStartOffset().isPresent())
                    .collect(Collectors.toList());
                boolean isListed = get(admin.listTransactions(new ListTransactionsOptions()
                    .filterProducerIds(Set.of(described.producerId()))).all()).size() == 1;
                System.out.println(described.state() + " " + described.topicPartitions().equals(Set.of(partition))
                    + " open " + (open.size() == 1 && open.get(0).producerId() == described.producerId())
                    + " listed " + isListed);
                if (by.equals("successor")) producer(id).close();
                else get(admin.fenceProducers(Set.of(id)).all());
                try {
                    zombie.commitTransaction();
                    System.out.println("not fenced by its " + by);
                } catch (ProducerFencedException | InvalidProducerEpochException fenced) {
                    System.out.println("fenced by its " + by);
                }
            }
        }
    }

    private void read() {
        Map<String, Integer> read = new TreeMap<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
        try (KafkaConsumer<String, String> reader = consumer(topic + "-reader", Map.of())) {
            reader.subscribe(Set.of(out));
            while (read.size() < RECORDS && System.nanoTime() < end) {
                reader.poll(Duration.ofMillis(500)).forEach(record -> read.merge(record.value(), 1, Integer::sum));
            }
            reader.commitSync(Duration.ofSeconds(SECONDS_MAX));
        }
        boolean isOnce = read.values().stream().allMatch(count -> count == 1);
        boolean isNumbers = read.keySet().stream().allMatch(value -> value.matches("\\d+"));
        System.out.println("read " + read.size() + " once " + isOnce + " of committed " + isNumbers);
    }

    /** A static member that has not left is described and removed; then the offsets of the empty group are altered. */
    private void leaveAndAlter(Admin admin) throws Exception {
        try (KafkaConsumer<String, String> member = consumer(group, Map.of("group.instance.id", "static"))) {
            member.subscribe(Set.of(topic));
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
            int again = 0;
            while (member.assignment().size() < PARTITIONS && System.nanoTime() < end) {
                again += member.poll(Duration.ofMillis(200)).count();
            }
            System.out.println("assigned " + member.assignment().size() + " read again " + again);
        }
        ConsumerGroupDescription described = get(admin.describeConsumerGroups(Set.of(group)).all()).get(group);
        System.out.println(described.state() + " " + described.partitionAssignor() + " "
            + described.members().stream().map(member -> member.groupInstanceId()).collect(Collectors.toList()));
        get(admin.removeMembersFromConsumerGroup(group,
            new RemoveMembersFromConsumerGroupOptions(Set.of(new MemberToRemove("static")))).all());
        TopicPartition partition = new TopicPartition(topic, 2);
        get(admin.alterConsumerGroupOffsets(group,
            Map.of(partition, new OffsetAndMetadata(5, Optional.of(0), "altered"))).all());
        OffsetAndMetadata altered =
            get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).get(partition);
        System.out.println("altered " + altered.offset() + " " + altered.metadata() + " " + altered.leaderEpoch());
        get(admin.deleteConsumerGroupOffsets(group, Set.of(partition)).all());
        get(admin.deleteConsumerGroups(Set.of(group)).all());
        System.out.println("left " + get(admin.listConsumerGroups().all()).stream().anyMatch(one -> one.groupId().equals(group)));
    }
}
