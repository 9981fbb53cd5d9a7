// The live board: moves by tapping and by keyboard. What is sent and what the others do is the business of live-part.js.
import { LivePart } from "./live-part.js";

const SVG = "http://www.w3.org/2000/svg";

const live = new LivePart(document.getElementById("live-page"), "live", {
  placed: (fresh, old, grown) => {
    const scrolled = old.querySelector("#moves")?.scrollTop ?? 0;
    const moves = fresh.querySelector("#moves");
    if (moves) moves.scrollTop = grown ? moves.scrollHeight : scrolled;
    // What was picked up stays picked up, unless it is the other side's turn now.
    const held = chosen;
    const known = data();
    forget();
    if (held && known?.own.includes(held)) choose(held, known);
    if (grown) document.getElementById("said").textContent = fresh.dataset.said;
  },
  // Never into a field, which would open a phone's keyboard.
  due: (fresh) =>
    fresh.querySelector("[role=alert], #press") ?? fresh.querySelector('[data-moves] [data-square][tabindex="0"]'),
});

const part = () => live.part;

const play = (text) => {
  const form = document.getElementById("move-form");
  if (!form) return;
  form.elements.move.value = text;
  form.requestSubmit();
};

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-press]")) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  const value = event.target.checked ? "with" : "after";
  document.cookie = `press=${value}; path=/; max-age=31536000; samesite=lax${secure}`;
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-bottom]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  history.replaceState(null, "", link.href);
  live.refresh({ always: true });
});

// The board

let chosen = null; // the square picked up
let way = []; // squares on the way, where a taking piece may go several ways

const data = () => {
  const board = part().querySelector("[data-moves]");
  return board ? JSON.parse(board.dataset.moves) : null;
};
const squareOf = (name, root = part()) => root.querySelector(`[data-board] [data-square="${name}"]`);
const squares = () => [...part().querySelectorAll("[data-board] [data-square]")];

const forget = () => {
  chosen = null;
  way = [];
  for (const mark of part().querySelectorAll("[data-mark]")) mark.remove();
  for (const square of part().querySelectorAll(".sq.selected")) square.classList.remove("selected");
};

const passes = (path, stops) => {
  let from = 0;
  return stops.every((stop) => (from = path.indexOf(stop, from) + 1) > 0);
};

const open = ({ moves }) => moves.filter(([, path]) => path[0] === chosen && passes(path, way));

const mark = (square, kind) => {
  const shape = document.createElementNS(SVG, kind === "selected" ? "rect" : square.querySelector("use") ? "path" : "circle");
  const attributes = {
    rect: { x: 4, y: 4, width: 92, height: 92, rx: 4 },
    path: { d: "M0 0H24L0 24ZM100 0V24L76 0ZM100 100H76L100 76ZM0 100V76L24 100Z" },
    circle: { cx: 50, cy: 50, r: 15 },
  }[shape.tagName];
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  shape.setAttribute("class", `${kind}-mark`);
  shape.dataset.mark = kind;
  square.append(shape);
};

const choose = (name, known) => {
  const stops = way;
  forget();
  chosen = name;
  way = stops.length && stops[0] !== name ? stops : [];
  squareOf(name).classList.add("selected");
  mark(squareOf(name), "selected");
  for (const target of new Set(open(known).map(([, path]) => path.at(-1)))) mark(squareOf(target), "target");
  for (const stop of way) mark(squareOf(stop), "selected");
};

const tap = (name) => {
  const known = data();
  if (!known || live.acting) return;
  const holds = squareOf(name).querySelector("use") !== null;
  if (chosen === null) {
    if (holds) choose(name, known);
    return;
  }
  if (name === chosen) {
    forget();
    return;
  }
  const here = open(known).filter(([, path]) => path.at(-1) === name);
  const through = open(known).filter(([, path]) => path.slice(1, -1).includes(name));
  if (here.length === 1) play(here[0][0]);
  else if (here.length > 1) ask(here);
  else if (through.length === 1) play(through[0][0]);
  else if (through.length > 1) {
    way = [...way, name];
    choose(chosen, known);
  } else if (known.own.includes(name)) {
    way = [];
    choose(name, known);
  } else {
    // Not legal: the server says why, and what is legal near to it.
    const from = chosen;
    forget();
    play(`${from}${known.join}${name}`);
  }
};

const chooser = document.getElementById("chooser");

const ask = (moves) => {
  const title = document.getElementById("chooser-title");
  const [, path] = moves[0];
  title.textContent = title.dataset[part().dataset.asks];
  const tower = part().querySelector(`[data-tower="${path[0]}"] svg`);
  chooser.querySelector(".chooser-picture").replaceChildren(...(tower ? [tower.cloneNode(true)] : []));
  const buttons = moves.map(([text, , words]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = words;
    button.addEventListener("click", () => {
      chooser.close();
      play(text);
    });
    return button;
  });
  chooser.querySelector(".chooser-options").replaceChildren(...buttons);
  chooser.showModal();
  buttons[0].focus();
};
chooser.addEventListener("close", () => forget());

document.addEventListener("click", (event) => {
  const square = event.target.closest("#live [data-moves] [data-square]");
  if (square) {
    roam(square, { focus: false });
    tap(square.dataset.square);
  }
});

// Keys

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** One square is in the tab order; the arrows take it along. */
const roam = (square, { focus = true } = {}) => {
  if (!part().querySelector("[data-moves]")) return;
  for (const one of squares()) one.setAttribute("tabindex", one === square ? "0" : "-1");
  if (focus) square.focus({ preventScroll: true });
};

const step = (square, [across, down]) => {
  const all = squares();
  const index = all.indexOf(square);
  const column = (index % 8) + across;
  const row = Math.floor(index / 8) + down;
  if (column >= 0 && column < 8 && row >= 0 && row < 8) roam(all[row * 8 + column]);
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || chooser.open) return;
  const square = event.target.closest?.("#live [data-moves] [data-square]");
  if (square && STEPS[event.key]) {
    event.preventDefault();
    step(square, STEPS[event.key]);
  } else if (event.key === "Escape") {
    forget();
  } else if (event.key === " " && !event.target.closest?.("input, textarea, select, button, summary, a, dialog")) {
    const press = document.getElementById("press");
    if (!press && !square) return;
    event.preventDefault();
    if (press) press.click();
    else tap(square.dataset.square);
  } else if (event.key === "Enter" && square) {
    event.preventDefault();
    tap(square.dataset.square);
  }
});

const moves = document.getElementById("moves");
if (moves) moves.scrollTop = moves.scrollHeight;
live.listen();
