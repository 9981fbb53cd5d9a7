// The game viewer: steps by keyboard and wheel, pieces that glide, towers that open. Every step is also an ordinary link.
import { TowerCard, drawing, glide, pathOf } from "./board-view.js";
import { equip } from "./board-tools.js";
import { sound } from "./sounds.js";

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", f: "flip", F: "flip" };
const NOTCH = 40; // how far a wheel turns for one step

const isTyping = (element) => element.matches?.("input, select, textarea, [contenteditable]");
const frame = () => document.querySelector("#game [data-board]");
const go = (step) => document.querySelector(`a[data-step="${step}"]`)?.click();

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const step = KEYS[event.key];
  if (!step) return;
  event.preventDefault();
  go(step);
});

// Pressed anywhere, the graph of the clocks leads to the move at that place; the list of moves does it by keyboard.
document.addEventListener("click", (event) => {
  const graph = event.target.closest?.("#clock-graph");
  if (!graph) return;
  const { left, width } = graph.getBoundingClientRect();
  const plies = Number(graph.dataset.plies);
  const ply = Math.min(plies, Math.max(1, Math.ceil((plies * (event.clientX - left)) / width)));
  document.getElementById(`ply-${ply}`)?.click();
});

let turned = 0;
document.addEventListener(
  "wheel",
  (event) => {
    if (event.ctrlKey || !event.target.closest?.("#game [data-board]")) return;
    event.preventDefault();
    turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY;
    if (Math.abs(turned) < NOTCH) return;
    go(turned > 0 ? "next" : "previous");
    turned = 0;
  },
  { passive: false },
);

const wipe = drawing(frame);
const card = new TowerCard();
equip();

// Only the list of moves scrolls, never the page under the reader's hand.
const keepInSight = () => {
  const list = document.getElementById("moves");
  const current = list?.querySelector("[aria-current]");
  if (!current) return;
  const place = current.getBoundingClientRect();
  const around = list.getBoundingClientRect();
  if (place.top < around.top) list.scrollTop -= around.top - place.top + place.height;
  else if (place.bottom > around.bottom) list.scrollTop += place.bottom - around.bottom + place.height;
};

const show = (before) => {
  const now = frame();
  if (!before || !now) return;
  const step = Number(now.dataset.ply) - Number(before.dataset.ply);
  const path = step === 1 ? pathOf(now) : step === -1 ? pathOf(before).reverse() : [];
  glide(before, now, path);
  const fewer = before.querySelectorAll("svg.board use").length > now.querySelectorAll("svg.board use").length;
  if (step === 1) sound(fewer ? "capture" : "move");
};

const offerCopies = () => {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
};

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
  button.textContent = button.dataset.copied;
});

let shared = false;
let scrolled = 0;
let before = null;
document.addEventListener("htmx:beforeSwap", () => {
  scrolled = document.getElementById("moves")?.scrollTop ?? 0;
  before = frame();
  shared = document.getElementById("share")?.open ?? false;
  wipe();
  card.hide();
});
document.addEventListener("htmx:afterSwap", () => {
  const list = document.getElementById("moves");
  if (list) list.scrollTop = scrolled;
  keepInSight();
  offerCopies();
  if (shared) document.getElementById("share").open = true;
  show(before);
  const said = document.getElementById("said");
  if (said) said.textContent = document.getElementById("game")?.dataset.said ?? "";
});
keepInSight();
offerCopies();
