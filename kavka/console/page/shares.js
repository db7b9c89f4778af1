// A share group: its members, and of each partition where it stands, how much is left, and what its leader has in flight.

import { h, fill, say, keyed, number, toast, columns, table, endangered } from "./dom.js";
import { ask, at, every } from "./api.js";
import { makeForgetter, makeMover } from "./mover.js";

const LOOK_MS = 2000;
const STATES = ["acquired", "available", "acknowledged", "archived"];

export async function shareGroup(main, name, signal) {
  const path = `/groups/${encodeURIComponent(name)}`;
  const lead = h("p", { class: "lead" }, "…");
  const partitions = h("tbody", {});
  const members = h("tbody", {});
  const alone = h("p", { class: "empty", hidden: true }, "Nobody is in the group now.");
  const memberTable = table(columns("member", "from", "looks for records in"), members);
  const mover = makeMover(path, "Move start offsets", "Nothing moves before you have seen where to. What is settled of a partition that moves is forgotten.");
  const forget = makeForgetter(path, "Where the group is in it is deleted; it begins there anew as share.auto.offset.reset says.", (topic) => `Where ${name} was in ${topic} is deleted`);
  const danger = endangered("Delete this group", name, "Where it is, and what it has settled, is gone then. Only while nobody is in it.", "Delete", async () => {
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
        h("section", {}, h("h2", {}, "Records"), table(columns("partition", "#start", "#left", "#acquired", "#available", "#acknowledged", "#archived", "#deliveries", "#leader"), partitions)),
      ),
      h("aside", {}, mover.element, forget.element, danger),
    ),
  );
  every(LOOK_MS, signal, async () => {
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
    say(lead, `${shown.state}, a share group, epoch ${shown.epoch}; ${number(shown.lag)} ${shown.lag === 1 ? "record" : "records"} left; broker ${shown.coordinator} coordinates it`);
    keyed(members, shown.members, (one) => one.id, makeMember, (row, one) => say(row.lastElementChild, one.partitions.join(" ") || "nothing"));
    alone.hidden = shown.members.length > 0;
    memberTable.hidden = shown.members.length === 0;
    const topics = [...new Set(shown.partitions.map((one) => one.topic))];
    mover.topics(topics, shown.members.length);
    forget.topics(topics, shown.members.length);
    const flying = await inFlight(name, shown.partitions, signal);
    keyed(partitions, shown.partitions, keyOf, makePartition, (row, one) => updatePartition(row, one, flying.get(keyOf(one))));
  });
}

const keyOf = (one) => `${one.topic}-${one.partition}`;

/** What leaders have in flight, by partition; of one that is silent, nothing. */
async function inFlight(name, partitions, signal) {
  const found = new Map();
  const leaders = [...new Set(partitions.map((one) => one.leader).filter((leader) => leader !== null))];
  await Promise.all(
    leaders.map(async (leader) => {
      try {
        const told = await ask(`${await at(leader)}/state/share_partitions?${new URLSearchParams({ group: name, limit: 1000 })}`, { signal });
        for (const one of told.share_partitions) found.set(keyOf(one), one);
      } catch (error) {
        if (signal.aborted) throw error;
      }
    }),
  );
  return found;
}

function makePartition(one) {
  return h("tr", {}, h("th", { scope: "row", class: "mono" }, h("a", { title: "The records from there on" }, keyOf(one))), ...Array.from({ length: 8 }, () => h("td", { class: "num" })));
}

function updatePartition(row, one, flying) {
  row.querySelector("a").href = `#/topics/${encodeURIComponent(one.topic)}/messages?partition=${one.partition}&from=${one.start_offset ?? "beginning"}`;
  const start = flying ? flying.start_offset : one.start_offset; // kept with the first acknowledgement, known to the leader before
  const cells = [start === null ? "not begun" : number(start), number(one.lag), ...STATES.map((state) => number(flying && flying.in_flight[state])), number(flying && flying.deliveries), one.leader === null ? "none" : one.leader];
  cells.forEach((text, place) => say(row.children[place + 1], text));
}

function makeMember(one) {
  return h("tr", {}, h("th", { scope: "row", class: "mono" }, one.client_id, h("span", { class: "under dim" }, one.id)), h("td", { class: "mono dim" }, one.host), h("td", { class: "mono" }));
}
