// Settings of a topic, a broker or all brokers: what was set first, each with what it is for, its unit, and what holds
// without it; changed one at a time.

import { h, fill, say, field, number, bytes, duration, toast, columns, table } from "./dom.js";
import { ask } from "./api.js";

/** The table; `path` has the settings. */
export async function settings(body, path, signal, empty = "Nothing is set.") {
  const search = h("input", { type: "search", placeholder: "part of a name or of what it is for", autocomplete: "off", spellcheck: "false" });
  const own = h("input", { type: "checkbox", id: "only-own" });
  const rows = h("tbody", {});
  const none = h("p", { class: "empty", hidden: true }, empty);
  let entries = [];

  const show = () => {
    const text = search.value.toLowerCase();
    const wanted = entries.filter((entry) => (entry.is_own || !own.checked) && (entry.name.includes(text) || (entry.doc || "").toLowerCase().includes(text)));
    wanted.sort((one, other) => Number(other.is_own) - Number(one.is_own) || one.name.localeCompare(other.name));
    none.hidden = wanted.length > 0;
    fill(rows, wanted.map((entry) => row(entry, change)));
  };
  const change = async (changes, name) => {
    entries = await ask(path, { method: "POST", body: changes });
    show();
    toast(`${name} is changed`);
  };
  search.addEventListener("input", show);
  own.addEventListener("change", show);
  fill(
    body,
    h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() }, field("Find", search, "", "wide"), h("div", { class: "field check" }, own, h("label", { for: own.id }, "only what is set here"))),
    table(columns("setting", "value", "without it", "from", ""), rows, "settings"),
    none,
  );
  entries = await ask(path, { signal });
  show();
  return { change };
}

/** A value as people say it: 604800000 of ….ms is 7 d. */
function inWords(name, value) {
  if (value === null || !/^-?\d+$/.test(value)) return "";
  const count = Number(value);
  if (count < 0 || count >= 2 ** 53 - 1) return count < 0 && /ms$|bytes$|minutes$|hours$/.test(name) ? "no limit" : "";
  if (/\.ms$/.test(name)) return count >= 2 * 86_400_000 && count % 86_400_000 === 0 ? `${number(count / 86_400_000)} days` : count < 1000 ? "ms" : duration(count);
  if (/seconds?$/.test(name)) return count < 60 ? "s" : duration(count * 1000);
  if (/minutes$/.test(name)) return "min";
  if (/hours$/.test(name)) return count >= 48 ? `${number(count / 24)} days` : "h";
  if (/bytes(\.per\.second)?$|throttled\.rate$|buffer\.size$|\.bytes\./.test(name)) return bytes(count);
  return "";
}

function row(entry, change) {
  const shown = entry.is_sensitive ? "" : entry.value === null ? "" : entry.value;
  const value = h("input", { class: "mono", value: shown, "aria-label": entry.name, spellcheck: "false", disabled: entry.is_read_only, placeholder: entry.is_sensitive ? "hidden" : null });
  const save = h("button", { class: "small primary", hidden: true }, "Save");
  const failed = h("p", { class: "bad", role: "alert" });
  const words = h("span", { class: "unit dim" }, inWords(entry.name, entry.value));
  const attempt = async (changes) => {
    try {
      await change(changes, entry.name);
    } catch (error) {
      say(failed, error.message);
    }
  };
  value.addEventListener("input", () => {
    save.hidden = value.value === shown;
    say(words, inWords(entry.name, value.value));
  });
  value.addEventListener("keydown", (event) => event.key === "Enter" && !save.hidden && save.click());
  save.addEventListener("click", () => attempt({ set: { [entry.name]: value.value } }));
  const reset = entry.is_own ? h("button", { class: "small", onclick: () => attempt({ delete: [entry.name] }) }, "Take back") : "";
  const behind = entry.is_own ? entry.behind[0] : null;
  return h(
    "tr",
    { class: entry.is_own ? "own" : "" },
    h("th", { scope: "row", class: "mono" }, entry.name, h("span", { class: "under dim" }, entry.doc || "", entry.type ? h("i", {}, ` ${entry.type}`) : "")),
    h("td", {}, h("span", { class: "valued" }, value, words), failed),
    h("td", { class: "mono dim" }, behind ? [behind.value, h("span", { class: "under" }, `${behind.name}, ${behind.source}`)] : ""),
    h("td", { class: "dim" }, entry.source, entry.is_read_only ? h("span", { class: "under" }, "at a start only") : ""),
    h("td", { class: "acts" }, save, reset),
  );
}
