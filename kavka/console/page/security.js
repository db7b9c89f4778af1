// Who may do what, who logs in, and how much they may use: ACLs, users of SCRAM, quotas.

import { h, fill, say, field, choice, number, bytes, toast, columns, table, action, cardForm } from "./dom.js";
import { ask, every } from "./api.js";
import { Nowhere } from "./address.js";

const LOOK_MS = 4000;
const TYPES = ["TOPIC", "GROUP", "CLUSTER", "TRANSACTIONAL_ID", "DELEGATION_TOKEN", "USER"];
const OPERATIONS = ["READ", "WRITE", "CREATE", "DELETE", "ALTER", "DESCRIBE", "CLUSTER_ACTION", "DESCRIBE_CONFIGS", "ALTER_CONFIGS", "IDEMPOTENT_WRITE", "CREATE_TOKENS", "DESCRIBE_TOKENS", "ALL"];
const MECHANISMS = ["SCRAM-SHA-256", "SCRAM-SHA-512"];
const LIMITS = {
  producer_byte_rate: "bytes a second written",
  consumer_byte_rate: "bytes a second read",
  request_percentage: "% of a thread's time",
  controller_mutation_rate: "partitions made or deleted a second",
  connection_creation_rate: "connections a second (of an address)",
};
const words = (list) => list.map((one) => [one, one.toLowerCase().replaceAll("_", " ")]);
const text = (name, placeholder) => h("input", { name, placeholder, autocomplete: "off", spellcheck: "false" });

export async function security(main, [tab = "acls"], signal) {
  const tabs = { acls: ["ACLs", acls], users: ["Users", users], quotas: ["Quotas", quotas] };
  if (!tabs[tab]) throw new Nowhere();
  const lead = h("p", { class: "lead" }, "…");
  const body = h("div", { class: "tab" });
  fill(
    main,
    h("header", { class: "title" }, h("h1", {}, "Security"), lead),
    h("nav", { class: "tabs", "aria-label": "Parts" }, Object.entries(tabs).map(([name, [label]]) => h("a", { href: `#/security/${name}`, "aria-current": name === tab ? "page" : null }, label))),
    body,
  );
  await tabs[tab][1](body, lead, signal);
}

/** A table that is read again and again, and a form beside it; `draw` gets what was read. */
function listing(body, head, form, path, signal, draw) {
  const rows = h("tbody", {});
  const search = h("input", { type: "search", placeholder: "part of a row", autocomplete: "off", spellcheck: "false" });
  const calm = h("p", { class: "empty", hidden: true });
  let last = null;
  const show = () => {
    const made = draw(last).filter((row) => row.textContent.toLowerCase().includes(search.value.toLowerCase()));
    fill(rows, made);
    calm.hidden = made.length > 0;
    say(calm, search.value ? "No row has that." : "There is none yet.");
  };
  const look = async () => {
    const found = await ask(path, { signal });
    if (JSON.stringify(found) === JSON.stringify(last)) return; // focus and selection stay
    last = found;
    show();
  };
  search.addEventListener("input", () => last && show());
  fill(body, h("div", { class: "with-side" }, h("section", {}, h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() }, field("Find", search)), table(head, rows), calm), h("aside", {}, form)));
  every(LOOK_MS, signal, look);
  return look;
}

async function acls(body, lead, signal) {
  const fields = {
    principal: text("principal", "User:alice"),
    permission: choice(words(["ALLOW", "DENY"]), "ALLOW", { name: "permission" }),
    operation: choice(words(OPERATIONS), "READ", { name: "operation" }),
    type: choice(words(TYPES), "TOPIC", { name: "type" }),
    name: text("name", "orders, or *"),
    pattern: choice([["LITERAL", "that name"], ["PREFIXED", "names that begin so"]], "LITERAL", { name: "pattern" }),
    host: text("host", "any"),
  };
  const form = cardForm(
    "New ACL",
    [
      field("Principal", fields.principal, "User:* is everybody"),
      h("div", { class: "pair" }, field("May or may not", fields.permission), field("Operation", fields.operation)),
      h("div", { class: "pair" }, field("On a", fields.type), field("Means", fields.pattern)),
      field("Name", fields.name, "* is every one; of the cluster: kafka-cluster"),
      field("From address", fields.host),
    ],
    "Add",
    async () => {
      const wanted = Object.fromEntries(Object.entries(fields).map(([name, control]) => [name, control.value]));
      await ask("/acls", { method: "POST", body: { ...wanted, host: wanted.host || "*" } });
      toast("The ACL holds, on every broker within moments");
      await look();
    },
  );
  const look = listing(body, columns("principal", "", "operation", "resource", "from", ""), form, "/acls", signal, (found) => {
    say(lead, found.is_off ? "No broker has an authorizer: everybody may do everything. authorizer.class.name switches one on." : `${number(found.count)} ${found.count === 1 ? "ACL" : "ACLs"}; what none allows only super users may.`);
    form.hidden = found.is_off;
    return found.acls.map((acl) => h("tr", {}, h("th", { scope: "row", class: "mono" }, acl.principal), h("td", { class: acl.permission === "ALLOW" ? "ok" : "bad" }, acl.permission.toLowerCase()), h("td", {}, acl.operation.toLowerCase().replaceAll("_", " ")), h("td", {}, `${acl.type.toLowerCase().replaceAll("_", " ")} `, h("span", { class: "mono" }, acl.pattern === "PREFIXED" ? `${acl.name}…` : acl.name)), h("td", { class: "mono dim" }, acl.host === "*" ? "anywhere" : acl.host), h("td", { class: "acts" }, remover("/acls", acl, () => look()))));
  });
}

function remover(path, body, then) {
  return action("Delete", async () => {
    await ask(path, { method: "DELETE", body });
    toast("It is deleted");
    await then();
  }, { class: "small" });
}

async function users(body, lead, signal) {
  const name = text("name", "alice");
  const password = h("input", { type: "password", name: "password", autocomplete: "new-password", required: true });
  const boxes = MECHANISMS.map((one) => h("label", { class: "box" }, h("input", { type: "checkbox", checked: true, value: one }), ` ${one}`));
  const form = cardForm("Set a password", [field("User", name), field("Password", password, "It is salted here at the broker and stored as keys; nobody reads it again."), h("fieldset", {}, h("legend", {}, "For"), boxes)], "Set", async () => {
    const mechanisms = boxes.map((box) => box.firstElementChild).filter((box) => box.checked).map((box) => box.value);
    await ask("/users", { method: "POST", body: { name: name.value, password: password.value, mechanisms } });
    password.value = "";
    toast(`${name.value} logs in with it from now on`);
    await look();
  });
  const look = listing(body, columns("user", "mechanisms", ""), form, "/users", signal, (found) => {
    say(lead, `${number(found.count)} ${found.count === 1 ? "user logs" : "users log"} in by SCRAM.`);
    return found.users.map((one) => h("tr", {}, h("th", { scope: "row", class: "mono" }, one.name), h("td", {}, Object.entries(one.mechanisms).map(([mechanism, iterations]) => `${mechanism}, ${number(iterations)} iterations`).join("; ")), h("td", { class: "acts" }, remover(`/users/${encodeURIComponent(one.name)}`, undefined, () => look()))));
  });
}

const entityWords = (entity) => Object.entries(entity).map(([kind, name]) => (name === null ? `every other ${kind}` : `${kind} ${name}`)).join(", ");
const limitWords = (key, value) => (/byte_rate/.test(key) ? `${bytes(value)}/s ${key === "producer_byte_rate" ? "written" : "read"}` : `${number(value)} ${(LIMITS[key] || key).replace(/ \(.*/, "")}`);

async function quotas(body, lead, signal) {
  const user = text("user", "");
  const client = text("client", "");
  const ip = text("ip", "");
  const key = choice(Object.entries(LIMITS), "producer_byte_rate", { name: "key" });
  const value = h("input", { type: "number", min: 0, step: "any", name: "value", required: true });
  const form = cardForm("Set a quota", [field("User", user, "* is everybody without a quota of his own"), field("Client id", client, "alone, or together with a user"), field("or address", ip), field("Limit", key), field("At most", value)], "Set", async () => {
    const entity = {};
    for (const [kind, control] of [["user", user], ["client-id", client], ["ip", ip]]) if (control.value) entity[kind] = control.value === "*" ? null : control.value;
    await ask("/quotas", { method: "POST", body: { entity, set: { [key.value]: Number(value.value) } } });
    toast("The quota holds, on each broker by itself");
    await look();
  });
  const look = listing(body, columns("who", "at most, of each broker", ""), form, "/quotas", signal, (found) => {
    say(lead, found.count ? `${number(found.count)} ${found.count === 1 ? "has a quota" : "have quotas"}; each broker keeps to them by itself.` : "Nobody has a quota.");
    return found.quotas.map((one) => {
      const gone = action("Take away", async () => {
        await ask("/quotas", { method: "POST", body: { entity: one.entity, set: Object.fromEntries(Object.keys(one.values).map((name) => [name, null])) } });
        await look();
      }, { class: "small" });
      return h("tr", {}, h("th", { scope: "row" }, entityWords(one.entity)), h("td", {}, Object.entries(one.values).map(([name, limit]) => limitWords(name, limit)).join("; ")), h("td", { class: "acts" }, gone));
    });
  });
}
