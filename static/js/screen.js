// A hall screen: a list or boards that fill the screen, on several pages if necessary, turned automatically and updated
// on news.
//
//   <body data-screen data-seconds="12" data-next="/hall/…/?cycle=1">     data-next: where to go after the last page
//     <main id="screen" data-now="1764…" data-live="/live/sections/3" data-version="5f0c…">
//       <div data-part="body"> <ol data-list data-columns="3"><li data-key="12" data-result="1 – 0">…</li></ol> </div> </main>
//     <span data-pages></span> <button data-pause data-go="…" data-stop="…">
//
// data-part: replaced when it changes. data-tiles: boards, updated by `wall.js`. Space (or the button) stops the
// turning, the arrows turn by hand. With reduced motion nothing moves, but pages still change, because otherwise most
// of the list would never be seen. Without this script the whole list is shown.
import { fitRows, fitTiles, namesAreShort } from "./screen-fit.js";
import { follow } from "./live-page.js";

const PAUSE = [10_000, 15_000]; // without a stream
const REFERENCE = 40; // px of a letter while rows are measured
const LEAST = 0.031; // of the screen's height: readable from the back
const COMFORTABLE = 0.042;
const LARGEST = 0.075;
const TALLEST = 3.2; // letters of a row with few of them
const BAR = 0.12; // of a board's width: one line of name and clock
const FONTS = 1500; // ms until fonts are not waited for

const body = document.body;
const seconds = Number(body.dataset.seconds) || 12;
const pagesShown = document.querySelector("[data-pages]");
const pause = document.querySelector("[data-pause]");

let page = 0;
let pages = 1;
let stopped = false;
let ahead = 0; // how far the server's time is ahead of this machine's

const screen = () => document.getElementById("screen");
const list = () => document.querySelector("[data-list]");
const parts = (root) => [...root.querySelectorAll("[data-part]")];

const roomOf = (shown) => {
  const style = getComputedStyle(shown);
  const box = shown.parentElement.getBoundingClientRect();
  return {
    width: box.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
    height: box.height - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom),
  };
};

/** The width in letters of a row in which all names have the width of the longest. */
const needOf = (rows) => {
  const wide = (element) => element.getBoundingClientRect().width / REFERENCE;
  let longest = 0;
  let rest = 0;
  let names = 1;
  for (const row of rows) {
    const own = [...row.querySelectorAll(".screen-name")].map(wide);
    longest = Math.max(longest, ...own);
    rest = Math.max(rest, wide(row) - own.reduce((sum, one) => sum + one, 0));
    names = Math.max(names, own.length);
  }
  return rest + names * longest;
};

const write = (shown, short) => {
  for (const name of shown.querySelectorAll("[data-short]")) {
    name.dataset.whole ??= name.textContent;
    name.textContent = short ? name.dataset.short : name.dataset.whole;
  }
};

const measured = (shown, rows, short) => {
  write(shown, short);
  shown.classList.add("screen-measuring");
  const need = needOf(rows);
  shown.classList.remove("screen-measuring");
  return need;
};

const arrangeRows = (shown, rows, room) => {
  const most = Number(shown.dataset.columns) || 1;
  const limits = { most, least: Math.max(16, LEAST * innerHeight), largest: LARGEST * innerHeight };
  const whole = fitRows(rows.length, measured(shown, rows, false), room, limits);
  const short = fitRows(rows.length, measured(shown, rows, true), room, limits);
  const shorter = namesAreShort(whole, short, COMFORTABLE * innerHeight);
  write(shown, shorter);
  const found = shorter ? short : whole;
  const height = Math.min(room.height / found.lines, found.size * TALLEST);
  shown.style.setProperty("--size", `${found.size}px`);
  shown.style.setProperty("--row", `${height}px`);
  return found;
};

const arrangeTiles = (shown, rows, room) => {
  const gap = parseFloat(getComputedStyle(shown).columnGap) || 0;
  const least = Math.max(180, 0.16 * innerWidth);
  const found = fitTiles(rows.length, 1 + 2 * BAR, room, { gap, least });
  shown.style.setProperty("--tile", `${Math.floor(found.size)}px`);
  return found;
};

/** The size of everything, and so the number of pages. */
const measure = () => {
  const shown = list();
  if (!shown) return;
  body.classList.add("screen-paged");
  const rows = [...shown.children];
  for (const row of rows) row.hidden = false;
  const room = roomOf(shown);
  const arrange = "tiles" in shown.dataset ? arrangeTiles : arrangeRows;
  const found = arrange(shown, rows, room);
  shown.style.setProperty("--rows", String(found.lines));
  shown.style.setProperty("--columns", String(found.columns));
  shown.dataset.each = String(found.each);
  pages = found.pages;
  page = Math.min(page, pages - 1);
};

const draw = () => {
  const shown = list();
  const each = Number(shown?.dataset.each) || Infinity;
  [...(shown?.children ?? [])].forEach((row, at) => {
    row.hidden = Math.floor(at / each) !== page;
  });
  pagesShown.replaceChildren();
  if (pages > 1) {
    for (let at = 0; at < pages; at += 1) {
      const dot = document.createElement("b");
      dot.classList.toggle("is-now", at === page);
      pagesShown.append(dot);
    }
    pagesShown.append(` ${page + 1} / ${pages}`);
  }
  pause.hidden = pages < 2 && !body.dataset.next;
};

const turn = (by) => {
  page = (page + by + pages) % pages;
  body.classList.remove("screen-turned");
  void body.offsetWidth; // restarts the animation
  body.classList.add("screen-turned");
  draw();
};

const stop = (value) => {
  stopped = value;
  pause.textContent = stopped ? pause.dataset.go : pause.dataset.stop;
  pause.setAttribute("aria-pressed", String(stopped));
};

/** Reload the page with its ETag. False without a response: the screen keeps its content until the network is back. */
const refresh = async (version) => {
  const headers = { Accept: "text/html", ...(version ? { "X-Part": version } : {}) };
  // Not cached: `stale-while-revalidate` would show that first.
  const answer = await fetch(location.href, { headers, cache: "no-cache" });
  if (!answer.ok) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("screen");
  if (!fresh) return true;
  screen().dataset.version = fresh.dataset.version;
  if (place(fresh)) setUp(Number(fresh.dataset.now));
  return true;
};

const sources = new Map(); // by part, the last response

const remember = (root) => {
  for (const part of parts(root)) sources.set(part.dataset.part, part.outerHTML);
};

const results = () => new Map([...(list()?.querySelectorAll("[data-key]") ?? [])].map((row) => [row.dataset.key, row.dataset.result]));

/** Show differences; return whether there were any. Boards of the same round update themselves. */
const place = (fresh) => {
  const before = results();
  const changed = parts(fresh).filter((part) => sources.get(part.dataset.part) !== part.outerHTML);
  let placed = false;
  for (const part of changed) {
    const old = screen().querySelector(`[data-part="${part.dataset.part}"]`);
    const stream = list()?.dataset.stream;
    if (part.dataset.part === "body" && stream && part.querySelector("[data-stream]")?.dataset.stream === stream) continue;
    if (part.dataset.part === "body" && part.querySelector("[data-tiles]")) {
      location.reload(); // another round, and so another stream
      return false;
    }
    sources.set(part.dataset.part, part.outerHTML);
    old.replaceWith(document.importNode(part, true));
    placed = true;
  }
  for (const [key, result] of results()) {
    if (result && before.has(key) && before.get(key) !== result) {
      list().querySelector(`[data-key="${CSS.escape(key)}"]`).classList.add("is-new");
    }
  }
  return placed;
};

const two = (number) => String(number).padStart(2, "0");

/** The time until the round begins. */
const countDown = () => {
  for (const shown of document.querySelectorAll("[data-starts]")) {
    const left = Math.ceil((Number(shown.dataset.starts) - Date.now() - ahead) / 1000);
    const words = shown.parentElement.querySelector("[data-before]");
    if (left > 24 * 3600) continue; // the hour and the day are enough
    words.textContent = left > 0 ? words.dataset.before : words.dataset.after;
    const hours = Math.floor(left / 3600);
    const minutes = Math.floor(left / 60) % 60;
    shown.textContent = left > 0 ? `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(left % 60)}` : "";
  }
};

const setUp = (now) => {
  if (now) ahead = now - Date.now();
  countDown();
  measure();
  draw();
};

const begin = () => {
  setUp(Number(screen().dataset.now));
  body.classList.add("is-ready");
};

const fonts = document.fonts?.ready ?? Promise.resolve();
const patience = new Promise((resolve) => { setTimeout(resolve, FONTS); });

remember(screen());
Promise.race([fonts, patience]).then(() => {
  begin();
  setInterval(countDown, 250);
  setInterval(() => {
    if (stopped) return;
    if (body.dataset.next && page === pages - 1) location.assign(body.dataset.next);
    else if (pages > 1) turn(1);
  }, seconds * 1000);
  follow(screen().dataset.live, refresh, { seen: () => screen().dataset.version, pause: PAUSE });
});
addEventListener("resize", () => setUp(0));
pause.addEventListener("click", () => stop(!stopped));
document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target !== pause) { event.preventDefault(); stop(!stopped); }
  if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
  if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
});
