// A wall of boards on one stream of moved games: only the moved board is requested. Hundreds do so at once and get the
// same response, so the proxy serves all but the first.
import { hearTime, update } from "./clock.js";
import { equip } from "./board-tools.js";
import { Stream } from "./stream.js";

const SILENCE = 90_000;
const PATIENCE = 15_000;
const PAUSE = 10_000; // between two polls of all boards without a stream
const SETTLED = 4000; // after which no cached response is older than the stream

//
//   <ul id="wall" data-stream="/live/walls/3" data-address="/events/…/boards/">      data-address: where the boards are
//                                                                                asked for, if it is not this page
const wall = document.getElementById("wall");
const address = wall?.dataset.address ?? location.pathname;

const tileOf = (game) => document.getElementById(`wall-${game}`);

const place = (fresh) => {
  const old = tileOf(fresh.dataset.game);
  if (!old || Number(fresh.dataset.seq) < Number(old.dataset.seq)) return;
  // A result that has just come is shown for a while.
  fresh.classList.toggle("is-new", fresh.querySelector("strong") !== null && old.querySelector("strong") === null);
  fresh.hidden = old.hidden;
  const focused = old.contains(document.activeElement);
  old.replaceWith(fresh);
  if (fresh.dataset.state) update(fresh, JSON.parse(fresh.dataset.state));
  if (focused) fresh.querySelector("a").focus({ preventScroll: true });
};

const ask = async (address) => {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  if (!answer?.ok) return null;
  const text = await answer.text().catch(() => null);
  return text === null ? null : new DOMParser().parseFromString(text, "text/html");
};

const askForAll = async () => {
  const page = await ask(address);
  for (const tile of page?.querySelectorAll(".wall-tile") ?? []) {
    if (tile.dataset.seq !== tileOf(tile.dataset.game)?.dataset.seq) place(document.adoptNode(tile));
  }
  hearTime();
  return page !== null;
};

const wanted = new Map(); // game → the entry that was heard of
const asking = new Set();

const askFor = async (game) => {
  if (asking.has(game)) return;
  asking.add(game);
  // A response cached for another entry is wrong, so the entry is in the URL.
  const entry = wanted.get(game);
  const tile = (await ask(`${address}?game=${game}&entry=${entry}`))?.querySelector(".wall-tile");
  asking.delete(game);
  if (tile) place(document.adoptNode(tile));
  if (wanted.get(game) !== entry) askFor(game);
};

const hear = ({ version }) => {
  const [game, entry] = version.split(".").map(Number);
  const tile = tileOf(game);
  if (!tile || Number(tile.dataset.seq) >= entry) return;
  wanted.set(game, entry);
  askFor(game);
};

equip();
if (wall?.dataset.stream) {
  new Stream({
    address: () => wall.dataset.stream,
    events: ["news"],
    hear,
    opened: () => setTimeout(askForAll, SETTLED * (1 + Math.random())),
    ask: askForAll,
    pause: () => PAUSE * (1 + Math.random()),
    silence: SILENCE,
    state: (name) => {
      wall.dataset.connection = name;
    },
  }).start();
}
