// Who writes to a partition with a producer id: how far each is, and whose transaction is open there.

import { h, fill, say, keyed, field, number, moment, columns, table, action, toast } from "./dom.js";
import { ask, every } from "./api.js";
import { rewrite } from "./address.js";

const LOOK_MS = 2000;

export async function producers(body, topic, shown, signal, query) {
  const partition = h("input", { type: "number", min: 0, max: shown.partitions - 1, value: query.get("partition") || 0, name: "partition" });
  const words = h("p", { role: "status", class: "dim" }, "…");
  const rows = h("tbody", {});
  fill(
    body,
    h("form", { class: "filters", onsubmit: (event) => event.preventDefault() }, field("Partition", partition, "", "narrow")),
    words,
    table(columns("#producer id", "#epoch", "#last sequence", "last wrote (UTC)", "transaction", ""), rows),
  );
  const abort = (one) =>
    action("Abort", async () => {
      await ask("/transactions", { method: "POST", body: { abort_hanging: { topic, partition: Number(partition.value), start_offset: one.open_from_offset } } });
      toast(`The transaction of producer ${one.producer_id} is aborted in partition ${partition.value}`);
    }, { class: "small danger", title: "Writes the abort marker itself: for a transaction that no coordinator knows any more" });
  const look = async () => {
    const now = await ask(`/topics/${encodeURIComponent(topic)}/producers?partition=${partition.value || 0}`, { signal });
    say(words, now.count ? `${number(now.count)} idempotent or transactional ${now.count === 1 ? "producer has" : "producers have"} written to partition ${now.partition} of late` : `Nobody has written to partition ${now.partition} with a producer id of late.`);
    keyed(rows, now.producers, (one) => `${one.producer_id} ${one.open_from_offset}`, (one) => h("tr", {}, h("td", { class: "num mono" }, one.producer_id), h("td", { class: "num" }), h("td", { class: "num" }), h("td", { class: "mono dim" }), h("td", {}), h("td", { class: "acts" }, one.open_from_offset === null ? "" : abort(one))), (row, one) => {
      say(row.children[1], one.producer_epoch);
      say(row.children[2], number(one.last_sequence));
      say(row.children[3], moment(one.last_timestamp_ms));
      say(row.children[4], one.open_from_offset === null ? "none open" : `open from offset ${number(one.open_from_offset)} on`);
      row.children[4].className = one.open_from_offset === null ? "dim" : "warn";
    });
  };
  partition.addEventListener("change", () => {
    rewrite({ partition: partition.value });
    look();
  });
  every(LOOK_MS, signal, look);
}
