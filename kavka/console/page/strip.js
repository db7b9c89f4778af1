// A partition drawn: one strip a replica, all on one scale, so that who lags and where the high watermark stands is
// seen at a glance. The scale is the tail of the log: wide enough for the slowest in-sync replica, and no wider.

import { h, say, keyed, number, duration, toast } from "./dom.js";
import { ask } from "./api.js";

const TAIL_MIN = 16;
const CELLS_MAX = 64;
const FETCHERS = 4;

export function makePartition(topic, state) {
  return h(
    "article",
    { class: "card partition", "aria-label": `Partition ${state.partition}` },
    h("header", {}, h("h3", {}, "partition ", h("span", { class: "figure" }, state.partition)), h("p", { class: "isr", "data-isr": "" }), h("p", { class: "dim epoch" })),
    h("ol", { class: "replicas" }),
    h("p", { class: "scale mono" }, h("span", { class: "from" }), h("span", { class: "to" })),
    h("p", { class: "note warn", hidden: true }),
  );
}

export function updatePartition(card, state, view) {
  const there = view && view.partitions.get(state.partition);
  const here = there && there.here && there.here.is_leader ? there.here : null;
  const isr = here ? here.isr : state.isr;
  const isShort = isr.length < state.replicas.length;
  const line = card.querySelector(".isr");
  say(line, `ISR {${isr.join(", ")}}${here && here.asked_isr ? ` → asks for {${here.asked_isr.join(", ")}}` : ""}`);
  line.dataset.isr = isr.join(",");
  line.className = isShort ? "isr bad" : "isr ok";
  card.dataset.state = state.leader < 0 ? "bad" : isShort ? "warn" : "good";
  say(card.querySelector(".epoch"), `leader ${state.leader < 0 ? "none" : state.leader}, epoch ${state.leader_epoch}`);
  const note = card.querySelector(".note");
  note.hidden = Boolean(here);
  say(note, state.leader < 0 ? "No leader: nobody may write or read." : `Broker ${state.leader} leads and does not answer; its offsets are not known.`);
  const tail = tailOf(here);
  const scale = card.querySelector(".scale");
  scale.hidden = !here;
  if (here) {
    say(scale.firstElementChild, tail.from > here.log_start_offset ? `◂ ${number(tail.from)}` : `log start ${number(here.log_start_offset)}`);
    say(scale.lastElementChild, `high watermark ${number(here.high_watermark)} · log end ${number(here.log_end_offset)}`);
  }
  const replicas = state.replicas.map((id) => replicaOf(id, state, here, isr, view));
  keyed(card.querySelector(".replicas"), replicas, (one) => one.id, makeReplica, (row, one) => updateReplica(row, one, here, tail));
}

function replicaOf(id, state, here, isr, view) {
  const isLeader = id === state.leader;
  const follower = here && !isLeader ? here.followers.find((one) => one.broker === id) : null;
  const end = !here ? null : isLeader ? here.log_end_offset : follower && follower.log_end_offset >= 0 ? follower.log_end_offset : null;
  const held = view ? view.faults.filter((rule) => rule.api === "FETCH" && new RegExp(`^broker-${id}-fetcher-\\d+$`).test(rule.client_id || "")) : [];
  return { id, isLeader, isIn: isr.includes(id), isOffline: state.offline.includes(id), end, follower, held, base: view ? view.base : null };
}

function tailOf(here) {
  if (!here) return { from: 0, width: TAIL_MIN };
  const inSync = here.followers.filter((one) => here.isr.includes(one.broker) && one.log_end_offset >= 0).map((one) => one.log_end_offset);
  const lowest = Math.min(here.high_watermark, here.log_end_offset, ...inSync);
  const spread = (here.log_end_offset - Math.max(lowest, here.log_start_offset)) * 1.5;
  let width = TAIL_MIN;
  while (width < spread) width *= 2;
  const step = Math.max(1, width / 8);
  const end = Math.ceil((here.log_end_offset + step) / step) * step;
  return { from: Math.max(here.log_start_offset, end - width), width };
}

function makeReplica(one) {
  return h(
    "li",
    { class: "replica" },
    h("span", { class: "who" }, h("b", {}, `broker ${one.id}`), h("span", { class: "role" })),
    h("span", { class: "strip", role: "img" }, h("i", { class: "seg committed" }), h("i", { class: "seg pending" }), h("i", { class: "seg missing" }), h("i", { class: "mark" })),
    h("span", { class: "offset mono" }),
    h("button", { class: "small hold", hidden: true }),
  );
}

function updateReplica(row, one, here, tail) {
  row.dataset.state = one.isOffline ? "offline" : one.isIn ? "in" : "out";
  row.dataset.broker = one.id;
  say(row.querySelector(".role"), one.isLeader ? "leader" : one.isOffline ? "offline" : one.isIn ? "in sync" : "out of sync");
  const strip = row.querySelector(".strip");
  const known = here && one.end !== null;
  const [committed, pending, missing, mark] = strip.children;
  const share = (offset) => Math.min(100, Math.max(0, (100 * (offset - tail.from)) / tail.width));
  const span = (element, from, to) => {
    element.style.left = `${share(from)}%`;
    element.style.width = `${Math.max(0, share(to) - share(from))}%`;
  };
  strip.dataset.known = known ? "yes" : "no";
  strip.style.setProperty("--cells", tail.width <= CELLS_MAX ? tail.width : 0);
  strip.dataset.cells = tail.width <= CELLS_MAX ? "yes" : "no";
  if (known) {
    span(committed, tail.from, Math.min(one.end, here.high_watermark));
    span(pending, here.high_watermark, Math.max(one.end, here.high_watermark));
    span(missing, one.end, here.log_end_offset);
    mark.style.left = `${share(here.high_watermark)}%`;
  }
  const behind = known ? here.log_end_offset - one.end : null;
  const seen = one.follower && one.follower.caught_up_ms_ago !== null ? `, caught up ${duration(one.follower.caught_up_ms_ago)} ago` : "";
  const text = !known ? "unknown" : behind > 0 ? `${number(one.end)}  −${number(behind)}` : number(one.end);
  say(row.querySelector(".offset"), text);
  strip.setAttribute("aria-label", known ? `log end ${one.end}, ${behind} behind${seen}` : "offsets unknown");
  strip.title = known ? `log end ${number(one.end)}, high watermark ${number(here.high_watermark)}, ${number(behind)} behind${seen}` : "";
  const hold = row.querySelector(".hold");
  hold.hidden = one.isLeader || one.base === null;
  say(hold, one.held.length ? "Let go" : "Hold back");
  hold.title = one.held.length ? "Take the fault rules away: it catches up" : "A fault rule on the leader refuses this follower's fetches, so that you can see the ISR shrink";
  hold.setAttribute("aria-pressed", one.held.length ? "true" : "false");
  hold.onclick = () => toggle(one, hold);
}

/** Refuses a follower's fetches at the leader, or stops doing so. */
async function toggle(one, hold) {
  hold.disabled = true;
  try {
    if (one.held.length) await Promise.all(one.held.map((rule) => ask(`${one.base}/faults/${rule.id}`, { method: "DELETE" })));
    else {
      const rules = Array.from({ length: FETCHERS }, (_, number) => ({ api: "FETCH", action: "error", error: "REQUEST_TIMED_OUT", client_id: `broker-${one.id}-fetcher-${number}` }));
      await ask(`${one.base}/faults`, { method: "POST", body: rules });
    }
  } catch (error) {
    toast(error.message, true);
  } finally {
    hold.disabled = false;
  }
}
