// The controller: one queue, one event at a time. What it is busy with, what waits, and what it did, as it does it.

import { h, fill, say, keyed, number } from "./dom.js";
import { ask, at, every, follow } from "./api.js";
import { eventRow, keep, updateEventRow } from "./events.js";

const LOOK_MS = 700;
const SHOWN_MAX = 200;
const KINDS = ["controller-event", "controller", "election", "partition-state", "replica-state", "isr", "leadership", "fault", "dropped"];
const QUIET = new Set(["partition-state", "replica-state"]);

export async function controller(main, parts, signal) {
  const first = await ask("/state/controller", { signal });
  const id = first.active_id;
  if (id < 0) {
    fill(main, h("header", { class: "title" }, h("h1", {}, "Controller"), h("p", { class: "lead bad" }, "There is none now. Whoever wins /controller in ZooKeeper becomes it.")));
    every(LOOK_MS, signal, async () => {
      if ((await ask("/state/controller", { signal })).active_id >= 0 && !signal.aborted) dispatchEvent(new HashChangeEvent("hashchange"));
    });
    return;
  }
  const base = await at(id);
  const busy = h("p", { class: "busy" }, h("span", { class: "lamp", "aria-hidden": "true" }), h("span", { class: "what" }, "…"));
  const size = h("p", { class: "figure big" }, "0");
  const queue = h("ol", { class: "queue", "aria-label": "Events that wait" });
  const partitions = meter("Partitions");
  const replicas = meter("Replicas");
  const moves = h("ul", { class: "plain" });
  const calm = h("p", { class: "dim" }, "No reassignment, no deletion under way.");
  const events = h("ol", { class: "events", "aria-label": "Events, the latest first" });
  const chosen = new Set(KINDS.filter((kind) => !QUIET.has(kind)));
  const seen = [];
  let isPaused = false;
  const pause = h("button", { "aria-pressed": "false" }, "Pause");
  const lead = h("p", { class: "lead" }, `Broker ${id} is the controller, epoch ${first.epoch}.`);
  const draw = () => {
    if (!isPaused)
      keyed(
        events,
        seen.filter((event) => chosen.has(event.kind)).slice(0, SHOWN_MAX),
        (event) => event.key,
        (event) => eventRow(event.kind, event.what),
        updateEventRow,
      );
  };
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.setAttribute("aria-pressed", String(isPaused));
    say(pause, isPaused ? "Go on" : "Pause");
    draw();
  });
  fill(
    main,
    h("header", { class: "title" }, h("h1", {}, "Controller"), lead),
    h(
      "div",
      { class: "trio" },
      h("section", { class: "card" }, h("h2", {}, "Queue"), h("div", { class: "queue-head" }, size, h("p", { class: "dim" }, "events wait"), busy), queue),
      h("section", { class: "card" }, h("h2", {}, "States"), partitions.element, replicas.element),
      h("section", { class: "card" }, h("h2", {}, "Under way"), calm, moves),
    ),
    h("section", {}, h("header", { class: "with-action" }, h("div", { class: "chips" }, h("h2", {}, "Events"), pause), h("div", { class: "chips", role: "group", "aria-label": "Kinds" }, KINDS.slice(0, -1).map((kind) => chip(kind, chosen, draw)))), events),
  );

  every(LOOK_MS, signal, async () => {
    const shown = await ask(`${base}/state/controller`, { signal });
    say(lead, shown.is_active ? `Broker ${id} is the controller, epoch ${shown.epoch}.` : `Broker ${id} was the controller; broker ${shown.active_id} is it now.`);
    if (!shown.is_active && shown.active_id >= 0 && shown.active_id !== id) dispatchEvent(new HashChangeEvent("hashchange"));
    say(size, number(shown.queue_size));
    busy.dataset.state = shown.busy_with === "Idle" ? "idle" : "busy";
    say(busy.lastElementChild, shown.busy_with === "Idle" ? "idle" : shown.busy_with);
    keyed(queue, shown.queue.slice(0, 12).map((event, index) => ({ ...event, index })), (event) => `${event.index} ${event.event}`, (event) => h("li", {}, event.event), () => {});
    partitions.update(shown.partition_states);
    replicas.update(shown.replica_states);
    const under = [
      ...(shown.reassignments || []).map((one) => ({ key: one.partition, text: `${one.partition} moves: {${one.replicas.join(", ")}}, adding {${one.adding.join(", ")}}, removing {${one.removing.join(", ")}}` })),
      ...(shown.deletions || []).map((one) => ({ key: `delete ${one.topic}`, text: `${one.topic} is being deleted${one.is_ineligible ? ", and waits for a broker" : ""}` })),
    ];
    calm.hidden = under.length > 0;
    keyed(moves, under, (one) => one.key, (one) => h("li", {}, one.text), (row, one) => say(row, one.text));
  });

  let isDrawing = false;
  follow(id, KINDS, signal, (kind, what) => {
    keep(seen, { kind, what, key: `${what.number} ${what.time_ms}` }, SHOWN_MAX * 5);
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(() => {
      isDrawing = false;
      draw();
    });
  });
}

function chip(kind, chosen, draw) {
  const button = h("button", { class: `chip kind-${kind}`, "aria-pressed": String(chosen.has(kind)) }, kind);
  button.addEventListener("click", () => {
    if (!chosen.delete(kind)) chosen.add(kind);
    button.setAttribute("aria-pressed", String(chosen.has(kind)));
    draw();
  });
  return button;
}

function meter(label) {
  const bar = h("span", { class: "meter", role: "img" });
  const words = h("p", { class: "dim" }, "…");
  return {
    element: h("div", { class: "metered" }, h("h3", {}, label), bar, words),
    update(states) {
      const entries = Object.entries(states || {}).sort(([one], [other]) => one.localeCompare(other));
      const text = entries.map(([name, count]) => `${number(count)} ${name.replace(/(Partition|Replica)$/, "")}`).join(", ") || "none";
      keyed(bar, entries, ([name]) => name, ([name]) => h("i", { "data-name": name, title: name }), (part, [, count]) => (part.style.flexGrow = count));
      bar.setAttribute("aria-label", text);
      say(words, text);
    },
  };
}
