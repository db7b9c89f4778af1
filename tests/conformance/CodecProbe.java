import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.ConsumerProtocolAssignment;
import org.apache.kafka.common.message.ConsumerProtocolSubscription;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.coordinator.group.generated.GroupMetadataKey;
import org.apache.kafka.coordinator.group.generated.GroupMetadataValue;
import org.apache.kafka.coordinator.group.generated.OffsetCommitKey;
import org.apache.kafka.coordinator.group.generated.OffsetCommitValue;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogKey;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogValue;

/**
 * Reads a message in one version and writes it in another, with Kafka's own classes.
 *
 * In, a line each: class, API key, version to read, version to write, bytes in hex.
 * Out, a line each: the bytes in hex, or "refused" if the version cannot carry the values.
 */
public class CodecProbe {
    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.split(" ", -1);
            ApiMessage message = made(words[0], Short.parseShort(words[1]));
            ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(words[4]));
            message.read(new ByteBufferAccessor(bytes), Short.parseShort(words[2]));
            if (bytes.hasRemaining()) throw new IllegalStateException(bytes.remaining() + " bytes behind " + line);
            out.append(written(message, Short.parseShort(words[3]))).append('\n');
        }
        System.out.print(out);
    }

    private static ApiMessage made(String name, short apiKey) {
        switch (name) {
            case "RequestHeader": return new RequestHeaderData();
            case "ResponseHeader": return new ResponseHeaderData();
            case "ConsumerProtocolAssignment": return new ConsumerProtocolAssignment();
            case "ConsumerProtocolSubscription": return new ConsumerProtocolSubscription();
            case "OffsetCommitKey": return new OffsetCommitKey();
            case "OffsetCommitValue": return new OffsetCommitValue();
            case "GroupMetadataKey": return new GroupMetadataKey();
            case "GroupMetadataValue": return new GroupMetadataValue();
            case "TransactionLogKey": return new TransactionLogKey();
            case "TransactionLogValue": return new TransactionLogValue();
            default:
                ApiMessageType type = ApiMessageType.fromApiKey(apiKey);
                return name.endsWith("Request") ? type.newRequest() : type.newResponse();
        }
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
