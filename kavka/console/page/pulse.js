// Whether the broker that this page asks is there. It is asked every second, by a request that is never slow; when it does
// not answer the page says so, and after a few seconds goes on at another broker of those that were registered last.
// Not so where the page holds a token: who listens at another port now is for a person to judge, and the token stays here.

import { fill, h, say } from "./dom.js";

const BEAT_MS = 1_000;
const BEAT_TIMEOUT_MS = 2_000;
const MOVE_AFTER_MS = 4_000;
const PEERS_MS = 10_000;
const PROBE_TIMEOUT_MS = 1_500;
const CAME_FROM = "from";

let state = "";
let answeredAt = Date.now();
let isStaying = false;
let isMoving = false;
let others = []; // {id, admin}, as they were registered when this broker was last asked
let myId = null;

/** Whether this broker did not answer when it was last asked. */
export const isSilent = () => state === "bad";

function feel(next, text) {
  if (state === next) return;
  state = next;
  document.getElementById("pulse").dataset.state = next;
  say(document.getElementById("pulse-text"), text);
  document.body.dataset.stale = String(next === "bad");
  document.getElementById("stale").hidden = next !== "bad";
  dispatchEvent(new CustomEvent("kavka-pulse"));
}

/** Something was answered. */
export function live() {
  answeredAt = Date.now();
  isStaying = false;
  feel("good", "live");
}

/** Nothing was: what is on the page is as old as the last answer, and the page says so. */
export function silent() {
  if (state === "bad") return;
  feel("bad", "no answer");
  tell(hold.isLocked() ? "It goes on by itself when the broker does." : "");
}

const utc = (ms) => new Date(ms).toISOString().slice(11, 19);

function tell(what) {
  const broker = myId === null ? "This broker" : `Broker ${myId}`;
  const stay = h("button", { class: "small", type: "button" }, "Stay here");
  stay.addEventListener("click", () => {
    isStaying = true;
    tell("It goes on by itself when the broker does.");
  });
  const links = others.map((one) => [" ", h("a", { href: `${one.admin}/console${location.hash}` }, `broker ${one.id}`)]);
  fill(
    document.getElementById("stale"),
    `${broker} (${location.host}) has not answered since ${utc(answeredAt)} UTC. What is shown here is as old. ${what}`,
    others.length && (hold.isLocked() || isStaying) ? [" The console is also at", links, "."] : "",
    !hold.isLocked() && !isStaying && others.length ? stay : "",
  );
}

/** Whether an endpoint answers: any answer will do, and none is read. */
async function isThere(one) {
  try {
    await fetch(`${one.admin}/console/kavka.svg`, { mode: "no-cors", cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return true;
  } catch (error) {
    return false;
  }
}

async function move() {
  if (isMoving || isStaying || hold.isLocked() || !others.length || Date.now() - answeredAt < MOVE_AFTER_MS) return;
  isMoving = true;
  tell("Looking for another broker …");
  const found = await Promise.all(others.map(async (one) => (await isThere(one)) && one));
  const next = found.find(Boolean);
  isMoving = false;
  if (isStaying || !isSilent()) return;
  if (!next) return tell("No other broker answers, either.");
  location.replace(`${next.admin}/console?${CAME_FROM}=${encodeURIComponent(`${myId} ${location.host}`)}${location.hash}`);
}

let hold = { headers: () => ({}), isLocked: () => false, peers: null, self: null };

/** Begins to ask.
 *  what: headers(), of a request; isLocked(), whether a token holds the page here; peers() and self(), what to ask. */
export function beat(what) {
  hold = what;
  let lastPeers = 0;
  const again = async () => {
    try {
      await fetch("/health/live", { headers: hold.headers(), signal: AbortSignal.timeout(BEAT_TIMEOUT_MS), cache: "no-store" });
      live();
      if (Date.now() - lastPeers > PEERS_MS) {
        lastPeers = Date.now();
        learn();
      }
    } catch (error) {
      silent();
      move();
    }
    setTimeout(again, BEAT_MS);
  };
  again();
}

async function learn() {
  try {
    myId = (await hold.self()).id;
    others = (await hold.peers()).filter((one) => one.id !== myId && one.admin);
    say(document.getElementById("via"), `by broker ${myId}, ${location.host}`);
  } catch (error) {
    // The next one may know; those of before are still good to try.
  }
}

/** Where this page comes from, when another broker did not answer; said once, and taken out of the address. */
export function cameFrom() {
  const from = new URLSearchParams(location.search).get(CAME_FROM);
  if (from === null) return null;
  history.replaceState(null, "", `${location.pathname}${location.hash}`);
  const [id, host] = from.split(" ");
  return { id, host };
}
