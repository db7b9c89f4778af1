import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ShareGroupDescription;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Share groups by the Java client's public interfaces: acknowledgements of each kind, locks that end, two members of one
 * partition, and what Admin says and does.
 *
 * Arguments: bootstrap servers, topic (made here), how long the brokers' acquisition locks last in ms. Out, a line a step.
 */
public class ShareProbe {
    private static final String GROUP = "sharers";
    private static final long STEP_MS = 60_000;
    private static final int SHARED = 100;

    private final Map<String, Object> settings = new HashMap<>();
    private final TopicPartition partition;
    private final String topic;
    private final long lockMs;
    private final KafkaProducer<String, String> producer;

    private ShareProbe(String bootstrap, String topic, long lockMs) {
        this.topic = topic;
        this.lockMs = lockMs;
        partition = new TopicPartition(topic, 0);
        settings.put("bootstrap.servers", bootstrap);
        producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }

    public static void main(String[] arguments) throws Exception {
        ShareProbe probe = new ShareProbe(arguments[0], arguments[1], Long.parseLong(arguments[2]));
        try (Admin admin = Admin.create(probe.settings)) {
            admin.createTopics(List.of(new NewTopic(probe.topic, 1, (short) 1))).all().get();
            try (ShareConsumer<String, String> consumer = probe.consumer("explicit")) {
                probe.begin(consumer);
                probe.kinds(consumer);
                probe.locks(consumer);
                probe.released(consumer);
                probe.inUse(admin);
            }
            probe.two();
            probe.administered(admin);
        } finally {
            probe.producer.close();
        }
    }

    private ShareConsumer<String, String> consumer(String mode) {
        Map<String, Object> own = new HashMap<>(settings);
        own.put("group.id", GROUP);
        own.put("share.acknowledgement.mode", mode);
        own.put("max.poll.records", 5);
        ShareConsumer<String, String> made = new KafkaShareConsumer<>(own, new StringDeserializer(), new StringDeserializer());
        made.subscribe(List.of(topic));
        return made;
    }

    /** A new share group begins at the end: somebody writes until it gets something. */
    private void begin(ShareConsumer<String, String> consumer) throws Exception {
        List<ConsumerRecord<String, String>> got = new ArrayList<>();
        for (long end = System.currentTimeMillis() + STEP_MS; got.isEmpty() && System.currentTimeMillis() < end;) {
            send("begin");
            got = polled(consumer, Duration.ofMillis(500));
        }
        while (!got.isEmpty()) {
            got.forEach(record -> consumer.acknowledge(record));
            got = polled(consumer, Duration.ofMillis(1000));
        }
        System.out.println("lock " + consumer.acquisitionLockTimeoutMs());
    }

    private void kinds(ShareConsumer<String, String> consumer) throws Exception {
        for (int number = 0; number < 4; number++) {
            send("r" + number);
        }
        Map<String, AcknowledgeType> kinds = Map.of("r0", AcknowledgeType.ACCEPT, "r1", AcknowledgeType.RELEASE,
            "r2", AcknowledgeType.REJECT, "r3", AcknowledgeType.ACCEPT);
        List<String> seen = new ArrayList<>();
        Set<String> outcomes = new TreeSet<>();
        while (seen.size() < 8) {  // r1 until it was delivered five times
            for (ConsumerRecord<String, String> record : polled(consumer, Duration.ofMillis(STEP_MS))) {
                seen.add(said(record));
                consumer.acknowledge(record, kinds.get(record.value()));
            }
            outcomes.add(outcomes(consumer.commitSync()));
        }
        System.out.println("acknowledged " + outcomes);
        System.out.println("got " + seen.stream().sorted().collect(Collectors.toList()));
        System.out.println("given up " + polled(consumer, Duration.ofMillis(1000)).isEmpty());
    }

    /** A late acknowledgement may be of the record's next delivery, which the client fetches by itself: no outcome is told. */
    private void locks(ShareConsumer<String, String> consumer) throws Exception {
        send("slow");
        ConsumerRecord<String, String> slow = only(consumer);
        Thread.sleep(lockMs + 1000);
        consumer.acknowledge(slow);
        consumer.commitSync();
        System.out.println("again " + drained(consumer).stream().map(ShareProbe::said).collect(Collectors.toList()));
        send("long");
        ConsumerRecord<String, String> renewed = only(consumer);
        for (int round = 0; round < 3; round++) {
            Thread.sleep(lockMs / 2);
            consumer.acknowledge(renewed, AcknowledgeType.RENEW);
            consumer.commitSync();
            renewed = only(consumer);
        }
        consumer.acknowledge(renewed);
        System.out.println("renewed " + said(renewed) + " " + outcomes(consumer.commitSync()));
    }

    private void released(ShareConsumer<String, String> consumer) throws Exception {
        try (ShareConsumer<String, String> other = consumer("implicit")) {
            List<ConsumerRecord<String, String>> got = new ArrayList<>();
            for (long end = System.currentTimeMillis() + STEP_MS; got.isEmpty() && System.currentTimeMillis() < end;) {
                send("left");
                got = polled(other, Duration.ofMillis(500));
            }
        }
        List<String> left = new ArrayList<>();
        for (ConsumerRecord<String, String> record : drained(consumer)) {
            left.add(record.deliveryCount().get().toString());
        }
        System.out.println("closing releases " + left.contains("2"));
    }

    private void two() throws Exception {
        Map<String, Integer> times = new TreeMap<>();
        int[] of = new int[2];
        try (ShareConsumer<String, String> one = consumer("implicit"); ShareConsumer<String, String> other = consumer("implicit")) {
            List<ShareConsumer<String, String>> both = List.of(one, other);
            polled(one, Duration.ofMillis(2000));
            polled(other, Duration.ofMillis(2000));
            for (int number = 0; number < SHARED; number++) {
                send("n" + number);
            }
            for (long end = System.currentTimeMillis() + STEP_MS; times.size() < SHARED && System.currentTimeMillis() < end;) {
                for (int who = 0; who < 2; who++) {
                    for (ConsumerRecord<String, String> record : polled(both.get(who), Duration.ofMillis(500))) {
                        if (record.value().startsWith("n")) {
                            times.merge(record.value(), 1, Integer::sum);
                            of[who]++;
                        }
                    }
                }
            }
            System.out.println("committed " + outcomes(one.commitSync()).replace("{}", "{" + partition + "=ok}") + " "
                + outcomes(other.commitSync()).replace("{}", "{" + partition + "=ok}"));
        }
        boolean once = times.values().stream().allMatch(count -> count == 1);
        System.out.println("shared " + times.size() + " once " + once + " both " + (of[0] > 0 && of[1] > 0));
    }

    private void inUse(Admin admin) throws Exception {
        ShareGroupDescription group = described(admin);
        System.out.println(group.groupState() + " members " + group.members().size() + " assigned "
            + group.members().iterator().next().assignment().topicPartitions());
        System.out.println("alter in use " + refusal(admin.alterShareGroupOffsets(GROUP, Map.of(partition, 0L)).all()));
        System.out.println("delete in use " + refusal(admin.deleteShareGroups(List.of(GROUP)).all()));
    }

    private void administered(Admin admin) throws Exception {
        System.out.println(described(admin).groupState() + " members " + described(admin).members().size());
        System.out.println("listed " + admin.listGroups(new ListGroupsOptions().withTypes(Set.of(GroupType.SHARE))).all().get()
            .stream().map(GroupListing::groupId).collect(Collectors.toList()));
        System.out.println("altered " + refusal(admin.alterShareGroupOffsets(GROUP, Map.of(partition, 2L)).all()));
        System.out.println("start offset " + admin.listShareGroupOffsets(Map.of(GROUP, new ListShareGroupOffsetsSpec()))
            .partitionsToOffsetInfo(GROUP).get().get(partition).startOffset());
        System.out.println("offsets deleted " + refusal(admin.deleteShareGroupOffsets(GROUP, Set.of(topic)).all()));
        System.out.println("deleted " + refusal(admin.deleteShareGroups(List.of(GROUP)).all()));
        System.out.println("gone " + refusal(admin.describeShareGroups(List.of(GROUP)).all()));
    }

    private ShareGroupDescription described(Admin admin) throws Exception {
        return admin.describeShareGroups(List.of(GROUP)).all().get().get(GROUP);
    }

    private void send(String value) throws Exception {
        producer.send(new ProducerRecord<>(topic, value)).get();
    }

    private static List<ConsumerRecord<String, String>> polled(ShareConsumer<String, String> consumer, Duration wait) {
        List<ConsumerRecord<String, String>> found = new ArrayList<>();
        consumer.poll(wait).forEach(found::add);
        return found;
    }

    private static List<ConsumerRecord<String, String>> drained(ShareConsumer<String, String> consumer) {
        List<ConsumerRecord<String, String>> all = new ArrayList<>();
        List<ConsumerRecord<String, String>> got = polled(consumer, Duration.ofMillis(STEP_MS));
        while (!got.isEmpty()) {
            got.forEach(record -> consumer.acknowledge(record));
            all.addAll(got);
            got = polled(consumer, Duration.ofMillis(1000));
        }
        return all;
    }

    private static ConsumerRecord<String, String> only(ShareConsumer<String, String> consumer) {
        return polled(consumer, Duration.ofMillis(STEP_MS)).get(0);
    }

    private static String said(ConsumerRecord<String, String> record) {
        return record.value() + "/" + record.deliveryCount().get();
    }

    private static String outcomes(Map<?, ? extends java.util.Optional<?>> results) {
        Map<String, String> found = new TreeMap<>();
        results.forEach((key, error) -> found.put(key.toString().replaceFirst("^[^:]*:", ""),
            error.map(thrown -> thrown.getClass().getSimpleName()).orElse("ok")));
        return found.toString();
    }

    private static String refusal(KafkaFuture<?> future) throws Exception {
        try {
            future.get();
            return "done";
        } catch (ExecutionException refused) {
            return refused.getCause().getClass().getSimpleName();
        }
    }
}
