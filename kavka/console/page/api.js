// Asking the broker: JSON, live pictures, and streams of events. The token, where one is needed, comes behind the # of
// the address (`kavka console` prints it), which no browser sends anywhere; it stays in this tab, and goes out in a header.

import { isSilent, live, silent } from "./pulse.js";

const TOKEN = "kavka-token";
const COMES_WITH = "#token=";
const EVENT_CHARS_MAX = 16 * 1024 * 1024;
const COME_BACK_MS = 3_000;

/** Takes the token out of the address, before anybody reads the rest of it as a view or copies it. */
export function takeToken() {
  if (!location.hash.startsWith(COMES_WITH)) return;
  sessionStorage.setItem(TOKEN, decodeURIComponent(location.hash.slice(COMES_WITH.length)));
  history.replaceState(null, "", `${location.pathname}#/`);
}

/** What a request shows of itself. */
export function credentials() {
  const token = sessionStorage.getItem(TOKEN);
  return token ? { Authorization: `Bearer ${token}` } : {};
}

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Whether this tab holds a token. */
export const hasToken = () => sessionStorage.getItem(TOKEN) !== null;

let me = null;

/** Who answers here: asked once. */
export async function self() {
  if (!me) me = await ask("/state/broker");
  return me;
}

/** One request; throws Refused with the broker's own sentence. */
export async function ask(path, { method = "GET", body, signal, timeoutMs = 30_000 } = {}) {
  const headers = credentials();
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const limit = AbortSignal.timeout(timeoutMs);
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (error) {
    if (error.name === "TypeError") silent(); // nobody is there; whether who is there is only slow, the heartbeat says
    throw error;
  }
  live();
  const value = await answer.json().catch(() => null);
  if (signal) signal.throwIfAborted();
  if (answer.status === 401) askForToken();
  if (!answer.ok) throw new Refused(answer.status, (value && value.error) || `status ${answer.status}`);
  return value;
}

let isAsking = false;

function askForToken() {
  if (isAsking) return;
  isAsking = true;
  const given = prompt("This endpoint needs its token; `kavka console` prints an address that has it");
  if (given) {
    sessionStorage.setItem(TOKEN, given.trim());
    location.reload();
  }
}

/** The way to another broker's endpoint, or to this one's. */
export async function at(brokerId) {
  return brokerId === (await self()).id ? "" : `/peers/${brokerId}`;
}

/** Looks again and again while the view is open and the window is seen. */
export function every(ms, signal, look) {
  let timer = 0;
  const again = async () => {
    if (signal.aborted) return;
    if (!document.hidden) {
      try {
        await look();
      } catch (error) {
        const isExpected = error instanceof Refused || ["AbortError", "TimeoutError", "TypeError"].includes(error.name);
        if (!signal.aborted && (!isExpected || (error.name === "TypeError" && !isSilent()))) console.error(error);
      }
    }
    if (!signal.aborted) timer = setTimeout(again, ms);
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  again();
}

/** Follows a broker's events; `take(kind, what)` for each. Comes back by itself after a break, to where it was.
 *  Not an EventSource: that cannot send the token but in the address, where histories and logs keep it. */
export async function follow(brokerId, kinds, signal, take, since = -1) {
  const path = `${await at(brokerId)}/events`;
  let last = since;
  const each = (kind, number, text) => {
    if (number) last = number;
    if (kinds.includes(kind)) take(kind, JSON.parse(text));
  };
  while (!signal.aborted) {
    try {
      const answer = await fetch(`${path}?since=${last}`, { headers: credentials(), signal });
      if (answer.status === 401) return askForToken();
      if (answer.ok) await readEvents(answer.body, each);
    } catch (error) {
      if (signal.aborted) return;
    }
    await new Promise((wake) => setTimeout(wake, COME_BACK_MS));
  }
}

/** Server-sent events as they come: each(kind, number, data). */
async function readEvents(body, each) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    if (rest.length > EVENT_CHARS_MAX) return void reader.cancel();
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
      if (fields.data !== undefined) each(fields.event || "message", fields.id, fields.data);
    }
  }
}
