// Records of a partition: from the end, the beginning, an offset or a time; those that contain a text.

import { h, fill, say, field, choice, number, bytes, moment, toast } from "./dom.js";
import { ask } from "./api.js";

const LIMIT = 50;

export async function messages(body, topic, shown, signal) {
  const partition = h("input", { type: "number", min: 0, max: shown.partitions - 1, value: fullest(shown), name: "partition", required: true });
  const from = choice([["latest", "the end"], ["earliest", "the beginning"], ["offset", "an offset"], ["time", "a time"]], "latest", { name: "from" });
  const offset = h("input", { type: "number", min: 0, value: 0, name: "offset" });
  const time = h("input", { type: "datetime-local", step: 1, name: "time" });
  const contains = h("input", { type: "search", placeholder: "text in key or value", autocomplete: "off", spellcheck: "false", name: "contains" });
  const everywhere = choice([["all", "all partitions"], ["one", "this partition"]], "all", { name: "in" });
  const everywhereField = field("Search in", everywhere);
  const offsetField = field("Offset", offset);
  const timeField = field("Time (yours)", time);
  const result = h("p", { class: "dim", role: "status" }, "…");
  const rows = h("tbody", {});
  const older = h("button", { type: "button" }, "◂ older");
  const newer = h("button", { type: "button" }, "newer ▸");
  const further = h("button", { type: "button", hidden: true }, "search on ▸");
  let page = null;
  let search = null;

  const place = () => (from.value === "offset" ? String(Math.max(0, Number(offset.value) || 0)) : from.value === "time" && time.value ? `@${new Date(time.value).getTime()}` : from.value === "time" ? "latest" : from.value);

  /** From the end backwards, as the server looks: said is how much it has looked at, and offered to go on. */
  async function find(goesOn) {
    if (!goesOn) search = { contains: contains.value, partition: everywhere.value === "all" && shown.partitions > 1 ? "all" : partition.value || 0, scanned: 0, count: 0, before: "" };
    const mine = search;
    const query = new URLSearchParams({ topic, partition: mine.partition, contains: mine.contains, before: mine.before, limit: LIMIT });
    further.disabled = true;
    say(result, goesOn ? `searching on; ${number(mine.scanned)} records are looked at …` : "searching …");
    let found;
    try {
      found = await ask(`/messages?${query}`, { signal });
    } catch (error) {
      if (signal.aborted || search !== mine) return;
      say(result, error.message);
      further.disabled = false;
      return;
    }
    if (search !== mine) return;
    if (!goesOn) fill(rows);
    rows.append(...found.records.map((record) => row(topic, record)));
    mine.scanned += found.scanned;
    mine.count += found.records.length;
    mine.before = found.before || "";
    const where = mine.partition === "all" ? `all ${number(shown.partitions)} partitions` : `partition ${mine.partition}`;
    const rest = found.before ? `up to ${number(found.left)} older ones are not looked at yet` : "there are no others";
    say(result, `${number(mine.count)} of the newest ${number(mine.scanned)} records of ${where} contain it; ${rest}`);
    older.hidden = newer.hidden = true;
    further.hidden = !found.before;
    further.disabled = false;
  }

  const isSearch = () => contains.value !== "" && from.value === "latest";

  async function look(where) {
    search = null;
    older.hidden = newer.hidden = false;
    further.hidden = true;
    const query = new URLSearchParams({ topic, partition: partition.value || 0, from: where, limit: LIMIT, contains: contains.value });
    try {
      page = await ask(`/messages?${query}`, { signal });
    } catch (error) {
      if (signal.aborted) return;
      say(result, error.message);
      fill(rows);
      return;
    }
    fill(rows, page.records.map((record) => row(topic, record)));
    const found = contains.value ? `${number(page.records.length)} of ${number(page.scanned)} records contain it` : `${number(page.records.length)} records`;
    say(result, `${found}; the log has offsets ${number(page.log_start_offset)} to ${number(page.end_offset)}${contains.value && !page.is_at_end ? "; there is more to search: newer" : ""}`);
    older.disabled = page.from_offset <= page.log_start_offset;
    newer.disabled = page.is_at_end;
  }

  const show = () => {
    offsetField.hidden = from.value !== "offset";
    timeField.hidden = from.value !== "time";
    everywhereField.hidden = !isSearch() || shown.partitions < 2;
  };
  const read = () => (isSearch() ? find(false) : look(place()));
  from.addEventListener("change", () => {
    show();
    read();
  });
  partition.addEventListener("change", read);
  everywhere.addEventListener("change", () => isSearch() && read());
  contains.addEventListener("input", show);
  further.addEventListener("click", () => find(true));
  older.addEventListener("click", () => look(String(Math.max(page.log_start_offset, page.from_offset - LIMIT))));
  newer.addEventListener("click", () => look(String(page.next_offset)));
  show();
  fill(
    body,
    h(
      "form",
      {
        class: "filters",
        role: "search",
        onsubmit: (event) => {
          event.preventDefault();
          read();
        },
      },
      field("Partition", partition),
      field("From", from),
      offsetField,
      timeField,
      field("Contains", contains),
      everywhereField,
      h("button", { class: "primary", type: "submit" }, "Read"),
    ),
    result,
    h("div", { class: "scroll" }, h("table", { class: "list records" }, h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "num" }, "offset"), h("th", { scope: "col" }, "time (UTC)"), h("th", { scope: "col" }, "key"), h("th", { scope: "col" }, "value"), h("th", { scope: "col" }, h("span", { class: "unseen" }, "actions")))), rows)),
    h("nav", { class: "pager", "aria-label": "Pages" }, older, newer, further),
  );
  await look("latest");
}

/** Where there is something to see, as far as this broker knows. */
function fullest(shown) {
  const end = (state) => (state.here ? state.here.log_end_offset - state.here.log_start_offset : 0);
  return shown.partition_states.reduce((best, state) => (end(state) > end(best) ? state : best), shown.partition_states[0] || { partition: 0 }).partition;
}

function content(shown) {
  if (shown === null) return h("em", { class: "dim" }, "null");
  const note = shown.is_cut ? h("em", { class: "dim" }, ` … of ${bytes(shown.bytes)}`) : "";
  if (shown.base64 !== undefined) return [h("em", { class: "dim" }, "bytes "), shown.base64, note];
  return [shown.text === "" ? h("em", { class: "dim" }, "empty") : shown.text, note];
}

function row(topic, record) {
  const headers = record.headers.length ? h("dl", { class: "headers" }, record.headers.map(([name, value]) => [h("dt", {}, name), h("dd", {}, content(value))])) : "";
  const value = h("td", { class: "mono value" }, h("div", { class: "cut" }, content(record.value)), headers);
  const isText = record.value === null || (record.value.text !== undefined && !record.value.is_cut);
  const again = () => {
    sessionStorage.setItem("kavka-again", JSON.stringify({ key: record.key && record.key.text, value: record.value && record.value.text }));
    location.hash = `#/topics/${encodeURIComponent(topic)}`;
    toast("It stands in the form; change it, and produce it again");
  };
  const open = h("button", { class: "small", "aria-expanded": "false" }, "whole");
  open.addEventListener("click", () => open.setAttribute("aria-expanded", String(value.classList.toggle("whole"))));
  return h(
    "tr",
    {},
    h("td", { class: "num mono" }, record.partition === undefined ? "" : h("span", { class: "dim" }, `${record.partition}: `), number(record.offset)),
    h("td", { class: "mono time" }, moment(record.timestamp_ms)),
    h("td", { class: "mono key" }, h("div", { class: "cut" }, content(record.key))),
    value,
    h("td", { class: "acts" }, open, isText ? h("button", { class: "small", onclick: again }, "again") : ""),
  );
}
