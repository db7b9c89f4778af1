import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The Java client's own metrics, pushed as a subscription asks for them (KIP-714), by its public interfaces.
 *
 * Arguments: bootstrap servers, topic. Out, a line each: the subscriptions, the keys of ours, and the ids of a producer
 * and a consumer that have pushed and ended.
 */
public class TelemetryProbe {
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final int PUSHING_MS = 3000;

    public static void main(String[] arguments) throws Exception {
        String bootstrap = arguments[0];
        String topic = arguments[1];
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            subscribe(admin);
        }
        Map<String, Object> both = Map.of("bootstrap.servers", bootstrap, "enable.metrics.push", true);
        try (KafkaProducer<String, String> producer =
                        new KafkaProducer<>(with(both, "client.id", "java-producer"), new StringSerializer(), new StringSerializer());
                KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                        with(with(both, "client.id", "java-consumer"), "group.id", "pushing"),
                        new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            long end = System.currentTimeMillis() + PUSHING_MS;
            while (System.currentTimeMillis() < end) {
                producer.send(new ProducerRecord<>(topic, "x")).get();
                consumer.poll(Duration.ofMillis(50));
            }
            System.out.println("producer " + producer.clientInstanceId(WAIT));
            System.out.println("consumer " + consumer.clientInstanceId(WAIT));
        }
    }

    private static void subscribe(Admin admin) throws Exception {
        ConfigResource ours = new ConfigResource(ConfigResource.Type.CLIENT_METRICS, "java");
        admin.incrementalAlterConfigs(Map.of(ours, List.of(
                set("metrics", "*"), set("interval.ms", "500"), set("match", "client_software_name=apache-kafka-java"))))
                .all().get();
        System.out.println("listed " + admin.listConfigResources(Set.of(ConfigResource.Type.CLIENT_METRICS), new org.apache.kafka.clients.admin.ListConfigResourcesOptions())
                .all().get().stream().map(ConfigResource::name).sorted().collect(Collectors.toList()));
        System.out.println("described " + admin.describeConfigs(List.of(ours)).all().get().get(ours).entries().stream()
                .map(entry -> entry.name() + "=" + entry.value() + " " + entry.source()).sorted().collect(Collectors.toList()));
    }

    private static AlterConfigOp set(String name, String value) {
        return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    }

    private static Map<String, Object> with(Map<String, Object> some, String key, Object value) {
        java.util.HashMap<String, Object> all = new java.util.HashMap<>(some);
        all.put(key, value);
        return all;
    }
}
