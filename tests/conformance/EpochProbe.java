import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A transactional producer of Kafka 4, whose transactions have an epoch each (KIP-890), and the features behind that.
 *
 * Arguments: bootstrap servers, topic. Out, a line each: what it was told, for the test to compare.
 */
public class EpochProbe {
    private static final String FEATURE = "transaction.version";
    private static final int ROUNDS = 6;

    private final String bootstrap;
    private final String topic;

    EpochProbe(String bootstrap, String topic) {
        this.bootstrap = bootstrap;
        this.topic = topic;
    }

    public static void main(String[] arguments) throws Exception {
        EpochProbe probe = new EpochProbe(arguments[0], arguments[1]);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", arguments[0]))) {
            short replicas = (short) Math.min(3, admin.describeCluster().nodes().get().size());
            admin.createTopics(List.of(new NewTopic(arguments[1], 2, replicas))).all().get();
            probe.features(admin);
            probe.transactions(admin, "first");
            probe.fencing(admin);
            probe.set(admin, (short) 1, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE);
            probe.transactions(admin, "second");
            probe.set(admin, (short) 2, FeatureUpdate.UpgradeType.UPGRADE);
            probe.transactions(admin, "third");
            probe.read();
        }
    }

    private static void say(String what, Object value) {
        System.out.println(what + " " + value);
    }

    private void features(Admin admin) throws Exception {
        FeatureMetadata found = admin.describeFeatures().featureMetadata().get();
        say("supported", found.supportedFeatures().get(FEATURE).minVersion() + "-"
            + found.supportedFeatures().get(FEATURE).maxVersion());
        say("finalized", found.finalizedFeatures().get(FEATURE).maxVersionLevel());
    }

    private void set(Admin admin, short level, FeatureUpdate.UpgradeType kind) throws Exception {
        for (boolean validates : new boolean[] {true, false}) {
            admin.updateFeatures(Map.of(FEATURE, new FeatureUpdate(level, kind)),
                new UpdateFeaturesOptions().validateOnly(validates)).all().get();
        }
        for (int tries = 0; tries < 300; tries++) {
            if (admin.describeFeatures().featureMetadata().get().finalizedFeatures().get(FEATURE).maxVersionLevel() == level) {
                say("finalized", level);
                return;
            }
            Thread.sleep(100);
        }
        throw new IllegalStateException("not finalized");
    }

    private KafkaProducer<String, String> producer(String id) {
        KafkaProducer<String, String> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "transactional.id", id, "max.block.ms", 30_000),
            new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        return producer;
    }

    private void transactions(Admin admin, String id) throws Exception {
        List<Integer> epochs = new ArrayList<>();
        try (KafkaProducer<String, String> producer = producer(id)) {
            for (int round = 0; round < ROUNDS; round++) {
                boolean commits = round % 3 != 2;
                producer.beginTransaction();
                for (int partition = 0; partition < 2; partition++) {
                    producer.send(new ProducerRecord<>(topic, partition, id, (commits ? "kept " : "dropped ") + round));
                }
                producer.sendOffsetsToTransaction(
                    Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(round + 1)),
                    new ConsumerGroupMetadata(id + "-group"));
                producer.flush();
                TransactionDescription open =
                    admin.describeTransactions(List.of(id)).description(id).get(30, TimeUnit.SECONDS);
                epochs.add(open.producerEpoch());
                if (open.topicPartitions().size() != 3) {
                    throw new IllegalStateException("in the transaction are " + open.topicPartitions());
                }
                if (commits) {
                    producer.commitTransaction();
                } else {
                    producer.abortTransaction();
                }
            }
            producer.beginTransaction();
            producer.abortTransaction();
        }
        say(id + " epochs", epochs);
        say(id + " offset", admin.listConsumerGroupOffsets(id + "-group").partitionsToOffsetAndMetadata().get()
            .get(new TopicPartition(topic, 0)).offset());
    }

    private void fencing(Admin admin) throws Exception {
        KafkaProducer<String, String> old = producer("fenced");
        old.beginTransaction();
        old.send(new ProducerRecord<>(topic, 0, "fenced", "dropped by a fence")).get();
        try (KafkaProducer<String, String> current = producer("fenced")) {
            try {
                old.commitTransaction();
                say("old producer", "committed");
            } catch (ProducerFencedException | InvalidProducerEpochException fenced) {
                say("old producer", "fenced");
            }
            current.beginTransaction();
            current.send(new ProducerRecord<>(topic, 1, "fenced", "kept"));
            current.commitTransaction();
        }
        old.close(Duration.ZERO);
        TopicPartition partition = new TopicPartition(topic, 0);
        long open = 0;
        for (int tries = 0; tries < 300; tries++) {
            open = admin.describeProducers(List.of(partition)).partitionResult(partition).get().activeProducers().stream()
                .map(ProducerState::currentTransactionStartOffset).filter(java.util.OptionalLong::isPresent).count();
            if (open == 0) {
                break;
            }
            Thread.sleep(100);
        }
        say("open transactions", open);
    }

    private void read() {
        int kept = 0;
        int dropped = 0;
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed", "auto.offset.reset", "earliest"),
                new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofSeconds(1))) {
                    if (record.value().startsWith("kept")) {
                        kept++;
                    } else {
                        dropped++;
                    }
                }
            }
        }
        say("read", kept + " kept, " + dropped + " dropped");
    }
}
