// The address behind the #: which view, of what, and what is asked there; so that a view can be kept, sent, and gone
// back to.  #/topics/orders/messages?partition=2&from=@1700000000000&contains=late&open=2:1180

/** The view's parts and its query, as the address has them. */
export function read() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { parts: path.split("/").map(decoded), query: new URLSearchParams(query) };
}

/** What a person typed need not be well formed. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    return text;
  }
}

/** Changes the query of the view that is shown, without showing it again; null takes a name out. */
export function rewrite(changes) {
  const { query } = read();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  }
  for (const name of ["contains", "field", "is"]) if ("partition" in changes && !(name in changes)) query.delete(name);
  const [path] = location.hash.split("?");
  const text = query.toString().replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%40/g, "@");
  history.replaceState(null, "", `${location.pathname}${path || "#/"}${text ? `?${text}` : ""}`);
}

/** An address of which a view finds that it leads nowhere. */
export class Nowhere extends Error {}
