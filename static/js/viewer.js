// The game viewer by keyboard, and the towers by pointer. Every step is also an ordinary link.
(() => {
  "use strict";

  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", f: "flip", F: "flip" };

  const isTyping = (element) => element.matches?.("input, select, textarea, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const step = KEYS[event.key];
    if (!step) return;
    const link = document.querySelector(`a[data-step="${step}"]`);
    event.preventDefault();
    if (link) link.click();
  });

  const squareUnder = (event) => event.target.closest?.("[data-board] [data-square]")?.dataset.square;

  const showTower = (square) => {
    const wanted = square && document.querySelector(`[data-tower="${square}"]`);
    if (!wanted) return;
    for (const tower of document.querySelectorAll("[data-tower][open]")) {
      if (tower !== wanted) tower.open = false;
    }
    wanted.open = true;
  };

  const markTower = (square) => {
    for (const marked of document.querySelectorAll(".tower-shown")) marked.classList.remove("tower-shown");
    document.querySelector(`[data-board] [data-square="${square}"]`)?.classList.add("tower-shown");
  };

  for (const kind of ["pointerover", "click"]) {
    document.addEventListener(kind, (event) => showTower(squareUnder(event)));
  }
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target.dataset?.tower && event.target.open) markTower(event.target.dataset.tower);
    },
    true,
  );

  // Only the list of moves scrolls, never the page under the reader's hand.
  const keepInSight = () => {
    const list = document.getElementById("moves");
    const current = list?.querySelector("[aria-current]");
    if (!current) return;
    const place = current.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    if (place.top < frame.top) list.scrollTop -= frame.top - place.top + place.height;
    else if (place.bottom > frame.bottom) list.scrollTop += place.bottom - frame.bottom + place.height;
  };

  let scrolled = 0;
  document.addEventListener("htmx:beforeSwap", () => {
    scrolled = document.getElementById("moves")?.scrollTop ?? 0;
  });
  document.addEventListener("htmx:afterSwap", () => {
    const list = document.getElementById("moves");
    if (list) list.scrollTop = scrolled;
    keepInSight();
    const said = document.getElementById("said");
    if (said) said.textContent = document.getElementById("game")?.dataset.said ?? "";
  });
  document.addEventListener("DOMContentLoaded", keepInSight);
})();
