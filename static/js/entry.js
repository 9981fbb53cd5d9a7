// The rating list searched as a name is typed: a chosen line fills the form in.
(() => {
  "use strict";

  const form = document.querySelector("form[data-lookup]");
  const search = document.getElementById("lookup");
  const found = document.getElementById("lookup-found");
  const away = document.getElementById("lookup-away");
  if (!form || !search) return;
  search.closest("[data-needs-script]").hidden = false;

  const PATIENCE_MS = 8_000;
  let waiting = 0;
  let asked = 0;

  // In a team a line goes to the first free board.
  const seat = (player) => {
    const row = [...form.querySelectorAll("[data-player]")].find((one) => !one.querySelector("input").value);
    if (!row) return;
    const [name, fide, born] = row.querySelectorAll("input");
    name.value = player.name;
    fide.value = player.fide_id;
    born.value = player.birth_year ?? "";
    search.value = "";
    found.replaceChildren();
    search.focus();
  };

  const fill = (player) => {
    if (form.querySelector("[data-player]")) return seat(player);
    for (const name of ["family_name", "given_name", "patronymic", "federation", "birth_year", "title", "fide_id"]) {
      const field = form.elements[name];
      if (field && player[name] !== null) field.value = player[name];
    }
    search.value = "";
    found.replaceChildren();
    form.elements.family_name.focus();
  };

  const line = (player) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    const facts = [player.federation, player.birth_year, player.rating, `FIDE ${player.fide_id}`];
    for (const text of [[player.title, player.name].filter(Boolean).join(" "), facts.filter(Boolean).join(" · ")]) {
      const part = document.createElement("span");
      part.textContent = text;
      button.append(part);
    }
    button.addEventListener("click", () => fill(player));
    const item = document.createElement("li");
    item.append(button);
    return item;
  };

  const ask = async () => {
    const turn = ++asked;
    const query = search.value.trim();
    if (query.length < 3) return found.replaceChildren();
    let players = null;
    try {
      const answer = await fetch(`${form.dataset.lookup}?${new URLSearchParams({ q: query })}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (answer.ok) ({ players } = await answer.json());
    } catch {
      // No response: shown below.
    }
    if (turn !== asked) return;
    away.hidden = players !== null;
    found.replaceChildren(...(players ?? []).map(line));
  };

  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 250);
  });
  // Enter has no choice here and must not send the form.
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
})();
