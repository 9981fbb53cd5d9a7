// A screen of the hall: a list cut into pages that fit, turned by themselves, brought up to date when there is news.
//
//   <body data-screen data-seconds="12" data-next="/hall/…/?cycle=1">     data-next: where to go after the last page
//     <main id="screen" data-now="1764…" data-live="/live/sections/3" data-version="5f0c…"> … <ol data-list data-columns="2" data-width="26"><li>…</li></ol> </main>
//     <span data-pages></span> <button data-pause data-go="…" data-stop="…">
//
// data-every: seconds after which it is asked for anew in any case, for clocks. data-width: letters that a column needs.  Space (or the button) stops the turning, the arrows turn by hand. Nothing moves for whoever wants no motion; pages
// still change, for otherwise most of the list would never be seen. Without this script the whole list stands there.
import { update } from "./clock.js";
import { follow } from "./live-page.js";

const PAUSE = [10_000, 15_000]; // without a stream
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

/** How many rows and columns have room, and so how many pages there are. */
const measure = () => {
  const shown = list();
  if (!shown) return;
  body.classList.add("screen-paged");
  const rows = [...shown.children];
  for (const row of rows) row.hidden = false;
  shown.style.setProperty("--rows", String(rows.length));
  shown.style.setProperty("--row", "max-content");
  shown.style.setProperty("--columns", "1");
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const height = Math.max(...rows.map((row) => row.getBoundingClientRect().height), 1);
  const style = getComputedStyle(shown);
  const room = screen().getBoundingClientRect().bottom - shown.getBoundingClientRect().top
    - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  const fit = Math.max(1, Math.floor(room / height));
  const widest = Math.max(1, Math.floor(shown.clientWidth / (letter * (Number(shown.dataset.width) || 20))));
  const most = Math.min(Number(shown.dataset.columns) || 1, widest);
  const columns = Math.min(most, Math.ceil(rows.length / fit));
  pages = Math.ceil(rows.length / (fit * columns));
  // The last page is as full as the others: no page with two names on it.
  const each = Math.ceil(rows.length / pages);
  shown.style.setProperty("--rows", String(Math.ceil(each / columns)));
  shown.style.setProperty("--row", `${height}px`);
  shown.style.setProperty("--columns", String(columns));
  shown.dataset.each = String(each);
  page = Math.min(page, pages - 1);
};

const draw = () => {
  const shown = list();
  if (!shown) return;
  const each = Number(shown.dataset.each) || shown.children.length;
  [...shown.children].forEach((row, at) => {
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
  void body.offsetWidth; // begins the animation anew
  body.classList.add("screen-turned");
  draw();
};

const stop = (value) => {
  stopped = value;
  pause.textContent = stopped ? pause.dataset.go : pause.dataset.stop;
  pause.setAttribute("aria-pressed", String(stopped));
};

/** Fetch the page anew; the browser asks with the tag of the one it has. False where nobody answers: the network comes
 * back, or somebody looks at the cable, and what is on the screen stays. */
const refresh = async (version) => {
  const headers = { Accept: "text/html", ...(version ? { "X-Part": version } : {}) };
  // Not what the browser has: by `stale-while-revalidate` it would show that first.
  const answer = await fetch(location.href, { headers, cache: "no-cache" });
  if (!answer.ok) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("screen");
  if (!fresh) return true;
  const now = screen();
  now.dataset.version = fresh.dataset.version;
  const same = fresh.querySelector("[data-list]")?.innerHTML === list()?.dataset.source
    && fresh.querySelector(".screen-head").innerHTML === now.dataset.head;
  if (!same) place(document.importNode(fresh, true));
  return true;
};

const remember = () => {
  const now = screen();
  now.dataset.head = now.querySelector(".screen-head").innerHTML;
  if (list()) list().dataset.source = list().innerHTML;
};

const place = (fresh) => {
  screen().replaceWith(fresh);
  remember();
  setUp();
};

const two = (number) => String(number).padStart(2, "0");

/** The time until the round begins. */
const countDown = () => {
  const shown = document.querySelector("[data-starts]");
  if (!shown) return;
  const left = Math.ceil((Number(shown.dataset.starts) - Date.now() - ahead) / 1000);
  const words = shown.parentElement.querySelector("[data-before]");
  if (left > 24 * 3600) return; // the hour and the day are enough
  words.textContent = left > 0 ? words.dataset.before : words.dataset.after;
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor(left / 60) % 60;
  shown.textContent = left > 0 ? `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(left % 60)}` : "";
};

const setUp = () => {
  const now = Number(screen().dataset.now);
  if (now) ahead = now - Date.now();
  for (const row of document.querySelectorAll("[data-clocks][data-state]")) update(row, JSON.parse(row.dataset.state));
  measure();
  draw();
  countDown();
};

remember();
setUp();
setInterval(countDown, 250);
setInterval(() => {
  if (stopped) return;
  if (body.dataset.next && page === pages - 1) location.assign(body.dataset.next);
  else if (pages > 1) turn(1);
}, seconds * 1000);
follow(screen().dataset.live, refresh, { seen: () => screen().dataset.version, pause: PAUSE });
if (screen().dataset.every) setInterval(() => refresh().catch(() => {}), Number(screen().dataset.every) * 1000);
addEventListener("resize", () => { measure(); draw(); });
document.fonts?.ready.then(() => { measure(); draw(); });
pause.addEventListener("click", () => stop(!stopped));
document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target !== pause) { event.preventDefault(); stop(!stopped); }
  if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
  if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
});
