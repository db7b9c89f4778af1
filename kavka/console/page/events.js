// What happened, one line an event.

import { h, clock } from "./dom.js";

const LABELS = {
  "controller-event": "event",
  controller: "controller",
  "partition-state": "partition",
  "replica-state": "replica",
  election: "election",
  leadership: "leads",
  isr: "ISR",
  group: "group",
  fault: "fault",
  dropped: "missed",
};

const list = (ids) => `{${(ids || []).join(", ")}}`;

function words(kind, what) {
  if (kind === "isr") {
    const shrinks = what.isr.length < what.before.length;
    return [h("b", {}, what.partition), ` ${list(what.before)} → ${list(what.isr)} `, h("em", { class: shrinks ? "bad" : "ok" }, shrinks ? "shrinks" : "grows")];
  }
  if (kind === "controller-event") return [h("b", {}, what.event), what.failure ? h("em", { class: "bad" }, ` ${what.failure}`) : "", carried(what.carries)];
  if (kind === "partition-state" || kind === "replica-state") return [h("b", {}, what.partition || what.replica), ` ${what.before} → ${what.after}`];
  if (kind === "controller") return [h("b", {}, `broker ${what.broker}`), what.is_active ? ` is the controller now, epoch ${what.epoch}` : " is the controller no more"];
  if (kind === "dropped") return [`${what.events} events came faster than this page read them`];
  const { number, time_ms, partition, ...rest } = what;
  return [partition ? h("b", {}, partition) : "", carried(rest)];
}

function carried(fields) {
  const text = Object.entries(fields || {})
    .filter(([name]) => !["state", "is_news"].includes(name))
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(", ");
  return text ? h("span", { class: "dim", title: text }, ` ${text}`) : "";
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
