// Transactional ids, those with an open transaction first; one of them, with its partitions and its end by hand.

import { h, fill, say, keyed, field, choice, number, duration, moment, toast, columns, table, action } from "./dom.js";
import { ask, every } from "./api.js";
import { rewrite } from "./address.js";

const LOOK_MS = 2000;
const OPEN = "Ongoing,PrepareCommit,PrepareAbort,PrepareEpochFence";
const MEANS = {
  Empty: "nothing begun yet",
  Ongoing: "open",
  PrepareCommit: "commits: its markers are on their way",
  PrepareAbort: "aborts: its markers are on their way",
  CompleteCommit: "committed",
  CompleteAbort: "aborted",
  PrepareEpochFence: "is shut out",
  Dead: "forgotten soon",
};

export async function transactions(main, parts, signal, query) {
  const lead = h("p", { class: "lead" }, "…");
  const search = h("input", { type: "search", placeholder: "part of an id", autocomplete: "off", spellcheck: "false", value: query.get("contains") || "" });
  const state = choice([["", "all"], [OPEN, "open ones"]], query.get("state") ? OPEN : "", { name: "state" });
  const rows = h("tbody", {});
  const empty = h("p", { class: "empty", hidden: true });
  const side = h("aside", { hidden: true });
  const layout = h("div", { class: "reader" }, h("div", { class: "reading" }, table(columns("transactional id", "state", "#producer id", "#coordinator"), rows), empty), side);
  let opened = query.get("id");
  fill(main, h("header", { class: "title" }, h("h1", {}, "Transactions"), lead), h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() }, field("Find", search), field("State", state)), layout);

  const show = (id) => {
    opened = id;
    rewrite({ id });
    describe();
  };
  const describe = async () => {
    side.hidden = opened === null;
    layout.classList.toggle("with-record", opened !== null);
    if (opened === null) return;
    try {
      const one = await ask(`/transactions?${new URLSearchParams({ id: opened })}`, { signal });
      const key = JSON.stringify(one);
      if (side.dataset.key === key) return;
      side.dataset.key = key;
      fill(side, card(one, () => show(null)));
    } catch (error) {
      if (!signal.aborted) fill(side, h("p", { class: "empty" }, error.message));
    }
  };
  const look = async () => {
    const found = await ask(`/transactions?${new URLSearchParams({ contains: search.value, state: state.value })}`, { signal });
    const silent = found.silent_brokers.length ? `; broker ${found.silent_brokers.join(", ")} does not answer` : "";
    say(lead, `${number(found.count)} transactional ${found.count === 1 ? "id" : "ids"}${state.value ? " with an open transaction" : ""}${found.count > found.transactions.length ? `, ${number(found.transactions.length)} shown` : ""}${silent}`);
    empty.hidden = found.count > 0;
    say(empty, state.value ? "No transaction is open." : "No producer with a transactional id has been here of late.");
    keyed(rows, found.transactions, (one) => one.transactional_id, (one) => makeRow(one, show), (row, one) => {
      say(row.children[1], MEANS[one.state] || one.state);
      row.children[1].className = /^Complete|Empty/.test(one.state) ? "dim" : "warn";
      say(row.children[2], one.producer_id);
      say(row.children[3], `broker ${one.coordinator}`);
    });
    await describe();
  };
  for (const [control, kind] of [[search, "input"], [state, "change"]]) {
    control.addEventListener(kind, () => {
      rewrite({ contains: search.value, state: state.value ? "open" : null });
      look();
    });
  }
  every(LOOK_MS, signal, look);
}

function makeRow(one, show) {
  const link = h("button", { class: "link mono", type: "button", onclick: () => show(one.transactional_id) }, one.transactional_id);
  return h("tr", {}, h("th", { scope: "row" }, link), h("td", {}), h("td", { class: "num mono" }), h("td", { class: "num" }));
}

function card(one, close) {
  const isOpen = one.start_ms >= 0 && !/^Complete|Empty/.test(one.state);
  const abort = action("Abort it", async () => {
    await ask("/transactions", { method: "POST", body: { abort: one.transactional_id } });
    toast(`What ${one.transactional_id} had open is aborted, and its producer shut out`);
  }, { class: "danger", title: "As another instance of its producer would: the one that has it open fails from now on" });
  const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  return h(
    "article",
    { class: "card broker", "aria-label": "Transactional id" },
    h("header", { class: "record-head" }, h("h2", { class: "mono" }, one.transactional_id), h("button", { class: "small", type: "button", "aria-label": "Close", onclick: close }, "✕")),
    h("dl", {}, fact("state", MEANS[one.state] || one.state), fact("producer", `${one.producer_id}, epoch ${one.producer_epoch}`), fact("may stay open", duration(one.timeout_ms)), isOpen ? fact("began (UTC)", moment(one.start_ms)) : "", fact("coordinator", `broker ${one.coordinator}`)),
    h("h3", {}, one.partitions.length ? "Partitions" : "No partition in it"),
    one.partitions.length ? h("p", { class: "mono" }, one.partitions.join("  ")) : "",
    isOpen ? h("div", { class: "buttons" }, abort) : "",
  );
}
