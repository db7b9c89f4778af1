import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The Java client over a protected listener: it makes a topic, writes and reads, or says what kept it out.
 *
 * Arguments: bootstrap servers, topic, security protocol, SASL mechanism, user, password (OAUTHBEARER: URL of the file
 * with the token), PEM file of trusted certificates, PEM file of an own key and certificate; "-" for what there is none
 * of. Out: "read N", "refused: sasl", "refused: mechanism" or "refused: tls".
 */
public class SecureProbe {
    private static final int RECORDS = 20;
    private static final int SECONDS_MAX = 60;
    private static final String OAUTH = "org.apache.kafka.common.security.oauthbearer.";

    public static void main(String[] arguments) throws Exception {
        Map<String, Object> settings = settings(arguments);
        try {
            System.out.println("read " + roundTrip(settings, arguments[1]));
        } catch (ExecutionException failure) {
            System.out.println("refused: " + kind(failure.getCause()));
        }
    }

    private static Map<String, Object> settings(String[] arguments) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", arguments[0]);
        settings.put("security.protocol", arguments[2]);
        String mechanism = arguments[3];
        if (mechanism.equals("OAUTHBEARER")) {
            settings.put("sasl.jaas.config", OAUTH + "OAuthBearerLoginModule required;");
            settings.put("sasl.login.callback.handler.class", OAUTH + "OAuthBearerLoginCallbackHandler");
            settings.put("sasl.oauthbearer.token.endpoint.url", arguments[5]);
        } else if (!mechanism.equals("-")) {
            String module = mechanism.equals("PLAIN") ? "plain.PlainLoginModule" : "scram.ScramLoginModule";
            settings.put("sasl.jaas.config", String.format(
                "org.apache.kafka.common.security.%s required username=\"%s\" password=\"%s\";",
                module, arguments[4], arguments[5]));
        }
        if (!mechanism.equals("-")) {
            settings.put("sasl.mechanism", mechanism);
        }
        for (int index = 6; index < 8; index++) {
            if (!arguments[index].equals("-")) {
                String store = index == 6 ? "ssl.truststore" : "ssl.keystore";
                settings.put(store + ".type", "PEM");
                settings.put(store + ".location", arguments[index]);
            }
        }
        return settings;
    }

    private static int roundTrip(Map<String, Object> settings, String topic) throws Exception {
        try (AdminClient admin = AdminClient.create(settings)) {
            admin.createTopics(Set.of(new NewTopic(topic, 1, (short) 1))).all().get(SECONDS_MAX, TimeUnit.SECONDS);
        }
        Map<String, Object> writing = new HashMap<>(settings);
        writing.put("key.serializer", StringSerializer.class.getName());
        writing.put("value.serializer", StringSerializer.class.getName());
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(writing)) {
            for (int number = 0; number < RECORDS; number++) {
                producer.send(new ProducerRecord<>(topic, "k", "" + number)).get(SECONDS_MAX, TimeUnit.SECONDS);
            }
        }
        Map<String, Object> reading = new HashMap<>(settings);
        reading.put("key.deserializer", StringDeserializer.class.getName());
        reading.put("value.deserializer", StringDeserializer.class.getName());
        int read = 0;
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(reading)) {
            List<TopicPartition> all = List.of(new TopicPartition(topic, 0));
            consumer.assign(all);
            consumer.seekToBeginning(all);
            for (int round = 0; read < RECORDS && round < SECONDS_MAX; round++) {
                read += consumer.poll(Duration.ofSeconds(1)).count();
            }
        }
        return read;
    }

    private static String kind(Throwable cause) throws Exception {
        if (cause instanceof UnsupportedSaslMechanismException) {
            return "mechanism";
        }
        if (cause instanceof SslAuthenticationException) {
            return "tls";
        }
        if (cause instanceof AuthenticationException) {
            return "sasl";
        }
        throw new Exception("another failure", cause);
    }
}
