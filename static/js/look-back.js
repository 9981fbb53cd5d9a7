// Steps through the moves of a live game and returns to the current position.
//
//   <div id="live" data-game="/events/…/games/7/"> <div id="board" data-board data-ply="12"> … </div>
//     <a data-look="5" href="…?ply=5">e4</a>
//     <p id="look-back"> <button data-look="-1"> <button data-look="+1"> <span data-looked></span> <button data-look="now"> </p>
//
// An earlier board is that of the game's page, laid over the current one, which continues below it; nothing can be
// played on it. Without this script the moves are links to that page.
import { bottomOf } from "./board-view.js";

const isTyping = (element) => element.matches?.("input, select, textarea, [contenteditable]");

export class LookBack {
  /** `live`: the LivePart; `looked()`: the board has changed during a selection. */
  constructor(live, looked) {
    Object.assign(this, { live, looked, at: null, shown: null });
    document.addEventListener("click", (event) => this.#clicked(event));
    document.addEventListener("keydown", (event) => this.#pressed(event));
    this.place();
  }

  get #frame() {
    return this.live.part.querySelector("[data-board]");
  }

  get #now() {
    return Number(this.#frame.dataset.ply);
  }

  /** The part was replaced: the shown position stays. */
  place() {
    const bar = document.getElementById("look-back");
    if (!bar) return;
    bar.classList.toggle("is-idle", this.#now === 0);
    if (this.at !== null && this.at >= this.#now) this.at = this.shown = null;
    const back = this.at !== null;
    this.#frame.classList.toggle("is-past", back);
    this.#frame.querySelector(".past")?.remove();
    if (back && this.shown) this.#frame.append(this.shown.board);
    bar.querySelector("[data-looked]").textContent = back && this.shown ? this.shown.words : "";
    bar.querySelector("[data-look=now]").hidden = !back;
    bar.querySelector('[data-look="-1"]').disabled = this.at === 0;
    bar.querySelector('[data-look="+1"]').disabled = !back;
    for (const move of this.live.part.querySelectorAll("a[data-look]")) {
      if (Number(move.dataset.look) === (this.at ?? this.#now)) move.setAttribute("aria-current", "step");
      else move.removeAttribute("aria-current");
    }
  }

  async #go(ply) {
    if (ply < 0) return;
    this.looked();
    this.at = ply < this.#now ? ply : null;
    this.shown = null;
    const fetched = this.at === null ? null : await this.#fetch(ply).catch(() => null);
    if (this.at !== null && this.at !== ply) return; // another step was requested since
    if (this.at !== null && !fetched) this.at = null;
    this.shown = fetched;
    this.place();
    if (fetched) document.getElementById("said").textContent = fetched.words;
  }

  async #fetch(ply) {
    const bottom = bottomOf(this.#frame);
    const address = `${this.live.part.dataset.game}?ply=${ply}&bottom=${bottom}`;
    const answer = await fetch(address, { headers: { "HX-Request": "true" } });
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    const picture = holder.content.querySelector("[data-board] svg.board");
    // It is looked at and not played on.
    for (const square of picture.querySelectorAll("[data-square]")) {
      square.removeAttribute("data-square");
      square.removeAttribute("tabindex");
    }
    const board = document.createElement("div");
    board.className = "past";
    board.append(picture);
    return { board, words: holder.content.querySelector("[data-said]").dataset.said };
  }

  #step(by) {
    const ply = (this.at ?? this.#now) + by;
    if (ply <= this.#now) this.#go(ply);
  }

  #clicked(event) {
    const control = event.target.closest("#live [data-look]");
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { look } = control.dataset;
    if (look === "now") this.#go(this.#now);
    else if (look === "-1" || look === "+1") this.#step(Number(look));
    else this.#go(Number(look));
  }

  /** The arrows, unless they move between squares. */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.target.closest?.("[data-moves] [data-square], dialog, summary")) return;
    const to = {
      ArrowLeft: () => this.#step(-1),
      ArrowRight: () => this.#step(1),
      Home: () => this.#go(0),
      End: () => this.#go(this.#now),
    }[event.key];
    if (to) {
      event.preventDefault();
      to();
    } else if (event.key === "Escape" && this.at !== null) this.#go(this.#now);
  }
}
