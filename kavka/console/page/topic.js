// One topic: its partitions as strips, what waits for them, a form that writes, its records, its settings.

import { h, fill, say, keyed, field, choice, number, bytes, duration, toast } from "./dom.js";
import { ask, at, every } from "./api.js";
import { Nowhere } from "./address.js";
import { makePager } from "./topics.js";
import { makePartition, updatePartition } from "./strip.js";
import { messages } from "./messages.js";
import { replicas } from "./replicas.js";
import { producers } from "./producers.js";
import { manage } from "./manage.js";
import { settings } from "./settings.js";

const LOOK_MS = 700;
const PAGE = 20;
const SENT_MAX = 8;
const TABS = [["partitions", "Partitions"], ["messages", "Messages"], ["replicas", "Replicas"], ["producers", "Producers"], ["settings", "Settings"], ["manage", "Manage"]];

export async function topic(main, [name, tab = "partitions"], signal, query) {
  if (!TABS.some(([which]) => which === tab)) throw new Nowhere();
  const path = `/state/topics/${encodeURIComponent(name)}`;
  const first = await ask(`${path}?limit=100`, { signal });
  const lead = h("p", { class: "lead" }, "…");
  const link = (which, text) => h("a", { href: `#/topics/${encodeURIComponent(name)}/${which}`, "aria-current": which === tab ? "page" : null }, text);
  const body = h("div", { class: "tab" });
  fill(
    main,
    h("header", { class: "title" }, h("p", { class: "kicker" }, h("a", { href: "#/topics" }, "topics")), h("h1", { class: "mono" }, name), lead),
    h("nav", { class: "tabs", "aria-label": "Parts of the topic" }, TABS.map(([which, text]) => link(which, text))),
    body,
  );
  sayLead(lead, first);
  if (tab === "messages") return messages(body, name, first, signal, query);
  if (tab === "replicas") return replicas(body, name, first, signal);
  if (tab === "producers") return producers(body, name, first, signal, query);
  if (tab === "settings") return settings(body, `/topics/${encodeURIComponent(name)}/configs`, signal);
  if (tab === "manage") return manage(body, name, first);
  return partitions(body, name, path, lead, signal);
}

function sayLead(lead, shown) {
  const one = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;
  say(lead, `${one(shown.partitions, "partition")}, ${one(shown.replication_factor, "replica")} each; ${bytes(shown.bytes_here)} on this broker`);
}

async function partitions(body, name, path, lead, signal) {
  let offset = 0;
  const cards = h("div", { class: "partitions" });
  const pager = makePager((to) => {
    offset = to;
    look();
  }, PAGE);
  const form = writer(name);
  const waits = h("ul", { class: "waits", "aria-label": "Produce requests that wait for this topic" });
  const calm = h("p", { class: "dim" }, "No produce request waits for a follower.");
  fill(
    body,
    h(
      "div",
      { class: "with-side" },
      h("section", { "aria-label": "Partitions" }, legend(), cards, pager.element),
      h("aside", {}, form, h("section", { class: "card" }, h("h2", {}, "Waiting in the purgatory"), calm, waits)),
    ),
  );

  async function look() {
    const shown = await ask(`${path}?offset=${offset}&limit=${PAGE}`, { signal });
    sayLead(lead, shown);
    pager.update(offset, shown.partition_states.length, shown.partitions);
    const leaders = [...new Set(shown.partition_states.map((state) => state.leader).filter((leader) => leader >= 0))];
    const views = new Map(await Promise.all(leaders.map((leader) => lookAt(leader, path, offset, signal))));
    keyed(
      cards,
      shown.partition_states,
      (state) => state.partition,
      (state) => makePartition(name, state),
      (card, state) => updatePartition(card, state, views.get(state.leader)),
    );
    const waiting = [...views.entries()].flatMap(([leader, view]) => waitingFor(name, leader, view));
    calm.hidden = waiting.length > 0;
    keyed(waits, waiting, (one) => one.key, makeWait, updateWait);
  }
  every(LOOK_MS, signal, look);
}

/** What a leader knows of the partitions, the faults that it commits, and what waits there; null where it is silent. */
async function lookAt(leader, path, offset, signal) {
  const base = await at(leader);
  try {
    const [topicThere, purgatories, faults] = await Promise.all([
      ask(`${base}${path}?offset=${offset}&limit=${PAGE}`, { signal, timeoutMs: 6000 }),
      ask(`${base}/state/purgatories`, { signal, timeoutMs: 6000 }),
      ask(`${base}/faults`, { signal, timeoutMs: 6000 }),
    ]);
    return [leader, { base, partitions: new Map(topicThere.partition_states.map((state) => [state.partition, state])), purgatories, faults }];
  } catch (error) {
    if (signal.aborted) throw error;
    return [leader, null];
  }
}

function waitingFor(name, leader, view) {
  const produce = view && view.purgatories.find((one) => one.name === "Produce");
  if (!produce) return [];
  const prefix = `${name}-`;
  return produce.operations
    .filter((one) => one.keys.some((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes("-")))
    .map((one, index) => ({ ...one, leader, key: `${leader} ${one.keys.join()} ${one.partitions.map((part) => part.waits_for_high_watermark).join()} ${index}` }));
}

function makeWait() {
  return h("li", { class: "wait" }, h("span", { class: "what" }), h("span", { class: "took" }), h("span", { class: "bar" }, h("i", {})));
}

function updateWait(row, one) {
  const part = one.partitions.find((candidate) => !candidate.is_done) || one.partitions[0];
  const missing = `on broker ${one.leader}: ${part.partition} until the high watermark is ${number(part.waits_for_high_watermark)}; it is ${number(part.high_watermark)}, ISR {${part.isr.join(", ")}}`;
  say(row.querySelector(".what"), missing);
  say(row.querySelector(".took"), `${duration(one.waited_ms)} of ${duration(one.timeout_ms)}`);
  row.querySelector("i").style.width = `${Math.min(100, (100 * one.waited_ms) / one.timeout_ms)}%`;
}

function legend() {
  const item = (cls, text) => h("li", {}, h("i", { class: cls }), text);
  return h("ul", { class: "legend", "aria-label": "Legend" }, item("seg committed", "committed, below the high watermark"), item("seg pending", "in the log, not on every in-sync replica"), item("seg missing", "not there yet"), item("mark", "high watermark"));
}

function writer(name) {
  const key = h("input", { autocomplete: "off", spellcheck: "false", name: "key" });
  const value = h("textarea", { rows: 3, spellcheck: "false", name: "value" });
  const partition = h("input", { type: "number", min: 0, placeholder: "by key", name: "partition" });
  const acks = choice([["all", "all in sync"], ["1", "1, leader"], ["0", "0, nobody"]], "all", { name: "acks" });
  const sent = h("ol", { class: "sent", "aria-live": "polite", "aria-label": "Sent from here" });
  const again = sessionStorage.getItem("kavka-again");
  if (again) {
    sessionStorage.removeItem("kavka-again");
    const record = JSON.parse(again);
    key.value = record.key || "";
    value.value = record.value || "";
  }
  return h(
    "form",
    {
      class: "card writer",
      onsubmit: (event) => {
        event.preventDefault();
        const body = { topic: name, value: value.value, acks: acks.value };
        if (key.value) body.key = key.value;
        if (partition.value !== "") body.partition = Number(partition.value);
        send(body, sent);
      },
    },
    h("h2", {}, "Write a record"),
    field("Key", key),
    field("Value", value),
    h("div", { class: "pair" }, field("Partition", partition), field("acks", acks)),
    h("button", { class: "primary", type: "submit" }, "Produce"),
    sent,
  );
}

async function send(body, sent) {
  const text = h("span", {}, `acks=${body.acks}: waits …`);
  const took = h("span", { class: "took" }, "0 ms");
  const row = h("li", { class: "going" }, text, took);
  sent.prepend(row);
  while (sent.children.length > SENT_MAX) sent.lastElementChild.remove();
  const began = performance.now();
  const ticking = setInterval(() => say(took, duration(performance.now() - began)), 100);
  try {
    const where = await ask("/produce", { method: "POST", body, timeoutMs: 150_000 });
    row.className = "done";
    say(text, where.offset < 0 ? `sent to partition ${where.partition}, nobody asked` : `acknowledged: partition ${where.partition}, offset ${number(where.offset)}`);
  } catch (error) {
    row.className = "failed";
    say(text, error.message);
    toast(error.message, true);
  } finally {
    clearInterval(ticking);
    say(took, duration(performance.now() - began));
  }
}
