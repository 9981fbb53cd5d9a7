// Every board on the screen: pieces glide, the right button draws arrows, a tower opens.
//
// A frame is the element `[data-board]` around one picture of a board; `data-path` are the squares of its last move and
// `data-ply` is how many half-moves have been made.

const SVG = "http://www.w3.org/2000/svg";
const HOP = 150; // ms from one square to the next
const LONGEST = 500;
const HOLD = 350;

export const squareOf = (frame, name) => frame.querySelector(`[data-square="${name}"]`);
export const pathOf = (frame) => (frame?.dataset.path ?? "").split(" ").filter(Boolean);

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const make = (tag, attributes, parent) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
};

export const sideOf = (squares) => Math.sqrt(squares.length);

export const bottomOf = (frame) => (frame.querySelector("svg.board").classList.contains("turned") ? "black" : "white");

/** Left and top of a square in the picture's own units. */
export const corner = (square) => square.getAttribute("transform").match(/-?\d+/g).map(Number);

/** The pieces on a square, without the square itself and its marks. */
export const standing = (square) =>
  [...square.children].filter(
    (part) => part.tagName === "use" || part.tagName === "g" || part.classList.contains("badge") || part.tagName === "text",
  );

const written = (square) => standing(square).map((part) => part.outerHTML).join("");

/** The square of `frame` under a point of the window, or null outside the board. */
export const squareAt = (frame, x, y) => {
  const svg = frame.querySelector("svg.board");
  const matrix = svg.getScreenCTM();
  if (!matrix) return null;
  const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
  const squares = svg.querySelectorAll("[data-square]");
  const side = sideOf(squares);
  const column = Math.floor(point.x / 100);
  const row = Math.floor(point.y / 100);
  if (column < 0 || column >= side || row < 0 || row >= side) return null;
  return squares[row * side + column];
};

// Gliding

const copyTo = (layer, square, [x, y]) => {
  const group = make("g", {}, layer);
  const placed = make("g", { transform: `translate(${x} ${y})` }, group);
  placed.append(...standing(square).map((part) => part.cloneNode(true)));
  return group;
};

/** The moves of pieces between two pictures: the mover along its path, and others (castling). */
const moved = (before, after, path) => {
  const squares = [...after.querySelectorAll("[data-square]")];
  const changed = squares
    .map((now) => ({ name: now.dataset.square, now, was: squareOf(before, now.dataset.square) }))
    .filter(({ now, was }) => written(now) !== written(was));
  const left = changed.filter(({ was }) => standing(was).length);
  const ways = [];
  for (const { name, now } of changed.filter((one) => standing(one.now).length)) {
    if (name === path.at(-1) && path.length > 1) {
      ways.push({ name, stops: path });
      continue;
    }
    const from = left.find((one) => one.name !== name && written(one.was) === written(now));
    if (from && !path.slice(0, 1).includes(name)) ways.push({ name, stops: [from.name, name] });
  }
  const taken = left.filter(({ name, now }) => !standing(now).length && !ways.some(({ stops }) => stops[0] === name));
  return { ways, taken };
};

/** Animate the pieces that moved between two pictures of a board along `path`. */
export const glide = (before, after, path) => {
  const svg = after.querySelector("svg.board");
  const same = before?.querySelector("[data-square]")?.dataset.square === after.querySelector("[data-square]").dataset.square;
  if (calm() || !same || path.length < 2 || before === after) return;
  const { ways, taken } = moved(before, after, path);
  const layer = make("g", { class: "glide", "pointer-events": "none" }, svg);
  for (const { was } of taken) copyTo(layer, was, corner(was));
  const covered = [];
  const runs = ways.map(({ name, stops }) => {
    const [start, end] = [squareOf(before, stops[0]), squareOf(after, name)];
    const was = squareOf(before, name);
    if (standing(was).length) copyTo(layer, was, corner(was));
    // The whole square moves (a pawn turns into a queen on arrival); of a tower, the part seen afterwards.
    const whole = !standing(squareOf(after, stops[0])).length && standing(was).length < 2 && standing(start).length === 1;
    const piece = copyTo(layer, whole ? start : end, [0, 0]);
    end.classList.add("is-coming");
    covered.push(end);
    const frames = stops.map((stop) => {
      const [x, y] = corner(squareOf(after, stop));
      return { transform: `translate(${x}px, ${y}px)` };
    });
    const duration = Math.min(HOP * (stops.length - 1), LONGEST);
    return piece.animate(frames, { duration, easing: stops.length > 2 ? "linear" : "ease-out", fill: "forwards" }).finished;
  });
  Promise.allSettled(runs).then(() => {
    layer.remove();
    for (const square of covered) square.classList.remove("is-coming");
  });
};

// Arrows

const middle = (frame, name) => corner(squareOf(frame, name)).map((side) => side + 50);

/** An arrow between two squares, or a ring round one. */
export const arrow = (frame, from, to, css = "arrow") => {
  const svg = frame.querySelector("svg.board");
  const [x1, y1] = middle(frame, from);
  const [x2, y2] = middle(frame, to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (!length) return make("circle", { cx: x1, cy: y1, r: 43, class: `${css} ring`, "pointer-events": "none" }, svg);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const outline = [[22, 8], [length - 40, 8], [length - 40, 22], [length - 6, 0], [length - 40, -22], [length - 40, -8], [22, -8]];
  const points = outline.map(([along, across]) => `${x1 + along * ux - across * uy},${y1 + along * uy + across * ux}`);
  return make("polygon", { points: points.join(" "), class: css, "pointer-events": "none" }, svg);
};

/** Arrows that the reader draws with the right button; a click of the left one wipes them off. `frame()`: the board. */
export const drawing = (frame) => {
  const drawn = new Map();
  let start = null;
  const within = (event) => event.target.closest?.("[data-board] svg.board") && squareAt(frame(), event.clientX, event.clientY);

  const wipe = () => {
    for (const shape of drawn.values()) shape.remove();
    drawn.clear();
  };

  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest?.("[data-board] svg.board")) event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse") return;
    const square = within(event);
    if (!square) return;
    if (event.button === 2) start = square.dataset.square;
    else wipe();
  });
  document.addEventListener("pointerup", (event) => {
    if (event.button !== 2 || !start) return;
    const end = squareAt(frame(), event.clientX, event.clientY)?.dataset.square;
    const key = `${start} ${end}`;
    if (end && drawn.has(key)) {
      drawn.get(key).remove();
      drawn.delete(key);
    } else if (end) drawn.set(key, arrow(frame(), start, end, "arrow own-arrow"));
    start = null;
  });
  return wipe;
};

// Towers

const towerOf = (name) => name && document.querySelector(`[data-tower="${CSS.escape(name)}"] svg`);

/** A visual copy of a square's enlarged tower: screen readers use the list of towers. */
export const towerPicture = (name) => {
  const tower = towerOf(name)?.cloneNode(true);
  if (!tower) return null;
  for (const title of tower.querySelectorAll("title, desc")) title.remove();
  for (const attribute of ["aria-labelledby", "role"]) tower.removeAttribute(attribute);
  tower.setAttribute("aria-hidden", "true");
  return tower;
};

/** The position of a card of that size next to a square: right or left, else above or below it. */
export const beside = (square, { width, height }) => {
  const at = square.getBoundingClientRect();
  const [wide, high] = [document.documentElement.clientWidth, innerHeight];
  const inside = (value, most) => Math.max(8, Math.min(value, most - 8));
  if (at.right + width + 16 < wide || at.left - width > 16) {
    const left = at.right + width + 16 < wide ? at.right + 8 : at.left - width - 8;
    return { left, top: inside(at.top + at.height / 2 - height / 2, high - height) };
  }
  const top = at.top - height - 8 >= 8 ? at.top - height - 8 : at.bottom + 8;
  return { left: inside(at.left + at.width / 2 - width / 2, wide - width), top: inside(top, high - height) };
};

const fan = (tower) => {
  if (calm()) return;
  const drums = [...tower.querySelectorAll(".drum")];
  const foot = drums.length - 1;
  for (const [place, drum] of drums.entries()) {
    drum.animate([{ transform: `translateY(${(foot - place) * 26}px)` }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }
};

/** A tower opens under the mouse, or while a finger is held on it. */
export class TowerCard {
  #card = document.createElement("div");
  #timer = null;
  shown = null;

  constructor() {
    this.#card.className = "tower-peek";
    this.#card.hidden = true;
    this.#card.setAttribute("aria-hidden", "true");
    document.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse" || event.buttons) return;
      const name = this.#named(event);
      if (name !== this.shown) this.hide();
      if (name) this.#later(name, 120);
    });
    document.addEventListener("pointerdown", (event) => {
      this.hide();
      const name = this.#named(event);
      if (name && event.pointerType !== "mouse") this.#later(name, HOLD);
    });
    for (const over of ["pointerup", "pointercancel"]) {
      document.addEventListener(over, (event) => event.pointerType !== "mouse" && clearTimeout(this.#timer));
    }
    // Without movable pieces a tap is enough.
    document.addEventListener("click", (event) => {
      const name = this.#named(event);
      if (name && !event.target.closest("[data-moves]")) this.show(name);
    });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    addEventListener("scroll", () => this.hide(), { passive: true });
  }

  #named(event) {
    const name = event.target.closest?.("[data-board] [data-square]")?.dataset.square;
    return towerOf(name) ? name : null;
  }

  #later(name, wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.show(name), wait);
  }

  hide() {
    clearTimeout(this.#timer);
    this.shown = null;
    this.#card.hidden = true;
    for (const marked of document.querySelectorAll(".tower-shown")) marked.classList.remove("tower-shown");
  }

  show(name) {
    const square = document.querySelector(`[data-board] [data-square="${name}"]`);
    const tower = towerPicture(name);
    if (!square || !tower) return;
    this.hide();
    this.shown = name;
    // Into the page's main part, which may be full screen.
    document.getElementById("main").append(this.#card);
    this.#card.replaceChildren(tower);
    this.#card.hidden = false;
    square.classList.add("tower-shown");
    const { left, top } = beside(square, this.#card.getBoundingClientRect());
    this.#card.style.left = `${left}px`;
    this.#card.style.top = `${top}px`;
    fan(tower);
  }
}
