// What a broker has put off: the operations of its purgatories, with what each waits for; and the timing wheel that
// ends their waiting, turning.

import { h, fill, say, keyed, number, duration } from "./dom.js";
import { ask, at, every, self } from "./api.js";
import { Nowhere } from "./address.js";
import { makeWheel } from "./wheel.js";

const LOOK_MS = 400;
const SHOWN_MAX = 60;
const EVERYWHERE_MS = 2000;
const OTHERS_TIMEOUT_MS = 3000;
const TELLING = ["Produce", "DeleteRecords", "Rebalance"];

/** Of every broker, how many operations each purgatory holds back; of one that does not answer, null. */
async function lookEverywhere(nodes, signal) {
  return Promise.all(
    nodes.map(async ({ id }) => {
      try {
        const purgatories = await ask(`${await at(id)}/state/purgatories`, { signal, timeoutMs: OTHERS_TIMEOUT_MS });
        return { id, counts: Object.fromEntries(purgatories.map((one) => [one.name, one.delayed])) };
      } catch (error) {
        if (signal.aborted) throw error;
        return { id, counts: null };
      }
    }),
  );
}

/** Where something waits that somebody would ask about. Fetches always wait: they are followers', and consumers'. */
function somewhere(found, kinds) {
  for (const kind of kinds) {
    const held = found.find((one) => one.counts && one.counts[kind] > 0);
    if (held) return { id: held.id, kind };
  }
  return null;
}

export async function waiting(main, [which, given], signal) {
  const nodes = await ask("/state/brokers", { signal });
  const me = (await self()).id;
  const isChosen = which !== undefined && which !== "";
  const found = isChosen ? null : somewhere(await lookEverywhere(nodes, signal), given ? [given] : TELLING);
  const id = isChosen ? Number(which) : found ? found.id : me;
  const kind = given || (found ? found.kind : "Produce");
  if (!nodes.some((node) => node.id === id)) throw new Nowhere();
  const base = await at(id);
  const elsewhere = h("p", { class: "note", role: "status", hidden: true });
  const chips = nodes.map((node) => h("a", { class: "chip", href: `#/waiting/${node.id}/${kind}`, "aria-current": node.id === id ? "page" : null }, `broker ${node.id}`, h("span", { class: "count", hidden: true })));
  const tabs = h("nav", { class: "tabs", "aria-label": "Purgatories" });
  const figures = h("dl", { class: "figures" });
  const operations = h("ul", { class: "operations", "aria-label": "Operations that wait" });
  const calm = h("p", { class: "empty" }, "…");
  const more = h("p", { class: "dim", hidden: true });
  const wheel = makeWheel(signal);
  fill(
    main,
    h(
      "header",
      { class: "title with-action" },
      h("div", {}, h("h1", {}, "Purgatory & wheel"), h("p", { class: "lead" }, "Requests that cannot be answered yet, and the clockwork that ends their waiting.")),
      h("nav", { class: "chips", "aria-label": "Brokers" }, chips),
    ),
    elsewhere,
    tabs,
    h("div", { class: "with-wheel" }, h("section", { "aria-label": "Purgatory" }, figures, calm, operations, more), wheel.element),
  );

  const fact = (name) => {
    const value = h("dd", {}, "–");
    figures.append(h("div", {}, h("dt", {}, name), value));
    return value;
  };
  const facts = { delayed: fact("wait now"), keys: fact("keys watched"), completed: fact("completed"), expired: fact("timed out") };

  every(LOOK_MS, signal, async () => {
    const [purgatories, timers] = await Promise.all([ask(`${base}/state/purgatories`, { signal, timeoutMs: 6000 }), ask(`${base}/state/timers`, { signal, timeoutMs: 6000 })]);
    keyed(tabs, purgatories, (one) => one.name, (one) => makeTab(one, id, kind), (tab, one) => say(tab.lastElementChild, number(one.delayed)));
    const shown = purgatories.find((one) => one.name === kind) || purgatories[0];
    for (const [name, element] of Object.entries(facts)) say(element, number(shown[name]));
    const rows = numbered(shown.operations.slice(0, SHOWN_MAX));
    calm.hidden = rows.length > 0;
    say(calm, EMPTY[shown.name] || "Nothing waits here.");
    keyed(operations, rows, (one) => one.key, makeOperation, updateOperation);
    more.hidden = shown.delayed <= rows.length;
    say(more, `and ${number(shown.delayed - rows.length)} more`);
    wheel.update(timers.find((one) => one.name === shown.name) || timers[0], id);
  });

  every(EVERYWHERE_MS, signal, async () => {
    const all = await lookEverywhere(nodes, signal);
    all.forEach(({ counts }, index) => {
      const count = chips[index].lastElementChild;
      const held = counts ? TELLING.reduce((sum, name) => sum + (counts[name] || 0), 0) : 0;
      count.hidden = counts !== null && held === 0;
      say(count, counts === null ? "does not answer" : number(held));
    });
    const other = somewhere(all.filter((one) => one.id !== id), TELLING);
    const isHere = all.some((one) => one.id === id && one.counts && one.counts[kind] > 0 && kind !== "Fetch");
    // Who chose no broker is shown whichever holds something back; who chose one is told.
    if (!isChosen && other && !isHere && !signal.aborted) return void dispatchEvent(new HashChangeEvent("hashchange"));
    elsewhere.hidden = !other || isHere;
    if (other) fill(elsewhere, "Something waits at broker ", h("b", {}, other.id), ": ", h("a", { href: `#/waiting/${other.id}/${other.kind}` }, `${other.kind} there`), ".");
  });
}

const EMPTY = {
  Produce: "No produce request waits. One does when it asked for acks=all and a follower has not fetched its records yet: write a record on a topic's page while a follower is held back.",
  Fetch: "No fetch waits for records. Followers' fetches do, and consumers' at the end of a log.",
  DeleteRecords: "No DeleteRecords waits for followers to move their log start.",
  Rebalance: "No group waits for its members to join.",
};

/** A name for each operation that stays the same from look to look: its keys, and its place among equals. */
function numbered(operations) {
  const counts = new Map();
  return operations.map((one) => {
    const name = one.keys.join(" ") + (one.replica_id === undefined ? "" : ` r${one.replica_id}`);
    const count = counts.get(name) || 0;
    counts.set(name, count + 1);
    return { ...one, key: `${name} #${count}` };
  });
}

function makeTab(one, id, kind) {
  return h("a", { href: `#/waiting/${id}/${one.name}`, "aria-current": one.name === kind ? "page" : null }, `${one.name} `, h("span", { class: "count" }, number(one.delayed)));
}

function makeOperation() {
  return h("li", { class: "operation" }, h("p", { class: "keys mono" }), h("p", { class: "why" }), h("p", { class: "took mono" }), h("span", { class: "bar" }, h("i", {})));
}

function updateOperation(row, one) {
  say(row.children[0], one.keys.length > 4 ? `${one.keys.slice(0, 4).join("  ")}  and ${one.keys.length - 4} more keys` : one.keys.join("  "));
  say(row.children[1], why(one));
  say(row.children[2], one.waited_ms === null ? "" : `${duration(Math.max(0, one.waited_ms))} of ${duration(one.timeout_ms)}`);
  row.querySelector("i").style.width = one.timeout_ms ? `${Math.min(100, Math.max(0, (100 * one.waited_ms) / one.timeout_ms))}%` : "0";
}

function why(one) {
  const parts = one.partitions || [];
  const open = parts.filter((part) => !part.is_done);
  if (open.length && open[0].waits_for_high_watermark !== undefined) {
    return open.map((part) => `until the high watermark of ${part.partition} is ${number(part.waits_for_high_watermark)}: it is ${number(part.high_watermark)}, in sync {${part.isr.join(", ")}}`).slice(0, 3).join("; ");
  }
  if (open.length && open[0].waits_for_low_watermark !== undefined) return open.map((part) => `until every replica of ${part.partition} begins at ${number(part.waits_for_low_watermark)}`).slice(0, 3).join("; ");
  if (one.min_bytes !== undefined) {
    const who = one.replica_id >= 0 ? `follower, broker ${one.replica_id}` : "a consumer";
    return `${who}, until there is ${number(one.min_bytes)} B: ${parts.slice(0, 3).map((part) => `${part.partition} from ${number(part.fetch_offset)}`).join(", ")}${parts.length > 3 ? " …" : ""}`;
  }
  const { keys, key, timeout_ms, waited_ms, left_ms, ...rest } = one;
  return Object.keys(rest).length ? JSON.stringify(rest) : "";
}
