import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionReplica;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.*;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.quota.*;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;

/**
 * Every method of Admin, Producer, Consumer and ShareConsumer of Kafka's newest Java client, called once.
 *
 * Argument: bootstrap servers of one broker whose cluster is new. Out, a line a call: its name, a tab, and "worked" with
 * what it was told, or the exception's class and message. Last: the methods that nobody called.
 */
public class CallMatrix {
    private static final int CALL_SECONDS_MAX = 70;
    private static final int API_TIMEOUT_MS = 30_000;
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final TopicPartition P0 = new TopicPartition("calls", 0);
    private static final ExecutorService CALLERS = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    });
    private static final Set<String> CALLED = new TreeSet<>();

    private final Map<String, Object> settings = new HashMap<>();
    private final Admin admin;

    private CallMatrix(String bootstrap) {
        settings.put("bootstrap.servers", bootstrap);
        settings.put("default.api.timeout.ms", API_TIMEOUT_MS);
        settings.put("request.timeout.ms", API_TIMEOUT_MS / 2);
        admin = watched(Admin.class, Admin.create(settings));
    }

    public static void main(String[] arguments) {
        CallMatrix matrix = new CallMatrix(arguments[0]);
        matrix.topics();
        matrix.produce();
        matrix.transact();
        matrix.consume();
        matrix.consumeAsGroup();
        matrix.consumeByBrokersAssignors();
        matrix.share();
        matrix.offsets();
        matrix.groups();
        matrix.otherGroups();
        matrix.transactions();
        matrix.configs();
        matrix.cluster();
        matrix.security();
        matrix.kraft();
        matrix.end();
        for (Class<?> type : List.of(Admin.class, Producer.class, Consumer.class, ShareConsumer.class)) {
            Set<String> left = Arrays.stream(type.getMethods())
                .filter(method -> !java.lang.reflect.Modifier.isStatic(method.getModifiers()))
                .map(method -> type.getSimpleName() + "." + method.getName())
                .filter(name -> !CALLED.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
            System.out.println("not called of " + type.getSimpleName() + "\t" + left);
        }
        System.exit(0); // a call that hangs must not hold the program
    }

    /** The same, but noted is what is called. */
    private static <T> T watched(Class<T> type, T target) {
        Object proxy = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            CALLED.add(type.getSimpleName() + "." + method.getName());
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException error) {
                throw error.getCause();
            }
        });
        return type.cast(proxy);
    }

    private interface Act {
        void make() throws Exception;
    }

    private static void act(String name, Act act) {
        call(name, () -> {
            act.make();
            return null;
        });
    }

    private static void call(String name, Callable<Object> call) {
        Future<Object> made = CALLERS.submit(call);
        String outcome;
        try {
            Object told = made.get(CALL_SECONDS_MAX, TimeUnit.SECONDS);
            outcome = told == null ? "worked" : "worked: " + told;
        } catch (TimeoutException | InterruptedException error) {
            outcome = "HANGS";
        } catch (ExecutionException error) {
            Throwable cause = error.getCause();
            while (cause instanceof ExecutionException) {
                cause = cause.getCause();
            }
            outcome = cause.getClass().getSimpleName() + ": " + String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        }
        System.out.println(name + "\t" + outcome);
    }

    private static <T> T told(KafkaFuture<T> future) throws Exception {
        return future.get(CALL_SECONDS_MAX, TimeUnit.SECONDS);
    }

    private static String names(Collection<?> things) {
        return things.stream().map(String::valueOf).sorted().collect(Collectors.joining(" "));
    }

    private void topics() {
        call("createTopics", () -> {
            NewTopic wanted = new NewTopic("calls", 2, (short) 1).configs(Map.of("segment.ms", "100000", "retention.ms", "-1"));
            CreateTopicsResult made = admin.createTopics(List.of(wanted));
            told(made.all());
            return told(made.numPartitions("calls")) + " " + told(made.config("calls")).get("segment.ms").value();
        });
        call("listTopics", () -> names(told(admin.listTopics().names())));
        call("describeTopics", () -> {
            TopicDescription found = told(admin.describeTopics(List.of("calls")).allTopicNames()).get("calls");
            return found.partitions().size() + " " + found.topicId().equals(Uuid.ZERO_UUID);
        });
        call("describeTopics in pages", () -> {
            DescribeTopicsOptions pages = new DescribeTopicsOptions().partitionSizeLimitPerResponse(1);
            return told(admin.describeTopics(TopicCollection.ofTopicNames(List.of("calls")), pages).allTopicNames())
                .get("calls").partitions().size();
        });
        call("describeTopics by id", () -> {
            Uuid id = told(admin.describeTopics(List.of("calls")).allTopicNames()).get("calls").topicId();
            return told(admin.describeTopics(TopicCollection.ofTopicIds(List.of(id))).allTopicIds()).get(id).name();
        });
        call("describeTopics by id of none", () ->
            told(admin.describeTopics(TopicCollection.ofTopicIds(List.of(new Uuid(1, 2)))).allTopicIds()));
        act("createPartitions", () -> told(admin.createPartitions(Map.of("calls", NewPartitions.increaseTo(3))).all()));
        call("deleteTopics by id", () -> {
            told(admin.createTopics(List.of(new NewTopic("byid", 1, (short) 1))).all());
            Uuid id = told(admin.describeTopics(List.of("byid")).allTopicNames()).get("byid").topicId();
            told(admin.deleteTopics(TopicCollection.ofTopicIds(List.of(id))).all());
            return told(admin.listTopics().names()).contains("byid");
        });
        act("deleteTopics of none", () -> told(admin.deleteTopics(List.of("nothing")).all()));
    }

    private void produce() {
        Producer<String, String> producer = producer(Map.of());
        call("send", () -> producer.send(new ProducerRecord<>("calls", 0, 1_000L, "k", "one")).get().offset());
        call("send with a callback", () -> {
            Future<?> sent = producer.send(new ProducerRecord<>("calls", 0, 2_000L, "k", "two"), (metadata, error) -> { });
            return sent.get() != null;
        });
        act("flush", producer::flush);
        call("producer.partitionsFor", () -> producer.partitionsFor("calls").size());
        call("producer.clientInstanceId", () -> producer.clientInstanceId(WAIT) != null);
        act("producer.metrics", producer::metrics);
        act("producer.registerMetricForSubscription", () -> producer.registerMetricForSubscription(metric()));
        act("producer.unregisterMetricFromSubscription", () -> producer.unregisterMetricFromSubscription(metric()));
        act("producer.close", () -> producer.close());
    }

    private void transact() {
        Producer<String, String> producer = producer(Map.of("transactional.id", "calling"));
        act("initTransactions", () -> producer.initTransactions());
        act("beginTransaction", producer::beginTransaction);
        call("send in a transaction", () -> producer.send(new ProducerRecord<>("calls", 0, 3_000L, "k", "three")).get().offset());
        act("sendOffsetsToTransaction", () -> producer.sendOffsetsToTransaction(
            Map.of(P0, new OffsetAndMetadata(1)), new ConsumerGroupMetadata("transacted")));
        act("commitTransaction", producer::commitTransaction);
        act("abortTransaction", () -> {
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("calls", 0, 4_000L, "k", "never")).get();
            producer.abortTransaction();
        });
        act("close with time", () -> producer.close(WAIT));
    }

    private void consume() {
        Consumer<String, String> consumer = consumer(Map.of("isolation.level", "read_committed"));
        act("assign", () -> consumer.assign(Set.of(P0)));
        call("assignment", () -> names(consumer.assignment()));
        act("seekToBeginning", () -> consumer.seekToBeginning(Set.of(P0)));
        call("poll", () -> polled(consumer, 3));
        call("position", () -> consumer.position(P0));
        call("currentLag", () -> consumer.currentLag(P0));
        act("seek", () -> consumer.seek(P0, 1));
        act("seek with metadata", () -> consumer.seek(P0, new OffsetAndMetadata(1)));
        act("seekToEnd", () -> consumer.seekToEnd(Set.of(P0)));
        call("beginningOffsets", () -> consumer.beginningOffsets(Set.of(P0)));
        call("endOffsets", () -> consumer.endOffsets(Set.of(P0)));
        call("offsetsForTimes", () -> consumer.offsetsForTimes(Map.of(P0, 1_500L)).get(P0).offset());
        act("pause", () -> consumer.pause(Set.of(P0)));
        call("paused", () -> names(consumer.paused()));
        act("resume", () -> consumer.resume(Set.of(P0)));
        call("consumer.partitionsFor", () -> consumer.partitionsFor("calls").size());
        call("consumer.listTopics", () -> consumer.listTopics().containsKey("calls"));
        call("consumer.clientInstanceId", () -> consumer.clientInstanceId(WAIT) != null);
        act("consumer.metrics", consumer::metrics);
        act("consumer.registerMetricForSubscription", () -> consumer.registerMetricForSubscription(metric()));
        act("consumer.unregisterMetricFromSubscription", () -> consumer.unregisterMetricFromSubscription(metric()));
        act("wakeup", consumer::wakeup);
        act("consumer.close", () -> consumer.close());
    }

    private void consumeAsGroup() {
        Map<String, Object> own = Map.of("group.id", "callers", "auto.offset.reset", "earliest", "enable.auto.commit", false);
        Consumer<String, String> consumer = consumer(own);
        act("subscribe", () -> consumer.subscribe(List.of("calls")));
        call("subscription", () -> names(consumer.subscription()));
        call("poll of a group", () -> polled(consumer, 3));
        act("commitSync", () -> consumer.commitSync());
        act("commitSync of offsets", () -> consumer.commitSync(Map.of(P0, new OffsetAndMetadata(2))));
        call("commitAsync", () -> {
            boolean[] isDone = {false};
            Exception[] failure = {null};
            consumer.commitAsync(Map.of(P0, new OffsetAndMetadata(3)), (offsets, error) -> {
                isDone[0] = true;
                failure[0] = error;
            });
            for (long end = System.nanoTime() + WAIT.toNanos(); !isDone[0] && System.nanoTime() < end; ) {
                consumer.poll(Duration.ofMillis(50));
            }
            if (failure[0] != null) throw failure[0];
            return isDone[0];
        });
        call("committed", () -> consumer.committed(Set.of(P0)).get(P0).offset());
        call("groupMetadata", () -> consumer.groupMetadata().groupId() + " " + consumer.groupMetadata().generationId());
        act("enforceRebalance", () -> {
            consumer.enforceRebalance();
            consumer.poll(Duration.ofMillis(500));
        });
        call("describeClassicGroups of a member", () -> {
            ClassicGroupDescription found =
                told(admin.describeClassicGroups(List.of("callers")).all()).get("callers");
            return found.protocol() + " " + found.members().size();
        });
        act("removeMembersFromConsumerGroup", () ->
            told(admin.removeMembersFromConsumerGroup("callers", new RemoveMembersFromConsumerGroupOptions()).all()));
        act("unsubscribe", consumer::unsubscribe);
        act("subscribe to a pattern", () -> {
            consumer.subscribe(Pattern.compile("cal+s"));
            consumer.poll(Duration.ofMillis(500));
        });
        act("subscribe to the broker's pattern", () -> consumer.subscribe(new SubscriptionPattern("cal+s")));
        act("consumer.close with options", () ->
            consumer.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)));
    }

    private void consumeByBrokersAssignors() {
        Map<String, Object> own = Map.of("group.id", "modern", "group.protocol", "consumer", "auto.offset.reset", "earliest");
        Consumer<String, String> consumer = consumer(own);
        act("subscribe, group.protocol=consumer", () -> consumer.subscribe(List.of("calls")));
        call("poll, group.protocol=consumer", () -> polled(consumer, 3));
        act("commitSync, group.protocol=consumer", () -> consumer.commitSync());
        act("subscribe to the broker's pattern, group.protocol=consumer", () -> {
            consumer.unsubscribe();
            consumer.subscribe(new SubscriptionPattern("cal+s"));
        });
        call("describeConsumerGroups, group.protocol=consumer", () ->
            told(admin.describeConsumerGroups(List.of("modern")).all()).get("modern").type());
        act("close, group.protocol=consumer", () -> consumer.close());
    }

    private void share() {
        Map<String, Object> own = new HashMap<>(settings);
        own.put("group.id", "sharers");
        own.put("share.acknowledgement.mode", "explicit");
        ShareConsumer<String, String> consumer = watched(ShareConsumer.class,
            new KafkaShareConsumer<>(own, new StringDeserializer(), new StringDeserializer()));
        act("share.subscribe", () -> consumer.subscribe(List.of("calls")));
        call("share.subscription", () -> names(consumer.subscription()));
        act("share.setAcknowledgementCommitCallback", () -> consumer.setAcknowledgementCommitCallback((offsets, error) -> { }));
        call("share.poll", () -> {
            // A new share group begins at the end: somebody writes while it polls.
            for (int round = 0; round < 20; round++) {
                try (Producer<String, String> producer = producer(Map.of())) {
                    producer.send(new ProducerRecord<>("calls", 1, "k", "shared")).get();
                }
                ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(500));
                if (!records.isEmpty()) {
                    records.forEach(record -> consumer.acknowledge(record, AcknowledgeType.ACCEPT));
                    return "records";
                }
            }
            return "no record";
        });
        act("share.commitSync", () -> consumer.commitSync());
        act("share.commitAsync", () -> consumer.commitAsync());
        call("share.acquisitionLockTimeoutMs", () -> consumer.acquisitionLockTimeoutMs().isPresent());
        act("share.acknowledge of none", () -> consumer.acknowledge("calls", 0, 0L, AcknowledgeType.ACCEPT));
        call("share.clientInstanceId", () -> consumer.clientInstanceId(WAIT) != null);
        act("share.metrics", consumer::metrics);
        act("share.registerMetricForSubscription", () -> consumer.registerMetricForSubscription(metric()));
        act("share.unregisterMetricFromSubscription", () -> consumer.unregisterMetricFromSubscription(metric()));
        act("share.wakeup", consumer::wakeup);
        act("share.unsubscribe", () -> consumer.unsubscribe());
        act("share.close", () -> consumer.close());
    }

    private void offsets() {
        Map<String, OffsetSpec> specs = new java.util.LinkedHashMap<>();
        specs.put("earliest", OffsetSpec.earliest());
        specs.put("latest", OffsetSpec.latest());
        specs.put("maxTimestamp", OffsetSpec.maxTimestamp());
        specs.put("forTimestamp", OffsetSpec.forTimestamp(1_500L));
        specs.put("earliestLocal", OffsetSpec.earliestLocal());
        specs.put("latestTiered", OffsetSpec.latestTiered());
        specs.put("earliestPendingUpload", OffsetSpec.earliestPendingUpload());
        specs.forEach((name, spec) -> call("listOffsets " + name, () ->
            told(admin.listOffsets(Map.of(P0, spec)).partitionResult(P0)).offset()));
        call("deleteRecords", () ->
            told(admin.deleteRecords(Map.of(P0, RecordsToDelete.beforeOffset(1))).lowWatermarks().get(P0)).lowWatermark());
    }

    private void groups() {
        call("listGroups", () -> names(told(admin.listGroups().all()).stream().map(GroupListing::groupId).toList()));
        call("listGroups of a type", () -> names(told(admin.listGroups(
            new ListGroupsOptions().withTypes(Set.of(GroupType.CLASSIC)).inGroupStates(Set.of(GroupState.EMPTY))).all())
            .stream().map(group -> group.groupId() + "=" + group.type().orElse(null)).toList()));
        call("listGroups of type consumer", () -> told(admin.listGroups(ListGroupsOptions.forConsumerGroups()).all())
            .stream().anyMatch(group -> group.groupId().equals("callers")));
        call("listConsumerGroups", () -> told(admin.listConsumerGroups().all()).stream().anyMatch(
            group -> group.groupId().equals("callers")));
        call("describeConsumerGroups", () ->
            told(admin.describeConsumerGroups(List.of("callers")).all()).get("callers").groupState());
        call("describeConsumerGroups of none", () ->
            told(admin.describeConsumerGroups(List.of("nothing")).all()).get("nothing").groupState());
        call("describeClassicGroups", () -> told(admin.describeClassicGroups(List.of("callers")).all()).get("callers").state());
        call("listConsumerGroupOffsets", () -> told(admin.listConsumerGroupOffsets("callers")
            .partitionsToOffsetAndMetadata()).get(P0).offset());
        act("alterConsumerGroupOffsets", () ->
            told(admin.alterConsumerGroupOffsets("callers", Map.of(P0, new OffsetAndMetadata(0))).all()));
        act("deleteConsumerGroupOffsets", () -> told(admin.deleteConsumerGroupOffsets("callers", Set.of(P0)).all()));
        act("deleteConsumerGroups", () -> told(admin.deleteConsumerGroups(List.of("callers")).all()));
        act("deleteConsumerGroups of none", () -> told(admin.deleteConsumerGroups(List.of("nothing")).all()));
    }

    private void otherGroups() {
        act("describeShareGroups", () -> told(admin.describeShareGroups(List.of("sharers")).all()));
        act("alterShareGroupOffsets", () -> told(admin.alterShareGroupOffsets("sharers", Map.of(P0, 1L)).all()));
        act("listShareGroupOffsets", () ->
            told(admin.listShareGroupOffsets(Map.of("sharers", new ListShareGroupOffsetsSpec())).all()));
        act("deleteShareGroupOffsets", () -> told(admin.deleteShareGroupOffsets("sharers", Set.of("calls")).all()));
        act("deleteShareGroups", () -> told(admin.deleteShareGroups(List.of("sharers")).all()));
        act("describeStreamsGroups", () -> told(admin.describeStreamsGroups(List.of("streaming")).all()));
        act("alterStreamsGroupOffsets", () ->
            told(admin.alterStreamsGroupOffsets("streaming", Map.of(
                P0, new OffsetAndMetadata(1), new TopicPartition("calls", 1), new OffsetAndMetadata(1))).all()));
        call("listStreamsGroupOffsets", () -> told(admin.listStreamsGroupOffsets(
            Map.of("streaming", new ListStreamsGroupOffsetsSpec())).all()).get("streaming").get(P0).offset());
        act("deleteStreamsGroupOffsets", () -> told(admin.deleteStreamsGroupOffsets("streaming", Set.of(P0)).all()));
        act("deleteStreamsGroups", () -> told(admin.deleteStreamsGroups(List.of("streaming")).all()));
    }

    private void transactions() {
        Producer<String, String> producer = producer(Map.of("transactional.id", "open"));
        call("describeTransactions", () -> {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("calls", 2, "k", "open")).get();
            return told(admin.describeTransactions(List.of("open")).all()).get("open").state();
        });
        call("listTransactions", () -> ids(new ListTransactionsOptions()));
        call("listTransactions for a duration", () -> ids(new ListTransactionsOptions().filterOnDuration(3_600_000)));
        call("listTransactions of a pattern", () -> ids(new ListTransactionsOptions().filterOnTransactionalIdPattern("op.*")));
        call("listTransactions of no pattern", () -> ids(new ListTransactionsOptions().filterOnTransactionalIdPattern("(")));
        TopicPartition third = new TopicPartition("calls", 2);
        call("describeProducers", () ->
            told(admin.describeProducers(Set.of(third)).all()).get(third).activeProducers().size());
        act("abortTransaction by an administrator", () -> {
            ProducerState found = told(admin.describeProducers(Set.of(third)).all()).get(third).activeProducers().get(0);
            told(admin.abortTransaction(new AbortTransactionSpec(
                third, found.producerId(), (short) found.producerEpoch(), found.coordinatorEpoch().orElse(0))).all());
        });
        act("forceTerminateTransaction", () -> told(admin.forceTerminateTransaction("open").result()));
        call("fenceProducers", () -> told(admin.fenceProducers(List.of("open")).epochId("open")) > 0);
        act("commitTransaction of a fenced producer", producer::commitTransaction);
        producer.close(Duration.ZERO);
    }

    private String ids(ListTransactionsOptions options) throws Exception {
        return names(told(admin.listTransactions(options).all()).stream().map(TransactionListing::transactionalId).toList());
    }

    private void configs() {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "calls");
        call("describeConfigs", () -> told(admin.describeConfigs(List.of(topic)).all()).get(topic).get("segment.ms").value());
        act("incrementalAlterConfigs", () -> told(admin.incrementalAlterConfigs(Map.of(topic, List.of(
            new AlterConfigOp(new ConfigEntry("retention.ms", "4321"), AlterConfigOp.OpType.SET)))).all()));
        ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, "modern");
        act("incrementalAlterConfigs of a group", () -> told(admin.incrementalAlterConfigs(Map.of(group, List.of(
            new AlterConfigOp(new ConfigEntry("consumer.session.timeout.ms", "50000"), AlterConfigOp.OpType.SET)))).all()));
        call("describeConfigs of a group", () ->
            told(admin.describeConfigs(List.of(group)).all()).get(group).get("consumer.session.timeout.ms").value());
        act("listConfigResources", () -> told(admin.listConfigResources().all()));
        act("listConfigResources of groups", () -> told(admin.listConfigResources(
            Set.of(ConfigResource.Type.GROUP), new ListConfigResourcesOptions()).all()));
        act("listClientMetricsResources", () -> told(admin.listClientMetricsResources().all()));
    }

    private void cluster() {
        call("describeCluster", () -> {
            DescribeClusterResult found = admin.describeCluster();
            return told(found.nodes()).size() + " " + told(found.controller()).id() + " " + (told(found.clusterId()) != null);
        });
        call("describeCluster with fenced brokers", () ->
            told(admin.describeCluster(new DescribeClusterOptions().includeFencedBrokers(true)).nodes()).size());
        call("describeFeatures", () -> {
            FeatureMetadata found = told(admin.describeFeatures().featureMetadata());
            return names(found.supportedFeatures().keySet());
        });
        act("updateFeatures of none", () -> told(admin.updateFeatures(
            Map.of("no.such", new FeatureUpdate((short) 1, FeatureUpdate.UpgradeType.UPGRADE)), new UpdateFeaturesOptions()).all()));
        call("describeLogDirs", () -> told(admin.describeLogDirs(List.of(0)).allDescriptions()).get(0).values()
            .iterator().next().totalBytes().isPresent());
        TopicPartitionReplica replica = new TopicPartitionReplica("calls", 0, 0);
        call("describeReplicaLogDirs", () ->
            told(admin.describeReplicaLogDirs(Set.of(replica)).all()).get(replica).getCurrentReplicaLogDir() != null);
        act("alterReplicaLogDirs", () -> told(admin.alterReplicaLogDirs(Map.of(replica, "/no/such/folder")).all()));
        act("electLeaders", () -> told(admin.electLeaders(ElectionType.PREFERRED, Set.of(P0)).all()));
        act("alterPartitionReassignments", () -> told(admin.alterPartitionReassignments(
            Map.of(P0, Optional.of(new NewPartitionReassignment(List.of(0))))).all()));
        act("alterPartitionReassignments, the factor held", () -> told(admin.alterPartitionReassignments(
            Map.of(P0, Optional.of(new NewPartitionReassignment(List.of(0)))),
            new AlterPartitionReassignmentsOptions().allowReplicationFactorChange(false)).all()));
        call("listPartitionReassignments", () -> told(admin.listPartitionReassignments().reassignments()).size());
    }

    private void security() {
        ResourcePattern pattern = new ResourcePattern(ResourceType.TOPIC, "calls", PatternType.LITERAL);
        AclBinding binding = new AclBinding(
            pattern, new AccessControlEntry("User:ANONYMOUS", "*", AclOperation.ALL, AclPermissionType.ALLOW));
        act("createAcls", () -> told(admin.createAcls(List.of(binding)).all()));
        call("describeAcls", () -> told(admin.describeAcls(AclBindingFilter.ANY).values()).size());
        call("deleteAcls", () -> told(admin.deleteAcls(List.of(binding.toFilter())).all()).size());
        act("alterUserScramCredentials", () -> told(admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
            "jackdaw", new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, 4096), "caw"))).all()));
        call("describeUserScramCredentials", () -> names(told(admin.describeUserScramCredentials().all()).keySet()));
        ClientQuotaEntity user = new ClientQuotaEntity(Map.of(ClientQuotaEntity.USER, "jackdaw"));
        act("alterClientQuotas", () -> told(admin.alterClientQuotas(List.of(new ClientQuotaAlteration(
            user, List.of(new ClientQuotaAlteration.Op("producer_byte_rate", 1e6))))).all()));
        call("describeClientQuotas", () ->
            told(admin.describeClientQuotas(ClientQuotaFilter.all()).entities()).get(user));
        act("createDelegationToken", () -> told(admin.createDelegationToken().delegationToken()));
        act("renewDelegationToken", () -> told(admin.renewDelegationToken(new byte[] {1}).expiryTimestamp()));
        act("expireDelegationToken", () -> told(admin.expireDelegationToken(new byte[] {1}).expiryTimestamp()));
        act("describeDelegationToken", () -> told(admin.describeDelegationToken().delegationTokens()));
    }

    private void kraft() {
        act("describeMetadataQuorum", () -> told(admin.describeMetadataQuorum().quorumInfo()));
        act("unregisterBroker", () -> told(admin.unregisterBroker(9).all()));
        act("unregisterController", () -> told(admin.unregisterController(9).all()));
        act("addRaftVoter", () ->
            told(admin.addRaftVoter(9, new Uuid(1, 2), Set.of(new RaftVoterEndpoint("CONTROLLER", "127.0.0.1", 9))).all()));
        act("removeRaftVoter", () -> told(admin.removeRaftVoter(9, new Uuid(1, 2)).all()));
    }

    private void end() {
        call("admin.clientInstanceId", () -> admin.clientInstanceId(WAIT) != null);
        act("admin.metrics", admin::metrics);
        act("admin.registerMetricForSubscription", () -> admin.registerMetricForSubscription(metric()));
        act("admin.unregisterMetricFromSubscription", () -> admin.unregisterMetricFromSubscription(metric()));
        act("deleteTopics", () -> told(admin.deleteTopics(List.of("calls")).all()));
        act("admin.close", () -> admin.close());
    }

    private static KafkaMetric metric() {
        MetricName name = new MetricName("caws", "jackdaw", "of no meaning", Map.of());
        return new KafkaMetric(new Object(), name, (org.apache.kafka.common.metrics.Measurable) (config, now) -> 1.0,
            new MetricConfig(), Time.SYSTEM);
    }

    /** How many records were read until so many were there, or the time was up. */
    private static int polled(Consumer<String, String> consumer, int wanted) {
        int read = 0;
        for (long end = System.nanoTime() + 2 * WAIT.toNanos(); read < wanted && System.nanoTime() < end; ) {
            for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
                if (record.topic().equals("calls")) read++;
            }
        }
        return read;
    }

    @SuppressWarnings("unchecked")
    private Producer<String, String> producer(Map<String, Object> own) {
        Map<String, Object> all = new HashMap<>(settings);
        all.remove("default.api.timeout.ms");
        all.put("max.block.ms", API_TIMEOUT_MS);
        all.put("delivery.timeout.ms", API_TIMEOUT_MS);
        all.put("linger.ms", 0);
        all.putAll(own);
        return watched(Producer.class, new KafkaProducer<>(all, new StringSerializer(), new StringSerializer()));
    }

    @SuppressWarnings("unchecked")
    private Consumer<String, String> consumer(Map<String, Object> own) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putAll(own);
        return watched(Consumer.class, new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer()));
    }
}
