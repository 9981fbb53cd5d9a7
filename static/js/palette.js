// The palette: Ctrl+K (⌘K) or its button opens it, the server suggests commands, Enter performs the chosen one. The
// outcome is shown on the reloaded page, with an undo button. A result typed offline is queued (`waiting.js`): as the
// suggested line, or as typed.

const dialog = document.getElementById("palette");
const opener = document.querySelector(".palette-open");

if (dialog && opener) {
  const input = dialog.querySelector("input");
  const list = dialog.querySelector("ul");
  const foot = dialog.querySelector("[role=status]");
  const examples = foot.innerHTML;
  const words = dialog.dataset;
  const WAIT_MS = 120;
  const PATIENCE_MS = 10_000;
  const RESULT = /^\d{1,4}[\s,]+[\d½=+\-–—−:.,/\s]+$/;
  const ahead = Number(words.now) * 1000 - Date.now(); // of this device's own clock
  let items = [];
  let at = 0;
  let waiting = 0;
  let asked = 0;
  let busy = false;

  opener.hidden = false;
  if (navigator.platform.startsWith("Mac")) opener.querySelector("kbd").textContent = "⌘ K";

  const choose = (index) => {
    at = Math.max(0, Math.min(index, items.length - 1));
    [...list.children].forEach((line, place) => line.setAttribute("aria-selected", String(place === at)));
    const line = list.children[at];
    if (line) {
      input.setAttribute("aria-activedescendant", line.id);
      line.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };

  const show = (found) => {
    items = found;
    list.replaceChildren(
      ...items.map((item, place) => {
        const line = document.createElement("li");
        line.id = `palette-${place}`;
        line.setAttribute("role", "option");
        const title = document.createElement("span");
        title.textContent = item.title;
        if (item.run) title.className = "is-run";
        const detail = document.createElement("span");
        detail.className = "small soft";
        detail.textContent = item.detail;
        line.append(title, detail);
        return line;
      }),
    );
    choose(0);
  };

  // Offline: a result is taken as typed, and suggestions for other lines are not.
  const offer = (text) => {
    const waits = words.who && self.indexedDB && RESULT.test(text);
    show(waits ? [{ title: text, detail: words.later, typed: text, waits: text }] : []);
    foot.textContent = waits ? "" : words.failed;
  };

  const ask = async () => {
    const text = input.value.trim();
    const mine = ++asked;
    if (!text) {
      show([]);
      foot.innerHTML = examples;
      return;
    }
    try {
      const answer = await fetch(`${words.url}?${new URLSearchParams({ q: text })}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!answer.ok || answer.redirected) throw new Error(`answered ${answer.status}`);
      const { items: found } = await answer.json();
      if (mine !== asked) return;
      show(found);
      foot.textContent = found.length ? "" : words.none;
      if (found.length) foot.innerHTML = examples;
    } catch {
      if (mine === asked) offer(text);
    }
  };

  const token = () =>
    document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ??
    document.querySelector("input[name=csrfmiddlewaretoken]")?.value ??
    "";

  const fieldsOf = (item) => {
    if (item.run) return new URLSearchParams({ run: item.run });
    return new URLSearchParams({ typed: item.typed, typed_at: String(Math.round((Date.now() + ahead) / 1000)) });
  };

  // Each line is queued separately: two of one board are both sent, and the second is refused.
  const keep = async (item, fields, sent) => {
    await Waiting.add({ ...sent, action: words.run, board: sent.key, fields, label: item.waits, told: true });
    dialog.close();
    Waiting.send();
  };

  const run = async (item) => {
    if (!item || busy) return;
    if (item.url) {
      dialog.close();
      location.assign(item.url);
      return;
    }
    busy = true;
    const body = fieldsOf(item);
    const sent = { key: Waiting.newKey(), who: words.who };
    const headers = { "X-CSRFToken": token(), "X-Requested-With": "fetch", ...(item.waits && Waiting.headers(sent)) };
    try {
      const answer = await fetch(words.run, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
      const said = await answer.json();
      if (answer.ok) {
        dialog.close();
        location.reload();
      } else foot.textContent = said.problem;
    } catch {
      const kept = item.waits && self.indexedDB && (await keep(item, body, sent).then(() => true, () => false));
      if (!kept) foot.textContent = words.failed;
    } finally {
      busy = false;
    }
  };

  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    input.focus();
  };

  opener.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, WAIT_MS);
  });
  input.addEventListener("keydown", async (event) => {
    if (event.key === "ArrowDown") choose(at + 1);
    else if (event.key === "ArrowUp") choose(at - 1);
    else if (event.key === "Enter") {
      event.preventDefault();
      clearTimeout(waiting);
      await ask(); // the current input, not a suggestion for a part of it
      run(items[at]);
      return;
    } else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    const line = event.target.closest("li");
    if (line) run(items[[...list.children].indexOf(line)]);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
