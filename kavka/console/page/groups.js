// Groups, without their lag: that is asked for group by group, when one is opened.

import { h, fill, say, keyed, field, choice, number, toast } from "./dom.js";
import { ask, every } from "./api.js";

const LIST_MS = 4000;
const GROUP_MS = 2000;
const LIMIT = 200;

export async function groups(main, parts, signal) {
  const count = h("p", { class: "lead" }, "…");
  const search = h("input", { type: "search", placeholder: "part of a name", autocomplete: "off", spellcheck: "false" });
  const rows = h("tbody", {});
  const empty = h("p", { class: "empty", hidden: true }, "No consumer group has committed anything or joined yet.");
  fill(
    main,
    h("header", { class: "title" }, h("h1", {}, "Groups"), count),
    h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() }, field("Find", search)),
    h("div", { class: "scroll" }, h("table", { class: "list" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "group"), h("th", { scope: "col" }, "state"), h("th", { scope: "col" }, "kind"), h("th", { scope: "col", class: "num" }, "coordinator"))), rows)),
    empty,
  );
  async function look() {
    const query = new URLSearchParams({ contains: search.value, limit: LIMIT });
    const page = await ask(`/groups?${query}`, { signal });
    const silent = page.silent_brokers.length ? `; broker ${page.silent_brokers.join(", ")} does not answer` : "";
    say(count, `${number(page.count)} ${page.count === 1 ? "group" : "groups"}${page.count > page.groups.length ? `, ${page.groups.length} shown` : ""}${silent}`);
    empty.hidden = page.count > 0;
    keyed(rows, page.groups, (one) => one.name, makeRow, updateRow);
  }
  search.addEventListener("input", look);
  every(LIST_MS, signal, look);
}

function makeRow(one) {
  return h("tr", {}, h("th", { scope: "row" }, h("a", { href: `#/groups/${encodeURIComponent(one.name)}` }, one.name)), h("td", { class: "state" }), h("td", { class: "dim" }, one.protocol_type), h("td", { class: "num" }));
}

function updateRow(row, one) {
  say(row.querySelector(".state"), one.state);
  say(row.lastElementChild, one.coordinator);
}

export async function group(main, [name], signal) {
  const lead = h("p", { class: "lead" }, "…");
  const lags = h("tbody", {});
  const members = h("tbody", {});
  const alone = h("p", { class: "empty", hidden: true }, "Nobody is in the group now.");
  const mover = makeMover(name);
  fill(
    main,
    h("header", { class: "title" }, h("p", { class: "kicker" }, h("a", { href: "#/groups" }, "groups")), h("h1", { class: "mono" }, name), lead),
    h(
      "div",
      { class: "with-side" },
      h(
        "div",
        {},
        h("section", {}, h("h2", {}, "Committed offsets"), h("div", { class: "scroll" }, h("table", { class: "list" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "partition"), h("th", { scope: "col", class: "num" }, "committed"), h("th", { scope: "col", class: "num" }, "end"), h("th", { scope: "col" }, "lag"))), lags))),
        h("section", {}, h("h2", {}, "Members"), alone, h("div", { class: "scroll" }, h("table", { class: "list" }, h("tbody", { hidden: true }), members))),
      ),
      h("aside", {}, mover.element),
    ),
  );
  every(GROUP_MS, signal, async () => {
    const shown = await ask(`/groups/${encodeURIComponent(name)}`, { signal });
    say(lead, `${shown.state}${shown.protocol ? `, assigned by ${shown.protocol}` : ""}; ${number(shown.lag)} records behind`);
    const most = Math.max(1, ...shown.partitions.map((one) => one.lag || 0));
    keyed(lags, shown.partitions, (one) => `${one.topic}-${one.partition}`, makeLag, (row, one) => updateLag(row, one, most));
    keyed(members, shown.members, (one) => one.id, makeMember, () => {});
    alone.hidden = shown.members.length > 0;
    mover.topics([...new Set(shown.partitions.map((one) => one.topic))], shown.members.length);
  });
}

function makeLag(one) {
  return h("tr", {}, h("th", { scope: "row", class: "mono" }, `${one.topic}-${one.partition}`), h("td", { class: "num" }), h("td", { class: "num" }), h("td", { class: "lag" }, h("span", { class: "bar" }, h("i", {})), h("span", { class: "num" })));
}

function updateLag(row, one, most) {
  say(row.children[1], number(one.position));
  say(row.children[2], number(one.end_offset));
  row.querySelector("i").style.width = `${(100 * (one.lag || 0)) / most}%`;
  say(row.lastElementChild.lastElementChild, number(one.lag));
}

function makeMember(one) {
  return h("tr", {}, h("th", { scope: "row", class: "mono" }, one.client_id), h("td", { class: "mono dim" }, one.host), h("td", { class: "mono dim" }, one.instance_id || one.id));
}

function makeMover(name) {
  const topic = h("select", { name: "topic", required: true });
  const to = choice([["earliest", "the beginning"], ["latest", "the end"], ["offset", "an offset"], ["time", "a time"]], "earliest", { name: "to" });
  const offset = h("input", { type: "number", min: 0, value: 0, name: "offset" });
  const time = h("input", { type: "datetime-local", step: 1, name: "time" });
  const offsetField = field("Offset", offset);
  const timeField = field("Time (yours)", time);
  const plan = h("tbody", {});
  const words = h("p", { class: "dim", role: "status" }, "Nothing moves before you have seen where to.");
  const look = h("button", { type: "submit" }, "Show what would be");
  const move = h("button", { type: "button", class: "primary", disabled: true }, "Move");
  const show = () => {
    offsetField.hidden = to.value !== "offset";
    timeField.hidden = to.value !== "time";
    move.disabled = true;
  };
  const body = (isDry) => ({ topic: topic.value, to: to.value === "offset" ? Number(offset.value) : to.value === "time" ? `@${new Date(time.value || 0).getTime()}` : to.value, dry_run: isDry });
  const ask2 = async (isDry) => {
    try {
      const found = await ask(`/groups/${encodeURIComponent(name)}/offsets`, { method: "POST", body: body(isDry) });
      fill(plan, found.partitions.map((one) => h("tr", {}, h("th", { scope: "row", class: "mono" }, `${one.topic}-${one.partition}`), h("td", { class: "num" }, number(one.before)), h("td", {}, "→"), h("td", { class: "num" }, number(one.after)))));
      say(words, isDry ? "So it would be." : "So it is now.");
      move.disabled = !isDry;
    } catch (error) {
      say(words, error.message);
      move.disabled = true;
    }
  };
  for (const control of [topic, to, offset, time]) control.addEventListener("change", show);
  move.addEventListener("click", () => ask2(false));
  show();
  const element = h(
    "form",
    {
      class: "card",
      onsubmit: (event) => {
        event.preventDefault();
        ask2(true);
      },
    },
    h("h2", {}, "Move committed offsets"),
    field("Topic", topic),
    field("To", to),
    offsetField,
    timeField,
    h("div", { class: "buttons" }, look, move),
    words,
    h("div", { class: "scroll" }, h("table", { class: "list" }, plan)),
  );
  let known = "";
  return {
    element,
    topics(names, members) {
      if (names.join() !== known) {
        known = names.join();
        const before = topic.value;
        fill(topic, names.map((one) => h("option", { value: one }, one)));
        if (names.includes(before)) topic.value = before;
      }
      look.disabled = members > 0 || names.length === 0;
      if (members) say(words, "Only while nobody is in the group: its members would go on from where they are.");
    },
  };
}
