// Where a topic's replicas are, where they shall be, and how far those that move are; who leads, and who should.

import { h, fill, say, keyed, field, number, bytes, toast, columns, table, action, cardForm } from "./dom.js";
import { ask, every } from "./api.js";

const LOOK_MS = 1500;
const CALM_LOOKS = 4;

export async function replicas(body, topic, shown, signal) {
  const path = `/topics/${encodeURIComponent(topic)}`;
  const words = h("p", { role: "status", class: "dim" }, "…");
  const rows = h("tbody", {});
  const cancel = action("Cancel what moves", async () => {
    const { cancelled } = await ask(`${path}/replicas`, { method: "DELETE" });
    toast(cancelled.length ? `Partitions ${cancelled.join(", ")} stay where they were` : "Nothing moved any more");
  }, { hidden: true });
  const elect = action("Elect preferred leaders", async () => {
    const { elected, refused } = await ask(`${path}/election`, { method: "POST", body: { kind: "preferred" } });
    const failed = Object.entries(refused).filter(([, why]) => !/ELECTION_NOT_NEEDED|not needed/i.test(why));
    toast(failed.length ? failed.map(([index, why]) => `${index}: ${why}`).join("; ") : elected.length ? `New leaders of partitions ${elected.join(", ")}` : "Everybody leads who should", failed.length > 0);
  });
  const nodes = await ask("/state/brokers", { signal });
  fill(
    body,
    h(
      "div",
      { class: "with-side" },
      h("section", { "aria-label": "Replicas" }, h("div", { class: "progress-line" }, words, cancel, elect), table(columns("#partition", "leader", "replicas", "ISR", "moves"), rows)),
      h("aside", {}, planner(path, shown, nodes, signal)),
    ),
  );
  let looks = 0;
  let isMoving = false;
  every(LOOK_MS, signal, async () => {
    // The controller answers this; while nothing moves it is asked less often.
    if (!isMoving && looks++ % CALM_LOOKS) return;
    const now = await ask(`${path}/replicas`, { signal });
    isMoving = now.moving > 0;
    const away = now.partitions.filter((one) => !one.is_preferred).length;
    say(words, `${now.moving ? `${number(now.moving)} of ${number(now.partitions.length)} partitions move` : "nothing moves"}; ${away ? `${number(away)} ${away === 1 ? "is" : "are"} not led by the preferred replica` : "every partition is led by its preferred replica"}`);
    cancel.hidden = now.moving === 0;
    elect.hidden = away === 0;
    keyed(rows, now.partitions, (one) => one.partition, makeRow, updateRow);
  });
}

function makeRow(one) {
  return h("tr", {}, h("td", { class: "num" }, one.partition), h("td", {}), h("td", { class: "mono" }), h("td", { class: "mono" }), h("td", {}, h("span", { class: "under mono" }), h("progress", { max: 1, value: 0, "aria-label": "Copied" })));
}

function updateRow(row, one) {
  const [, leader, all, isr, moves] = row.children;
  say(leader, one.leader < 0 ? "none" : one.is_preferred ? `broker ${one.leader}` : `broker ${one.leader}, not ${one.replicas[0]}`);
  leader.className = one.leader < 0 ? "bad" : one.is_preferred ? "" : "warn";
  say(all, one.replicas.join(", "));
  say(isr, one.isr.join(", "));
  isr.className = one.isr.length < one.replicas.length ? "mono bad" : "mono";
  const [text, progress] = moves.children;
  progress.hidden = !one.moves;
  if (!one.moves) return say(text, "");
  const sizes = Object.values(one.moves.bytes_there).map((size) => size || 0);
  const least = sizes.length ? Math.min(...sizes) : one.moves.bytes;
  progress.value = one.moves.bytes ? Math.min(1, least / one.moves.bytes) : 1;
  say(text, `to ${one.moves.adding.join(", ") || "no other"}${one.moves.removing.length ? `, from ${one.moves.removing.join(", ")}` : ""}: ${bytes(least)} of ${bytes(one.moves.bytes)}`);
}

/** A plan first; it can be changed by hand, and nothing moves before it is begun. */
function planner(path, shown, nodes, signal) {
  const boxes = nodes.map((node) => h("label", { class: "box" }, h("input", { type: "checkbox", checked: true, value: node.id, name: `broker-${node.id}` }), ` broker ${node.id}${node.rack ? `, rack ${node.rack}` : ""}`));
  const factor = h("input", { type: "number", min: 1, max: nodes.length, value: shown.replication_factor, name: "factor" });
  const rows = h("tbody", {});
  const plan = table(columns("#partition", "now", "then"), rows);
  const begin = action("Begin", async () => {
    const wanted = Object.fromEntries([...rows.querySelectorAll("input")].map((input) => [input.name, (input.value.match(/\d+/g) || []).map(Number)]));
    const { begun } = await ask(`${path}/replicas`, { method: "POST", body: { plan: wanted } });
    toast(`${number(begun)} partitions are on their way`);
    begin.hidden = plan.hidden = true;
  }, { class: "primary", hidden: true });
  plan.hidden = true;
  const form = cardForm("Move replicas", [h("fieldset", {}, h("legend", {}, "To these brokers"), boxes), field("Replicas each", factor), plan], "Make a plan", async () => {
    const brokers = boxes.map((box) => box.querySelector("input")).filter((input) => input.checked).map((input) => Number(input.value));
    const made = await ask(`${path}/replicas`, { method: "POST", body: { brokers, replication_factor: Number(factor.value) } });
    fill(rows, made.partitions.map((one) => h("tr", {}, h("td", { class: "num" }, one.partition), h("td", { class: "mono dim" }, one.before.join(", ")), h("td", {}, h("input", { class: "mono", name: one.partition, value: one.after.join(", "), "aria-label": `Replicas of partition ${one.partition}` })))));
    begin.hidden = plan.hidden = false;
  });
  form.submit.className = "";
  form.querySelector(".buttons").append(begin);
  return form;
}
