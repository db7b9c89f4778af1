// Asking the broker: JSON, live pictures, and streams of events. The token, where one is needed, stays in this tab.

import { say } from "./dom.js";

const TOKEN = "kavka-token";

function token() {
  const asked = new URL(location.href);
  const shown = asked.searchParams.get("token");
  if (shown) {
    sessionStorage.setItem(TOKEN, shown);
    asked.searchParams.delete("token");
    history.replaceState(null, "", asked);
  }
  return sessionStorage.getItem(TOKEN) || "";
}

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

let pulse = "";

function feel(state, text) {
  if (pulse === state + text) return;
  pulse = state + text;
  const element = document.getElementById("pulse");
  element.dataset.state = state;
  say(document.getElementById("pulse-text"), text);
}

/** One request; throws Refused with the broker's own sentence. */
export async function ask(path, { method = "GET", body, signal, timeoutMs = 30_000 } = {}) {
  const headers = {};
  if (token()) headers.Authorization = `Bearer ${token()}`;
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
    if (!signal || !signal.aborted) feel("bad", "no answer");
    throw error;
  }
  feel("good", "live");
  const value = await answer.json().catch(() => null);
  if (answer.status === 401) askForToken();
  if (!answer.ok) throw new Refused(answer.status, (value && value.error) || `status ${answer.status}`);
  return value;
}

let isAsking = false;

function askForToken() {
  if (isAsking) return;
  isAsking = true;
  const given = prompt("This endpoint needs its token (kavka.admin.token)");
  if (given) {
    sessionStorage.setItem(TOKEN, given);
    location.reload();
  }
}

let me = null;

/** Who answers here: asked once. */
export async function self() {
  if (!me) me = await ask("/state/broker");
  return me;
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
        if (!signal.aborted && error instanceof Refused && error.status >= 500) feel("bad", error.message);
        else if (!signal.aborted && !(error instanceof Refused) && error.name !== "AbortError" && error.name !== "TimeoutError")
          console.error(error);
      }
    }
    if (!signal.aborted) timer = setTimeout(again, ms);
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  again();
}

/** Follows a broker's events; `take(kind, what)` for each. Comes back by itself after a break. */
export async function follow(brokerId, kinds, signal, take, since = -1) {
  const query = new URLSearchParams({ since });
  if (token()) query.set("token", token());
  const source = new EventSource(`${await at(brokerId)}/events?${query}`);
  for (const kind of kinds) source.addEventListener(kind, (event) => take(kind, JSON.parse(event.data)));
  signal.addEventListener("abort", () => source.close());
  if (signal.aborted) source.close();
}
