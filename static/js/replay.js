// The replay of two clocks: while the slider moves they are counted here, and the rest of the instant is fetched when
// it rests. Without this script the slider is an ordinary form.

import { draw } from "./clock.js";

const REST = 200; // ms
const root = document.getElementById("clock-replay");

const axisText = (ms) => {
  const seconds = Math.floor(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

/** The frame at `t`: the last that is not later. */
export const frameAt = (frames, t) => {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle].t <= t) low = middle + 1;
    else high = middle;
  }
  return frames[Math.max(0, low - 1)];
};

const begin = () => {
  const frames = JSON.parse(root.dataset.frames);
  const length = Number(root.dataset.length);
  const slider = root.querySelector("#at");
  const shown = root.querySelector("#at-shown");
  const now = root.querySelector("#time-line-now");
  let resting = null;
  let asked = 0;

  const show = (t) => {
    const frame = frameAt(frames, t);
    draw(root, frame.clock, frame.clock.now + (t - frame.t));
    shown.textContent = axisText(t);
    const x = length ? (1000 * t) / length : 0;
    now.setAttribute("x1", x);
    now.setAttribute("x2", x);
  };

  // Links to other entries start from the current one.
  const lead = (seq) => {
    root.querySelector("#entry").value = seq;
    for (const [rel, entry] of [["prev", seq - 1], ["next", seq + 1]]) {
      root.querySelector(`a[rel="${rel}"]`)?.setAttribute("href", `?entry=${Math.max(1, entry)}`);
    }
  };

  const fetchInstant = async () => {
    const wanted = (asked += 1);
    const address = `?at=${slider.value}`;
    const answer = await fetch(address, { headers: { "X-Part": "instant" } }).catch(() => null);
    if (!answer?.ok || wanted !== asked || answer.headers.get("X-Part") !== "instant") return;
    const text = await answer.text();
    if (wanted !== asked) return;
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("clock-instant");
    root.querySelector("#clock-instant").replaceWith(fresh);
    lead(Number(fresh.dataset.seq));
    history.replaceState(null, "", address);
  };

  slider.addEventListener("input", () => {
    show(Math.min(Number(slider.value) * 1000, length));
    clearTimeout(resting);
    resting = setTimeout(fetchInstant, REST);
  });
};

if (root) begin();
