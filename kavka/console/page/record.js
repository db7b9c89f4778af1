// One record, whole: its value as JSON, text or hex, its headers, and what can be done with it.

import { h, fill, say, bytes, moment, number, toast } from "./dom.js";

const COLOURED_CHARS_MAX = 200_000;
const HEX_BYTES_MAX = 16_384;
const HEX_ROW = 16;
const TOKEN = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A key or value in one line of a list. */
export function content(shown) {
  if (shown === null) return h("em", { class: "dim" }, "null");
  if (shown.decoded !== undefined) return shown.decoded;
  const note = shown.is_cut ? h("em", { class: "dim" }, ` … of ${bytes(shown.bytes)}`) : "";
  if (shown.base64 !== undefined) return [h("em", { class: "dim" }, "bytes "), shown.base64, note];
  return [shown.text === "" ? h("em", { class: "dim" }, "empty") : shown.text, note];
}

const isJson = (text) => {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    return false;
  }
};

/** JSON with line breaks, token by token: a number of 64 bits stays as it is, which parsing would round. */
function indented(text) {
  const out = [];
  let depth = 0;
  let before = "";
  const line = () => `\n${"  ".repeat(depth)}`;
  const tokens = text.match(TOKEN) || [];
  tokens.forEach((token, index) => {
    const isClosing = token === "}" || token === "]";
    const isEmpty = isClosing && (before === "{" || before === "[");
    if (isClosing) depth -= 1;
    if (isClosing && !isEmpty) out.push(["", line()]);
    else if (before === "," || ((before === "{" || before === "[") && !isEmpty)) out.push(["", line()]);
    if (token === "{" || token === "[") depth += 1;
    const kind = token[0] === '"' ? (tokens[index + 1] === ":" ? "name" : "string") : /^[-\dtfn]/.test(token) ? "atom" : "";
    out.push([kind, token === ":" ? ": " : token]);
    before = token;
  });
  return out;
}

function asJson(shown) {
  const parts = indented(shown.text);
  if (shown.text.length > COLOURED_CHARS_MAX) return parts.map(([, text]) => text).join("");
  return parts.map(([kind, text]) => (kind ? h("span", { class: `json-${kind}` }, text) : text));
}

function bytesOf(shown) {
  if (shown.base64 === undefined) return new TextEncoder().encode(shown.text);
  return Uint8Array.from(atob(shown.base64), (char) => char.charCodeAt(0));
}

function asHex(shown) {
  const data = bytesOf(shown);
  const lines = [];
  for (let at = 0; at < Math.min(data.length, HEX_BYTES_MAX); at += HEX_ROW) {
    const row = [...data.subarray(at, at + HEX_ROW)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ").padEnd(HEX_ROW * 3);
    const text = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : "·")).join("");
    lines.push(`${at.toString(16).padStart(6, "0")}  ${hex} ${text}`);
  }
  if (data.length > HEX_BYTES_MAX) lines.push(`… ${bytes(data.length - HEX_BYTES_MAX)} more`);
  return lines.join("\n");
}

/** The ways to look at a content, the best one first; `decoded` is JSON as text, by a registry's schema. */
const VIEWS = [
  ["decoded", (shown) => shown.decoded !== undefined, (shown) => asJson({ text: shown.decoded })],
  ["JSON", (shown) => shown.text !== undefined && !shown.is_cut && isJson(shown.text), asJson],
  ["text", (shown) => shown.text !== undefined, (shown) => shown.text],
  ["hex", () => true, asHex],
];

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} is copied`);
  } catch (error) {
    toast(`This browser lets no page copy here: ${error.message}`, true);
  }
}

function panel(label, shown) {
  const head = h("header", { class: "part-head" }, h("h3", {}, label), h("span", { class: "dim" }, shown === null ? "null" : bytes(shown.bytes)));
  const block = h("pre", { class: "mono whole", tabindex: "0", "aria-label": label });
  if (shown === null) return h("section", { class: "part" }, head);
  const views = VIEWS.filter(([, can]) => can(shown));
  const buttons = views.map(([name, , draw]) => {
    const button = h("button", { class: "chip", type: "button", "aria-pressed": "false" }, name);
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      fill(block, draw(shown));
    });
    return button;
  });
  const text = shown.decoded ?? (shown.base64 === undefined ? shown.text : shown.base64);
  if (shown.schema_id !== undefined) head.append(h("span", { class: "dim" }, `schema ${shown.schema_id}`));
  head.append(h("span", { class: "chips" }, buttons, h("button", { class: "small", type: "button", onclick: () => copy(text, label) }, "Copy")));
  buttons[0].click();
  const undecoded = shown.undecoded === undefined ? "" : h("p", { class: "warn" }, `Not decoded: ${shown.undecoded}`);
  return h("section", { class: "part" }, head, block, undecoded, shown.is_cut ? h("p", { class: "warn" }, `Cut: there are ${bytes(shown.bytes)}. kavka consume reads all of it.`) : "");
}

/** A record as one line of JSON, as `Save` and `Copy as JSON` give it. */
export const lineOf = (record) => JSON.stringify(record);

/** The panel of one record. */
export function recordPanel(topic, record, { close, again }) {
  const isText = record.value === null || (record.value.text !== undefined && !record.value.is_cut);
  const headers = record.headers.length
    ? h("section", { class: "part" }, h("header", { class: "part-head" }, h("h3", {}, "Headers"), h("span", { class: "dim" }, number(record.headers.length))), h("dl", { class: "headers mono" }, record.headers.map(([name, value]) => [h("dt", {}, name), h("dd", {}, content(value))])))
    : "";
  const element = h(
    "article",
    { class: "card record", "aria-label": "Record" },
    h("header", { class: "record-head" }, h("h2", {}, "partition ", h("span", { class: "figure" }, record.partition), ", offset ", h("span", { class: "figure" }, number(record.offset))), h("button", { class: "small", type: "button", "aria-label": "Close the record", onclick: close }, "✕")),
    h("p", { class: "dim" }, h("time", { class: "mono" }, `${moment(record.timestamp_ms)} UTC`), record.timestamp_type === "append" ? ", when the leader appended it" : ", as its producer says"),
    panel("Key", record.key),
    panel("Value", record.value),
    headers,
    h(
      "div",
      { class: "buttons" },
      h("button", { class: "small", type: "button", onclick: () => copy(lineOf(record), "The record") }, "Copy as JSON"),
      h("button", { class: "small", type: "button", onclick: () => copy(location.href, "The address") }, "Copy address"),
      isText ? h("button", { class: "small", type: "button", onclick: again }, "Produce again") : "",
    ),
  );
  element.addEventListener("keydown", (event) => event.key === "Escape" && close());
  return element;
}

/** Offers lines as a file. */
export function save(name, records) {
  const url = URL.createObjectURL(new Blob(records.map((record) => `${lineOf(record)}\n`), { type: "application/x-ndjson" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
