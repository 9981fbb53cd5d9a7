// The arbiters' console: the overview of all boards, and the card of one board.
import "./clock.js";
import { bringUpToDate, follow } from "./live-page.js";
import { LivePart } from "./live-part.js";

// The overview: reloaded on news of a call, a result or a ruling, and every few seconds for moves and clocks, which
// send no news.

const LOOK_EVERY = 5000;
const boards = document.getElementById("boards");
let looking = false;

const lost = () => {
  const line = document.querySelector(".console-state");
  if (line) line.textContent = line.dataset.lost;
};

const look = async () => {
  if (looking) return true;
  looking = true;
  try {
    const answer = await fetch(location.pathname + boards.dataset.poll, { headers: { "X-Part": "boards" } });
    if (answer.status === 204) return true;
    if (!answer.ok || answer.redirected) throw new Error(`answered ${answer.status}`);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("boards");
    bringUpToDate(boards, fresh);
    return true;
  } catch {
    lost();
    return false;
  } finally {
    looking = false;
  }
};

if (boards) {
  follow(boards.dataset.live, look);
  setInterval(() => {
    if (!document.hidden) look();
  }, LOOK_EVERY);
}

// The card. A form that is being filled in is not taken away from under the arbiter's hands.

const page = document.getElementById("card-page");

const changed = (field) => {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") return field.selectedIndex > 0;
  return field.type !== "hidden" && field.value !== field.defaultValue;
};

// The server does not know which zone the hall is in; the arbiter's own machine does.
const localTimes = (root) => {
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.textContent = new Date(time.dateTime).toLocaleTimeString(document.documentElement.lang, { hourCycle: "h23" });
  }
};

if (page) {
  const news = document.getElementById("gone-on");
  const button = document.getElementById("show-news");
  const tell = (now) => {
    news.textContent = now ? news.dataset.news : "";
    news.dataset.state = now ? "offline" : "";
    button.hidden = !now;
  };
  const card = new LivePart(page, "card", {
    holds: () =>
      card.part.querySelector("[role=alert]") !== null ||
      [...card.part.querySelectorAll("form input, form textarea, form select")].some(changed),
    held: () => tell(true),
    placed: (fresh) => {
      tell(false);
      localTimes(fresh);
      offerSearch(fresh);
    },
    due: (fresh) => fresh.querySelector("[role=alert]"),
  });
  button.addEventListener("click", () => card.refresh({ always: true }));
  localTimes(card.part);
  card.listen();
  // Changes outside the record: questions of electronic boards. News during a busy card is fetched later.
  follow(page.dataset.news, async () => !card.busy && card.refresh());
}

// Rulings found by typing, among those that the sheet has.
const plain = (text) => text.toLocaleLowerCase().replaceAll("ё", "е");

const offerSearch = (root) => {
  for (const field of root.querySelectorAll("[data-find-lines]")) field.hidden = false;
};
offerSearch(document);

document.addEventListener("input", (event) => {
  const field = event.target.closest("[data-find-lines]");
  if (!field) return;
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  for (const line of document.querySelectorAll(`${field.dataset.findLines} li`)) {
    const text = plain(line.dataset.find ?? line.textContent);
    line.hidden = !words.every((word) => text.includes(word));
  }
});

// A sheet just opened by hand gets the focus, if there is a keyboard.
document.addEventListener(
  "toggle",
  (event) => {
    const field = event.target.open && event.target.querySelector?.("[data-find-lines]");
    if (field && matchMedia("(pointer: fine)").matches) field.focus();
  },
  true,
);

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-show]");
  if (!button) return;
  document.getElementById(button.dataset.show).hidden = false;
  button.remove();
});
