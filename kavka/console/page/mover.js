// What moves a group's offsets, and what forgets those of a topic: committed ones, or a share group's start offsets.

import { h, fill, say, field, choice, number, toast, cardForm } from "./dom.js";
import { ask } from "./api.js";

/** The card that moves a group's offsets: first it shows where to, then it does. */
export function makeMover(path, title, promise) {
  const topic = h("select", { name: "topic", required: true });
  const to = choice([["earliest", "the beginning"], ["latest", "the end"], ["offset", "an offset"], ["time", "a time"], ["shift", "so many on or back"]], "earliest", { name: "to" });
  const offset = h("input", { type: "number", min: 0, value: 0, name: "offset" });
  const time = h("input", { type: "datetime-local", step: 1, name: "time" });
  const shift = h("input", { type: "number", value: -100, name: "shift" });
  const only = h("input", { name: "partitions", placeholder: "all", pattern: "[0-9, ]*" });
  const offsetField = field("Offset", offset);
  const timeField = field("Time (yours)", time);
  const shiftField = field("Records", shift, "back when negative");
  const plan = h("tbody", {});
  const words = h("p", { class: "dim", role: "status" }, promise);
  const look = h("button", { type: "submit" }, "Show what would be");
  const move = h("button", { type: "button", class: "primary", disabled: true }, "Move");
  const show = () => {
    offsetField.hidden = to.value !== "offset";
    timeField.hidden = to.value !== "time";
    shiftField.hidden = to.value !== "shift";
    move.disabled = true;
  };
  const place = () => {
    if (to.value === "offset") return Number(offset.value);
    if (to.value === "time") return `@${new Date(time.value || 0).getTime()}`;
    if (to.value === "shift") return Number(shift.value) < 0 ? String(Number(shift.value)) : `+${Number(shift.value)}`;
    return to.value;
  };
  const body = (isDry) => {
    const some = (only.value.match(/\d+/g) || []).map(Number);
    return { topic: topic.value, to: place(), dry_run: isDry, ...(some.length ? { partitions: some } : {}) };
  };
  const askFor = async (isDry) => {
    try {
      const found = await ask(`${path}/offsets`, { method: "POST", body: body(isDry) });
      fill(plan, found.partitions.map((one) => h("tr", {}, h("th", { scope: "row", class: "mono" }, `${one.topic}-${one.partition}`), h("td", { class: "num" }, number(one.before)), h("td", {}, "→"), h("td", { class: "num" }, number(one.after)))));
      say(words, isDry ? "So it would be." : "So it is now.");
      move.disabled = !isDry;
    } catch (error) {
      say(words, error.message);
      move.disabled = true;
    }
  };
  for (const control of [topic, to, offset, time, shift, only]) control.addEventListener("input", show);
  move.addEventListener("click", () => askFor(false));
  show();
  const element = h(
    "form",
    {
      class: "card",
      onsubmit: (event) => {
        event.preventDefault();
        askFor(true);
      },
    },
    h("h2", {}, title),
    field("Topic", topic),
    field("Partitions", only),
    field("To", to),
    offsetField,
    timeField,
    shiftField,
    h("div", { class: "buttons" }, look, move),
    words,
    h("div", { class: "scroll" }, h("table", { class: "list" }, plan)),
  );
  const offer = makeOffer(topic);
  return {
    element,
    topics(names, members) {
      offer(names);
      look.disabled = members > 0 || names.length === 0;
      if (members) {
        move.disabled = true;
        say(words, "Only while nobody is in the group: its members would go on from where they are.");
      }
    },
  };
}

/** The card that forgets what a group has of a topic. */
export function makeForgetter(path, meaning, done) {
  const topic = h("select", { name: "forgotten", required: true });
  const element = cardForm("Forget a topic", [field("Topic", topic, meaning)], "Forget", async () => {
    await ask(`${path}/offsets?${new URLSearchParams({ topic: topic.value })}`, { method: "DELETE" });
    toast(done(topic.value));
  });
  const offer = makeOffer(topic);
  return {
    element,
    topics(names, members) {
      offer(names);
      element.submit.disabled = members > 0 || names.length === 0;
    },
  };
}

/** Offers names in a list, where they have changed; what was chosen stays so. */
function makeOffer(list) {
  let known = "";
  return (names) => {
    if (names.join() === known) return;
    known = names.join();
    const before = list.value;
    fill(list, names.map((one) => h("option", { value: one }, one)));
    if (names.includes(before)) list.value = before;
  };
}
