// The page of an event: the time until the next round, and the reader's own board (see my-board.js).
//
//   <time datetime="2026-11-22T15:00:00+00:00" data-countdown>22 November, 15:00</time>
//
// The server renders the time; the time left is added as an attribute that the style sheet shows, so that a live update
// of the page finds nothing changed.
import { forget, myPlayer } from "./my-board.js";

const DAY = 24 * 60 * 60 * 1000;

/** `1:05:09`, `5:09`; empty if over or more than a day away. */
export const leftText = (ms) => {
  if (ms <= 0 || ms > DAY) return "";
  const seconds = Math.floor(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
};

const count = () => {
  for (const time of document.querySelectorAll("[data-countdown]")) {
    const left = leftText(new Date(time.dateTime) - Date.now());
    if (left) time.dataset.left = left;
    else delete time.dataset.left;
  }
};

class MyBoard {
  constructor(place) {
    this.place = place;
    this.event = location.pathname.split("/")[2];
  }

  /** The player's own page has the next board; it is reloaded whenever this page has changed. */
  async show() {
    const me = myPlayer(this.event);
    if (!me) return;
    const answer = await fetch(me.url, { cache: "no-cache" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const own = this.place.firstElementChild ?? this.#made();
    const link = own.querySelector("[data-player]");
    link.href = me.url;
    link.textContent = page.querySelector("[data-this-is-me]")?.dataset.name ?? me.name;
    own.querySelector("[data-next]").replaceChildren(...[page.getElementById("next-board")].filter(Boolean));
  }

  #made() {
    const own = document.getElementById("my-board-words").content.firstElementChild.cloneNode(true);
    own.dataset.kept = "";
    own.querySelector("[data-forget]").addEventListener("click", () => {
      forget(this.event);
      own.remove();
    });
    this.place.append(own);
    return own;
  }
}

const place = typeof document === "undefined" ? null : document.getElementById("my-board-place");
if (place) {
  const mine = new MyBoard(place);
  const look = () => mine.show().catch(() => {});
  look();
  count();
  setInterval(count, 1000);
  document.addEventListener("page-changed", () => {
    count();
    look();
  });
}
