import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.serialization.*;
import org.apache.kafka.streams.*;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.*;
import org.apache.kafka.streams.state.Stores;

/**
 * Kafka Streams of today in a classic group: words are counted exactly once through a repartition topic and a changelog.
 *
 * Two instances count, one is closed and another one takes its place in the middle; then every word has the count that
 * it has in the lines. StreamsGroupsProbe has streams groups (KIP-1071).
 *
 * Arguments: bootstrap servers, prefix of the topics' names.
 */
public class StreamsProbe {
    static final int LINES = 300, PARTITIONS = 3, PATIENCE_MS = 120_000;
    static final String[] WORDS = {"jackdaw", "rook", "raven", "crow", "magpie", "jay", "chough"};
    static String bootstrap, prefix;
    static final Map<String, Long> written = new TreeMap<>();
    static final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();

    public static void main(String[] arguments) throws Exception {
        bootstrap = arguments[0];
        prefix = arguments[1];
        try (Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(topic("lines"), topic("counts"))).all().get();
        }
        counted();
    }

    static NewTopic topic(String name) {
        return new NewTopic(prefix + "-" + name, Optional.of(PARTITIONS), Optional.empty());
    }

    static void counted() throws Exception {
        KafkaStreams first = started("first"), second = started("second");
        write(0);
        waitFor(counts());
        second.close(Duration.ofSeconds(30));
        write(1);
        KafkaStreams third = started("third");
        write(2);
        Map<String, Long> counts = waitFor(counts());
        System.out.println("counted " + counts.values().stream().mapToLong(Long::longValue).sum() + " exactly " + counts.equals(written));
        first.close(Duration.ofSeconds(30));
        third.close(Duration.ofSeconds(30));
        System.out.println("failures " + failures);
        try (Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", bootstrap))) {
            Set<String> internal = new TreeSet<>(admin.listTopics().names().get());
            internal.removeIf(name -> !name.startsWith(prefix + "-words-"));
            System.out.println("internal " + internal);
        }
    }

    static KafkaStreams started(String name) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(prefix + "-lines", Consumed.with(Serdes.String(), Serdes.String()))
            .flatMapValues(line -> Arrays.asList(line.split(" ")))
            .groupBy((key, word) -> word, Grouped.with("by-word", Serdes.String(), Serdes.String()))
            .count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("counts"))
                .withKeySerde(Serdes.String()).withValueSerde(Serdes.Long()))
            .toStream().to(prefix + "-counts", Produced.with(Serdes.String(), Serdes.Long()));
        Properties settings = new Properties();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("application.id", prefix + "-words");
        settings.put("client.id", prefix + "-" + name);
        settings.put("processing.guarantee", StreamsConfig.EXACTLY_ONCE_V2);
        settings.put("group.protocol", "classic");
        settings.put("commit.interval.ms", 100);
        settings.put("num.stream.threads", 1);
        settings.put("state.dir", System.getProperty("java.io.tmpdir") + "/" + prefix + "-" + name);
        settings.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        settings.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 10_000);
        KafkaStreams streams = new KafkaStreams(builder.build(), settings);
        streams.setUncaughtExceptionHandler(failure -> {
            failures.add(failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        streams.start();
        return streams;
    }

    static void write(int round) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "acks", "all");
        try (Producer<String, String> producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int number = 0; number < LINES; number++) {
                StringBuilder line = new StringBuilder();
                for (int place = 0; place <= number % WORDS.length; place++) {
                    String word = WORDS[(number + place + round) % WORDS.length];
                    line.append(place == 0 ? "" : " ").append(word);
                    written.merge(word, 1L, Long::sum);
                }
                sent.add(producer.send(new ProducerRecord<>(prefix + "-lines", number % PARTITIONS, null, line.toString())));
            }
            for (Future<RecordMetadata> each : sent) each.get();
        }
    }

    static Consumer<String, Long> counts() {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "group.id", prefix + "-reader",
            "enable.auto.commit", false, "auto.offset.reset", "earliest", "isolation.level", "read_committed");
        return new KafkaConsumer<>(settings, new StringDeserializer(), new LongDeserializer());
    }

    /** Reads the counts from their beginning until they are what was written; a count that is higher fails. */
    static Map<String, Long> waitFor(Consumer<String, Long> consumer) {
        Map<String, Long> read = new TreeMap<>();
        long deadline = System.currentTimeMillis() + PATIENCE_MS;
        try (consumer) {
            consumer.subscribe(List.of(prefix + "-counts"));
            while (!read.equals(written)) {
                if (System.currentTimeMillis() > deadline) {
                    throw new IllegalStateException("counted " + read + " of " + written + ", " + failures);
                }
                for (ConsumerRecord<String, Long> each : consumer.poll(Duration.ofMillis(200))) {
                    Long before = read.put(each.key(), each.value());
                    if (before != null && before >= each.value()) {
                        throw new IllegalStateException(each.key() + " went from " + before + " to " + each.value());
                    }
                    if (each.value() > written.get(each.key())) {
                        throw new IllegalStateException(each.key() + " was counted " + each.value() + " times");
                    }
                }
            }
        }
        return read;
    }
}
