// Moves on the live board by dragging, tapping and keyboard; live-part.js sends them, board-view.js draws.
import { TowerCard, arrow, beside, bottomOf, corner, drawing, glide, pathOf, sideOf, squareAt, squareOf as found, standing, towerPicture } from "./board-view.js";
import { equip } from "./board-tools.js";
import { LivePart } from "./live-part.js";
import { LookBack } from "./look-back.js";
import { sound } from "./sounds.js";

const SVG = "http://www.w3.org/2000/svg";
const FAR = 6; // px that a pointer goes before it drags

const live = new LivePart(document.getElementById("live-page"), "live", {
  placed: (fresh, old, grown) => {
    const scrolled = old.querySelector("#moves")?.scrollTop ?? 0;
    const moves = fresh.querySelector("#moves");
    if (moves) moves.scrollTop = grown ? moves.scrollHeight : scrolled;
    // A selected piece stays selected, unless the turn has passed.
    const held = chosen;
    const known = data();
    forget();
    card.hide();
    if (held && known?.own.includes(held)) choose(held, known);
    if (grown) document.getElementById("said").textContent = fresh.dataset.said;
    see(old.querySelector("[data-board]"), fresh.querySelector("[data-board]"));
    back.place();
  },
  // Never into a field, which would open a phone's keyboard.
  due: (fresh) =>
    fresh.querySelector("[role=alert], #press") ?? fresh.querySelector('[data-moves] [data-square][tabindex="0"]'),
});

let dropped = false; // the newest move was dragged, and its piece is there already

/** Changes on the board glide and sound; an illegal move is shown at its squares. */
const see = (before, now) => {
  const step = Number(now.dataset.ply) - Number(before.dataset.ply);
  if (step === 1) {
    wipe();
    if (!dropped) glide(before, now, pathOf(now));
    const fewer = before.querySelectorAll("svg.board use").length > now.querySelectorAll("svg.board use").length;
    sound(now.querySelector(".check-mark") || fewer ? "capture" : "move");
  }
  dropped = false;
  if (ended() && !over) sound("end");
  over = ended();
  dress(now);
};

const ended = () => live.part.querySelector(".situation[data-over]") !== null;

const dress = (frame) => {
  const says = frame.querySelector(".board-says");
  if (!says) return;
  const [from, to] = says.dataset.tried.split(" ");
  if (to) {
    arrow(frame, from, to, "arrow wrong-arrow");
    const top = (name) => corner(found(frame, name))[1];
    const side = sideOf(frame.querySelectorAll("[data-square]"));
    says.classList.toggle("is-above", top(from) + top(to) >= 100 * side);
  }
  says.querySelector("[data-close]").hidden = false;
};

const silence = () => {
  for (const one of part().querySelectorAll(".board-says, .wrong-arrow")) one.remove();
};

document.addEventListener("click", (event) => event.target.closest("[data-close]") && silence());

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

const turnTo = (address) => {
  history.replaceState(null, "", address);
  live.refresh({ always: true });
};

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-bottom]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  turnTo(link.href);
});

const flip = () => turnTo(`?bottom=${bottomOf(frame()) === "white" ? "black" : "white"}`);

// The board

let chosen = null; // the square picked up
const MOST_ABLE = 4;
let over = false;
let way = []; // squares on the way, if a capture has several paths

const data = () => {
  const board = part().querySelector("[data-moves]");
  return board ? JSON.parse(board.dataset.moves) : null;
};
const frame = () => part().querySelector("[data-board]");
const squareOf = (name) => found(frame(), name);
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
  const shape = document.createElementNS(SVG, kind !== "target" ? "rect" : square.querySelector("use") ? "path" : "circle");
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
  silence();
  chosen = name;
  way = stops.length && stops[0] !== name ? stops : [];
  squareOf(name).classList.add("selected");
  mark(squareOf(name), "selected");
  for (const target of new Set(open(known).map(([, path]) => path.at(-1)))) mark(squareOf(target), "target");
  for (const stop of way) mark(squareOf(stop), "selected");
  // A piece that may not move: a few that must (a capture, a king in check) are shown.
  const able = new Set(known.moves.map(([, path]) => path[0]));
  if (!able.has(name) && able.size <= MOST_ABLE) for (const one of able) mark(squareOf(one), "able");
};

/** Move from the chosen square to another; false if the path is incomplete or nothing was sent. */
const land = (name, known) => {
  const here = open(known).filter(([, path]) => path.at(-1) === name);
  const through = open(known).filter(([, path]) => path.slice(1, -1).includes(name));
  if (here.length === 1) play(here[0][0]);
  else if (here.length > 1) ask(here, name);
  else if (through.length === 1) play(through[0][0]);
  else if (through.length > 1) {
    way = [...way, name];
    choose(chosen, known);
    return false;
  } else if (known.own.includes(name)) {
    way = [];
    choose(name, known);
    return false;
  } else {
    // Not legal: the server explains why, with similar legal moves.
    const from = chosen;
    forget();
    play(`${from}${known.join}${name}`);
    return false;
  }
  return here.length === 1;
};

const tap = (name) => {
  const known = data();
  if (!known || live.acting) return;
  if (chosen === null) {
    if (standing(squareOf(name)).length) choose(name, known);
  } else if (name === chosen) forget();
  else land(name, known);
};

// Dragging

let drag = null; // the pointer that drags a piece: its start, and the dragged piece

const follow = (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    card.hide();
    drag.ghost = document.createElementNS(SVG, "g");
    drag.ghost.setAttribute("class", "dragged");
    drag.ghost.append(...standing(squareOf(drag.name)).map((piece) => piece.cloneNode(true)));
    frame().querySelector("svg.board").append(drag.ghost);
    squareOf(drag.name).classList.add("is-lifted");
  }
  const matrix = frame().querySelector("svg.board").getScreenCTM().inverse();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  // Above the finger, so that piece and target are visible.
  const [size, above] = event.pointerType === "touch" ? [1.5, 75] : [1.1, 0];
  drag.ghost.setAttribute("transform", `translate(${x - 50 * size} ${y - 50 * size - above}) scale(${size})`);
  const under = squareAt(frame(), event.clientX, event.clientY);
  for (const square of part().querySelectorAll(".is-under")) square.classList.remove("is-under");
  under?.classList.add("is-under");
};

const drop = (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { ghost, name } = drag;
  drag = null;
  if (!ghost) return;
  dragEnded = true;
  for (const square of part().querySelectorAll(".is-under")) square.classList.remove("is-under");
  const target = event.type === "pointerup" && squareAt(frame(), event.clientX, event.clientY);
  const known = data();
  if (target && known && chosen === name && target.dataset.square !== name && land(target.dataset.square, known)) {
    // It stays there until the server has answered.
    ghost.setAttribute("transform", target.getAttribute("transform"));
    dropped = true;
    navigator.vibrate?.(10);
    return;
  }
  ghost.remove();
  squareOf(name)?.classList.remove("is-lifted");
};

let picked = false; // this press of the pointer has just picked the piece up
let dragEnded = false;

document.addEventListener("pointerdown", (event) => {
  picked = dragEnded = false;
  const square = event.target.closest?.("#live [data-moves] [data-square]");
  const known = square && data();
  if (!known || live.acting || event.button || !event.isPrimary) return;
  const name = square.dataset.square;
  if (!known.own.includes(name)) return;
  // A piece may also land on an own tower: then the move ends here.
  const lands = chosen !== null && chosen !== name && open(known).some(([, path]) => path.includes(name));
  if (lands) return;
  if (chosen !== name) {
    choose(name, known);
    picked = true;
  }
  drag = { pointer: event.pointerId, name, x: event.clientX, y: event.clientY, ghost: null };
  square.releasePointerCapture?.(event.pointerId);
});
document.addEventListener("pointermove", follow);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
// A finger on a piece moves the piece, and not the page.
document.addEventListener("touchmove", (event) => drag && event.preventDefault(), { passive: false });

document.addEventListener("click", (event) => {
  const square = event.target.closest("#live [data-moves] [data-square]");
  if (!square || dragEnded) return;
  roam(square, { focus: false });
  if (!picked) tap(square.dataset.square);
  picked = false;
});

// Which of several moves between two squares

const chooser = document.getElementById("chooser");

const optionsOf = (moves) =>
  moves.map(([text, path, words]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = words;
    button.dataset.lifted = text.match(/\((\d+)\)$/)?.[1] ?? standing(squareOf(path[0])).length + 99;
    button.addEventListener("click", () => {
      chooser.close();
      play(text);
    });
    return button;
  });

/** Show how much of the tower moves: the lifted part is raised. */
const lift = (button) => {
  const lifted = Number(button?.dataset.lifted ?? 0);
  for (const drum of chooser.querySelectorAll(".drum")) drum.classList.toggle("is-lifted", Number(drum.dataset.number) <= lifted);
  for (const one of chooser.querySelectorAll(".chooser-options .button")) one.classList.toggle("button-main", one === button);
};

const ask = (moves, name) => {
  const title = document.getElementById("chooser-title");
  title.textContent = title.dataset[part().dataset.asks];
  const tower = towerPicture(moves[0][1][0]);
  chooser.querySelector(".chooser-picture").replaceChildren(...(tower ? [tower] : []));
  const buttons = optionsOf(moves);
  chooser.querySelector(".chooser-options").replaceChildren(...buttons);
  chooser.showModal();
  const { left, top } = beside(squareOf(name), chooser.getBoundingClientRect());
  chooser.style.left = `${left}px`;
  chooser.style.top = `${top}px`;
  buttons[0].focus();
};
chooser.addEventListener("close", () => forget());
chooser.addEventListener("focusin", (event) => lift(event.target.closest(".chooser-options .button")));

// The thumb slides along the choices and releases on one.
const underThumb = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".chooser-options .button");
chooser.addEventListener("pointermove", (event) => {
  const button = event.pointerType === "mouse" || event.buttons ? underThumb(event) : null;
  if (button) lift(button);
});
chooser.addEventListener("pointerup", (event) => {
  const begun = event.target.closest(".chooser-options .button");
  const ended = event.pointerType !== "mouse" && begun ? underThumb(event) : null;
  if (ended && ended !== begun) ended.click();
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
  const [index, side] = [all.indexOf(square), sideOf(all)];
  const column = (index % side) + across;
  const row = Math.floor(index / side) + down;
  if (column >= 0 && column < side && row >= 0 && row < side) roam(all[row * side + column]);
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || chooser.open) return;
  const square = event.target.closest?.("#live [data-moves] [data-square]");
  const typing = event.target.matches?.("input, textarea, select");
  if (event.key?.toLowerCase() === "f" && !typing) return flip();
  if (square && STEPS[event.key]) {
    event.preventDefault();
    step(square, STEPS[event.key]);
  } else if (event.key === "Escape") {
    forget();
    silence();
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

const wipe = drawing(frame);
const card = new TowerCard();
equip({ flip });
const back = new LookBack(live, forget);
const moves = document.getElementById("moves");
if (moves) moves.scrollTop = moves.scrollHeight;
over = ended();
document.addEventListener("clock-short", () => sound("low"));
live.listen();
