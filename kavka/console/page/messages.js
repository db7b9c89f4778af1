// Records of a topic: of all partitions the newest first, or from somewhere on; a search through the whole log, which
// the server does in slices and which can be stopped; what comes, live. Where one is stands in the address.

import { h, fill, say, field, choice, number, bytes, moment, keyed, toast } from "./dom.js";
import { ask, every } from "./api.js";
import { rewrite } from "./address.js";
import { content, recordPanel, save } from "./record.js";

const LIMIT = 50;
const SHOWN_MAX = 1000;
const CHOICE_MAX = 200;
const TAIL_WAIT_MS = 5000;
const TAIL_TIMEOUT_MS = 25_000;
const SLICE_TIMEOUT_MS = 40_000;

export async function messages(body, topic, shown, signal, query) {
  const form = makeForm(shown, query);
  const result = h("p", { class: "dim", role: "status" }, "…");
  const progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Looked through" });
  const cancel = h("button", { type: "button", class: "small", hidden: true }, "Stop");
  const rows = h("tbody", {});
  const further = h("button", { type: "button", hidden: true }, "more ▾");
  const live = h("button", { type: "button", "aria-pressed": "false", title: "Show records as they come" }, "Live");
  const keep = h("button", { type: "button", title: "These records as JSON lines" }, "Save");
  const side = h("aside", { hidden: true });
  const layout = h("div", { class: "reader" }, h("div", { class: "reading" }, h("div", { class: "scroll" }, makeTable(rows)), h("nav", { class: "pager", "aria-label": "Pages" }, further)), side);
  let records = [];
  let reading = null; // what is read now, and how it goes on

  const told = (what) => say(result, what);
  const stop = () => {
    if (reading) reading.ends.abort();
    reading = null;
    live.setAttribute("aria-pressed", "false");
    progress.hidden = cancel.hidden = true;
  };
  const draw = () => {
    keyed(rows, records, (one) => `${one.partition}:${one.offset}`, (one) => makeRow(one, open), mark);
    keep.disabled = records.length === 0;
  };
  const mark = (row, one) => row.setAttribute("aria-selected", String(side.dataset.record === `${one.partition}:${one.offset}`));

  /** Reads a page, or searches until a page is full; each request looks at so much, and says where the next goes on. */
  async function read(goesOn) {
    const mine = goesOn && reading ? reading : { asked: form.asked(), scanned: 0, count: 0, place: "" };
    if (!goesOn) stop();
    mine.ends = new AbortController();
    reading = mine;
    const isSearch = Boolean(mine.asked.contains || mine.asked.field);
    const isBack = mine.asked.from === "latest";
    if (!goesOn) {
      records = [];
      told(isSearch ? "searching …" : "reading …");
    }
    further.hidden = true;
    cancel.hidden = !isSearch;
    const full = mine.count + LIMIT;
    const both = AbortSignal.any([signal, mine.ends.signal]);
    try {
      for (;;) {
        const asked = new URLSearchParams({ topic, ...mine.asked, limit: LIMIT });
        if (mine.place) asked.set(isBack ? "before" : "after", mine.place);
        const page = await ask(`/messages?${asked}`, { signal: both, timeoutMs: SLICE_TIMEOUT_MS });
        if (reading !== mine) return;
        records = records.concat(page.records).slice(0, SHOWN_MAX);
        // A search finds so many in each partition; together with those of before they are in order again.
        if (isSearch) records.sort((one, other) => (isBack ? -1 : 1) * (one.timestamp_ms - other.timestamp_ms || one.offset - other.offset));
        mine.scanned += page.scanned;
        mine.count += page.records.length;
        mine.place = (isBack ? page.before : page.after) || "";
        mine.ends.at = page.ends;
        draw();
        progress.hidden = !isSearch || page.is_at_end;
        progress.value = mine.scanned / Math.max(1, mine.scanned + page.left);
        told(sentence(mine, page, isSearch, isBack, shown));
        further.hidden = page.is_at_end || records.length >= SHOWN_MAX;
        say(further, isSearch ? "search on ▾" : isBack ? "older ▾" : "newer ▾");
        if (!isSearch || page.is_at_end || mine.count >= full) break;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (mine.ends.signal.aborted) told(`stopped: ${number(mine.count)} found in the ${number(mine.scanned)} records looked at`);
      else told(error.message);
      if (mine.place && reading === null) {
        reading = mine;
        further.hidden = false;
      }
    }
    cancel.hidden = progress.hidden = true;
  }

  /** Waits for records, again and again, until it is switched off. */
  async function follow() {
    stop();
    const mine = { asked: form.asked(), ends: new AbortController() };
    reading = mine;
    live.setAttribute("aria-pressed", "true");
    further.hidden = true;
    const both = AbortSignal.any([signal, mine.ends.signal]);
    const { partition, contains = "", field: path = "", is = "" } = mine.asked;
    let passedOver = 0;
    let came = 0;
    try {
      const first = await ask(`/messages?${new URLSearchParams({ topic, partition, limit: LIMIT })}`, { signal: both, timeoutMs: SLICE_TIMEOUT_MS });
      if (reading !== mine) return;
      records = contains || path ? [] : first.records;
      draw();
      let after = first.ends;
      while (!both.aborted) {
        told(`live: ${number(came)} came since${passedOver ? `; ${number(passedOver)} too fast to be shown` : ""}`);
        try {
          const got = await ask(`/messages/tail?${new URLSearchParams({ topic, partition, after, contains, field: path, is, wait_ms: TAIL_WAIT_MS, limit: LIMIT })}`, { signal: both, timeoutMs: TAIL_TIMEOUT_MS });
          after = got.after;
          passedOver += got.skipped;
          came += got.records.length;
          if (got.records.length) {
            records = got.records.reverse().concat(records).slice(0, SHOWN_MAX / 2);
            draw();
          }
        } catch (error) {
          if (both.aborted) throw error;
          told(`live, interrupted: ${error.message}`);
          await new Promise((wake) => setTimeout(wake, 1500));
        }
      }
    } catch (error) {
      if (!both.aborted) told(error.message);
    }
  }

  /** One record beside the list, whole; also one that the list does not have. */
  async function open(partition, offset) {
    let record = null;
    try {
      [record] = (await ask(`/messages?${new URLSearchParams({ topic, partition, from: offset, limit: 1, whole: 1 })}`, { signal })).records;
    } catch (error) {
      if (!signal.aborted) toast(error.message, true);
      return;
    }
    if (!record || String(record.offset) !== String(offset)) return void toast(`Partition ${partition} has no record at offset ${offset}: it is deleted, compacted away, or a marker`, true);
    const close = () => {
      side.hidden = true;
      delete side.dataset.record;
      layout.classList.remove("with-record");
      rewrite({ open: null });
      draw();
    };
    const again = () => {
      sessionStorage.setItem("kavka-again", JSON.stringify({ key: record.key && record.key.text, value: record.value && record.value.text }));
      location.hash = `#/topics/${encodeURIComponent(topic)}`;
      toast("It stands in the form; change it, and produce it again");
    };
    side.dataset.record = `${partition}:${offset}`;
    rewrite({ open: side.dataset.record });
    fill(side, recordPanel(topic, record, { close, again }));
    side.hidden = false;
    layout.classList.add("with-record");
    draw();
  }

  const begin = () => {
    rewrite({ ...form.asked(), live: null });
    read(false);
  };
  form.changed(begin);
  cancel.addEventListener("click", stop);
  further.addEventListener("click", () => read(true));
  live.addEventListener("click", () => {
    if (live.getAttribute("aria-pressed") === "true") {
      stop();
      rewrite({ live: null });
      told("live no more");
      return;
    }
    rewrite({ ...form.asked(), live: 1 });
    follow();
  });
  keep.addEventListener("click", () => save(`${topic}.jsonl`, records));
  signal.addEventListener("abort", stop);
  form.buttons.append(live, keep);
  fill(body, form.element, h("div", { class: "progress-line" }, result, progress, cancel), layout);
  if (query.has("open")) open(...query.get("open").split(":"));
  if (query.has("live")) await follow();
  else await read(false);
}

function sentence(mine, page, isSearch, isBack, shown) {
  const where = mine.asked.partition === "all" ? (shown.partitions === 1 ? "the one partition" : `all ${number(shown.partitions)} partitions`) : `partition ${mine.asked.partition}`;
  if (isSearch) {
    const rest = page.is_at_end ? "there are no others" : `up to ${number(page.left)} ${isBack ? "older" : "newer"} ones are not looked at yet`;
    return `${number(mine.count)} of the ${isBack ? "newest " : ""}${number(mine.scanned)} records of ${where} match; ${rest}`;
  }
  if (!mine.count) return page.left ? `nothing to show yet in ${where}` : `${where}: no records ${isBack ? "" : "from there on"}`;
  const range = page.partition === null ? "" : `; its log has offsets ${number(page.log_start_offset)} to ${number(page.end_offset)}`;
  return `${number(mine.count)} records of ${where}, ${isBack ? "the newest" : "the oldest"} first${range}${page.is_at_end ? "" : `; up to ${number(page.left)} more`}`;
}

function makeTable(rows) {
  const head = (text, cls) => h("th", { scope: "col", class: cls }, text);
  return h("table", { class: "list records" }, h("thead", {}, h("tr", {}, head("partition", "num"), head("offset", "num"), head("time (UTC)"), head("key"), head("value"))), rows);
}

function makeRow(record, open) {
  const isOpening = (event) => event.type === "click" || event.key === "Enter";
  const go = (event) => isOpening(event) && !String(getSelection()) && open(record.partition, record.offset);
  const count = record.headers.length;
  return h(
    "tr",
    { tabindex: "0", onclick: go, onkeydown: go, title: "Open the record" },
    h("td", { class: "num mono dim" }, record.partition),
    h("td", { class: "num mono" }, number(record.offset)),
    h("td", { class: "mono time" }, moment(record.timestamp_ms)),
    h("td", { class: "mono key" }, h("div", { class: "cut" }, content(record.key))),
    h("td", { class: "mono value" }, h("div", { class: "cut" }, content(record.value)), count ? h("span", { class: "badge dim" }, count === 1 ? "1 header" : `${number(count)} headers`) : ""),
  );
}

/** The form, as the address fills it; `asked` is what it asks for, in the server's words. */
function makeForm(shown, query) {
  const which = query.get("partition") || "all";
  const partition = shown.partitions <= CHOICE_MAX
    ? choice([["all", "all"], ...Array.from({ length: shown.partitions }, (_, index) => [String(index), String(index)])], which, { name: "partition" })
    : h("input", { name: "partition", value: which, size: 6, list: null, pattern: "all|[0-9]+", title: "all, or a number" });
  const place = query.get("from") || "latest";
  const kind = place === "latest" || place === "earliest" ? place : place.startsWith("@") ? "time" : "offset";
  const from = choice([["latest", "the end, newest first"], ["earliest", "the beginning"], ["offset", "an offset"], ["time", "a time"]], kind, { name: "from" });
  const offset = h("input", { type: "number", min: 0, value: kind === "offset" ? place : 0, name: "offset" });
  const time = h("input", { type: "datetime-local", step: 1, name: "time", value: kind === "time" ? localTime(Number(place.slice(1))) : "" });
  const contains = h("input", { type: "search", placeholder: "in key, value, headers", autocomplete: "off", spellcheck: "false", name: "contains", value: query.get("contains") || "" });
  const path = h("input", { type: "search", placeholder: "customer.id", autocomplete: "off", spellcheck: "false", name: "field", value: query.get("field") || "" });
  const is = h("input", { type: "search", placeholder: "42", autocomplete: "off", spellcheck: "false", name: "is", value: query.get("is") || "" });
  const offsetField = field("Offset", offset);
  const timeField = field("Time (yours)", time);
  const buttons = h("div", { class: "buttons" }, h("button", { class: "primary", type: "submit" }, "Read"));
  const show = () => {
    offsetField.hidden = from.value !== "offset";
    timeField.hidden = from.value !== "time";
  };
  const asked = () => {
    const wanted = { partition: partition.value || "all", from: from.value };
    if (from.value === "offset") wanted.from = String(Math.max(0, Number(offset.value) || 0));
    if (from.value === "time") wanted.from = time.value ? `@${new Date(time.value).getTime()}` : "latest";
    if (contains.value) wanted.contains = contains.value;
    if (path.value) Object.assign(wanted, { field: path.value, is: is.value });
    return wanted;
  };
  const element = h("form", { class: "filters", role: "search" }, field("Partition", partition, "", "narrow"), field("From", from, "", "wide"), offsetField, timeField, field("Contains", contains), field("JSON field", path), field("is", is, "", "narrow"), buttons);
  show();
  return {
    element,
    buttons,
    asked,
    changed(begin) {
      from.addEventListener("change", () => {
        show();
        if (from.value !== "offset" && from.value !== "time") begin();
      });
      partition.addEventListener("change", begin);
      element.addEventListener("submit", (event) => {
        event.preventDefault();
        begin();
      });
    },
  };
}

function localTime(ms) {
  const at = new Date(ms);
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
