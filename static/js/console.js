// The arbiters' console: the overview that is asked anew every few seconds, and the card of one board.
import "./clock.js";
import { LivePart } from "./live-part.js";

// The overview is refreshed by htmx; what it cannot say is that it is out of date.

const lost = () => {
  const line = document.querySelector(".console-state");
  if (line) line.textContent = line.dataset.lost;
};
document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:responseError", lost);

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
    holds: () => [...card.part.querySelectorAll("form input, form textarea, form select")].some(changed),
    held: () => tell(true),
    placed: (fresh) => {
      tell(false);
      localTimes(fresh);
    },
    due: (fresh) => fresh.querySelector("[role=alert]"),
  });
  button.addEventListener("click", () => card.refresh({ always: true }));
  localTimes(card.part);
  card.listen();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-show]");
  if (!button) return;
  document.getElementById(button.dataset.show).hidden = false;
  button.remove();
});
