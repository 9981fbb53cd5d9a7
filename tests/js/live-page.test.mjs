// When a page that moves by itself listens, rests, asks and keeps quiet. Run through tests/pages/test_live_pages.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mock, test } from "node:test";

const source = (name) => readFileSync(new URL(`../../static/js/${name}`, import.meta.url), "utf8");
const asUrl = (text) => `data:text/javascript,${encodeURIComponent(text)}`;
const { follow } = await import(
  asUrl(
    source("live-page.js")
      .replace('"./clock.js"', JSON.stringify(asUrl(source("clock.js"))))
      .replace('"./stream.js"', JSON.stringify(asUrl(source("stream.js")))),
  )
);

class FakeSource extends EventTarget {
  static CLOSED = 2;
  static all = [];
  static get open() {
    return FakeSource.all.filter((one) => one.readyState !== FakeSource.CLOSED);
  }
  constructor(url) {
    super();
    this.url = url;
    this.readyState = 0;
    FakeSource.all.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  stands() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  refused() {
    this.readyState = FakeSource.CLOSED;
    this.dispatchEvent(new Event("error"));
  }
  news(version) {
    this.dispatchEvent(Object.assign(new Event("news"), { data: JSON.stringify({ version, what: ["results"] }) }));
  }
}

/** A page that follows a channel, with the time in our hands. */
const followed = (options = {}) => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
  FakeSource.all = [];
  globalThis.EventSource = FakeSource;
  globalThis.document = Object.assign(new EventTarget(), { hidden: false });
  const page = { version: "v0", asked: [], answers: true };
  const refresh = async (version) => {
    page.asked.push(version);
    if (page.answers && version) page.version = version;
    return page.answers;
  };
  follow("/live/sections/3", refresh, { seen: () => page.version, ...options });
  return page;
};

/** Let `ms` pass in small steps, so that pending promises run between them. */
const pass = async (ms) => {
  for (let passed = 0; passed < ms; passed += 100) {
    mock.timers.tick(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

const timed = (name, body) =>
  test(name, async () => {
    try {
      await body();
    } finally {
      mock.timers.reset();
    }
  });

timed("one stream is opened, and what the page shows already is not asked for", async () => {
  const page = followed();
  assert.equal(FakeSource.all.length, 1);
  assert.equal(FakeSource.all[0].url, "/live/sections/3");
  FakeSource.all[0].stands();
  FakeSource.all[0].news("v0");
  await pass(60_000);
  assert.deepEqual(page.asked, []);
});

timed("news is asked for within about a second, and the same news again is none", async () => {
  const page = followed();
  FakeSource.all[0].stands();
  FakeSource.all[0].news("v1");
  assert.deepEqual(page.asked, []);
  await pass(1100);
  assert.deepEqual(page.asked, ["v1"]);
  page.version = "v2"; // newer than the announced version: the page had an unannounced change
  FakeSource.all[0].news("v1");
  await pass(60_000);
  assert.deepEqual(page.asked, ["v1"]);
});

timed("a burst of news is asked for no more often than every two seconds, and the last of it is", async () => {
  const page = followed();
  FakeSource.all[0].stands();
  for (let number = 1; number <= 50; number += 1) {
    FakeSource.all[0].news(`v${number}`);
    await pass(100);
  }
  await pass(3000);
  assert.ok(page.asked.length <= 4, String(page.asked));
  assert.equal(page.asked.at(-1), "v50");
});

timed("what was not answered is asked for again", async () => {
  const page = followed();
  FakeSource.all[0].stands();
  page.answers = false;
  FakeSource.all[0].news("v1");
  await pass(1100);
  page.answers = true;
  await pass(8100);
  assert.deepEqual(page.asked, ["v1", "v1"]);
});

timed("where the stream is refused the page asks each 15 to 30 seconds, until the stream is there", async () => {
  const page = followed();
  FakeSource.all[0].refused();
  let tries = 1;
  for (let second = 0; second < 120; second += 1) {
    await pass(1000);
    if (FakeSource.all.length > tries) {
      tries = FakeSource.all.length;
      FakeSource.all.at(-1).refused();
    }
  }
  assert.ok(page.asked.length >= 4 && page.asked.length <= 8, String(page.asked.length));
  assert.ok(tries >= 4 && tries <= 8, String(tries)); // with growing pauses
  while (!FakeSource.open.length) await pass(1000);
  FakeSource.open[0].stands();
  const before = page.asked.length;
  await pass(120_000);
  assert.equal(page.asked.length, before);
});

timed("a page that nobody looks at rests, and listens again when it is shown", async () => {
  const page = followed();
  FakeSource.all[0].stands();
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(FakeSource.open.length, 0);
  await pass(120_000);
  assert.deepEqual(page.asked, []);
  document.hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(FakeSource.open.length, 1);
  FakeSource.open[0].stands();
  FakeSource.open[0].news("v7"); // a new listener gets the newest version
  await pass(1100);
  assert.deepEqual(page.asked, ["v7"]);
});

timed("somebody's own page asks whenever it has been asleep", async () => {
  const page = followed({ own: true });
  FakeSource.all[0].stands();
  for (const hidden of [true, false]) {
    document.hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  }
  await pass(1100);
  assert.deepEqual(page.asked, [undefined]);
});

timed("a line that has been silent for too long is opened anew", async () => {
  followed();
  FakeSource.all[0].stands();
  await pass(290_000);
  assert.equal(FakeSource.all.length, 1);
  await pass(20_000);
  assert.equal(FakeSource.all.length, 2);
  assert.equal(FakeSource.open.length, 1);
});
