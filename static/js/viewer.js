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
  const towerOn = (square) => square && document.querySelector(`[data-tower="${square}"]`);

  // What the pointer opened it closes again; what was tapped or chosen from the list stays open.
  let pointed = null;
  const closeOthers = (wanted) => {
    for (const tower of document.querySelectorAll("[data-tower][open]")) {
      if (tower !== wanted) tower.open = false;
    }
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const tower = towerOn(squareUnder(event));
    if (pointed && pointed !== tower) {
      pointed.open = false;
      pointed = null;
    }
    if (tower && !tower.open) {
      closeOthers(tower);
      tower.open = true;
      pointed = tower;
    }
  });

  document.addEventListener("click", (event) => {
    const square = squareUnder(event);
    if (!square) return;
    const tower = towerOn(square);
    closeOthers(tower);
    if (tower) tower.open = pointed === tower || !tower.open;
    pointed = null;
  });

  const markTower = (square) => {
    for (const marked of document.querySelectorAll(".tower-shown")) marked.classList.remove("tower-shown");
    if (square) document.querySelector(`[data-board] [data-square="${square}"]`)?.classList.add("tower-shown");
  };

  document.addEventListener(
    "toggle",
    (event) => {
      const open = event.target.dataset?.tower && document.querySelector("[data-tower][open]");
      if (event.target.dataset?.tower) markTower(open?.dataset.tower);
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
