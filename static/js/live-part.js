// A part of a page that follows one game: fetched whole after every entry, with forms whose acts are never lost.
//
//   <div id="page" data-stream="/live/games/7" data-url="/…/">        URLs of the events and of the part
//     <p id="saving" data-saving="…" data-saved="…" data-refused="…" data-failed="…" data-waiting="…"></p>
//     <p id="connection" data-offline="…" data-polling="…"></p> <button id="send-again" hidden>…</button>
//   </div>
//   <div id="part" data-seq="12" data-shown="12-board-4"> … </div>    the newest entry that it shows, and more
//
// A form with `data-waits` (its board) and `data-who` (the account) is queued while the network is down, and sent when
// it is back (`waiting.js`). The clocks are set from the event itself, before the fetch. Without this script every form
// still works.
import { update } from "./clock.js";
import { Stream } from "./stream.js";

const POLL = 3000;
const SILENCE = 45_000; // a sign of life comes every 20 s
const PATIENCE = 15_000;
const LONGEST_RETRY = 30_000;
const HEADERS = { "X-Part": "live" };
const KEPT = "input[name]:not([type=hidden], [type=radio], [type=checkbox]), textarea[name]";

const show = (id, state) => {
  const line = document.getElementById(id);
  line.dataset.state = state;
  line.textContent = line.dataset[state] ?? "";
};

const setClocks = (root, state) => {
  const clocks = root.querySelector("[data-clocks]");
  if (clocks && state) update(clocks, state);
};

export class LivePart {
  /** `holds()`: whether a refresh would disturb the reader; then `held()` is called. `placed(fresh, grown)`: the part
   * has been replaced, with or without news. `due(fresh)`: where the focus goes if its element is gone. */
  constructor(page, id, { holds = () => false, held = () => {}, placed = () => {}, due = () => null } = {}) {
    Object.assign(this, { page, id, holds, held, placed, due });
    this.acting = false;
    this.fetching = false;
    this.refused = false; // whether the part shows a refused form
    this.unsent = null;
    this.newest = 0;
    document.addEventListener("submit", (event) => this.#submit(event));
    this.waited = false;
    document.getElementById("send-again").addEventListener("click", () => {
      if (this.unsent) this.send(this.unsent.url, this.unsent.body);
    });
    addEventListener("beforeunload", (event) => {
      if (this.acting || this.unsent) event.preventDefault();
    });
  }

  get part() {
    return document.getElementById(this.id);
  }

  get seen() {
    return Number(this.part.dataset.seq);
  }

  get busy() {
    return this.acting || this.fetching;
  }

  // The part

  #address(extra) {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(extra)) query.set(name, value);
    return `${this.page.dataset.url}?${query}`;
  }

  /** Whether `response` is the part, and not older than the one shown. */
  #fits(response) {
    return response.headers.has("X-Part") && Number(response.headers.get("X-Seq")) >= this.seen;
  }

  /** Fetch the part (`always`: not only if newer); false without an answer. */
  async refresh({ always = false } = {}) {
    if (this.fetching) this.again ||= always;
    if (this.busy) return true;
    this.fetching = true;
    this.again = always;
    try {
      do {
        const whole = this.again;
        this.again = false;
        const response = await fetch(this.#address(whole ? {} : { seen: this.part.dataset.shown ?? this.seen }), {
          headers: HEADERS,
          signal: AbortSignal.timeout(PATIENCE),
        });
        if (!response.ok) return false;
        if (response.status !== 200) continue;
        const html = await response.text();
        if (this.acting || !this.#fits(response)) return true;
        if (whole || !this.holds()) this.#place(html, { own: false });
        else if (!this.again) {
          this.held();
          return true;
        }
      } while (this.again || this.newest > this.seen);
      return true;
    } catch {
      return false;
    } finally {
      this.fetching = false;
    }
  }

  /** Put the fetched part in place; input, folds and focus come back unless it was `own`. */
  #place(html, { own }) {
    const holder = document.createElement("template");
    holder.innerHTML = html.trim();
    const fresh = holder.content.firstElementChild;
    const old = this.part;
    const focus = this.#focused(old);
    // The values of a refused form are those that the page came with.
    const isTyped = ({ id, value, defaultValue }) => id && (this.refused ? value : value !== defaultValue);
    const typed = own ? [] : [...old.querySelectorAll(KEPT)].filter(isTyped);
    const open = own ? [] : [...old.querySelectorAll("details[open][id]")];
    const grown = fresh.dataset.seq !== old.dataset.seq;
    old.replaceWith(fresh);
    this.refused = false;
    for (const { id, value } of typed) {
      const field = fresh.querySelector(`#${id}`);
      if (field) field.value = value;
    }
    for (const { id } of open) {
      const details = fresh.querySelector(`#${id}`);
      if (details) details.open = true;
    }
    const clocks = fresh.querySelector("[data-clocks][data-state]");
    if (clocks) update(clocks, JSON.parse(clocks.dataset.state));
    this.placed(fresh, old, grown);
    if (focus) focus(fresh)?.focus({ preventScroll: true });
  }

  #focused(root) {
    const element = document.activeElement;
    if (!element || !root.contains(element)) return null;
    const { id } = element;
    const square = element.dataset?.square;
    if (square) return (fresh) => fresh.querySelector(`[data-square="${square}"][tabindex]`) ?? this.due(fresh);
    return (fresh) => (id && fresh.querySelector(`#${id}`)) || this.due(fresh);
  }

  // Acts

  #submit(event) {
    const form = event.target;
    if (!form.closest(`#${this.id}`) || form.method !== "post") return;
    event.preventDefault();
    // `submitter.formAction` is the page itself without one.
    const { waits, who } = form.dataset;
    const patient = who && self.indexedDB ? { form, who, waits, key: Waiting.newKey() } : null;
    this.send(event.submitter?.getAttribute("formaction") ?? form.action, new FormData(form, event.submitter), patient);
  }

  /** `patient`: a queueable form, with its key and account. */
  async send(url, body, patient = null) {
    if (this.acting) return;
    this.acting = true;
    this.unsent = null;
    document.getElementById("send-again").hidden = true;
    this.part.setAttribute("aria-busy", "true");
    show("saving", "saving");
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const headers = { ...HEADERS, ...(patient && Waiting.headers(patient)) };
      const response = await fetch(url, { method: "POST", body, headers, signal });
      if (!response.headers.has("X-Part")) throw new Error(`answered ${response.status}`);
      const html = await response.text();
      this.acting = false;
      this.#place(html, { own: response.ok });
      this.refused = !response.ok;
      // An illegal move is explained on the board; it is not a failure to save.
      const tried = this.part.querySelector("[data-tried]");
      show("saving", response.ok ? "saved" : tried ? "tried" : "refused");
      if (!response.ok) this.part.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
      if (this.newest > this.seen) this.refresh();
    } catch {
      // It may have reached the server: a repetition is refused if the game has changed.
      const kept = patient && (await this.#keep(url, body, patient).catch(() => false));
      this.acting = false;
      this.part.removeAttribute("aria-busy");
      if (kept) {
        Waiting.send();
        return;
      }
      this.unsent = { url, body };
      show("saving", "failed");
      document.getElementById("send-again").hidden = false;
    }
  }

  // A queued form is shown above the page (`offline.js`), and can be used again

  async #keep(url, body, { form, who, waits, key }) {
    const shown = form.querySelector(":checked")?.labels[0]?.textContent.trim() ?? "";
    await Waiting.add({ key, action: url, fields: body, label: `${waits}: ${shown}`, who });
    if (!this.waited) {
      addEventListener("waiting", ({ detail }) => this.#settled(detail));
      Waiting.channel?.addEventListener("message", ({ data }) => this.#settled(data));
    }
    this.waited = true;
    form.reset();
    const sheet = form.closest("details");
    if (sheet) sheet.open = false;
    show("saving", "waiting");
    return true;
  }

  async #settled({ type, entry }) {
    const isHere = ({ action }) => action.startsWith(this.page.dataset.url);
    if (type === "sent") {
      if (!isHere(entry)) return;
      show("saving", "saved");
      this.refresh();
      return;
    }
    const here = (await Waiting.all()).filter(isHere);
    if (here.some((one) => one.state === "waiting")) return;
    show("saving", here.length ? "refused" : "");
  }

  // Changes by others

  listen() {
    new Stream({
      address: () => `${this.page.dataset.stream}?after=${this.seen}`,
      events: ["entries"],
      hear: (told) => this.#hear(told),
      opened: () => this.refresh(),
      state: (name) => show("connection", name),
      ask: () => this.refresh(),
      pause: () => POLL,
      silence: SILENCE,
      longest: LONGEST_RETRY,
    }).start();
  }

  #hear(told) {
    this.newest = Math.max(this.newest, told.seq);
    if (told.seq <= this.seen) return;
    setClocks(this.part, told.clocks);
    this.refresh();
  }
}
