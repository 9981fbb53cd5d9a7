// Two clocks that count down in the browser from one state per event.
//
//   <div data-clocks data-state='{"now": …, "running": "white", "since": …, "white": {…}, "black": {…}}'>
//     <span data-clock="white">1:30:00</span> <span data-clock="black">1:30:00</span>
//     <span data-clock-delay="white"></span> <span data-clock-to-go="white"></span>      (if wanted)
//   </div>
//
// The state is that of `tavleya.clocks.timekeeping.browser_state`. Every picture is computed from instants, not counted
// down, so that a page that was asleep is correct at once. With data-announce-flag="false" a clock at zero shows 0:00
// and no mark (tavreli app. Б.6: only a player calls a flag). A clock turns amber in its last minute and red in its
// last twenty seconds; then the document hears "clock-short", once until there is more than a minute again.

const TICK = 100;
const LOW = 60_000;
const TENTHS = 20_000;
const SIDES = ["white", "black"];

/** `2d 3:05:09` from a day on, `1:05:09`, `5:09`, `0:09.4` under twenty seconds, `0:00` at zero. Parts are cut off, as clocks do. */
export const clockText = (ms) => {
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (number) => String(number).padStart(2, "0");
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${hours % 24}:${two(minutes)}:${two(seconds % 60)}`;
  const tenths = ms > 0 && ms < TENTHS ? `.${Math.floor((ms % 1000) / 100)}` : "";
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${tenths}`;
};

/** The clock of `side` at `now` (server time in ms): `ms`, `delay` left in the move, `fallen`. */
export const reading = (state, side, now) => {
  const clock = state[side];
  if (state.running !== side || clock.fallen) return picture(clock, clock.ms, clock.delay, clock.fallen);
  const elapsed = Math.max(0, now - state.since);
  const delay = Math.max(0, clock.delay - elapsed);
  const left = clock.ms - Math.max(0, elapsed - clock.delay);
  return picture(clock, Math.max(0, left), delay, left <= 0 && delay === 0);
};

// Time of the next period that a clock of this kind adds only at zero is not shown before.
const picture = ({ pending = 0 }, ms, delay, fallen) => ({ ms: ms > pending ? ms - pending : ms, delay, fallen });

/** The server's time minus this machine's. A message can only arrive late, so the largest of the last differences is
 * the most accurate. */
export class ServerTime {
  constructor(local = Date.now) {
    this.local = local;
    this.differences = [];
  }

  heard(now) {
    this.differences.push(now - this.local());
    if (this.differences.length > 8) this.differences.shift();
  }

  now() {
    return this.local() + Math.max(...this.differences);
  }
}

const serverTime = new ServerTime();

/** Get the server time: a cached page may be minutes old. Any fresh response has its date; this file is the smallest.
 */
export const hearTime = async (time = serverTime) => {
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  const date = Date.parse(answer?.headers.get("Date") ?? "");
  if (date) time.heard(date);
};

const shown = new Map();
let timer = null;

/** Show `state` in `container` from now on; for the page's event stream. */
export const update = (container, state) => {
  serverTime.heard(state.now);
  shown.set(container, state);
  for (const side of SIDES) {
    for (const element of container.querySelectorAll(`[data-clock="${side}"]`)) {
      element.setAttribute("role", "timer");
      element.setAttribute("aria-live", "off");
    }
    write(container, "clock-to-go", side, state[side].to_go ?? "");
  }
  draw(container, state, serverTime.now());
  run();
};

/** One picture of both clocks as they are at `now`. */
export const draw = (container, state, now) => {
  const announced = container.dataset.announceFlag !== "false";
  for (const side of SIDES) {
    const { ms, delay, fallen } = reading(state, side, now);
    for (const element of write(container, "clock", side, clockText(ms))) {
      element.classList.toggle("is-running", state.running === side);
      element.classList.toggle("is-low", ms > 0 && ms < LOW);
      element.classList.toggle("is-short", ms > 0 && ms < TENTHS);
      element.classList.toggle("is-fallen", fallen && announced);
    }
    write(container, "clock-delay", side, delay ? `+${Math.ceil(delay / 1000)}` : "");
  }
  if (container.dataset.clockFull) ring(container, state, now);
};

// The fraction of time left to the side to move, in per cent, for a ring around the board's number.
const ring = (container, state, now) => {
  const [white, black] = SIDES.map((side) => reading(state, side, now).ms);
  const ms = state.running ? (state.running === "white" ? white : black) : Math.min(white, black);
  const left = Math.round((100 * Math.min(1, ms / Number(container.dataset.clockFull))));
  if (container.dataset.left === String(left)) return;
  container.dataset.left = left;
  container.style.setProperty("--time-left", left / 100);
  container.classList.toggle("is-short", ms < LOW);
};

const write = (container, name, side, text) => {
  const elements = container.querySelectorAll(`[data-${name}="${side}"]`);
  for (const element of elements) {
    // Only changes are written: the page is not laid out ten times a second.
    if (element.textContent !== String(text)) element.textContent = text;
  }
  return elements;
};

const warned = new Set();

const warn = (state, now) => {
  const { ms } = reading(state, state.running, now);
  if (ms > LOW) warned.delete(state.running);
  if (ms > TENTHS || ms <= 0 || warned.has(state.running)) return;
  warned.add(state.running);
  document.dispatchEvent(new Event("clock-short"));
};

const tick = () => {
  timer = null;
  const now = serverTime.now();
  for (const [container, state] of shown) {
    if (!container.isConnected) shown.delete(container);
    else if (state.running) {
      draw(container, state, now);
      warn(state, now);
    }
  }
  run();
};

const run = () => {
  const going = [...shown.values()].some((state) => state.running);
  if (going && timer === null && !document.hidden) timer = setTimeout(tick, TICK);
};

const begin = (root) => {
  const inside = [...root.querySelectorAll("[data-clocks][data-state]")];
  if (root.matches?.("[data-clocks][data-state]")) inside.push(root);
  for (const container of inside) update(container, JSON.parse(container.dataset.state));
  return [...shown.values()].some((state) => state.running);
};

if (typeof document !== "undefined") {
  if (begin(document)) hearTime();
  // A part of the page that was fetched brings its own, newer state.
  document.addEventListener("htmx:load", (event) => begin(event.detail.elt));
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    timer = null;
    if (!document.hidden) tick();
  });
}
