// Results by keyboard: a key saves at once and moves to the next board without a result; arrows only move. A saved
// result is removed by Del or replaced from the menu while the round is open, or corrected on a separate page. Every
// board shows whether its result was saved. After a board found by its number or a name, the field has the focus again.
import { follow } from "./live-page.js";

(() => {
  const entry = document.getElementById("entry");
  if (!entry) return;
  const words = entry.dataset;
  const said = document.getElementById("said");
  const unsaved = document.getElementById("unsaved");
  const PLAIN = { 1: "1-0", 2: "1/2-1/2", 3: "0-1", "½": "1/2-1/2" }; // in the order of the buttons
  const FORFEIT = { Digit1: "+/-", Digit3: "-/+", Digit0: "-/-" };
  const PATIENCE_MS = 10_000;

  const rows = () => [...entry.querySelectorAll(".entry-row:not([data-none])")];
  const rowOf = (node) => node.closest?.(".entry-row");
  const boardOf = (row) => row.querySelector(".entry-board");
  const stateOf = (row) => row.querySelector("[data-state]");
  const busy = (row) => row.classList.contains("entry-saving");
  const plain = (row) => row.querySelector("form.entry-form");
  const lost = (row) => row.classList.contains("entry-lost");
  const open = (row) => !row.dataset.result && !busy(row);

  const say = (text) => {
    said.textContent = "";
    said.textContent = text;
  };

  const goTo = (row) => {
    if (!row) return;
    boardOf(row).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  };

  // The next board without a result, from the beginning again after the last.
  const following = (row) => {
    const all = rows();
    const at = all.indexOf(row);
    return [...all.slice(at + 1), ...all.slice(0, at)].find(open);
  };

  const count = () => {
    document.getElementById("open-boards").textContent = rows().filter((row) => !row.dataset.result).length;
    unsaved.hidden = !entry.querySelector(".entry-lost, .entry-bad");
    unsaved.textContent = unsaved.hidden ? "" : unsaved.dataset.one;
  };

  const fromHtml = (html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return [...holder.content.querySelectorAll(".entry-row")];
  };

  const replace = (row, fresh) => {
    const focused = row.contains(document.activeElement);
    row.replaceWith(fresh);
    if (focused) boardOf(fresh).focus({ preventScroll: true });
  };

  const shownOf = (row, value) => row.querySelector(`button[value="${value}"]`)?.firstChild.textContent || value;

  const notSaved = (row, value, form, why) => {
    row.classList.remove("entry-saving");
    row.classList.add("entry-lost");
    const state = stateOf(row);
    const again = document.createElement("button");
    again.type = "button";
    again.className = "button button-small";
    again.textContent = words.again;
    again.addEventListener("click", () => save(row, value, form));
    const text = document.createElement("strong");
    text.textContent = `${words.unsaved}: ${shownOf(row, value)}`;
    state.replaceChildren(text, ` ${why} `, again);
    state.className = "entry-state entry-state-bad";
    say(`${boardOf(row).getAttribute("aria-label")}: ${words.unsaved}. ${why}`);
    count();
  };

  // The current token: a log-in in another tab may have replaced it.
  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];

  // The key is sent at once: an unanswered request is repeated with the same key.
  const send = (action, body, key) =>
    fetch(action, {
      method: "POST",
      body,
      headers: { "X-Requested-With": "fetch", ...(words.who && Waiting.headers({ key, who: words.who })) },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });

  // The board from the server; undefined without a response.
  const asked = async (row) => {
    try {
      const answer = await fetch(`${location.pathname}?part=rows`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!answer.ok || answer.redirected) return undefined;
      return fromHtml(await answer.text()).find((fresh) => fresh.id === row.id);
    } catch {
      return undefined;
    }
  };

  const showWaiting = (row, label) => {
    row.classList.remove("entry-saving");
    row.classList.add("entry-waiting");
    const state = stateOf(row);
    state.className = "entry-state";
    state.textContent = `${words.waiting} ${label}`;
  };

  // Queued by this browser until the network is back (`waiting.js`); false without storage.
  const waits = async (row, value, form, body, key) => {
    if (!words.who) return false;
    const shown = shownOf(row, value);
    const label = `${boardOf(row).getAttribute("aria-label")}: ${shown}`;
    try {
      await Waiting.add({ key, action: form.action, fields: body, label, shown, who: words.who });
    } catch {
      return false;
    }
    showWaiting(row, shown);
    say(`${label}. ${words.waiting}`);
    count();
    return true;
  };

  // Forms queued before this page was opened; sent and discarded ones are removed.
  const markWaiting = async () => {
    if (!words.who) return;
    const kept = await Waiting.all();
    for (const row of rows()) {
      const action = plain(row) && new URL(plain(row).action).pathname;
      const entry = kept.find((one) => one.action === action && one.who === words.who && one.state !== "refused");
      if (entry) showWaiting(row, entry.shown);
      else if (row.classList.contains("entry-waiting")) {
        row.classList.remove("entry-waiting");
        stateOf(row).textContent = "";
      }
    }
  };

  const confirmed = (row, fresh) => {
    replace(row, fresh);
    count();
    say(`${boardOf(fresh).getAttribute("aria-label")}. ${words.saved}`);
    const state = stateOf(fresh);
    state.className = "entry-state entry-state-good";
    state.textContent = words.saved;
  };

  const save = async (row, value, form) => {
    if (!form || busy(row)) return;
    const body = new FormData(form);
    body.set("result", value);
    if (token()) body.set("csrfmiddlewaretoken", token());
    const key = Waiting.newKey();
    row.classList.remove("entry-lost", "entry-bad", "entry-waiting");
    row.classList.add("entry-saving");
    const state = stateOf(row);
    state.className = "entry-state";
    state.textContent = `${words.saving} ${shownOf(row, value)}`;
    count();
    let answer;
    let fresh;
    let away = false;
    try {
      answer = await send(form.action, body, key);
      // A signed-out user is sent to the log-in; a form without its cookie is refused.
      away = answer.redirected || answer.status === 403;
      fresh = away ? undefined : fromHtml(await answer.text())[0];
    } catch {
      // It may have arrived all the same.
      const stands = await asked(row);
      if (stands?.dataset.result === value) confirmed(row, stands);
      else if (stands || !(await waits(row, value, form, body, key))) notSaved(row, value, form, words.offline);
      return;
    }
    if (!fresh) {
      notSaved(row, value, form, away ? words.signedOut : `${words.offline} (${answer.status})`);
      return;
    }
    replace(row, fresh);
    count();
    const name = boardOf(fresh).getAttribute("aria-label");
    say(answer.ok ? `${name}. ${words.saved}` : `${name}. ${fresh.querySelector(".entry-problem").textContent}`);
    if (answer.ok && !rows().some((one) => !one.dataset.result)) say(words.done);
  };

  const whySet = (row) => {
    if (row.querySelector("[data-withdraw]")) return words.hasResult;
    return row.querySelector("[data-correct]") ? words.useCorrect : words.askArbiter;
  };

  const enter = (row, value) => {
    if (row.dataset.result || busy(row) || !plain(row)) {
      if (busy(row)) return;
      const why = row.dataset.result ? whySet(row) : words.closed;
      stateOf(row).textContent = why;
      say(why);
      return;
    }
    save(row, value, plain(row));
    goOn(row);
  };

  const find = document.getElementById("find");
  const found = document.getElementById("found");
  const MOST_FOUND = 8;
  let sought = ""; // the board that was found and has not been given its result yet

  const fold = (text) => text.toLocaleLowerCase().replaceAll("ё", "е").normalize("NFD").replace(/\p{M}/gu, "");

  const search = (asked) => {
    if (/^\d+$/.test(asked)) return rows().filter((row) => row.id === `board-${Number(asked)}`);
    const parts = fold(asked).split(/\s+/);
    return rows().filter((row) => parts.every((part) => fold(row.dataset.find).includes(part)));
  };

  const toField = () => {
    sought = "";
    find.elements.find.focus();
    find.elements.find.select();
  };

  const goToFound = (row) => {
    sought = row.id;
    find.elements.find.value = "";
    found.replaceChildren();
    goTo(row);
  };

  const button = (row) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button button-small";
    made.textContent = boardOf(row).getAttribute("aria-label");
    made.addEventListener("click", () => goToFound(row));
    return made;
  };

  // After a search focus the field, else the next board without a result.
  const goOn = (row) => {
    if (sought === row.id) toField();
    else goTo(following(row));
  };

  // The result of a key on a board; undefined for other keys.
  const resultOf = (event) => {
    if (event.shiftKey && !/^\d$/.test(event.key)) return FORFEIT[event.code];
    if (event.key === "=" && !event.shiftKey) return PLAIN["½"];
    return PLAIN[event.key];
  };

  entry.addEventListener("keydown", (event) => {
    const row = rowOf(event.target);
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const menu = event.target.closest("details[open]");
    const choice = menu?.querySelector(`button[data-key="${CSS.escape(event.key)}"]`);
    if (choice) {
      event.preventDefault();
      if (!event.repeat) choice.click();
      return;
    }
    const all = rows();
    const at = all.indexOf(row);
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    if (event.key in moves) {
      event.preventDefault();
      goTo(all[moves[event.key]]);
      return;
    }
    if (event.key === "Delete" && !event.shiftKey && !event.repeat) {
      row.querySelector("[data-withdraw]")?.click();
      return;
    }
    if (event.code === "KeyC" && !event.shiftKey) {
      row.querySelector("[data-correct]")?.click();
      return;
    }
    if (event.code === "KeyM" && !event.shiftKey) {
      const more = row.querySelector("details");
      if (!more) return;
      event.preventDefault();
      more.open = !more.open;
      (more.open ? more.querySelector("button") : boardOf(row)).focus();
      return;
    }
    const value = resultOf(event);
    if (!value || menu) return;
    event.preventDefault();
    // A key held down must not fill the boards below.
    if (!event.repeat) enter(row, value);
  });

  entry.addEventListener("submit", (event) => {
    const row = rowOf(event.target);
    if (!event.submitter || !row) return;
    event.preventDefault();
    const menu = event.target.closest("details");
    if (menu) menu.open = false;
    save(row, event.submitter.value, event.target);
    if (event.submitter.value && (menu || sought === row.id)) goOn(row);
    else if (menu) boardOf(row).focus({ preventScroll: true });
  });

  find.addEventListener("submit", (event) => {
    const asked = find.elements.find.value.trim();
    const fitting = asked ? search(asked) : [];
    found.replaceChildren();
    // Boards outside this page are requested from the server.
    if (asked && !fitting.length && entry.dataset.whole === undefined) return;
    event.preventDefault();
    if (!asked) return;
    if (fitting.length === 1) goToFound(fitting[0]);
    else if (!fitting.length) found.textContent = find.dataset.none;
    else found.append(...fitting.slice(0, MOST_FOUND).map(button));
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    if (event.key !== "/" && event.code !== "KeyB") return;
    event.preventDefault();
    toField();
  });

  addEventListener("beforeunload", (event) => {
    if (entry.querySelector(".entry-saving, .entry-lost")) event.preventDefault();
  });

  const same = (row, fresh) =>
    row.dataset.version === fresh.dataset.version && row.dataset.reports === fresh.dataset.reports;

  // Results entered by others meanwhile; false without a response, or if a board must be reloaded: its menu is open, or
  // it was saved here after the request, so that the response may be outdated.
  const look = async () => {
    const shown = new Set(rows());
    const answer = await fetch(words.url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok || answer.redirected) return false;
    let waiting = false;
    for (const fresh of fromHtml(await answer.text())) {
      const row = document.getElementById(fresh.id);
      if (!row || lost(row) || row.classList.contains("entry-waiting") || same(row, fresh)) continue;
      if (!shown.has(row) || busy(row) || row.querySelector("details[open]")) waiting = true;
      else replace(row, fresh);
    }
    count();
    return !waiting;
  };
  follow(words.live, look);

  const heard = () => markWaiting().then(look).catch(() => {});
  Waiting.channel?.addEventListener("message", heard);
  addEventListener("waiting", heard);
  markWaiting().catch(() => {});

  // Remote desktops and tablets with keys report a coarse pointer: the width decides too, as for the legend of keys.
  if (matchMedia("(any-pointer: fine), (min-width: 40.01rem)").matches) {
    const asked = location.hash && document.getElementById(location.hash.slice(1));
    const only = rows().length === 1 && find.elements.find.value ? rows()[0] : undefined;
    if (only) goToFound(only);
    else goTo((asked && rowOf(asked)) || rows().find(open) || rows()[0]);
  }
  count();
})();
