import java.io.File;
import java.nio.file.Files;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment.TaskIds;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.*;
import org.apache.kafka.streams.*;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.*;
import org.apache.kafka.streams.state.Stores;

/**
 * Streams groups (KIP-1071) by Kafka Streams with group.protocol=streams, and what the Java client's Admin says and does.
 *
 * Words are counted through a repartition topic and a changelog, at least once and exactly once, by two instances, one of
 * which is closed or killed; then come groups that cannot run, and the calls of Admin. Out, a line a step, without ids.
 *
 * Arguments: bootstrap servers, this file, which is run once more for the instance that is killed, and the steps.
 */
public class StreamsGroupsProbe {
    static final int LINES = 300, PARTITIONS = 3, PATIENCE_MS = 90_000;
    static final String[] WORDS = {"jackdaw", "rook", "raven", "crow", "magpie", "jay", "chough"};
    static final Pattern TOPIC = Pattern.compile("(missing|uneven)-(lines|left|right)");
    static final String POISON = "poison";
    static final Duration CLOSING = Duration.ofSeconds(30);
    static String bootstrap, file;
    static Admin admin;

    /** An application: its topics, its group, and what was written for it. */
    final String prefix, guarantee;
    final Map<String, Long> written = new TreeMap<>();
    final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    StreamThreadExceptionResponse onFailure = StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    String protocol = "streams";
    Producer<String, String> producer;

    StreamsGroupsProbe(String prefix, String guarantee) {
        this.prefix = prefix;
        this.guarantee = guarantee;
    }

    public static void main(String[] arguments) throws Exception {
        bootstrap = arguments[0];
        file = arguments[1];
        if (arguments[2].equals("worker")) {
            new StreamsGroupsProbe(arguments[3], arguments[4]).started("killed", arguments[5]);
            Thread.sleep(10L * PATIENCE_MS);
            return;
        }
        Map<String, Step> steps = new LinkedHashMap<>();
        steps.put("closed", StreamsGroupsProbe::closed);
        steps.put("killed", StreamsGroupsProbe::killed);
        steps.put("missing", StreamsGroupsProbe::missing);
        steps.put("uneven", StreamsGroupsProbe::uneven);
        steps.put("grown", StreamsGroupsProbe::grown);
        steps.put("changed", StreamsGroupsProbe::changed);
        steps.put("migrated", StreamsGroupsProbe::migrated);
        steps.put("shutdown", StreamsGroupsProbe::shutdown);
        steps.put("refused", StreamsGroupsProbe::refused);
        steps.put("nothing", StreamsGroupsProbe::nothing);
        try (Admin made = Admin.create(Map.<String, Object>of("bootstrap.servers", bootstrap))) {
            admin = made;
            for (int place = 2; place < arguments.length; place++) steps.get(arguments[place]).run();
        }
        System.exit(0);
    }

    interface Step {
        void run() throws Exception;
    }

    // ---------------------------------------------------------------- steps

    /** At least once: of two instances one is closed, and the other one goes on with its tasks. */
    static void closed() throws Exception {
        StreamsGroupsProbe app = new StreamsGroupsProbe("closed", StreamsConfig.AT_LEAST_ONCE);
        app.topics("lines", "counts");
        KafkaStreams first = app.started("first"), second = app.started("second");
        app.described(2, 6);
        app.subtopologies();
        app.members();
        app.counted(0);
        app.inUse();
        second.close(CLOSING);
        app.described(1, 6);
        app.counted(1);
        first.close(CLOSING);
        System.out.println("failures " + app.failures);
        app.described(0, 0);
        app.internalTopics();
        app.administered();
    }

    /** Exactly once with standby tasks: of two instances one is killed while it counts, and another one comes. */
    static void killed() throws Exception {
        StreamsGroupsProbe app = new StreamsGroupsProbe("killed", StreamsConfig.EXACTLY_ONCE_V2);
        app.topics("lines", "counts");
        app.configured();
        KafkaStreams first = app.started("first");
        Process other = app.otherProcess();
        app.described(2, 6);
        app.counted(0);
        app.write(1);
        other.destroyForcibly().waitFor();
        app.described(1, 6);
        app.counted(2);
        KafkaStreams third = app.started("third");
        app.described(2, 6);
        app.counted(3);
        first.close(CLOSING);
        third.close(CLOSING);
        System.out.println("failures " + app.failures);
        app.described(0, 0);
    }

    /** A topology whose source topic is not there; then it is. */
    static void missing() throws Exception {
        StreamsGroupsProbe app = new StreamsGroupsProbe("missing", StreamsConfig.AT_LEAST_ONCE);
        app.topics("counts");
        KafkaStreams streams = app.started("first");
        app.failed();
        app.subtopologies();
        streams.close(CLOSING);
        app.topics("lines");
        KafkaStreams again = app.started("second");
        app.described(1, 6);
        app.counted(0);
        again.close(CLOSING);
        System.out.println("failures " + app.failures);
    }

    /** A topology that joins topics of different numbers of partitions. */
    static void uneven() throws Exception {
        StreamsGroupsProbe app = new StreamsGroupsProbe("uneven", StreamsConfig.AT_LEAST_ONCE);
        admin.createTopics(List.of(new NewTopic("uneven-left", 2, (short) 1), new NewTopic("uneven-right", 3, (short) 1))).all().get();
        StreamsBuilder builder = new StreamsBuilder();
        Consumed<String, String> strings = Consumed.with(Serdes.String(), Serdes.String());
        builder.stream("uneven-left", strings)
            .join(builder.stream("uneven-right", strings), (left, right) -> left + right,
                JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofSeconds(1)),
                StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()))
            .to("uneven-both");
        KafkaStreams streams = app.started("first", builder.build());
        app.failed();
        app.subtopologies();
        streams.close(CLOSING);
    }

    /** A topic that gets more partitions while it is read. */
    static void grown() throws Exception {
        StreamsGroupsProbe app = new StreamsGroupsProbe("grown", StreamsConfig.AT_LEAST_ONCE);
        app.topics("lines", "copies");
        KafkaStreams streams = app.started("first", app.copies());
        app.described(1, 3);
        admin.createPartitions(Map.of("grown-lines", NewPartitions.increaseTo(5))).all().get();
        app.described(1, 5);
        streams.close(CLOSING);
        System.out.println("failures " + app.failures);
    }

    /** Another topology under the same name: while the first one runs, and when its group was deleted. */
    static void changed() throws Exception {
        StreamsGroupsProbe app = new StreamsGroupsProbe("changed", StreamsConfig.AT_LEAST_ONCE);
        app.topics("lines", "counts", "copies");
        KafkaStreams first = app.started("first");
        app.described(1, 6);
        KafkaStreams other = app.started("other", app.copies());
        app.failed();
        other.close(CLOSING);
        first.close(CLOSING);
        app.described(0, 0);
        System.out.println("deleted " + refusal(admin.deleteStreamsGroups(List.of(app.id())).all()));
        KafkaStreams anew = app.started("anew", app.copies());
        app.described(1, 3);
        app.subtopologies();
        anew.close(CLOSING);
        System.out.println("failures " + app.failures);
    }

    /** A cluster without streams groups. */
    static void refused() throws Exception {
        StreamsGroupsProbe app = new StreamsGroupsProbe("refused", StreamsConfig.AT_LEAST_ONCE);
        app.topics("lines", "counts");
        KafkaStreams streams = app.started("first");
        app.failed();
        streams.close(CLOSING);
    }

    /** An application goes from a classic group to a streams group and back, each time without an instance that runs. */
    static void migrated() throws Exception {
        StreamsGroupsProbe app = new StreamsGroupsProbe("migrated", StreamsConfig.EXACTLY_ONCE_V2);
        app.topics("lines", "counts");
        int round = 0;
        for (String protocol : List.of("classic", "streams", "classic")) {
            app.protocol = protocol;
            KafkaStreams streams = app.started(protocol);
            app.counted(round++);
            System.out.println("listed " + app.listed());
            streams.close(CLOSING);
            app.left();
        }
        System.out.println("failures " + app.failures);
        System.out.println("offsets " + offsets(app.id()).replaceAll("=[0-9]+", ""));
    }

    /** One instance asks for the end of all. */
    static void shutdown() throws Exception {
        StreamsGroupsProbe app = new StreamsGroupsProbe("shutdown", StreamsConfig.AT_LEAST_ONCE);
        app.onFailure = StreamThreadExceptionResponse.SHUTDOWN_APPLICATION;
        app.topics("lines", "counts");
        KafkaStreams first = app.started("first"), second = app.started("second");
        app.described(2, 6);
        app.sender().send(new ProducerRecord<>("shutdown-lines", 0, null, POISON)).get();
        System.out.println("shut down " + ended(first) + " " + ended(second));
        first.close(CLOSING);
        second.close(CLOSING);
    }

    static KafkaStreams.State ended(KafkaStreams streams) throws Exception {
        for (long end = System.currentTimeMillis() + PATIENCE_MS; System.currentTimeMillis() < end; Thread.sleep(100)) {
            if (streams.state() == KafkaStreams.State.ERROR) break;
        }
        return streams.state();
    }

    /** Calls about groups that are not there, or of another type. */
    static void nothing() throws Exception {
        TopicPartition partition = new TopicPartition("plain-lines", 0);
        new StreamsGroupsProbe("plain", "").topics("lines");
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "group.id", "plain");
        try (Consumer<String, String> consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.commitSync(Map.of(partition, new OffsetAndMetadata(0)));
        }
        for (String group : List.of("none", "plain")) {
            System.out.println(group + " described " + refusal(admin.describeStreamsGroups(List.of(group)).all()));
            System.out.println(group + " offsets " + offsets(group));
            System.out.println(group + " altered " + refusal(admin.alterStreamsGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(0))).all()));
            System.out.println(group + " deleted " + refusal(admin.deleteStreamsGroups(List.of(group)).all()));
            System.out.println(group + " deleted again " + refusal(admin.deleteStreamsGroups(List.of(group)).all()));
            System.out.println(group + " offsets deleted " + refusal(admin.deleteStreamsGroupOffsets(group, Set.of(partition)).all()));
        }
    }

    // ---------------------------------------------------------------- what Admin says

    /** Waits until so many members have what they are to have, together so many tasks, and says who has how many. */
    void described(int members, int tasks) throws Exception {
        StreamsGroupDescription group = null;
        for (long end = System.currentTimeMillis() + PATIENCE_MS; System.currentTimeMillis() < end; Thread.sleep(200)) {
            try {
                group = admin.describeStreamsGroups(List.of(id())).all().get().get(id());
            } catch (ExecutionException absent) {
                continue;
            }
            if (isSettled(group, members, tasks)) break;
        }
        List<String> each = new ArrayList<>();
        Set<String> active = new TreeSet<>();
        for (StreamsGroupMemberDescription member : group.members()) {
            StreamsGroupMemberAssignment has = member.assignment();
            each.add(count(has.activeTasks()) + "+" + count(has.standbyTasks()) + "+" + count(has.warmupTasks()));
            Set<String> own = tasks(has.activeTasks());
            active.addAll(own);
            own.retainAll(tasks(has.standbyTasks()));
            if (!own.isEmpty()) each.add("both active and standby " + own);
        }
        Collections.sort(each);
        System.out.println(id() + " " + group.groupState() + " topology " + group.topologyEpoch() + " assignor "
            + group.assignorName() + " members " + each + " active " + active);
    }

    /** Waits until the group has no members. */
    void left() throws Exception {
        for (long end = System.currentTimeMillis() + PATIENCE_MS; System.currentTimeMillis() < end; Thread.sleep(200)) {
            if (listed().contains("Empty")) return;
        }
        System.out.println("still " + listed());
    }

    static boolean isSettled(StreamsGroupDescription group, int members, int tasks) {
        if (group.members().size() != members) return false;
        if (members == 0) return group.groupState() == GroupState.EMPTY;
        int active = 0;
        for (StreamsGroupMemberDescription member : group.members()) {
            StreamsGroupMemberAssignment has = member.assignment(), shall = member.targetAssignment();
            if (!tasks(has.activeTasks()).equals(tasks(shall.activeTasks()))) return false;
            if (!tasks(has.standbyTasks()).equals(tasks(shall.standbyTasks()))) return false;
            if (member.memberEpoch() != group.groupEpoch() || count(has.warmupTasks()) > 0) return false;
            if (members > 1 && count(has.activeTasks()) * members != tasks) return false;
            active += count(has.activeTasks());
        }
        return active == tasks && group.groupState() == GroupState.STABLE && group.targetAssignmentEpoch() == group.groupEpoch();
    }

    static Set<String> tasks(List<TaskIds> of) {
        return of.stream().flatMap(each -> each.partitions().stream().map(number -> each.subtopologyId() + "_" + number))
            .collect(Collectors.toCollection(TreeSet::new));
    }

    static int count(List<TaskIds> of) {
        return of.stream().mapToInt(each -> each.partitions().size()).sum();
    }

    void subtopologies() throws Exception {
        StreamsGroupDescription group = admin.describeStreamsGroups(List.of(id())).all().get().get(id());
        group.subtopologies().stream().sorted(Comparator.comparing(StreamsGroupSubtopologyDescription::subtopologyId))
            .forEach(each -> System.out.println("subtopology " + each.subtopologyId() + " reads " + new TreeSet<>(each.sourceTopics())
                + told(each.repartitionSourceTopics()) + " writes " + new TreeSet<>(each.repartitionSinkTopics()) + " changes "
                + told(each.stateChangelogTopics())));
    }

    static Map<String, String> told(Map<String, StreamsGroupSubtopologyDescription.TopicInfo> topics) {
        Map<String, String> found = new TreeMap<>();
        topics.forEach((name, info) -> found.put(
            name, info.partitions() + "/" + info.replicationFactor() + " " + new TreeMap<>(info.topicConfigs())));
        return found;
    }

    void members() throws Exception {
        DescribeStreamsGroupsOptions options = new DescribeStreamsGroupsOptions().includeAuthorizedOperations(true).includeTopologyDescription(true);
        StreamsGroupDescription group = admin.describeStreamsGroups(List.of(id()), options).all().get().get(id());
        Set<String> processes = group.members().stream().map(StreamsGroupMemberDescription::processId).collect(Collectors.toSet());
        List<String> said = group.members().stream().map(each -> each.clientId().replaceFirst("-StreamThread.*", "") + " "
            + each.clientHost() + " " + each.instanceId() + each.rackId() + each.userEndpoint() + " " + each.clientTags()
            + " topology " + each.topologyEpoch() + " classic " + each.isClassic()).sorted().toList();
        said.forEach(line -> System.out.println("member " + line));
        boolean may = group.authorizedOperations().containsAll(Set.of(AclOperation.READ, AclOperation.DELETE, AclOperation.DESCRIBE));
        System.out.println("processes " + processes.size() + " may " + may + " description "
            + group.topologyDescriptionStatus() + " " + group.topologyDescription());
    }

    void internalTopics() throws Exception {
        Set<String> names = new TreeSet<>(admin.listTopics().names().get());
        names.removeIf(name -> !name.startsWith(id() + "-"));
        for (String name : names) {
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
            Map<String, String> own = new TreeMap<>();
            admin.describeConfigs(List.of(resource)).all().get().get(resource).entries().stream()
                .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG)
                .forEach(entry -> own.put(entry.name(), entry.value()));
            int partitions = admin.describeTopics(List.of(name)).allTopicNames().get().get(name).partitions().size();
            System.out.println("internal " + name + " " + partitions + " " + own);
        }
    }

    // ---------------------------------------------------------------- what Admin does

    void configured() throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, id());
        admin.incrementalAlterConfigs(Map.of(resource, List.of(
            new AlterConfigOp(new ConfigEntry("streams.num.standby.replicas", "1"), AlterConfigOp.OpType.SET)))).all().get();
        Set<String> keys = new TreeSet<>();
        for (long end = System.currentTimeMillis() + PATIENCE_MS; System.currentTimeMillis() < end; Thread.sleep(100)) {
            keys.clear();  // what is set takes a moment until the broker that is asked knows it
            admin.describeConfigs(List.of(resource)).all().get().get(resource).entries().stream()
                .filter(entry -> entry.name().startsWith("streams.num."))
                .forEach(entry -> keys.add(entry.name() + "=" + entry.value() + " " + entry.source()));
            if (keys.toString().contains("DYNAMIC")) break;
        }
        System.out.println("configured " + keys);
        for (String refused : List.of("streams.num.standby.replicas=9", "streams.session.timeout.ms=1", "streams.no.such=1")) {
            String[] pair = refused.split("=");
            System.out.println(refused + " " + refusal(admin.incrementalAlterConfigs(Map.of(resource, List.of(
                new AlterConfigOp(new ConfigEntry(pair[0], pair[1]), AlterConfigOp.OpType.SET)))).all()));
        }
    }

    void inUse() throws Exception {
        TopicPartition partition = new TopicPartition(prefix + "-lines", 0);
        System.out.println("listed " + listed());
        System.out.println("alter in use " + refusal(admin.alterStreamsGroupOffsets(id(), Map.of(partition, new OffsetAndMetadata(0))).all()));
        System.out.println("delete offsets in use " + refusal(admin.deleteStreamsGroupOffsets(id(), Set.of(partition)).partitionResult(partition)));
        System.out.println("delete in use " + refusal(admin.deleteStreamsGroups(List.of(id())).all()));
        System.out.println("as consumers' " + refusal(admin.describeConsumerGroups(List.of(id())).all()));
        System.out.println("as classic " + refusal(admin.describeClassicGroups(List.of(id())).all()));
        System.out.println("as a share group " + refusal(admin.describeShareGroups(List.of(id())).all()));
        for (String protocol : List.of("classic", "consumer")) System.out.println("joined by " + protocol + " " + joined(protocol));
    }

    /** What a consumer is told that has the group's name. */
    String joined(String protocol) {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "group.id", id(), "group.protocol", protocol);
        try (Consumer<String, String> consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(prefix + "-lines"));
            for (int round = 0; round < 20; round++) consumer.poll(Duration.ofMillis(500));
            return "member of " + consumer.assignment();
        } catch (KafkaException refused) {
            return said(refused);
        }
    }

    void administered() throws Exception {
        TopicPartition partition = new TopicPartition(prefix + "-lines", 0);
        System.out.println("listed " + listed());
        System.out.println("offsets " + offsets(id()));
        System.out.println("altered " + refusal(admin.alterStreamsGroupOffsets(id(), Map.of(partition, new OffsetAndMetadata(7))).all()));
        System.out.println("offsets " + offsets(id()));
        System.out.println("offsets deleted " + refusal(admin.deleteStreamsGroupOffsets(id(), Set.of(partition)).all()));
        System.out.println("offsets " + offsets(id()));
        System.out.println("deleted " + refusal(admin.deleteStreamsGroups(List.of(id())).all()));
        System.out.println("listed " + listed());
        System.out.println("gone " + refusal(admin.describeStreamsGroups(List.of(id())).all()));
    }

    String listed() throws Exception {
        Set<GroupState> states = Set.of(GroupState.STABLE, GroupState.EMPTY);
        return Stream.of(ListGroupsOptions.forStreamsGroups(), new ListGroupsOptions().withTypes(Set.of(GroupType.STREAMS)).inGroupStates(states),
            new ListGroupsOptions(), new ListGroupsOptions().withProtocolTypes(Set.of("streams")), ListGroupsOptions.forConsumerGroups()).map(options -> {
                try {
                    return admin.listGroups(options).all().get().stream().filter(group -> group.groupId().equals(id()))
                        .map(group -> group.type().get() + "/" + group.protocol() + "/" + group.groupState().get()).toList().toString();
                } catch (Exception failure) {
                    return said(failure);
                }
            }).collect(Collectors.joining(" "));
    }

    static String offsets(String group) throws Exception {
        try {
            Map<String, Object> found = new TreeMap<>();
            admin.listStreamsGroupOffsets(Map.of(group, new ListStreamsGroupOffsetsSpec())).partitionsToOffsetAndMetadata(group).get()
                .forEach((partition, at) -> found.put(partition.toString(), at.offset()));
            return found.toString();
        } catch (ExecutionException refused) {
            return said(refused.getCause());
        }
    }

    static String refusal(KafkaFuture<?> future) throws Exception {
        try {
            future.get();
            return "done";
        } catch (ExecutionException refused) {
            return said(refused.getCause());
        }
    }

    /** A failure's class, and which topics it names: words differ from broker to broker. */
    static String said(Throwable failure) {
        Set<String> topics = new TreeSet<>();
        Matcher found = TOPIC.matcher(String.valueOf(failure.getMessage()));
        while (found.find()) topics.add(found.group());
        return failure.getClass().getSimpleName() + (topics.isEmpty() ? "" : " " + topics);
    }

    // ---------------------------------------------------------------- the application

    String id() {
        return prefix + "-words";
    }

    void topics(String... names) throws Exception {
        admin.createTopics(Arrays.stream(names).map(
            name -> new NewTopic(prefix + "-" + name, Optional.of(PARTITIONS), Optional.empty())).toList()).all().get();
    }

    KafkaStreams started(String name) throws Exception {
        return started(name, "");
    }

    KafkaStreams started(String name, String stateDirectory) throws Exception {
        return started(name, words(), stateDirectory);
    }

    KafkaStreams started(String name, Topology topology) throws Exception {
        return started(name, topology, "");
    }

    KafkaStreams started(String name, Topology topology, String stateDirectory) throws Exception {
        Properties settings = new Properties();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("application.id", id());
        settings.put("client.id", name);
        settings.put("processing.guarantee", guarantee);
        settings.put("group.protocol", protocol);
        if (protocol.equals("classic")) settings.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 6_000);  // such members do not leave
        settings.put("commit.interval.ms", 100);
        settings.put("num.stream.threads", 1);
        settings.put("state.dir", stateDirectory.isEmpty() ? Files.createTempDirectory("streams-" + name).toString() : stateDirectory);
        settings.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        KafkaStreams streams = new KafkaStreams(topology, settings);
        streams.setUncaughtExceptionHandler(failure -> {
            failures.add(failure);
            return onFailure;
        });
        streams.start();
        return streams;
    }

    Topology words() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(prefix + "-lines", Consumed.with(Serdes.String(), Serdes.String()))
            .flatMapValues(line -> {
                if (line.equals(POISON)) throw new IllegalStateException("a poisoned line");
                return Arrays.asList(line.split(" "));
            })
            .groupBy((key, word) -> word, Grouped.with("by-word", Serdes.String(), Serdes.String()))
            .count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("counts"))
                .withKeySerde(Serdes.String()).withValueSerde(Serdes.Long()))
            .toStream().to(prefix + "-counts", Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    Topology copies() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(prefix + "-lines", Consumed.with(Serdes.String(), Serdes.String())).to(prefix + "-copies");
        return builder.build();
    }

    Process otherProcess() throws Exception {
        String state = Files.createTempDirectory("streams-killed").toString();
        ProcessBuilder builder = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Xmx256m", "-cp",
            System.getProperty("java.class.path"), file, bootstrap, file, "worker", prefix, guarantee, state);
        Process process = builder.redirectErrorStream(true).redirectOutput(new File(state, "said")).start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return process;
    }

    /** What ended an instance, cause by cause. */
    void failed() throws Exception {
        Throwable failure = failures.poll(PATIENCE_MS, TimeUnit.MILLISECONDS);
        if (failure == null) System.out.println("nothing is said in " + PATIENCE_MS + " ms");
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) System.out.println("failed " + said(cause));
    }

    // ---------------------------------------------------------------- lines and counts

    Producer<String, String> sender() {
        if (producer == null) {
            Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "acks", "all");
            producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        }
        return producer;
    }

    void write(int round) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (int number = 0; number < LINES; number++) {
            StringBuilder line = new StringBuilder();
            for (int place = 0; place <= number % WORDS.length; place++) {
                String word = WORDS[(number + place + round) % WORDS.length];
                line.append(place == 0 ? "" : " ").append(word);
                written.merge(word, 1L, Long::sum);
            }
            sent.add(sender().send(new ProducerRecord<>(prefix + "-lines", number % PARTITIONS, null, line.toString())));
        }
        for (Future<RecordMetadata> each : sent) each.get();
    }

    /** Writes a round of lines and reads the counts from their beginning until they are what was written; none may be higher. */
    void counted(int round) throws Exception {
        write(round);
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "auto.offset.reset", "earliest", "isolation.level", "read_committed");
        Map<String, Long> read = new TreeMap<>();
        try (Consumer<String, Long> consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new LongDeserializer())) {
            consumer.assign(Stream.iterate(0, number -> number + 1).limit(PARTITIONS)
                .map(number -> new TopicPartition(prefix + "-counts", number)).toList());
            consumer.seekToBeginning(consumer.assignment());
            for (long end = System.currentTimeMillis() + PATIENCE_MS; !read.equals(written) && System.currentTimeMillis() < end;) {
                consumer.poll(Duration.ofMillis(200)).forEach(each -> read.put(each.key(), each.value()));
            }
        }
        System.out.println("counted " + read.values().stream().mapToLong(Long::longValue).sum() + " exactly " + read.equals(written));
    }
}
