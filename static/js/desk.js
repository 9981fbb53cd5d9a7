// The desk's forms: an address suggested from the name, laws of the chosen game, lines found in a pasted list.
(() => {
  "use strict";

  for (const part of document.querySelectorAll("[data-needs-script], [data-print], [data-copy]")) part.hidden = false;

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if ("print" in button.dataset) window.print();
    if (button.dataset.line) showLine(Number(button.dataset.line));
    if (button.dataset.copy) {
      const source = document.querySelector(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(source.textContent);
        button.textContent = button.dataset.copied;
      } catch {
        // Without leave to write to the clipboard the text is at least marked, ready to be copied by hand.
        getSelection().selectAllChildren(source);
      }
    }
  });

  // A problem in a list leads to its line.
  const showLine = (number) => {
    const area = document.querySelector("textarea.paste");
    const lines = area.value.split("\n");
    const start = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(start, start + (lines[number - 1] || "").length);
    area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, number - 4);
  };

  // The address follows the name until it is edited.
  const suggest = document.querySelector("[data-suggest]");
  if (suggest) {
    const slug = suggest.querySelector("input");
    const names = document.querySelectorAll("input[name^=name_]");
    let own = Boolean(slug.value);
    let waiting = 0;
    slug.addEventListener("input", () => {
      own = Boolean(slug.value);
    });
    const ask = async () => {
      const query = new URLSearchParams([["kind", suggest.dataset.kind], ...[...names].map((name) => [name.name, name.value])]);
      const answer = await fetch(`${suggest.dataset.suggest}?${query}`);
      if (answer.ok && !answer.redirected && !own) slug.value = (await answer.json()).slug;
    };
    for (const name of names) {
      name.addEventListener("input", () => {
        clearTimeout(waiting);
        if (!own) waiting = setTimeout(() => ask().catch(() => {}), 250);
      });
    }
  }

  // A new event is first offered the browser's time zone.
  const zone = document.querySelector("[data-own-zone] select, input[data-own-zone]");
  if (zone && ["", "UTC"].includes(zone.value)) {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone.options || [...zone.options].some((option) => option.value === own)) zone.value = own;
  }

  // Only the laws of the game that is chosen.
  const regimes = document.querySelector("[data-regimes]");
  if (regimes) {
    const game = regimes.querySelector("select[name=game]");
    const regime = regimes.querySelector("select[name=regime]");
    const groups = [...regime.querySelectorAll("optgroup")];
    const narrow = () => {
      const name = game.selectedOptions[0].textContent;
      const kept = regime.value;
      regime.replaceChildren(...groups.filter((group) => group.label === name));
      regime.value = kept;
      if (regime.selectedIndex < 0) regime.selectedIndex = 0;
    };
    if (!regime.disabled) {
      game.addEventListener("change", narrow);
      narrow();
    }
  }

  // A proposal follows the choice that it is made for, until something else was typed.
  for (const field of document.querySelectorAll("[data-follows]")) {
    const choice = field.form.elements[field.dataset.follows];
    const proposal = (value) => field.getAttribute(`data-proposed-${value}`) || "";
    let last = choice.value;
    choice.addEventListener("change", () => {
      if (field.value.trim() === proposal(last)) field.value = proposal(choice.value);
      last = choice.value;
    });
  }

  // A start position is only for games that need one.
  const start = document.querySelector("[data-start-games]");
  if (start) {
    const game = document.querySelector("select[name=game]");
    const games = start.dataset.startGames.split(" ");
    const show = () => {
      start.hidden = !games.includes(game.value);
    };
    game.addEventListener("change", show);
    show();
  }

  // Pairing by hand: seated players cannot get another seat, the others are counted.
  const boards = document.querySelector("[data-boards]");
  if (boards) {
    const seats = [...boards.querySelectorAll(".hand-boards select")];
    const left = boards.querySelector("[data-unseated]");
    const look = () => {
      const taken = new Set(seats.map((seat) => seat.value).filter(Boolean));
      for (const seat of seats) {
        for (const option of seat.options) {
          option.disabled = Boolean(option.value) && option.value !== seat.value && taken.has(option.value);
        }
      }
      const free = [...(seats[0]?.options || [])].filter((option) => option.value && !taken.has(option.value));
      left.textContent = free.map((option) => option.textContent).join(", ");
    };
    boards.addEventListener("change", look);
    look();
  }
})();
