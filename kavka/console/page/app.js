// Which view the address asks for, and the way between them. A view is a function (main, parts, signal); the signal
// ends everything that it started.

import { h, fill, toast } from "./dom.js";
import { Nowhere, read } from "./address.js";
import { ask, credentials, hasToken, self, takeToken } from "./api.js";
import { beat, cameFrom } from "./pulse.js";
import { cluster } from "./cluster.js";
import { topics } from "./topics.js";
import { topic } from "./topic.js";
import { group, groups } from "./groups.js";
import { controller } from "./controller.js";
import { waiting } from "./waiting.js";
import { transactions } from "./transactions.js";
import { security } from "./security.js";
import { broker } from "./broker.js";

const VIEWS = [
  ["", "Cluster", cluster],
  ["topics", "Topics", topics],
  ["groups", "Groups", groups],
  ["transactions", "Transactions", transactions],
  ["security", "Security", security],
  ["controller", "Controller", controller],
  ["waiting", "Purgatory & wheel", waiting],
];
const ONE = { topics: topic, groups: group, brokers: broker };
const PARTS_MAX = { topics: 2, groups: 1, waiting: 2, security: 1, brokers: 2 };
const PARENT = { brokers: "" };

let running = null;

async function show() {
  if (running) running.abort();
  running = new AbortController();
  const { signal } = running;
  takeToken();
  const { parts, query } = read();
  const [name, ...rest] = parts;
  const known = VIEWS.find(([path]) => path === name);
  const isThere = (rest.length ? ONE[name] || known : known) && rest.length <= (PARTS_MAX[name] || 0);
  const view = !isThere ? nowhere : rest.length && ONE[name] ? ONE[name] : known[2];
  for (const link of document.querySelectorAll("#nav a")) {
    if (link.dataset.view === (PARENT[name] ?? name)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${rest[0] || (known ? known[1] : name)} · kavka`;
  const main = fill(document.getElementById("main"));
  main.dataset.view = name || "cluster";
  scrollTo(0, 0);
  try {
    await self();
    await view(main, rest, signal, query);
  } catch (error) {
    if (signal.aborted) return; // another view is shown by now
    if (error instanceof Nowhere) return nowhere(main);
    fill(main, h("p", { class: "empty", role: "alert" }, error.message || String(error)));
  }
}

/** An address that leads nowhere says so; it shows nothing else in its place. */
function nowhere(main) {
  document.title = "Not found · kavka";
  fill(
    main,
    h("header", { class: "title" }, h("p", { class: "kicker" }, "404"), h("h1", {}, "There is no such page"), h("p", { class: "lead" }, "The console has nothing at ", h("code", {}, location.hash), ".")),
    h("ul", { class: "plain" }, VIEWS.map(([path, label]) => h("li", {}, h("a", { href: `#/${path}` }, label)))),
  );
}

function begin() {
  const nav = document.getElementById("nav");
  for (const [path, label] of VIEWS) nav.append(h("a", { href: `#/${path}`, "data-view": path }, label));
  addEventListener("hashchange", () => {
    show();
    document.getElementById("main").focus({ preventScroll: true });
  });
  addEventListener("unhandledrejection", (event) => {
    if (event.reason && event.reason.status) toast(event.reason.message, true);
  });
  takeToken();
  beat({ headers: credentials, isLocked: hasToken, peers: () => ask("/peers"), self });
  const before = cameFrom();
  if (before) toast(`Broker ${before.id} (${before.host}) did not answer: the console goes on here`, true);
  show();
}

begin();
