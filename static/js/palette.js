// The palette: Ctrl+K (⌘K) or its button opens it, what is typed is asked of the server, Enter does the chosen line. What
// has been done is said on the page, which is asked for anew, with a button that undoes it.

const dialog = document.getElementById("palette");
const opener = document.querySelector(".palette-open");

if (dialog && opener) {
  const input = dialog.querySelector("input");
  const list = dialog.querySelector("ul");
  const foot = dialog.querySelector("[role=status]");
  const examples = foot.innerHTML;
  const words = dialog.dataset;
  const WAIT_MS = 120;
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

  const ask = async () => {
    const text = input.value.trim();
    const mine = ++asked;
    if (!text) {
      show([]);
      foot.innerHTML = examples;
      return;
    }
    try {
      const answer = await fetch(`${words.url}?${new URLSearchParams({ q: text })}`);
      if (!answer.ok || answer.redirected) throw new Error(`answered ${answer.status}`);
      const { items: found } = await answer.json();
      if (mine !== asked) return;
      show(found);
      foot.textContent = found.length ? "" : words.none;
      if (found.length) foot.innerHTML = examples;
    } catch {
      if (mine === asked) foot.textContent = words.failed;
    }
  };

  const token = () =>
    document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ??
    document.querySelector("input[name=csrfmiddlewaretoken]")?.value ??
    "";

  const run = async (item) => {
    if (!item || busy) return;
    if (!item.run) {
      dialog.close();
      location.assign(item.url);
      return;
    }
    busy = true;
    try {
      const body = new URLSearchParams({ run: item.run });
      const answer = await fetch(words.run, { method: "POST", body, headers: { "X-CSRFToken": token() } });
      const said = await answer.json();
      if (answer.ok) {
        dialog.close();
        location.reload();
      } else foot.textContent = said.problem;
    } catch {
      foot.textContent = words.failed;
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
      await ask(); // what stands there now, not what was suggested for a part of it
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
