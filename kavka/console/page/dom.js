// Elements from values. Whatever comes from the cluster becomes a text node or an attribute, never markup.

const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/** An HTML element: h("p", {class: "note"}, "text", other). */
export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

/** Replaces what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

/** Sets text only when it differs: no layout, no announcement for nothing. */
export function say(element, text) {
  const wanted = String(text);
  if (element.textContent !== wanted) element.textContent = wanted;
}

/** One child an item: kept by key, moved when the order changes, so that focus and transitions survive a refresh. */
export function keyed(parent, items, keyOf, make, update) {
  const known = parent.rowsByKey || (parent.rowsByKey = new Map());
  const wanted = new Set();
  let cursor = parent.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    if (wanted.has(key)) continue;
    wanted.add(key);
    let row = known.get(key);
    if (!row) known.set(key, (row = make(item)));
    if (row === cursor) cursor = cursor.nextElementSibling;
    else parent.insertBefore(row, cursor);
    update(row, item);
  }
  for (const [key, row] of known) {
    if (!wanted.has(key)) {
      row.remove();
      known.delete(key);
    }
  }
}

/** A table's head; a name that begins with # is a column of numbers. */
export const columns = (...names) => h("thead", {}, h("tr", {}, names.map((name) => (name === "" ? h("td", {}) : h("th", { scope: "col", class: name.startsWith("#") ? "num" : null }, name.replace(/^#/, ""))))));

/** A table that scrolls by itself. */
export const table = (head, rows, cls = "") => h("div", { class: "scroll" }, h("table", { class: `list ${cls}` }, head, rows));

/** A button that works once at a time; what is refused is said. */
export function action(text, work, attributes = {}) {
  const button = h("button", { type: "button", ...attributes }, text);
  button.addEventListener("click", () => attempt(button, work));
  return button;
}

/** A form's submit, likewise; `failed` takes the refusal, else it is a toast. */
export async function attempt(control, work, failed) {
  control.disabled = true;
  if (failed) say(failed, "");
  try {
    await work();
  } catch (error) {
    if (failed) say(failed, error.message);
    else toast(error.message, true);
  } finally {
    control.disabled = false;
  }
}

/** A form in a card: fields, and one button that does it. */
export function cardForm(title, fields, button, work, cls = "") {
  const failed = h("p", { class: "bad", role: "alert" });
  const submit = h("button", { type: "submit", class: "primary" }, button);
  const form = h("form", { class: `card ${cls}` }, title ? h("h2", {}, title) : "", fields, failed, h("div", { class: "buttons" }, submit));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(submit, work, failed);
  });
  form.submit = submit;
  return form;
}

/** What must be typed before something is done that cannot be undone. */
export function endangered(title, word, hint, button, work) {
  const typed = h("input", { autocomplete: "off", spellcheck: "false", name: "confirm" });
  const form = cardForm(title, [field("Type its name", typed, hint)], button, work, "endangered");
  form.submit.className = "danger";
  form.submit.disabled = true;
  typed.addEventListener("input", () => (form.submit.disabled = typed.value !== word));
  return form;
}

let serial = 0;

/** A labelled form field; `size` is a class of the style sheet. */
export function field(label, control, hint, size = "") {
  const id = control.id || (control.id = `field-${++serial}`);
  const note = hint ? h("small", { id: `${id}-hint` }, hint) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return h("div", { class: `field ${size}` }, h("label", { for: id }, label), control, note);
}

/** A choice of a few: [[value, text], …]. */
export function choice(options, chosen, attributes) {
  const control = h("select", attributes, options.map(([value, text]) => h("option", { value }, text)));
  control.value = chosen;
  return control;
}

export const number = (value) => (value === null || value === undefined ? "–" : Number(value).toLocaleString("en"));

export function bytes(value) {
  if (value === null || value === undefined) return "–";
  let unit = 0;
  let left = value;
  while (left >= 1000 && unit < 4) {
    left /= 1000;
    unit += 1;
  }
  return `${unit && left < 10 ? left.toFixed(1) : Math.round(left)} ${["B", "kB", "MB", "GB", "TB"][unit]}`;
}

export function duration(ms) {
  if (ms === null || ms === undefined) return "–";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}

export const clock = (ms) => {
  const at = new Date(ms);
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, "0")}`;
};

export const moment = (ms) => (ms < 0 ? "–" : new Date(ms).toISOString().replace("T", " ").replace("Z", ""));

/** A message at the edge of the window; errors stay longer. */
export function toast(text, isError) {
  const shown = h("p", { class: isError ? "toast bad" : "toast" }, text);
  document.getElementById("toasts").append(shown);
  setTimeout(() => shown.remove(), isError ? 9000 : 4000);
}
