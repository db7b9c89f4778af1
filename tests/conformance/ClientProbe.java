import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The Java client of Kafka 2.0.0 by its public interfaces: admin, producer and consumer (by assignment).
 *
 * Arguments: bootstrap servers, topic. Out, a line each: what it was told, for the test to compare.
 */
public class ClientProbe {
    private static final int RECORDS = 300;
    private static final int SECONDS_MAX = 60;
    private static final String[] CODECS = {"none", "gzip", "snappy", "lz4"};

    public static void main(String[] arguments) throws Exception {
        String topic = arguments[1];
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", arguments[0]);
        try (AdminClient admin = AdminClient.create(settings)) {
            create(admin, topic);
            produce(settings, topic);
            consume(settings, topic);
            administer(admin, topic);
        }
    }

    private static void create(AdminClient admin, String topic) throws Exception {
        NewTopic wanted = new NewTopic(topic, 2, (short) 3).configs(Map.of("max.message.bytes", "65536"));
        admin.createTopics(Set.of(wanted)).all().get(SECONDS_MAX, TimeUnit.SECONDS);
        System.out.println("brokers " + admin.describeCluster().nodes().get(SECONDS_MAX, TimeUnit.SECONDS).size());
    }

    private static void produce(Map<String, Object> settings, String topic) throws Exception {
        for (String codec : CODECS) {
            Map<String, Object> own = new HashMap<>(settings);
            own.put("acks", "all");
            own.put("enable.idempotence", true);
            own.put("compression.type", codec);
            own.put("linger.ms", 20);
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            try (KafkaProducer<String, String> producer =
                     new KafkaProducer<>(own, new StringSerializer(), new StringSerializer())) {
                for (int number = 0; number < RECORDS; number++) {
                    ProducerRecord<String, String> record =
                        new ProducerRecord<>(topic, 0, 1_000_000L + number, "key", codec + "-" + number);
                    record.headers().add("codec", codec.getBytes(StandardCharsets.UTF_8));
                    sent.add(producer.send(record));
                }
            }
            long first = sent.get(0).get().offset();
            for (int number = 0; number < RECORDS; number++) {
                if (sent.get(number).get().offset() != first + number) throw new IllegalStateException("order");
            }
            System.out.println("produced " + codec + " " + first);
        }
    }

    private static void consume(Map<String, Object> settings, String topic) {
        Map<String, Object> own = new HashMap<>(settings);
        own.put("enable.auto.commit", false);
        own.put("max.poll.records", 100);
        TopicPartition partition = new TopicPartition(topic, 0);
        List<ConsumerRecord<String, String>> read = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                 new KafkaConsumer<>(own, new StringDeserializer(), new StringDeserializer())) {
            Set<TopicPartition> assigned = Set.of(partition);
            consumer.assign(assigned);
            consumer.seekToBeginning(assigned);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
            while (read.size() < RECORDS * CODECS.length && System.nanoTime() < end) {
                consumer.poll(Duration.ofMillis(500)).forEach(read::add);
            }
            System.out.println("end " + consumer.endOffsets(assigned).get(partition));
            Map<TopicPartition, Long> times = Collections.singletonMap(partition, 1_000_000L + 250);
            System.out.println("at " + consumer.offsetsForTimes(times).get(partition).offset());
        }
        for (int place = 0; place < read.size(); place++) {
            ConsumerRecord<String, String> record = read.get(place);
            String codec = CODECS[place / RECORDS];
            String header = new String(record.headers().lastHeader("codec").value(), StandardCharsets.UTF_8);
            boolean isRight = record.offset() == place && record.value().equals(codec + "-" + place % RECORDS)
                && header.equals(codec) && record.key().equals("key") && record.timestamp() == 1_000_000L + place % RECORDS;
            if (!isRight) throw new IllegalStateException("at " + place + ": " + record);
        }
        System.out.println("consumed " + read.size());
    }

    private static void administer(AdminClient admin, String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config changed = new Config(Set.of(new ConfigEntry("retention.ms", "4321")));
        admin.alterConfigs(Map.of(resource, changed)).all().get(SECONDS_MAX, TimeUnit.SECONDS);
        Config config = admin.describeConfigs(Set.of(resource)).all().get(SECONDS_MAX, TimeUnit.SECONDS).get(resource);
        System.out.println("configs " + config.get("retention.ms").value()
            + " default " + config.get("max.message.bytes").isDefault());

        TopicPartition partition = new TopicPartition(topic, 0);
        long low = admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(70)))
            .lowWatermarks().get(partition).get(SECONDS_MAX, TimeUnit.SECONDS).lowWatermark();
        System.out.println("low " + low);

        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(4))).all().get(SECONDS_MAX, TimeUnit.SECONDS);
        TopicDescription described =
            admin.describeTopics(Set.of(topic)).all().get(SECONDS_MAX, TimeUnit.SECONDS).get(topic);
        System.out.println("described " + described.partitions().stream()
            .map(info -> info.partition() + ":" + info.replicas().size()).collect(Collectors.joining(" ")));
        int dirs = admin.describeLogDirs(Set.of(0, 1, 2)).all().get(SECONDS_MAX, TimeUnit.SECONDS).size();
        System.out.println("log dirs of " + dirs);

        admin.deleteTopics(Set.of(topic)).all().get(SECONDS_MAX, TimeUnit.SECONDS);
        System.out.println("left " + admin.listTopics().names().get(SECONDS_MAX, TimeUnit.SECONDS).contains(topic));
    }
}
