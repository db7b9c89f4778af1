import java.io.File;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import kafka.log.Cleaner;
import kafka.log.LogToClean;
import kafka.log.UnifiedLog;
import kafka.server.BrokerTopicStats;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.util.KafkaScheduler;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogOffsetsListener;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.SkimpyOffsetMap;
import org.apache.kafka.storage.internals.utils.Throttler;
import scala.Option;
import scala.runtime.BoxedUnit;

/** Apache Kafka's own cleaner, one round over one partition's directory. */
public class CompactionProbe {
    /** The machine's clock, but for what it shows: producers of the test's time must not have expired. */
    static final class TimeOfTest implements Time {
        private final long nowMs;

        TimeOfTest(long nowMs) {
            this.nowMs = nowMs;
        }

        @Override
        public long milliseconds() {
            return nowMs;
        }

        @Override
        public long nanoseconds() {
            return Time.SYSTEM.nanoseconds();
        }

        @Override
        public void sleep(long ms) {
            Time.SYSTEM.sleep(ms);
        }

        @Override
        public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMs) throws InterruptedException {
            Time.SYSTEM.waitObject(object, condition, deadlineMs);
        }
    }

    // Arguments: directory, topic, first dirty offset, now in ms, then the topic's configuration as key=value.
    public static void main(String[] arguments) throws Exception {
        File directory = new File(arguments[0]);
        TopicPartition partition = new TopicPartition(arguments[1], 0);
        long firstDirtyOffset = Long.parseLong(arguments[2]);
        long nowMs = Long.parseLong(arguments[3]);
        Map<String, String> properties = new HashMap<>();
        for (int i = 4; i < arguments.length; i++) {
            String[] pair = arguments[i].split("=", 2);
            properties.put(pair[0], pair[1]);
        }
        Time time = new TimeOfTest(nowMs);
        KafkaScheduler scheduler = new KafkaScheduler(1);
        scheduler.startup();
        UnifiedLog log = kafka.log.UnifiedLog$.MODULE$.apply(
            directory, new LogConfig(properties), 0L, 0L, scheduler, new BrokerTopicStats(false), time, 900_000,
            new ProducerStateManagerConfig(Integer.MAX_VALUE, false), 600_000, new LogDirFailureChannel(10), true,
            Option.empty(), true, new ConcurrentHashMap<>(), false, LogOffsetsListener.NO_OP_OFFSETS_LISTENER);
        log.updateHighWatermark(log.logEndOffset());
        long uncleanable = Math.min(log.lastStableOffset(), log.activeSegment().baseOffset());
        Cleaner cleaner = new Cleaner(
            0, new SkimpyOffsetMap(8 * 1024 * 1024), 512 * 1024, 16 * 1024 * 1024, 0.9,
            new Throttler(Double.MAX_VALUE, 300, "probe", "bytes", Time.SYSTEM), time,
            ignored -> BoxedUnit.UNIT);
        Object result = cleaner.doClean(new LogToClean(partition, log, firstDirtyOffset, uncleanable, false), nowMs)._1();
        System.out.println("clean to " + result + ", end " + log.logEndOffset() + ", stable " + log.lastStableOffset());
        log.close();
        scheduler.shutdown();
        System.exit(0);
    }
}
