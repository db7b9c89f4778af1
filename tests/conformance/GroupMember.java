import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A member of a consumer group in Java, by the consumer protocol (KIP-848), as tests.support.clients.group_clients has
 * them of other clients: it tells on stdout, a JSON object a line, what it is assigned and what it reads; then it
 * commits. It leaves the group in order when its stdin ends.
 *
 * <p>Arguments: bootstrap servers, group, topic.
 */
public final class GroupMember {
    private static volatile boolean isToGo;

    public static void main(String[] args) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", args[0],
                "group.id", args[1],
                "group.protocol", "consumer",
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false",
                "metadata.max.age.ms", "1000",
                "reconnect.backoff.max.ms", "500",
                "request.timeout.ms", "10000",
                "default.api.timeout.ms", "20000");
        Thread watcher = new Thread(GroupMember::awaitEndOfInput);
        watcher.setDaemon(true);
        watcher.start();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(args[2]), new Teller(consumer));
            while (!isToGo) {
                ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(100));
                if (records.isEmpty()) {
                    continue;
                }
                tell(records);
                try {
                    consumer.commitSync();
                } catch (KafkaException refused) {
                    System.err.println(refused);  // of an epoch that is over: who has the partition now reads it again
                }
            }
        }
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // only its end says something
            }
        } catch (java.io.IOException gone) {
            System.err.println(gone);
        }
        isToGo = true;
    }

    private static void tell(ConsumerRecords<String, String> records) {
        StringBuilder read = new StringBuilder();
        for (ConsumerRecord<String, String> record : records) {
            read.append(read.isEmpty() ? "" : ", ")
                    .append("[%d, %d, \"%s\"]".formatted(record.partition(), record.offset(), record.value()));
        }
        System.out.println("{\"read\": [" + read + "]}");
    }

    private record Teller(KafkaConsumer<String, String> consumer) implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            tell(List.of());
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            tell(partitions);
        }

        private void tell(Collection<TopicPartition> gone) {
            TreeSet<Integer> left = new TreeSet<>();
            consumer.assignment().forEach(each -> left.add(each.partition()));
            gone.forEach(each -> left.remove(each.partition()));
            String shown = left.stream().map(String::valueOf).collect(Collectors.joining(", "));
            System.out.println("{\"assigned\": [" + shown + "]}");
        }
    }
}
