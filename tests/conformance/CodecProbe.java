import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/**
 * Reads a message in one version and writes it in another, with the classes of whatever Kafka is on the class path.
 *
 * In, a line each: class, version to read, version to write, bytes in hex.
 * Out, a line each: the bytes in hex; "refused" if the version cannot carry the values; "unknown" if this Kafka has no
 * such class or version.
 */
public class CodecProbe {
    private static final List<String> CLASSES = List.of(
        "org.apache.kafka.common.message.%sData",
        "org.apache.kafka.common.message.%s",
        "org.apache.kafka.coordinator.group.generated.%s",
        "org.apache.kafka.coordinator.share.generated.%s",
        "org.apache.kafka.coordinator.transaction.generated.%s");
    private static final short NONE = -1;

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        for (String line; (line = in.readLine()) != null; ) {
            out.append(answer(line.split(" ", -1))).append('\n');
        }
        System.out.print(out);
    }

    private static String answer(String[] words) throws Exception {
        ApiMessage message = made(words[0]);
        if (message == null) return "unknown";
        short read = version(message, Short.parseShort(words[1]));
        short write = version(message, Short.parseShort(words[2]));
        if (read == NONE || write == NONE) return "unknown";
        ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(words[3]));
        message.read(new ByteBufferAccessor(bytes), read);
        if (bytes.hasRemaining()) throw new IllegalStateException(bytes.remaining() + " bytes behind " + String.join(" ", words));
        return written(message, write);
    }

    private static ApiMessage made(String name) throws ReflectiveOperationException {
        for (String pattern : CLASSES) {
            try {
                return (ApiMessage) Class.forName(String.format(pattern, name)).getDeclaredConstructor().newInstance();
            } catch (ClassNotFoundException elsewhere) {
                continue;
            }
        }
        return null;
    }

    /** The version as this Kafka counts it: 3.9 tells the keys of records apart by version, Kafka 4 by a type beside it. */
    private static short version(ApiMessage message, short version) {
        if (message.lowestSupportedVersion() <= version && version <= message.highestSupportedVersion()) return version;
        return message.getClass().getSimpleName().endsWith("Key") && message.apiKey() == version ? 0 : NONE;
    }

    private static String written(ApiMessage message, short version) {
        try {
            ObjectSerializationCache cache = new ObjectSerializationCache();
            ByteBuffer bytes = ByteBuffer.allocate(message.size(cache, version));
            message.write(new ByteBufferAccessor(bytes), cache, version);
            return HexFormat.of().formatHex(bytes.array(), 0, bytes.position());
        } catch (UnsupportedVersionException | NullPointerException refused) {
            return "refused";
        }
    }
}
