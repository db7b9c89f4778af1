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

  every(LOOK_MS, signal, async () => {
    const [nodes, all, unhealthy] = await Promise.all([
      ask("/state/brokers", { signal }),
      ask("/state/topics?limit=0", { signal }),
      ask("/state/topics?limit=5&only=unhealthy", { signal }),
    ]);
    fillHealth(health, nodes, all.count, unhealthy);
    keyed(brokers, nodes, (node) => node.id, makeBroker, (card, node) => updateBroker(card, node, signal));
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

function fillHealth(health, nodes, count, unhealthy) {
  const key = JSON.stringify([nodes.length, count, unhealthy]);
  if (health.dataset.key === key) return;
  health.dataset.key = key;
  const one = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;
  if (!unhealthy.count) {
    fill(health, `${one(nodes.length, "broker")} alive, ${one(count, "topic")}, `, h("span", { class: "ok" }, "every replica in sync."));
    return;
  }
  const links = unhealthy.topics.map((topic, index) => [
    index ? ", " : "",
    h("a", { href: `#/topics/${encodeURIComponent(topic.name)}` }, topic.name),
  ]);
  fill(
    health,
    `${one(nodes.length, "broker")} alive, ${one(count, "topic")}, `,
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
    h("dl", {}, fact("replicas", "replicas"), fact("connections", "connections"), fact("loop", "loop lag, most"), fact("zk", "ZooKeeper"), fact("dirs", "log directories")),
    h("p", {}, h("a", { href: `#/waiting/${node.id}` }, "what waits there")),
  );
  card.facts = facts;
  return card;
}

async function updateBroker(card, node, signal) {
  card.querySelector(".crown").hidden = !node.is_controller;
  const state = card.querySelector(".state");
  if (card.isAsking) return;
  card.isAsking = true;
  try {
    const one = await ask(`${await at(node.id)}/state/broker`, { signal });
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
    say(state, error.status === 404 ? "no admin endpoint" : "does not answer");
  } finally {
    card.isAsking = false;
  }
}
