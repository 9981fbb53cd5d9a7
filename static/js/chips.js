// Tie-breaks as chips: the server prints them from the codes in the field, and each change writes the codes back and
// reloads the chips. One way for mouse, pen and finger (pointer events), and the arrow keys on the grip.

const field = (list) => document.getElementById(list.closest("output").htmlFor.value);
const codes = (list) => [...list.children].map((chip) => chip.dataset.code);
let wanted = ""; // the chip to focus again after the list is reloaded
let reload; // a list that came while a chip was held

const write = (list, focus = "") => {
  wanted = focus;
  const input = field(list);
  input.value = codes(list).join(", ");
  input.dispatchEvent(new Event("input", { bubbles: true }));
};

document.addEventListener("keydown", (event) => {
  const grip = event.target.closest(".chip-grip");
  if (!grip) return;
  const chip = grip.closest(".chip");
  const list = chip.parentElement;
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
  if (step) {
    const other = step < 0 ? chip.previousElementSibling : chip.nextElementSibling;
    if (other) (step < 0 ? other.before(chip) : other.after(chip));
    grip.focus();
    write(list, chip.dataset.code);
  } else if (event.key === "Delete" || event.key === "Backspace") {
    const next = chip.nextElementSibling ?? chip.previousElementSibling;
    chip.remove();
    write(list, next?.dataset.code);
  } else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const chip = event.target.closest(".chip-remove")?.closest(".chip");
  if (!chip) return;
  const list = chip.parentElement;
  chip.remove();
  write(list);
});

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".chip-grip");
  if (!grip || event.button) return;
  const chip = grip.closest(".chip");
  const list = chip.parentElement;
  const before = codes(list).join();
  chip.classList.add("is-held");
  const move = (moved) => {
    for (const other of list.children) {
      const box = other.getBoundingClientRect();
      if (other === chip || moved.clientY < box.top || moved.clientY > box.bottom) continue;
      if (moved.clientY < box.top + box.height / 2) other.before(chip);
      else other.after(chip);
    }
  };
  // The page listens, not the grip: a chip that is moved in the list would lose a captured pointer.
  const watching = new AbortController();
  const done = () => {
    watching.abort();
    chip.classList.remove("is-held");
    if (codes(list).join() !== before) write(list, chip.dataset.code);
    else reload?.();
    reload = undefined;
  };
  document.addEventListener("pointermove", move, { signal: watching.signal });
  document.addEventListener("pointerup", done, { signal: watching.signal });
  document.addEventListener("pointercancel", done, { signal: watching.signal });
  event.preventDefault();
  grip.focus();
});

document.addEventListener("change", (event) => {
  const select = event.target.closest("[data-add-chip]");
  if (!select?.value) return;
  const input = document.getElementById(select.dataset.addChip);
  input.value = [input.value.trim().replace(/[,;]+$/, ""), select.value].filter(Boolean).join(", ");
  select.value = "";
  input.dispatchEvent(new Event("input", { bubbles: true }));
});

// A list that is older than the field would undo the last change, and a held chip would lose its list.
document.addEventListener("htmx:beforeSwap", ({ target, detail }) => {
  const list = target.querySelector?.("[data-chips]");
  if (!list) return;
  const input = field(list);
  if (detail.requestConfig.parameters[input.name] !== input.value) detail.shouldSwap = false;
  else if (list.querySelector(".is-held")) {
    detail.shouldSwap = false;
    reload = () => (target.innerHTML = detail.serverResponse);
  }
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (!wanted || !event.target.querySelector?.("[data-chips]")) return;
  event.target.querySelector(`.chip[data-code="${CSS.escape(wanted)}"] .chip-grip`)?.focus();
  wanted = "";
});
