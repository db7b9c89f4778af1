// The cluster: each broker with its own figures, how its topics do, and what happened last.

import { h, fill, say, keyed, number, duration } from "./dom.js";
import { ask, at, every, follow, self } from "./api.js";
import { isSilent } from "./pulse.js";
import { eventRow, keep, updateEventRow } from "./events.js";

const LOOK_MS = 2000;
const RECENT_MAX = 14;
const BROKER_TIMEOUT_MS = 3000;
const KINDS = ["controller", "election", "isr", "leadership", "fault"];

export async function cluster(main, parts, signal) {
  const me = await self();
  const health = h("p", { class: "lead" }, "…");
  const brokers = h("div", { class: "brokers", role: "list", "aria-label": "Brokers" });
  const recent = h("ol", { class: "events short" });
  const nothing = h("p", { class: "empty" }, "Nothing yet. Elections, ISR changes and new leaders appear here as they happen.");
  fill(
    main,
    h("header", { class: "title" }, h("p", { class: "kicker" }, "cluster ", h("code", {}, me.cluster_id)), h("h1", {}, "Cluster"), health),
    brokers,
    h("section", {}, h("h2", {}, "Lately"), nothing, recent),
  );

  const known = new Map(); // id → {node, state}: who was ever registered while this view is open
  let topics = null;
  const told = () => {
    if (isSilent() && known.has(me.id)) known.get(me.id).state = "silent";
    keyed(brokers, [...known.values()], ({ node }) => node.id, ({ node }) => makeBroker(node), (card, { node, state }) => markBroker(card, node, state));
    if (topics) fillHealth(health, [...known.values()], topics);
  };
  addEventListener("kavka-pulse", told, { signal });
  every(LOOK_MS, signal, async () => {
    const [nodes, all, unhealthy] = await Promise.all([
      ask("/state/brokers", { signal, timeoutMs: BROKER_TIMEOUT_MS }),
      ask("/state/topics?limit=0", { signal }),
      ask("/state/topics?limit=5&only=unhealthy", { signal }),
    ]);
    topics = { count: all.count, unhealthy };
    for (const node of nodes) known.set(node.id, { state: "asked", ...known.get(node.id), node });
    for (const one of known.values()) {
      if (!nodes.some((node) => node.id === one.node.id)) one.state = "gone";
      else if (one.state === "gone") one.state = "asked";
    }
    told();
    for (const { node } of known.values()) if (known.get(node.id).state !== "gone") askBroker(brokers, known, node, signal).then(told);
  });

  const seen = [];
  const controllerId = (await ask("/state/controller", { signal })).active_id;
  for (const id of new Set([me.id, controllerId].filter((one) => one >= 0))) {
    follow(id, KINDS, signal, (kind, what) => {
      keep(seen, { kind, what, key: `${id} ${what.number} ${what.time_ms}` }, RECENT_MAX);
      seen.sort((one, other) => other.what.time_ms - one.what.time_ms);
      nothing.hidden = true;
      keyed(recent, seen, (event) => event.key, (event) => eventRow(event.kind, event.what), updateEventRow);
    });
  }
}

const listed = (ids) => (ids.length === 1 ? `broker ${ids[0]}` : `brokers ${ids.join(", ")}`);

/** Nobody counts as alive who was not heard of: a number that includes a dead broker is worse than none. */
function fillHealth(health, brokers, { count, unhealthy }) {
  const ids = (state) => brokers.filter((one) => one.state === state).map((one) => one.node.id);
  const [asked, silent, gone] = ["asked", "silent", "gone"].map(ids);
  const key = JSON.stringify([brokers.length, asked, count, unhealthy, silent, gone]);
  if (asked.length || health.dataset.key === key) return;
  health.dataset.key = key;
  const one = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;
  const absent = [
    silent.length ? `${listed(silent)} ${silent.length === 1 ? "does" : "do"} not answer` : "",
    gone.length ? `${listed(gone)} left the cluster` : "",
  ].filter(Boolean).join(", ");
  const alive = absent
    ? [`${number(brokers.length - silent.length - gone.length)} of ${one(brokers.length, "broker")} alive, `, h("span", { class: "bad" }, absent), `, ${one(count, "topic")}, `]
    : [`${one(brokers.length, "broker")} alive, ${one(count, "topic")}, `];
  if (!unhealthy.count) {
    const inSync = silent.length ? h("span", { class: "dim" }, "every replica in sync as far as the controller has noticed.") : h("span", { class: "ok" }, "every replica in sync.");
    fill(health, alive, inSync);
    return;
  }
  const links = unhealthy.topics.map((topic, index) => [
    index ? ", " : "",
    h("a", { href: `#/topics/${encodeURIComponent(topic.name)}` }, topic.name),
  ]);
  fill(
    health,
    alive,
    h("span", { class: "bad" }, `${number(unhealthy.count)} of them short of replicas: `),
    links,
    unhealthy.count > unhealthy.topics.length ? " …" : "",
  );
}

function makeBroker(node) {
  const facts = {};
  const fact = (name, label) => [h("dt", {}, label), (facts[name] = h("dd", {}, "–"))];
  const card = h(
    "article",
    { class: "card broker", role: "listitem" },
    h("header", {}, h("h2", {}, "Broker ", h("span", { class: "figure" }, node.id)), h("span", { class: "badge crown", hidden: true }, "controller"), h("span", { class: "badge state" }, "…")),
    h("p", { class: "mono" }, Object.entries(node.endpoints).map(([name, address]) => `${name} ${address}`).join("  "), node.rack ? `  rack ${node.rack}` : ""),
    h("p", { class: "as-of dim", hidden: true }),
    h("dl", {}, fact("replicas", "replicas"), fact("connections", "connections"), fact("loop", "loop lag, most"), fact("zk", "ZooKeeper"), fact("dirs", "log directories")),
    h("p", { class: "links" }, h("a", { href: `#/waiting/${node.id}` }, "what waits there"), h("a", { href: `#/brokers/${node.id}/connections` }, "connections"), h("a", { href: `#/brokers/${node.id}/settings` }, "settings")),
  );
  card.facts = facts;
  return card;
}

/** Shows what is known of a broker's being there. */
function markBroker(card, node, state) {
  card.querySelector(".crown").hidden = !node.is_controller || state === "gone";
  if (state !== "silent" && state !== "gone") return;
  card.dataset.state = "bad";
  say(card.querySelector(".state"), state === "gone" ? "left the cluster" : "does not answer");
  const asOf = card.querySelector(".as-of");
  asOf.hidden = !card.answeredAt;
  if (card.answeredAt) say(asOf, `as of ${new Date(card.answeredAt).toISOString().slice(11, 19)} UTC:`);
}

/** Asks a broker of itself; its card shows it, or that it does not answer. */
async function askBroker(cards, known, node, signal) {
  const card = cards.rowsByKey.get(node.id);
  if (!card || card.isAsking) return;
  card.isAsking = true;
  const state = card.querySelector(".state");
  const mark = (what) => known.get(node.id).state !== "gone" && (known.get(node.id).state = what);
  try {
    const one = await ask(`${await at(node.id)}/state/broker`, { signal, timeoutMs: BROKER_TIMEOUT_MS });
    mark("there");
    card.answeredAt = Date.now();
    card.querySelector(".as-of").hidden = true;
    card.dataset.state = one.is_ready ? "good" : "warn";
    say(state, one.is_ready ? "ready" : "starting");
    say(card.facts.replicas, number(one.replicas));
    say(card.facts.connections, number(one.connections));
    say(card.facts.loop, `${duration(one.loop_lag_ms)}, ${duration(one.loop_lag_ms_max)}`);
    say(card.facts.zk, one.zookeeper.state.toLowerCase());
    say(card.facts.dirs, one.log_dirs.map((dir) => (dir.is_online ? "online" : `${dir.path} offline`)).join(", "));
  } catch (error) {
    if (signal.aborted) return;
    if (error.status === 404) {
      mark("there"); // it is registered, and has no admin endpoint that could say more
      card.dataset.state = "";
      say(state, "no admin endpoint");
    } else mark("silent");
  } finally {
    card.isAsking = false;
  }
}
