// A topic's settings: what was set for it first, each with its source; changed one at a time; and the end of the topic.

import { h, fill, say, field, toast } from "./dom.js";
import { ask } from "./api.js";

export async function settings(body, topic, signal) {
  const path = `/topics/${encodeURIComponent(topic)}`;
  const search = h("input", { type: "search", placeholder: "part of a name", autocomplete: "off", spellcheck: "false" });
  const rows = h("tbody", {});
  let entries = [];

  const show = () => {
    const wanted = entries.filter((entry) => entry.name.includes(search.value));
    wanted.sort((one, other) => Number(other.source === "topic") - Number(one.source === "topic") || one.name.localeCompare(other.name));
    fill(rows, wanted.map((entry) => row(entry, change)));
  };
  const change = async (changes, name) => {
    entries = await ask(`${path}/configs`, { method: "POST", body: changes });
    show();
    toast(`${name} is changed`);
  };
  search.addEventListener("input", show);
  fill(
    body,
    h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() }, field("Find", search)),
    h("div", { class: "scroll" }, h("table", { class: "list" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "setting"), h("th", { scope: "col" }, "value"), h("th", { scope: "col" }, "from"), h("th", { scope: "col" }, h("span", { class: "unseen" }, "actions")))), rows)),
    danger(topic, path),
  );
  entries = await ask(`${path}/configs`, { signal });
  show();
}

function row(entry, change) {
  const value = h("input", { class: "mono", value: entry.value === null ? "" : entry.value, "aria-label": entry.name, spellcheck: "false", disabled: entry.is_read_only });
  const save = h("button", { class: "small primary", hidden: true }, "Save");
  const failed = h("p", { class: "bad", role: "alert" });
  const attempt = async (changes) => {
    try {
      await change(changes, entry.name);
    } catch (error) {
      say(failed, error.message);
    }
  };
  value.addEventListener("input", () => (save.hidden = value.value === (entry.value === null ? "" : entry.value)));
  value.addEventListener("keydown", (event) => event.key === "Enter" && !save.hidden && save.click());
  save.addEventListener("click", () => attempt({ set: { [entry.name]: value.value } }));
  const reset = entry.source === "topic" ? h("button", { class: "small", onclick: () => attempt({ delete: [entry.name] }) }, "Default") : "";
  return h("tr", { class: entry.source === "topic" ? "own" : "" }, h("th", { scope: "row", class: "mono" }, entry.name), h("td", {}, value, failed), h("td", { class: "dim" }, entry.source), h("td", { class: "acts" }, save, reset));
}

function danger(topic, path) {
  const typed = h("input", { autocomplete: "off", spellcheck: "false", name: "confirm" });
  const remove = h("button", { class: "danger", type: "submit", disabled: true }, "Delete");
  typed.addEventListener("input", () => (remove.disabled = typed.value !== topic));
  return h(
    "form",
    {
      class: "card endangered",
      onsubmit: async (event) => {
        event.preventDefault();
        if (typed.value !== topic) return;
        remove.disabled = true;
        try {
          await ask(path, { method: "DELETE" });
          toast(`${topic} is deleted`);
          location.hash = "#/topics";
        } catch (error) {
          remove.disabled = false;
          toast(error.message, true);
        }
      },
    },
    h("h2", {}, "Delete this topic"),
    field("Type its name", typed, "Its records are gone then, on every broker."),
    remove,
  );
}
