// The tools of a board: sound, full screen, and the choice of board and pieces.
import { isOn, sound, turn } from "./sounds.js";

const tools = document.getElementById("board-tools");
const root = document.documentElement;
const ATTRIBUTES = { board: "boardLook", pieces: "pieceLook" };

const press = (button, pressed) => button?.setAttribute("aria-pressed", String(pressed));

const showLook = (choice) => {
  const chosen = root.dataset[ATTRIBUTES[choice.dataset.look]];
  const buttons = [...choice.querySelectorAll("button")];
  const now = buttons.find((one) => one.value === chosen) ?? buttons[0];
  for (const button of buttons) press(button, button === now);
};

const choose = (choice, value) => {
  root.dataset[ATTRIBUTES[choice.dataset.look]] = value;
  try {
    localStorage.setItem(`look-${choice.dataset.look}`, value);
  } catch {
    // Then it applies to this page only.
  }
  showLook(choice);
};

const screen = () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.getElementById("main").requestFullscreen();
};

/** Show the tools; `flip`: turns the board round. */
export const equip = ({ flip } = {}) => {
  if (!tools) return;
  const tool = (name) => tools.querySelector(`[data-tool="${name}"]`);
  press(tool("sound"), isOn());
  tool("sound").addEventListener("click", () => {
    turn(!isOn());
    press(tool("sound"), isOn());
    sound("move");
  });
  tool("screen").disabled = !document.fullscreenEnabled;
  tool("screen").addEventListener("click", screen);
  tool("flip")?.addEventListener("click", flip);
  for (const choice of tools.querySelectorAll("[data-look]")) {
    showLook(choice);
    choice.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) choose(choice, button.value);
    });
  }
  tools.classList.remove("is-waiting");
};
