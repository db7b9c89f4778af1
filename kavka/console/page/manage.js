// What is done to a whole topic: more partitions, records deleted, the topic's end.

import { h, fill, field, number, toast, table, columns, cardForm, endangered, say } from "./dom.js";
import { ask } from "./api.js";

export function manage(body, topic, shown) {
  const path = `/topics/${encodeURIComponent(topic)}`;
  fill(body, h("div", { class: "trio cards" }, growth(path, shown), emptying(path, shown), theEnd(path, topic)));
}

function growth(path, shown) {
  const count = h("input", { type: "number", min: shown.partitions + 1, value: shown.partitions + 1, name: "count", required: true });
  return cardForm("More partitions", [field("How many then", count, `Now ${number(shown.partitions)}. There are never fewer again, and records with a key go elsewhere than before.`)], "Add", async () => {
    await ask(`${path}/partitions`, { method: "POST", body: { count: Number(count.value) } });
    toast(`There are ${count.value} partitions`);
    dispatchEvent(new HashChangeEvent("hashchange"));
  });
}

/** Records before an offset are deleted; what would be is shown first. */
function emptying(path, shown) {
  const partition = h("input", { type: "number", min: 0, max: shown.partitions - 1, placeholder: "all", name: "of" });
  const offset = h("input", { type: "number", min: 0, placeholder: "the end", name: "before" });
  const rows = h("tbody", {});
  const plan = table(columns("#partition", "#begins", "#then", "#deleted"), rows);
  const words = h("p", { class: "dim" }, "Consumers no longer find what lies before. It cannot be undone.");
  const go = h("button", { type: "button", class: "danger", disabled: true }, "Delete them");
  plan.hidden = true;
  const body = (isDry) => ({ before: partition.value === "" ? "end" : { [partition.value]: offset.value === "" ? Number.MAX_SAFE_INTEGER : Number(offset.value) }, dry_run: isDry });
  const askFor = async (isDry) => {
    const wanted = body(isDry);
    if (partition.value !== "" && offset.value === "") {
      const all = await ask(`${path}/trim`, { method: "POST", body: { before: "end", dry_run: true } });
      wanted.before[partition.value] = all.partitions.find((one) => one.partition === Number(partition.value))?.ends ?? 0;
    }
    const found = await ask(`${path}/trim`, { method: "POST", body: wanted });
    fill(rows, found.partitions.map((one) => h("tr", {}, h("td", { class: "num" }, one.partition), h("td", { class: "num" }, number(one.begins)), h("td", { class: "num" }, number(one.would_begin)), h("td", { class: "num" }, number(one.would_begin - one.begins)))));
    plan.hidden = false;
    say(words, isDry ? "So many offsets would go." : "They are gone.");
    go.disabled = !isDry;
  };
  const form = cardForm("Delete records", [h("div", { class: "pair" }, field("Partition", partition), field("Before offset", offset)), words, plan], "Show what would go", () => askFor(true));
  form.submit.className = "";
  form.querySelector(".buttons").append(go);
  go.addEventListener("click", async () => {
    try {
      await askFor(false);
    } catch (error) {
      toast(error.message, true);
    }
  });
  for (const control of [partition, offset]) control.addEventListener("input", () => (go.disabled = true));
  return form;
}

function theEnd(path, topic) {
  return endangered("Delete this topic", topic, "Its records are gone then, on every broker.", "Delete", async () => {
    await ask(path, { method: "DELETE" });
    toast(`${topic} is deleted`);
    location.hash = "#/topics";
  });
}
