// One broker: who is connected to it, and its settings; or, of all brokers, the settings that hold where one has none.

import { h, fill, say, keyed, field, number, duration, columns, table } from "./dom.js";
import { ask, at, every } from "./api.js";
import { Nowhere } from "./address.js";
import { settings } from "./settings.js";
import { makePager } from "./topics.js";

const LOOK_MS = 1500;
const PAGE = 100;
const ALL = "all";

export async function broker(main, [name, tab = "settings"], signal) {
  const nodes = await ask("/state/brokers", { signal });
  if (name !== ALL && !nodes.some((node) => String(node.id) === name)) throw new Nowhere();
  if (tab !== "settings" && (tab !== "connections" || name === ALL)) throw new Nowhere();
  const body = h("div", { class: "tab" });
  const link = (which, text) => h("a", { href: `#/brokers/${name}/${which}`, "aria-current": which === tab ? "page" : null }, text);
  const chip = (id, text) => h("a", { class: "chip", href: `#/brokers/${id}/${id === ALL ? "settings" : tab}`, "aria-current": String(id) === name ? "page" : null }, text);
  fill(
    main,
    h("header", { class: "title with-action" }, h("div", {}, h("p", { class: "kicker" }, h("a", { href: "#/" }, "cluster")), h("h1", {}, name === ALL ? "All brokers" : ["Broker ", h("span", { class: "figure" }, name)]), h("p", { class: "lead" }, name === ALL ? "What holds on every broker that has no setting of its own; changed while they run." : "")), h("nav", { class: "chips", "aria-label": "Brokers" }, nodes.map((node) => chip(node.id, `broker ${node.id}`)), chip(ALL, "all"))),
    h("nav", { class: "tabs", "aria-label": "Parts" }, link("settings", "Settings"), name === ALL ? "" : link("connections", "Connections")),
    body,
  );
  if (tab === "connections") return connections(body, Number(name), main.querySelector(".lead"), signal);
  const shown = await settings(body, `/brokers/${name}/configs`, signal, "Nothing is set for all brokers.");
  if (name === ALL) adder(body, shown);
}

/** A setting for all brokers that is not in the table yet. */
function adder(body, shown) {
  const key = h("input", { name: "key", class: "mono", placeholder: "log.retention.ms", required: true, autocomplete: "off", spellcheck: "false" });
  const value = h("input", { name: "value", class: "mono", autocomplete: "off", spellcheck: "false" });
  const failed = h("p", { class: "bad", role: "alert" });
  body.append(
    h(
      "form",
      {
        class: "filters",
        onsubmit: async (event) => {
          event.preventDefault();
          say(failed, "");
          try {
            await shown.change({ set: { [key.value]: value.value } }, key.value);
          } catch (error) {
            say(failed, error.message);
          }
        },
      },
      field("Setting", key, "", "wide"),
      field("Value", value),
      h("button", { type: "submit" }, "Set"),
      failed,
    ),
  );
}

async function connections(body, id, lead, signal) {
  const base = await at(id);
  const rows = h("tbody", {});
  let offset = 0;
  const pager = makePager((to) => {
    offset = to;
    look();
  }, PAGE);
  fill(body, table(columns("peer", "principal", "client", "listener", "#last heard", ""), rows), pager.element);
  const look = async () => {
    const found = await ask(`${base}/state/connections?offset=${offset}&limit=${PAGE}`, { signal });
    say(lead, `${number(found.count)} ${found.count === 1 ? "connection" : "connections"} to this broker, the latest first: clients, and other brokers.`);
    pager.update(offset, found.connections.length, found.count);
    keyed(rows, found.connections, (one) => `${one.peer} ${one.listener}`, (one) => h("tr", {}, h("th", { scope: "row", class: "mono" }, one.peer), h("td", { class: "mono" }, one.principal), h("td", {}), h("td", {}, `${one.listener}${one.listener === one.protocol ? "" : `, ${one.protocol}`}`), h("td", { class: "num" }), h("td", { class: "dim" })), (row, one) => {
      say(row.children[1], one.principal);
      say(row.children[2], clientOf(one));
      say(row.children[4], `${duration(one.idle_ms)} ago`);
      say(row.children[5], one.is_answered ? "" : "waits for an answer");
    });
  };
  every(LOOK_MS, signal, look);
}

// What a client says of itself: its software, and what it pushes of its own metrics (KIP-714).
function clientOf(one) {
  if (!one.client) return one.software ?? ""; // a broker of before says neither
  const pushed = one.client.pushes ? `pushes ${number(one.client.series)} metrics` : "pushes none";
  return [one.client.client_id, one.software, pushed].filter(Boolean).join(" · ");
}
