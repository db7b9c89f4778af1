// What happened, one line an event, in words; what repeats itself is one line with a count.

import { h, say, clock } from "./dom.js";

const LABELS = {
  "controller-event": "event",
  controller: "controller",
  "partition-state": "partition",
  "replica-state": "replica",
  election: "election",
  leadership: "leads",
  isr: "ISR",
  fault: "fault",
  clock: "clock",
  dropped: "missed",
};

const list = (ids) => `{${(ids || []).join(", ")}}`;
const some = (value) => (Array.isArray(value) ? value.join(", ") : Object.entries(value || {}).map(([name, part]) => (name === "…" ? `and ${part} more` : name)).join(", "));
const failures = (errors) => Object.entries(errors || {}).filter(([, code]) => code !== 0);

/** What an event of the controller means; `c` is what it carries. */
const MEANS = {
  Startup: () => "the broker has started: it watches /controller, then stands for election",
  ControllerChange: () => "/controller is somebody's now, or has changed",
  ControllerEpochRefused: (c) => `a broker has heard of a later controller than the one of epoch ${c.controller_epoch}`,
  Reelect: () => "/controller is gone: an election",
  Expire: () => "the ZooKeeper session is over",
  RegisterBrokerAndReelect: () => "a new ZooKeeper session: the broker registers again",
  SessionResumed: () => "the ZooKeeper connection is back, in the same session",
  ShutdownController: () => "the process ends",
  BrokerChange: () => "a broker came or went (/brokers/ids)",
  BrokerModifications: (c) => `broker ${c.broker_id} has registered other endpoints`,
  TopicChange: () => "topics came or went (/brokers/topics)",
  PartitionModifications: (c) => `the partitions of ${c.topic} have changed`,
  TopicDeletion: () => "topics are to be deleted (/admin/delete_topics)",
  IsrChangeNotification: () => "leaders wrote other ISRs",
  LogDirEventNotification: () => "a broker has lost a log directory",
  ZkPartitionReassignment: () => "a reassignment was written to ZooKeeper",
  PartitionReassignmentIsrChange: (c) => `the ISR of ${c.partition}, which moves, has changed`,
  PreferredReplicaElection: () => "an election of preferred leaders was written to ZooKeeper",
  AutoPreferredReplicaLeaderElection: () => "looks for brokers that lead less than they should",
  UncleanLeaderElectionEnable: () => "unclean elections are allowed now",
  TopicUncleanLeaderElectionEnable: (c) => `unclean elections may be allowed for ${c.topic}`,
  LeaderAndIsrResponseReceived: (c) => answered(c, "knows whom it leads and follows"),
  UpdateMetadataResponseReceived: (c) => `broker ${c.broker_id} refused the metadata: error ${c.error_code}`,
  TopicDeletionStopReplicaResponseReceived: (c) => answered(c, "has deleted replicas"),
  CreateTopics: (c) => `${some(c.topics)} ${c.is_validate_only ? "would be" : "is to be"} created`,
  CreatePartitions: (c) => `more partitions for ${some(c.wanted)}`,
  DeleteTopics: (c) => `${some(c.names)} is to be deleted`,
  AlterIsr: (c) => `broker ${c.broker_id} asks for other ISRs: ${some(c.changes)}`,
  ControlledShutdown: (c) => `broker ${c.broker_id} is about to stop: others lead in its place`,
  AlterPartitionReassignments: (c) => `moves of replicas are asked for, or taken back: ${some(c.wanted)}`,
  ListPartitionReassignments: () => "somebody asks which replicas move",
  ElectLeaders: (c) => `${c.is_unclean ? "an unclean election" : "an election of preferred leaders"}: ${some(c.wanted)}`,
};

function answered(c, does) {
  const failed = failures(c.errors);
  if (c.error_code) return `broker ${c.broker_id} refused: error ${c.error_code}`;
  return failed.length ? `broker ${c.broker_id}: error ${failed[0][1]} at ${failed[0][0]}` : `broker ${c.broker_id} ${does}: ${some(c.errors)}`;
}

function words(kind, what) {
  if (kind === "isr") {
    const shrinks = what.isr.length < what.before.length;
    return [h("b", {}, what.partition), ` ${list(what.before)} → ${list(what.isr)} `, h("em", { class: shrinks ? "bad" : "ok" }, shrinks ? "shrinks" : "grows")];
  }
  if (kind === "controller-event") {
    const means = MEANS[what.event] ? MEANS[what.event](what.carries || {}) : "";
    return [h("b", {}, what.event), what.failure ? h("em", { class: "bad" }, ` failed: ${what.failure}`) : "", h("span", { class: "dim", title: means }, ` ${means}`)];
  }
  if (kind === "partition-state" || kind === "replica-state") return [h("b", {}, what.partition || what.replica), ` ${what.before} → ${what.after}`];
  if (kind === "controller") return [h("b", {}, `broker ${what.broker}`), what.is_active ? ` is the controller now, epoch ${what.epoch}` : ` is the controller no more${what.reason ? `: ${what.reason}` : ""}`];
  if (kind === "election") return [h("b", {}, what.partition), ` leader ${what.before < 0 ? "none" : what.before} → ${what.leader < 0 ? "none" : what.leader}, ISR ${list(what.isr)}, epoch ${what.leader_epoch} `, what.unclean ? h("em", { class: "bad" }, "unclean") : h("span", { class: "dim" }, strategyWords(what.strategy))];
  if (kind === "leadership") return [h("b", {}, what.partition), what.leader === what.broker ? ` broker ${what.broker} leads` : ` broker ${what.broker} follows broker ${what.leader}`, h("span", { class: "dim" }, `, ISR ${list(what.isr)}, epoch ${what.leader_epoch}`)];
  if (kind === "fault") return [h("b", {}, `${what.api} `), `of ${what.client_id || "any client"}: ${what.action === "error" ? "refused" : what.action === "delay" ? "delayed" : what.action}`, h("span", { class: "dim" }, `, by fault rule ${what.rule}`)];
  if (kind === "clock") return [`the development clock: ${what.action}`];
  if (kind === "dropped") return [`${what.events} events came faster than this page read them`];
  return Object.entries(what).filter(([name]) => name !== "number" && name !== "time_ms").map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`).join(", ");
}

const strategyWords = (strategy) => ({ OFFLINE: "the leader was gone", PREFERRED: "back to the preferred replica", REASSIGN: "the leader moved away", CONTROLLED_SHUTDOWN: "the leader stops" })[strategy] || String(strategy || "").toLowerCase();

/** Puts an event before those that were seen; a fault that strikes again is counted with the one before. */
export function keep(seen, event, max) {
  const sameRule = (one) => one.kind === "fault" && event.kind === "fault" && one.what.rule === event.what.rule;
  const before = seen.slice(0, 6).find(sameRule);
  if (before) {
    before.count = (before.count || 1) + 1;
    before.what = { ...before.what, time_ms: event.what.time_ms };
    return;
  }
  seen.unshift(event);
  if (seen.length > max) seen.length = max;
}

/** One event as a list item. */
export function eventRow(kind, what) {
  const took =
    kind === "controller-event"
      ? h("span", { class: "took", title: "waited in the queue, then handled" }, `${what.waited_ms} + ${what.handled_ms} ms`)
      : h("span", { class: "took" });
  return h(
    "li",
    { class: `event kind-${kind}` },
    h("time", { datetime: new Date(what.time_ms).toISOString() }, clock(what.time_ms)),
    h("span", { class: "tag" }, LABELS[kind] || kind),
    h("span", { class: "what" }, words(kind, what)),
    took,
  );
}

/** Shows how often, and when last. */
export function updateEventRow(row, event) {
  if (!event.count) return;
  say(row.lastElementChild, `${event.count} times`);
  say(row.firstElementChild, clock(event.what.time_ms));
}
