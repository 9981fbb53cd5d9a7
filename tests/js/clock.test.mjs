// The browser's clocks. Run through tests/clocks/test_browser_clocks.py, which also writes CLOCK_CASES: states and
// the readings that the reckoning computes for them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const source = readFileSync(new URL("../../static/js/clock.js", import.meta.url), "utf8");
const load = () => import(`data:text/javascript,${encodeURIComponent(source)}#${Math.random()}`);
const { clockText, draw, hearTime, reading, ServerTime } = await load();

const clock = (ms, more = {}) => ({ ms, pending: 0, delay: 0, fallen: false, to_go: null, ...more });
const state = (white, running = "white") => ({ now: 0, running, since: 1000, white, black: clock(300_000) });

class FakeElement {
  constructor(parts = {}, dataset = {}) {
    this.parts = parts;
    this.dataset = dataset;
    this.textContent = "";
    this.writes = 0;
    this.classes = new Set();
    this.attributes = {};
    this.isConnected = true;
    this.classList = {
      toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)),
    };
  }
  querySelectorAll(selector) {
    const [, name, side] = selector.match(/^\[data-([a-z-]+)="(\w+)"\]$/);
    return this.parts[`${name}-${side}`] ? [this.parts[`${name}-${side}`]] : [];
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
}

const container = (dataset = {}) =>
  new FakeElement(
    {
      "clock-white": new FakeElement(),
      "clock-black": new FakeElement(),
      "clock-delay-white": new FakeElement(),
      "clock-to-go-white": new FakeElement(),
    },
    dataset,
  );

test("the running clock counts from its instant and the other one stands", () => {
  const clocks = state(clock(60_000));
  assert.equal(reading(clocks, "white", 11_000).ms, 50_000);
  assert.equal(reading(clocks, "black", 11_000).ms, 300_000);
  assert.equal(reading(clocks, "white", 0).ms, 60_000);
});

test("a delay runs out before the main time", () => {
  const clocks = state(clock(60_000, { delay: 10_000 }));
  assert.deepEqual(reading(clocks, "white", 5_000), { ms: 60_000, delay: 6_000, fallen: false });
  assert.deepEqual(reading(clocks, "white", 12_000), { ms: 59_000, delay: 0, fallen: false });
});

test("the flag falls at equality", () => {
  const clocks = state(clock(60_000, { delay: 10_000 }));
  assert.equal(reading(clocks, "white", 70_999).fallen, false);
  assert.equal(reading(clocks, "white", 71_000).fallen, true);
});

test("the readings are those of the reckoning", { skip: !process.env.CLOCK_CASES }, () => {
  const cases = JSON.parse(readFileSync(process.env.CLOCK_CASES, "utf8"));
  assert.ok(cases.length > 0);
  for (const { state, at, white, black } of cases) {
    for (const [side, expected] of Object.entries({ white, black })) {
      const { ms, delay, fallen } = reading(state, side, at);
      assert.deepEqual({ ms, delay, fallen, text: clockText(ms) }, expected, JSON.stringify({ state, at, side }));
    }
  }
});

test("the marks are set by what is left", () => {
  const page = container();
  const white = page.parts["clock-white"];
  draw(page, state(clock(61_000)), 1_000);
  assert.equal(white.textContent, "1:01");
  assert.deepEqual([...white.classes], ["is-running"]);
  draw(page, state(clock(61_000)), 3_000);
  assert.deepEqual([...white.classes].sort(), ["is-low", "is-running"]);
  draw(page, state(clock(61_000)), 90_000);
  assert.equal(white.textContent, "0:00");
  assert.deepEqual([...white.classes].sort(), ["is-fallen", "is-running"]);
  assert.deepEqual([...page.parts["clock-black"].classes], []);
});

test("a flag that only players may call is not marked", () => {
  const page = container({ announceFlag: "false" });
  draw(page, state(clock(61_000)), 90_000);
  assert.equal(page.parts["clock-white"].textContent, "0:00");
  assert.deepEqual([...page.parts["clock-white"].classes], ["is-running"]);
});

test("the delay that is left is shown beside the clock", () => {
  const page = container();
  draw(page, state(clock(60_000, { delay: 10_000 })), 2_500);
  assert.equal(page.parts["clock-delay-white"].textContent, "+9");
  draw(page, state(clock(60_000, { delay: 10_000 })), 20_000);
  assert.equal(page.parts["clock-delay-white"].textContent, "");
});

test("the server's time is taken from the message that was under way for the shortest time", () => {
  let local = 1_000;
  const time = new ServerTime(() => local);
  time.heard(5_900); // 100 ms late
  local = 2_000;
  time.heard(6_990); // 10 ms late
  local = 3_000;
  time.heard(7_500); // 500 ms late
  assert.equal(time.now(), 7_990);
});

test("a page that was kept for minutes asks what time it is", async () => {
  const time = new ServerTime(() => 1_000_000);
  time.heard(700_000); // made five minutes ago
  const { fetch } = globalThis;
  const asked = [];
  globalThis.fetch = async (_address, how) => {
    asked.push(how.method);
    return { headers: new Headers({ Date: new Date(1_000_000).toUTCString() }) };
  };
  try {
    await hearTime(time);
  } finally {
    globalThis.fetch = fetch;
  }
  assert.deepEqual(asked, ["HEAD"]);
  assert.equal(time.now(), 1_000_000);
});

test("a machine whose own clock is put right follows after a few messages", () => {
  let local = 1_000;
  const time = new ServerTime(() => local);
  time.heard(6_000);
  local = 11_000; // set ten seconds ahead
  for (let message = 0; message < 8; message += 1) time.heard(6_000);
  assert.equal(time.now(), 6_000);
});

test("a page counts on by itself, rests while hidden, and is right again at once", async () => {
  const listeners = {};
  const page = container({ state: JSON.stringify({ ...state(clock(600_000, { to_go: 12 })), now: 1000 }) });
  const waiting = [];
  const real = { setTimeout, clearTimeout, now: Date.now };
  let local = 50_000;
  Date.now = () => local;
  globalThis.setTimeout = (callback) => waiting.push(callback);
  globalThis.clearTimeout = () => waiting.splice(0);
  globalThis.document = {
    hidden: false,
    querySelectorAll: () => [page],
    addEventListener: (name, listener) => (listeners[name] = listener),
  };
  try {
    const { update } = await load();
    const white = page.parts["clock-white"];
    assert.equal(white.textContent, "10:00");
    assert.equal(white.attributes.role, "timer");
    assert.equal(white.attributes["aria-live"], "off");
    assert.equal(page.parts["clock-to-go-white"].textContent, 12);

    local += 2_000;
    waiting.shift()();
    assert.equal(white.textContent, "9:58");

    document.hidden = true;
    listeners.visibilitychange();
    assert.equal(waiting.length, 0);
    local += 60_000;
    document.hidden = false;
    listeners.visibilitychange();
    assert.equal(white.textContent, "8:58");
    assert.equal(waiting.length, 1);

    // White presses: White's clock stands, Black's runs from the instant of the press.
    update(page, { ...state(clock(538_000), "black"), now: 63_000, since: 63_000 });
    local += 3_000;
    waiting.shift()();
    assert.equal(white.textContent, "8:58");
    assert.equal(page.parts["clock-black"].textContent, "4:57");

    // Nothing runs, nothing is waited for.
    update(page, { ...state(clock(538_000), null), now: 66_000, since: null });
    waiting.splice(0).forEach((callback) => callback());
    assert.equal(waiting.length, 0);
  } finally {
    Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
    Date.now = real.now;
    delete globalThis.document;
  }
});
