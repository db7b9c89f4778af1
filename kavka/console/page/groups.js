// Consumer groups: the list at once, then with members and lag; one group, with who reads what, and where it is put back.

import { h, fill, say, keyed, field, choice, number, toast, columns, table, endangered } from "./dom.js";
import { ask, every } from "./api.js";
import { rewrite } from "./address.js";
import { makeForgetter, makeMover } from "./mover.js";
import { shareGroup } from "./shares.js";
import { makePager } from "./topics.js";

const LIST_MS = 4000;
const GROUP_MS = 2000;
const PAGE = 50;
const CALM = { Stable: "ok", Empty: "dim", Dead: "bad" };

export async function groups(main, parts, signal, query) {
  const count = h("p", { class: "lead" }, "…");
  const search = h("input", { type: "search", placeholder: "part of a name", autocomplete: "off", spellcheck: "false", value: query.get("contains") || "" });
  const order = choice([["name", "name"], ["lag", "lag, most first"]], query.get("by") || "name", { name: "by" });
  const rows = h("tbody", {});
  const empty = h("p", { class: "empty", hidden: true });
  let offset = 0;
  let known = new Map(); // name → details, shown until newer ones come
  const pager = makePager((to) => {
    offset = to;
    look();
  }, PAGE);
  fill(
    main,
    h("header", { class: "title" }, h("h1", {}, "Groups"), count),
    h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() }, field("Find", search), field("By", order)),
    table(columns("group", "state", "#members", "topics", "lag", "#coordinator"), rows),
    empty,
    pager.element,
  );
  const draw = (page) => {
    const silent = page.silent_brokers.length ? `; broker ${page.silent_brokers.join(", ")} does not answer` : "";
    say(count, `${number(page.count)} ${page.count === 1 ? "group" : "groups"}${silent}`);
    empty.hidden = page.count > 0;
    say(empty, search.value ? "No group has that in its name." : "No consumer group has committed anything or joined yet.");
    const shown = page.groups.map((one) => ({ ...known.get(one.name), ...one }));
    if (order.value === "lag") shown.sort((one, other) => (other.lag ?? -1) - (one.lag ?? -1));
    const most = Math.max(1, ...shown.map((one) => one.lag || 0));
    keyed(rows, shown, (one) => one.name, makeRow, (row, one) => updateRow(row, one, most));
    pager.update(offset, page.groups.length, page.count);
  };
  async function look() {
    const asked = new URLSearchParams({ contains: search.value, limit: PAGE, offset });
    if (!known.size) draw(await ask(`/groups?${asked}`, { signal }));
    const page = await ask(`/groups?${asked}&details=1`, { signal });
    known = new Map(page.groups.map((one) => [one.name, one]));
    draw(page);
  }
  search.addEventListener("input", () => {
    offset = 0;
    known = new Map();
    rewrite({ contains: search.value });
    look();
  });
  order.addEventListener("change", () => {
    rewrite({ by: order.value === "name" ? null : order.value });
    look();
  });
  every(LIST_MS, signal, look);
}

function makeRow(one) {
  return h("tr", {}, h("th", { scope: "row" }, h("a", { href: `#/groups/${encodeURIComponent(one.name)}` }, one.name)), h("td", {}, h("span", {}), h("span", { class: "under dim" })), h("td", { class: "num" }), h("td", { class: "dim topics" }), h("td", {}, makeLagBar()), h("td", { class: "num" }));
}

function updateRow(row, one, most) {
  const state = row.children[1].firstElementChild;
  say(state, one.state);
  state.className = CALM[one.state] || "warn";
  say(row.children[1].lastElementChild, one.type === "classic" ? "" : one.type);
  say(row.children[2], number(one.members));
  const topics = one.topics || [];
  say(row.children[3], topics.length > 3 ? `${topics.slice(0, 3).join(", ")} and ${topics.length - 3} more` : topics.join(", "));
  updateLagBar(row.children[4].firstElementChild, one.lag, most);
  say(row.lastElementChild, `broker ${one.coordinator}`);
}

const makeLagBar = () => h("span", { class: "lag" }, h("span", { class: "bar" }, h("i", {})), h("span", { class: "num" }));

function updateLagBar(element, lag, most) {
  element.querySelector("i").style.width = `${(100 * (lag || 0)) / most}%`;
  say(element.lastElementChild, number(lag));
}

export async function group(main, [name], signal) {
  const path = `/groups/${encodeURIComponent(name)}`;
  const kind = await ask(path, { signal }).then((one) => one.type, () => null); // what is wrong is said below
  signal.throwIfAborted();
  if (kind === "share") return shareGroup(main, name, signal);
  const lead = h("p", { class: "lead" }, "…");
  const lags = h("tbody", {});
  const members = h("tbody", {});
  const alone = h("p", { class: "empty", hidden: true }, "Nobody is in the group now.");
  const memberTable = table(columns("member", "from", "reads", "#lag"), members);
  const mover = makeMover(path, "Move committed offsets", "Nothing moves before you have seen where to.");
  const forget = makeForgetter(path, "Its committed offsets are deleted; whoever joins begins there as auto.offset.reset says.", (topic) => `What ${name} had committed in ${topic} is deleted`);
  const danger = endangered("Delete this group", name, "Its committed offsets are gone then. Only while nobody is in it.", "Delete", async () => {
    await ask(path, { method: "DELETE" });
    toast(`${name} is deleted`);
    location.hash = "#/groups";
  });
  fill(
    main,
    h("header", { class: "title" }, h("p", { class: "kicker" }, h("a", { href: "#/groups" }, "groups")), h("h1", { class: "mono" }, name), lead),
    h(
      "div",
      { class: "with-side" },
      h(
        "div",
        {},
        h("section", {}, h("h2", {}, "Members"), alone, memberTable),
        h("section", {}, h("h2", {}, "Committed offsets"), table(columns("partition", "#committed", "#end", "lag", "read by"), lags)),
      ),
      h("aside", {}, mover.element, forget.element, danger),
    ),
  );
  every(GROUP_MS, signal, async () => {
    let shown;
    try {
      shown = await ask(path, { signal });
    } catch (error) {
      if (signal.aborted) return;
      say(lead, error.message);
      lead.className = "lead bad";
      return;
    }
    lead.className = "lead";
    const epochs = shown.epoch === null ? "" : `, epoch ${shown.epoch}${shown.target_epoch === shown.epoch ? "" : `, targets of epoch ${shown.target_epoch}`}`;
    say(lead, `${shown.state}${shown.protocol ? `, assigned by ${shown.protocol}` : ""}${epochs}; ${number(shown.lag)} records behind; broker ${shown.coordinator} coordinates it`);
    const most = Math.max(1, ...shown.partitions.map((one) => one.lag || 0));
    const clients = new Map(shown.members.map((one) => [one.id, one.client_id]));
    keyed(lags, shown.partitions, (one) => `${one.topic}-${one.partition}`, makeLag, (row, one) => updateLag(row, one, most, clients));
    const lagOf = (id) => shown.partitions.filter((one) => one.member === id).reduce((sum, one) => sum + (one.lag || 0), 0);
    keyed(members, shown.members, (one) => one.id, makeMember, (row, one) => updateMember(row, one, lagOf(one.id)));
    alone.hidden = shown.members.length > 0;
    memberTable.hidden = shown.members.length === 0;
    const topics = [...new Set(shown.partitions.map((one) => one.topic))];
    mover.topics(topics, shown.members.length);
    forget.topics(topics, shown.members.length);
  });
}

function makeLag(one) {
  const address = `#/topics/${encodeURIComponent(one.topic)}/messages?partition=${one.partition}&from=${one.position}`;
  return h("tr", {}, h("th", { scope: "row", class: "mono" }, h("a", { href: address, title: "The records that are read next" }, `${one.topic}-${one.partition}`)), h("td", { class: "num" }), h("td", { class: "num" }), h("td", {}, makeLagBar()), h("td", { class: "mono dim" }));
}

function updateLag(row, one, most, clients) {
  row.querySelector("a").href = `#/topics/${encodeURIComponent(one.topic)}/messages?partition=${one.partition}&from=${one.position}`;
  say(row.children[1], number(one.position));
  say(row.children[2], one.end_offset === null ? "no leader" : number(one.end_offset));
  updateLagBar(row.children[3].firstElementChild, one.lag, most);
  say(row.children[4], one.member ? clients.get(one.member) : "nobody");
}

function makeMember(one) {
  return h("tr", {}, h("th", { scope: "row", class: "mono" }, one.client_id, h("span", { class: "under dim" }, one.instance_id ? `static: ${one.instance_id}` : one.id)), h("td", { class: "mono dim" }, one.host), h("td", { class: "mono" }, h("span", {}), h("span", { class: "under dim" })), h("td", { class: "num" }));
}

function updateMember(row, one, lag) {
  say(row.children[2].firstElementChild, one.partitions.length ? one.partitions.join(" ") : "nothing");
  say(row.children[2].lastElementChild, onTheWay(one));
  say(row.children[3], number(lag));
}

// Of a member of the consumer protocol: its epoch, and what it is to give up and to get still.
function onTheWay(one) {
  if (one.epoch === null) return "";
  const gives = one.partitions.filter((partition) => !one.target.includes(partition));
  const gets = one.target.filter((partition) => !one.partitions.includes(partition));
  return [`epoch ${one.epoch}`, gives.length ? `gives up ${gives.join(" ")}` : "", gets.length ? `waits for ${gets.join(" ")}` : ""].filter(Boolean).join("; ");
}
