// Topics, a page of them, with how many of their partitions have all replicas in sync; and a form for a new one.

import { h, fill, say, keyed, field, number, bytes, toast } from "./dom.js";
import { ask, every } from "./api.js";

const LOOK_MS = 2000;
const PAGE = 50;

export async function topics(main, parts, signal) {
  const asked = { offset: 0, text: "", isUnhealthy: false };
  const count = h("p", { class: "lead" }, "…");
  const search = h("input", { type: "search", placeholder: "part of a name", autocomplete: "off", spellcheck: "false" });
  const unhealthy = h("input", { type: "checkbox", id: "only-unhealthy" });
  const rows = h("tbody", {});
  const empty = h("p", { class: "empty", hidden: true });
  const pager = makePager((offset) => {
    asked.offset = offset;
    look();
  });
  const dialog = makeDialog((name) => {
    location.hash = `#/topics/${encodeURIComponent(name)}`;
  });
  fill(
    main,
    h("header", { class: "title with-action" }, h("div", {}, h("h1", {}, "Topics"), count), h("button", { class: "primary", onclick: () => dialog.showModal() }, "New topic")),
    h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() }, field("Find", search), h("div", { class: "field check" }, unhealthy, h("label", { for: unhealthy.id }, "only those short of replicas"))),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        { class: "list" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "topic"), h("th", { scope: "col", class: "num" }, "partitions"), h("th", { scope: "col", class: "num" }, "replicas"), h("th", { scope: "col" }, "in sync"), h("th", { scope: "col", class: "num", title: "Of this topic in this broker's logs" }, "bytes on this broker"), h("th", { scope: "col", class: "num", title: "Since this broker started" }, "written to this broker"))),
        rows,
      ),
    ),
    empty,
    pager.element,
    dialog,
  );

  async function look() {
    const escaped = asked.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const query = new URLSearchParams({ offset: asked.offset, limit: PAGE, match: escaped });
    if (asked.isUnhealthy) query.set("only", "unhealthy");
    const page = await ask(`/state/topics?${query}`, { signal });
    say(count, `${number(page.count)} ${page.count === 1 ? "topic" : "topics"}${asked.text || asked.isUnhealthy ? " match" : ""}`);
    keyed(rows, page.topics, (topic) => topic.name, makeRow, updateRow);
    empty.hidden = page.count > 0;
    say(empty, asked.isUnhealthy ? "Every replica of every topic is in sync." : asked.text ? "No topic has that in its name." : "There is no topic yet: make one, or let a producer do it.");
    pager.update(page.offset, page.topics.length, page.count);
  }

  const again = () => {
    asked.offset = 0;
    asked.text = search.value;
    asked.isUnhealthy = unhealthy.checked;
    look();
  };
  search.addEventListener("input", again);
  unhealthy.addEventListener("change", again);
  every(LOOK_MS, signal, look);
}

function makeRow(topic) {
  const bar = h("span", { class: "health", role: "img" }, h("i", { class: "good" }), h("i", { class: "warn" }), h("i", { class: "bad" }));
  const cell = (name) => h("td", { class: "num", "data-cell": name });
  const row = h(
    "tr",
    {},
    h("th", { scope: "row" }, h("a", { href: `#/topics/${encodeURIComponent(topic.name)}` }, topic.name)),
    cell("partitions"),
    cell("replication_factor"),
    h("td", {}, bar, h("span", { class: "words" })),
    cell("bytes_here"),
    cell("messages_in"),
  );
  row.bar = bar;
  return row;
}

function updateRow(row, topic) {
  for (const cell of row.querySelectorAll("[data-cell]")) {
    const name = cell.dataset.cell;
    say(cell, name === "bytes_here" ? bytes(topic[name]) : number(topic[name]));
  }
  const lost = topic.without_leader;
  const short = Math.max(0, topic.under_replicated - lost);
  const good = topic.partitions - short - lost;
  const text = lost ? `${lost} without a leader` : short ? `${short} short of replicas` : "all";
  [good, short, lost].forEach((value, index) => (row.bar.children[index].style.flexGrow = value));
  row.bar.setAttribute("aria-label", text);
  const words = row.querySelector(".words");
  say(words, text);
  words.className = `words ${lost ? "bad" : short ? "warn" : "dim"}`;
}

/** Earlier and later pages. */
export function makePager(go, step = PAGE) {
  const before = h("button", {}, "◂ before");
  const after = h("button", {}, "after ▸");
  const where = h("span", { class: "dim" });
  const element = h("nav", { class: "pager", "aria-label": "Pages", hidden: true }, before, where, after);
  let offset = 0;
  before.addEventListener("click", () => go(Math.max(0, offset - step)));
  after.addEventListener("click", () => go(offset + step));
  return {
    element,
    update(from, shown, count) {
      offset = from;
      element.hidden = count <= step && from === 0;
      say(where, `${number(from + (shown ? 1 : 0))}–${number(from + shown)} of ${number(count)}`);
      before.disabled = from === 0;
      after.disabled = from + shown >= count;
    },
  };
}

function makeDialog(made) {
  const name = h("input", { required: true, maxlength: 249, pattern: "[a-zA-Z0-9._\\-]+", autocomplete: "off", spellcheck: "false", name: "name" });
  const partitions = h("input", { type: "number", min: 1, placeholder: "default", name: "partitions" });
  const replicas = h("input", { type: "number", min: 1, placeholder: "default", name: "replicas" });
  const minIsr = h("input", { type: "number", min: 1, placeholder: "default", name: "min-isr" });
  const submit = h("button", { class: "primary", type: "submit" }, "Create");
  const failed = h("p", { class: "bad", role: "alert" });
  const dialog = h(
    "dialog",
    { "aria-label": "New topic" },
    h(
      "form",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          submit.disabled = true;
          say(failed, "");
          try {
            const configs = minIsr.value ? { "min.insync.replicas": minIsr.value } : {};
            await ask("/topics", {
              method: "POST",
              body: { name: name.value, partitions: Number(partitions.value) || null, replication_factor: Number(replicas.value) || null, configs },
            });
            dialog.close();
            toast(`${name.value} is there`);
            made(name.value);
          } catch (error) {
            say(failed, error.message);
          } finally {
            submit.disabled = false;
          }
        },
      },
      h("h2", {}, "New topic"),
      field("Name", name, "letters, digits, . _ -"),
      h("div", { class: "pair" }, field("Partitions", partitions), field("Replicas each", replicas)),
      field("min.insync.replicas", minIsr, "how many must have a record before acks=all counts it"),
      failed,
      h("footer", {}, h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"), submit),
    ),
  );
  return dialog;
}
