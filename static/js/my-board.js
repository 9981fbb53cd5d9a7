// The reader's player by event, stored only in this browser: no account, and nothing is sent anywhere.
//
//   <button data-this-is-me="spring-cup" data-name="Alice" data-forget="Forget me on this device" hidden>This is me</button>
//
// is on a player's page; the page of the event (`event.js`) shows the chosen player's board.

const KEPT = "my-players";

const all = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {}; // a browser without storage
  }
};

const keep = (players) => {
  try {
    localStorage.setItem(KEPT, JSON.stringify(players));
  } catch {
    // The page works without.
  }
};

/** `{ name, url }` of the reader in an event; undefined if none was chosen. */
export const myPlayer = (event) => all()[event];

export const remember = (event, player) => keep({ ...all(), [event]: player });

export const forget = (event) => {
  const { [event]: _, ...others } = all();
  keep(others);
};

const show = (button) => {
  const chosen = myPlayer(button.dataset.thisIsMe)?.url === location.pathname;
  button.dataset.choose ??= button.textContent;
  button.textContent = chosen ? button.dataset.forget : button.dataset.choose;
  button.setAttribute("aria-pressed", String(chosen));
  button.hidden = false;
};

for (const button of document.querySelectorAll("[data-this-is-me]")) {
  show(button);
  button.addEventListener("click", () => {
    const event = button.dataset.thisIsMe;
    if (myPlayer(event)?.url === location.pathname) forget(event);
    else remember(event, { name: button.dataset.name, url: location.pathname });
    show(button);
  });
  document.addEventListener("page-changed", () => show(button));
}
