// Live pages: they listen to one channel, and reload themselves when there is news on it.
//
//   <main data-live="/live/sections/3" data-version="5f0c…" data-said="This page has been updated.">
//   <main data-live="/live/players/…" data-own …>                      private page: reloads whenever it has been asleep
//   <main data-live="/live/desks/3" data-held="Changed by another person." data-refresh="Refresh" …>
//
// News has no content except the page's new version; a page with that version does nothing. Hundreds receive it at
// once, so each waits a moment, and the proxy caches the response. The version is sent as `X-Part`, so that a response
// cached for another version is not used. Only differences are changed in the page: focus, scroll, open details and
// input stay. With data-held nothing changes while the user types: the page reports the change, and waits. Without this
// script every page still works.
import { update } from "./clock.js";
import { Stream } from "./stream.js";

const SPREAD = 1000;
const GAP = 2000; // between two times that a page asks, however much happens
const PAUSE = [15_000, 30_000]; // without a stream
const AGAIN = [4000, 8000]; // after an answer that did not come
const SILENCE = 300_000;
const PATIENCE = 15_000;
const SAY_EVERY = 30_000;
const FRESH = 2500;

const between = ([least, most]) => least + Math.random() * (most - least);

/** Follow a channel: `refresh(version)` updates the page and returns whether the server responded. `seen()`: the shown
 * version, if known; `pause`: least and most ms between polls without a stream; `own`: there may be changes without a
 * version, so it reloads whenever it has been asleep. */
export const follow = (address, refresh, { seen = () => undefined, pause = PAUSE, own = false } = {}) => {
  const heard = new Set();
  let timer = null;
  let asking = false;
  let last = 0;
  let wanted; // the newest version announced but not requested

  const ask = async (version) => {
    asking = true;
    const answered = await refresh(version).catch(() => false);
    asking = false;
    last = Date.now();
    return answered;
  };

  const run = async () => {
    timer = null;
    const version = wanted;
    wanted = undefined;
    if (!(await ask(version))) {
      wanted ??= version;
      later(between(AGAIN));
    } else if (wanted !== undefined) later(0);
  };

  const later = (wait) => {
    if (timer === null && !asking) timer = setTimeout(run, Math.max(wait, last + GAP - Date.now()));
  };

  const hear = ({ version }) => {
    const known = heard.has(version);
    heard.add(version);
    if (known || version === seen()) return;
    wanted = version;
    later(Math.random() * SPREAD);
  };

  new Stream({
    address: () => address,
    events: ["news"],
    hear,
    ask: () => (asking ? true : ask()),
    pause: () => between(pause),
    silence: SILENCE,
    woken: () => own && later(Math.random() * SPREAD),
  }).start();
};

// Change only differences

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.id : "");

// Attributes set by the reader or a script, unknown to the server.
const isOwn = (element, name) =>
  (name === "open" && element.localName === "details") || (name === "hidden" && element.dataset.find !== undefined);

// A private message: it stays until the page is left.
const isKept = (node) => node.nodeType === Node.ELEMENT_NODE && node.dataset.kept !== undefined;

const fits = (old, fresh) => old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);

const matchAttributes = (old, fresh) => {
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !isOwn(old, name)) old.removeAttribute(name);
  }
};

/** Make `old` like `fresh`, node by node; elements with an id stay themselves wherever they go. Adds to `changed` the
 * elements in which something to be read has changed. */
export const morph = (old, fresh, changed = new Set()) => {
  if (old.isEqualNode(fresh)) return changed;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data.trim() !== fresh.data.trim()) changed.add(old.parentElement);
    old.data = fresh.data;
    return changed;
  }
  matchAttributes(old, fresh);
  if (old.dataset.clock !== undefined) return changed; // written ten times a second
  const byKey = new Map([...old.children].filter(keyOf).map((child) => [child.id, child]));
  const wanted = [...fresh.childNodes];
  let at = old.firstChild;
  const drop = () => {
    const gone = at;
    at = at.nextSibling;
    if (isKept(gone)) return;
    if (gone.textContent.trim()) changed.add(old);
    gone.remove();
  };
  wanted.forEach((one, place) => {
    const id = keyOf(one);
    // Elements that are not wanted any more are removed.
    while (at && !fits(at, one) && !wanted.slice(place + 1).some((later) => fits(at, later))) drop();
    const known = id ? byKey.get(id) : at;
    if (!known || !fits(known, one)) {
      const made = old.insertBefore(document.importNode(one, true), at);
      if (made.nodeType === Node.ELEMENT_NODE) changed.add(made);
      else if (made.data.trim()) changed.add(old);
      return;
    }
    if (known === at) at = at.nextSibling;
    else old.insertBefore(known, at);
    morph(known, one, changed);
  });
  while (at) drop();
  return changed;
};

/** `morph` of a part of the page that keeps focus and running clocks. */
export const bringUpToDate = (old, fresh) => {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const changed = morph(old, fresh);
  for (const clocks of old.querySelectorAll("[data-clocks][data-state]")) update(clocks, JSON.parse(clocks.dataset.state));
  if (focused && document.activeElement !== focused) {
    const same = focused.isConnected ? focused : focused.id && document.getElementById(focused.id);
    (same || old).focus({ preventScroll: true });
  }
  document.dispatchEvent(new Event("page-changed"));
  return changed;
};

// The page itself

const FIELDS = "input:not([type=hidden], [type=search], [type=submit], [type=button]), textarea, select";

const isChanged = (field) => {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.localName === "select") return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field.value !== field.defaultValue;
};

class LivePage {
  #tag = "";
  #waiting = false;
  #said = 0;

  constructor(main) {
    this.main = main;
    const own = main.dataset.own !== undefined;
    follow(main.dataset.live, (version) => this.refresh(version), { seen: () => main.dataset.version, own });
  }

  async refresh(version, { always = false } = {}) {
    const headers = { Accept: "text/html" };
    if (version) headers["X-Part"] = version;
    if (this.#tag) headers["If-None-Match"] = this.#tag;
    // A browser would show its copy and revalidate only then (`stale-while-revalidate`).
    const cache = this.#tag ? "no-store" : "no-cache";
    const answer = await fetch(location.href, { headers, cache, signal: AbortSignal.timeout(PATIENCE) });
    if ([403, 404, 410].includes(answer.status) || answer.redirected) {
      // Gone, or signed out: during typing, the form's response will say so.
      if (!this.#typing()) location.reload();
      return true;
    }
    if (answer.status === 304) return true;
    if (!answer.ok) return false;
    const text = await answer.text();
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(this.main.id);
    if (!fresh) return true;
    if (!always && this.#typing()) {
      this.#hold(true);
      return true;
    }
    this.#hold(false);
    // The browser caches a shared page and sends its ETag itself.
    if (this.main.dataset.own !== undefined) this.#tag = answer.headers.get("ETag") ?? "";
    this.#show(bringUpToDate(this.main, fresh));
    return true;
  }

  #typing() {
    if (this.main.dataset.held === undefined) return false;
    const fields = [...this.main.querySelectorAll(FIELDS)];
    return fields.some((field) => field === document.activeElement || isChanged(field));
  }

  /** Report a change during typing, with a button that shows it; the input stays. */
  #hold(now) {
    if (now === this.#waiting) return;
    this.#waiting = now;
    document.getElementById("page-held")?.remove();
    if (!now) return;
    const line = document.createElement("p");
    line.id = "page-held";
    line.className = "notice notice-warning page-held";
    line.setAttribute("role", "status");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button-small";
    button.textContent = this.main.dataset.refresh;
    button.addEventListener("click", () => this.refresh(undefined, { always: true }).catch(() => {}));
    line.append(`${this.main.dataset.held} `, button);
    document.body.append(line);
  }

  #show(changed) {
    const shown = [...changed].filter((one) => one !== this.main && one.isConnected && !one.matches("input[type=hidden]"));
    if (!shown.length) return;
    for (const one of shown) {
      one.classList.add("is-fresh");
      setTimeout(() => one.classList.remove("is-fresh"), FRESH);
    }
    if (Date.now() - this.#said < SAY_EVERY) return;
    this.#said = Date.now();
    this.#region().textContent = "";
    setTimeout(() => (this.#region().textContent = this.main.dataset.said), 100);
  }

  #region() {
    let region = document.getElementById("page-said");
    if (region) return region;
    region = document.createElement("p");
    region.id = "page-said";
    region.className = "visually-hidden";
    region.setAttribute("role", "status");
    document.body.append(region);
    return region;
  }
}

const main = typeof document === "undefined" ? null : document.querySelector("#main[data-live]");
if (main) new LivePage(main);
