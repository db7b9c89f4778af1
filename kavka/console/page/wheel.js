// The hierarchical timing wheel as rings: level 1 inside, each ring 20 buckets, a bucket of one ring as long as the whole
// ring inside it. A hand stands where each level's time is; a bucket that holds timers glows. Between two looks the hands
// go on by this window's own clock.

import { h, s, say, number, duration } from "./dom.js";

const SLOTS = 20;
const TICKS = [1, 20, 400, 8000, 160_000, 3_200_000];
const INNER = 34;
const RING = 25;
const GAP = 4;
const SIZE = INNER + TICKS.length * (RING + GAP) + 4;

const point = (radius, turn) => {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
};

function sector(inner, outer, from, to) {
  return `M ${point(inner, from)} L ${point(outer, from)} A ${outer} ${outer} 0 0 1 ${point(outer, to)} L ${point(inner, to)} A ${inner} ${inner} 0 0 0 ${point(inner, from)} Z`;
}

/** The wheel of one purgatory; each has its own. */
export function makeWheel(signal) {
  const rings = TICKS.map((tick, level) => makeRing(level));
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const centre = s("text", { class: "centre", y: 5, "text-anchor": "middle" }, "0");
  const svg = s("svg", { viewBox: `${-SIZE} ${-SIZE} ${2 * SIZE} ${2 * SIZE}`, class: "wheel", role: "img", "aria-label": "Timing wheel" }, rings.map((ring) => ring.element), centre);
  const title = h("h2", {}, "Timing wheel");
  const words = h("p", { class: "dim" });
  const rows = h("tbody", {});
  const levels = TICKS.map((tick, level) => {
    const cells = [h("td", { class: "num" }, "0"), h("td", { class: "num" }, "0")];
    rows.append(h("tr", {}, h("th", { scope: "row" }, level + 1), h("td", { class: "num" }, duration(tick)), h("td", { class: "num" }, duration(tick * SLOTS)), cells));
    return cells;
  });
  const element = h(
    "section",
    { class: "card wheelcard", "aria-label": "Timing wheel" },
    title,
    svg,
    words,
    h("div", { class: "scroll" }, h("table", { class: "list levels" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "level"), h("th", { scope: "col", class: "num" }, "a bucket"), h("th", { scope: "col", class: "num" }, "the ring"), h("th", { scope: "col", class: "num" }, "timers"), h("th", { scope: "col", class: "num" }, "buckets"))), rows)),
  );
  let now = 0;
  let seen = performance.now();

  const turn = () => {
    const at = now + (still ? 0 : performance.now() - seen);
    rings.forEach((ring, level) => ring.turn(at, TICKS[level]));
  };
  const frame = () => {
    if (signal.aborted) return;
    turn();
    requestAnimationFrame(frame);
  };
  if (!still) requestAnimationFrame(frame);

  return {
    element,
    update(timer, brokerId) {
      say(title, `Timing wheel of ${timer.name}, broker ${brokerId}`);
      now = timer.now_ms;
      seen = performance.now();
      timer.levels.forEach((buckets, level) => {
        rings[level].update(buckets);
        say(levels[level][0], number(buckets.reduce((sum, count) => sum + count, 0)));
        say(levels[level][1], number(buckets.filter((count) => count > 0).length));
      });
      const held = timer.levels.flat().reduce((sum, count) => sum + count, 0);
      say(centre, held > 999 ? "999+" : held);
      const next = timer.next_expiration_ms;
      say(words, next === null ? "Nothing is due." : `The next bucket is due in ${duration(Math.max(0, next - timer.now_ms))}; ${number(timer.expired)} timers have run, ${number(timer.cancelled)} were cancelled in time.`);
      svg.setAttribute("aria-label", `Timing wheel: ${held} timers wait`);
      turn();
    },
  };
}

function makeRing(level) {
  const inner = INNER + level * (RING + GAP);
  const outer = inner + RING;
  const inset = 0.0018 + 0.0012 * (TICKS.length - level) / 2;
  const buckets = Array.from({ length: SLOTS }, (_, slot) => s("path", { class: "bucket", d: sector(inner, outer, slot / SLOTS + inset, (slot + 1) / SLOTS - inset) }, s("title", {}, "")));
  const hand = s("path", { class: "hand", d: `M 0 ${-inner + 2} L 0 ${-outer - 2}` });
  const label = s("text", { class: "tick", x: 4, y: -(inner + RING / 2) + 3 }, duration(TICKS[level]));
  const group = s("g", { class: `ring level-${level + 1}` }, buckets, hand, label);
  return {
    element: group,
    turn(now, tick) {
      const share = (now / tick / SLOTS) % 1;
      hand.setAttribute("transform", `rotate(${(360 * share).toFixed(2)})`);
    },
    update(counts) {
      counts.forEach((count, slot) => {
        const bucket = buckets[slot];
        const shade = count === 0 ? "" : count < 2 ? "one" : count < 10 ? "some" : "many";
        if (bucket.dataset.held !== shade) bucket.dataset.held = shade;
        say(bucket.firstElementChild, `level ${level + 1}, bucket ${slot}: ${count} timer${count === 1 ? "" : "s"}`);
      });
    },
  };
}
