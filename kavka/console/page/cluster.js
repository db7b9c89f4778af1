// The cluster: each broker with its own figures, how its topics do, and what happened last.

import { h, fill, say, keyed, number, duration } from "./dom.js";
import { ask, at, every, follow, self } from "./api.js";
import { eventRow } from "./events.js";

const LOOK_MS = 2000;
const RECENT_MAX = 14;
const KINDS = ["controller", "election", "isr", "leadership", "group", "fault"];

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

  const silent = new Set(); // brokers that are registered and do not answer: ZooKeeper hears of their end later
  every(LOOK_MS, signal, async () => {
    const [nodes, all, unhealthy] = await Promise.all([
      ask("/state/brokers", { signal }),
      ask("/state/topics?limit=0", { signal }),
      ask("/state/topics?limit=5&only=unhealthy", { signal }),
    ]);
    const told = () => fillHealth(health, nodes, all.count, unhealthy, nodes.filter((node) => silent.has(node.id)));
    keyed(brokers, nodes, (node) => node.id, makeBroker, (card, node) => updateBroker(card, node, signal, silent).then(told));
    told();
  });

  const seen = [];
  const controllerId = (await ask("/state/controller", { signal })).active_id;
  for (const id of new Set([me.id, controllerId].filter((one) => one >= 0))) {
    follow(id, KINDS, signal, (kind, what) => {
      seen.unshift({ kind, what, key: `${id} ${what.number} ${what.time_ms}` });
      seen.sort((one, other) => other.what.time_ms - one.what.time_ms);
      seen.length = Math.min(seen.length, RECENT_MAX);
      nothing.hidden = true;
      keyed(recent, seen, (event) => event.key, (event) => eventRow(event.kind, event.what), () => {});
    });
  }
}

function fillHealth(health, nodes, count, unhealthy, silent) {
  const key = JSON.stringify([nodes.length, count, unhealthy, silent.map((node) => node.id)]);
  if (health.dataset.key === key) return;
  health.dataset.key = key;
  const one = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;
  const ids = silent.map((node) => node.id).join(", ");
  const alive = silent.length
    ? [`${number(nodes.length - silent.length)} of ${one(nodes.length, "broker")} alive, `, h("span", { class: "bad" }, `${silent.length === 1 ? `broker ${ids} does` : `brokers ${ids} do`} not answer`), `, ${one(count, "topic")}, `]
    : [`${one(nodes.length, "broker")} alive, ${one(count, "topic")}, `];
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
    h("p", {}, h("a", { href: `#/waiting/${node.id}` }, "what waits there")),
  );
  card.facts = facts;
  return card;
}

async function updateBroker(card, node, signal, silent) {
  card.querySelector(".crown").hidden = !node.is_controller;
  const state = card.querySelector(".state");
  if (card.isAsking) return;
  card.isAsking = true;
  try {
    const one = await ask(`${await at(node.id)}/state/broker`, { signal });
    silent.delete(node.id);
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
    card.dataset.state = "bad";
    const isSilent = error.status !== 404;
    say(state, isSilent ? "does not answer" : "no admin endpoint");
    if (isSilent) silent.add(node.id);
    else silent.delete(node.id);
    const asOf = card.querySelector(".as-of");
    asOf.hidden = !card.answeredAt;
    if (card.answeredAt) say(asOf, `as of ${new Date(card.answeredAt).toISOString().slice(11, 19)} UTC:`);
  } finally {
    card.isAsking = false;
  }
}
