// The page to seal a move: on the player's device, if the browser can; cleared when it is left.
import { canSeal, entropyNeeded, seal } from "./seal.js";

const PATIENCE = 15_000;
const form = document.querySelector("[data-seal]");
const shown = document.querySelector("[data-cards]");
const left = document.querySelector("[data-left]");
let kept = false;

// Cards that were not copied are lost with the page.
const warn = (event) => {
  if (!kept) event.preventDefault();
};

const cardsAreShown = () => {
  addEventListener("beforeunload", warn);
  document.querySelector("[data-kept]")?.addEventListener("click", () => {
    kept = true;
  });
};

// Nothing is left behind, neither in the back/forward cache nor in the form memory.
addEventListener("pagehide", () => {
  form?.reset();
  if (!shown) return;
  if (!shown.hidden) left.hidden = false;
  shown.hidden = true;
  for (const code of shown.querySelectorAll("code")) code.textContent = "";
});
addEventListener("pageshow", (event) => {
  if (event.persisted && form) location.reload();
});

if (shown && !shown.hidden) cardsAreShown();

if (form && !canSeal()) document.querySelector("[data-by-server]").hidden = false;

if (form && canSeal()) {
  const move = form.elements.move;
  const problem = form.querySelector("[data-problem]");
  const button = form.querySelector("button");
  let made = null;
  let request = "";

  // Without a name the field is in no form that is sent, whatever happens to this script.
  move.removeAttribute("name");
  document.querySelector("[data-by-device]").hidden = false;

  const say = (text) => {
    problem.textContent = text;
    problem.hidden = !text;
  };

  const deliver = async () => {
    const body = new FormData(form);
    body.set("sealed", JSON.stringify(made.stored));
    body.set("request", request);
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(form.action, { method: "POST", body, signal, redirect: "error" });
    if (answer.ok) return "";
    const { sentence } = await answer.json();
    return sentence;
  };

  const show = () => {
    for (const [holder, text] of Object.entries(made.cards)) {
      shown.querySelector(`[data-holder=${holder}] code`).textContent = text;
    }
    shown.querySelector("[data-receipt] code").textContent = made.receipt;
    shown.querySelector("[data-commitment]").textContent = made.stored.commitment;
    made = null;
    form.remove();
    shown.hidden = false;
    cardsAreShown();
    shown.querySelector("[tabindex]").focus();
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { game, ply, side, language, policy } = form.dataset;
    button.disabled = true;
    say("");
    try {
      if (!made) {
        const entropy = crypto.getRandomValues(new Uint8Array(entropyNeeded(policy)));
        made = await seal(move.value, { game, ply: Number(ply), side, language, policy, entropy });
        request = crypto.randomUUID();
      }
      const refused = await deliver();
      if (refused) made = null;
      if (refused) say(refused);
      else show();
    } catch (error) {
      // An uncertain request is sent again unchanged: the server takes it once.
      say(error instanceof RangeError ? form.dataset.badText : form.dataset.notSent);
    } finally {
      button.disabled = false;
    }
  });
  move.addEventListener("input", () => {
    made = null;
  });
}
