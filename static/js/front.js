// The front page: a recorded game that plays itself, and the boards in progress.
//
//   <figure data-game="/front/game.json" data-start="24"> <svg …> <span data-move></span> <button data-pause hidden>
//
// The page has the board of move `data-start`; the script continues from there, each move as the squares that it
// changes. Nothing moves while the board is out of sight, in a hidden page, or with reduced motion; the button stops
// and starts it for everyone. `#now` reloads itself, as the proxy caches it.
import { bringUpToDate } from "./live-page.js";

const STEP = 1400;
const REST = 5000; // before the game begins again
const GLIDE = 450;
const AGAIN = [10_000, 15_000];
const PATIENCE = 15_000;
const SVG = "http://www.w3.org/2000/svg";

const placeOf = (square) => {
  const { e, f } = square.transform.baseVal.consolidate().matrix;
  return { x: e, y: f };
};

class PlayingBoard {
  #frames = null;
  #timer = null;
  #seen = false;

  constructor(figure) {
    this.figure = figure;
    this.board = figure.querySelector("svg.board");
    this.button = figure.querySelector("[data-pause]");
    this.said = figure.querySelector("[data-move]");
    this.at = Number(figure.dataset.start);
    this.paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.button.hidden = false;
    this.button.addEventListener("click", () => {
      this.paused = !this.paused;
      this.#run();
    });
    new IntersectionObserver(([entry]) => {
      this.#seen = entry.isIntersecting;
      this.#run();
    }, { threshold: 0.25 }).observe(this.board);
    document.addEventListener("visibilitychange", () => this.#run());
    this.#run();
  }

  get #moving() {
    return this.#seen && !this.paused && !document.hidden;
  }

  #run() {
    this.button.textContent = this.paused ? this.button.dataset.go : this.button.dataset.stop;
    clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#moving) this.#timer = setTimeout(() => this.#next(), STEP);
  }

  async #next() {
    if (!this.#frames) {
      const answer = await fetch(this.figure.dataset.game, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
      if (!answer?.ok) return; // the board stays as it is
      this.#frames = (await answer.json()).frames;
    }
    if (!this.#moving) return;
    this.at = (this.at + 1) % this.#frames.length;
    this.#show(this.#frames[this.at]);
    const last = this.at === this.#frames.length - 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), last ? REST : STEP);
  }

  #show({ squares, path, said }) {
    for (const [name, markup] of Object.entries(squares)) {
      const holder = document.createElementNS(SVG, "svg");
      holder.innerHTML = markup;
      this.board.querySelector(`[data-square="${name}"]`).replaceWith(holder.firstElementChild);
    }
    this.said.textContent = said;
    if (path.length === 2 && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#glide(...path);
  }

  /** The pieces on `to` come from `from`, over the other squares. */
  #glide(from, to) {
    const [start, end] = [from, to].map((name) => this.board.querySelector(`[data-square="${name}"]`));
    const pieces = [...end.children].filter((one) => one.localName === "use" || one.localName === "g");
    const moved = document.createElementNS(SVG, "g");
    moved.append(...pieces);
    end.append(moved);
    this.board.append(end);
    const [here, there] = [placeOf(start), placeOf(end)];
    const shift = `translate(${here.x - there.x}px, ${here.y - there.y}px)`;
    moved.animate([{ transform: shift }, { transform: "none" }], { duration: GLIDE, easing: "cubic-bezier(.3, .1, .2, 1)" });
  }
}

const figure = document.querySelector("[data-game]");
if (figure) new PlayingBoard(figure);

// Current boards

const now = document.getElementById("now");

const ask = async () => {
  if (document.hidden) return;
  const answer = await fetch(location.pathname, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("now");
  if (fresh) bringUpToDate(now, fresh);
};

const later = () => setTimeout(() => ask().catch(() => {}).finally(later), AGAIN[0] + Math.random() * (AGAIN[1] - AGAIN[0]));
if (now) later();
