// Offline state of a page: its age, queued forms, and, instead of a page never seen, the kept pages. The texts are on
// the script element.
(() => {
  "use strict";

  const words = document.currentScript.dataset;
  const workers = navigator.serviceWorker;
  const main = document.getElementById("main");

  // The worker, and its end

  const register = async () => {
    // A worker may have started after the page was requested and before this script.
    const first = !workers.controller || performance.getEntriesByType("navigation")[0]?.workerStart === 0;
    const registration = await workers.register("/sw.js", { scope: "/" });
    if (!first) return;
    await workers.ready;
    const files = performance.getEntriesByType("resource").map((one) => new URL(one.name));
    const own = files.filter((one) => one.origin === location.origin && one.pathname.startsWith("/static/"));
    registration.active?.postMessage({ type: "keep", page: location.pathname, files: own.map((one) => one.pathname) });
  };

  const remove = async () => {
    for (const one of await workers.getRegistrations()) await one.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  };

  if (workers) (words.off === undefined ? register() : remove()).catch(() => {}); // a browser without storage

  // A page that was kept

  const when = (text) => {
    const at = new Date(text);
    const today = at.toDateString() === new Date().toDateString();
    const shown = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
    return new Intl.DateTimeFormat(document.documentElement.lang, { ...shown, hourCycle: "h23" }).format(at);
  };

  const line = (text) => {
    const made = document.createElement("p");
    made.textContent = text;
    return made;
  };

  const keptAt = document.querySelector("meta[name=kept-at]");
  if (keptAt) {
    const bar = document.createElement("div");
    bar.className = "notice notice-warning offline-bar";
    bar.id = "offline-bar"; // so that a live page does not take it for a part of the page
    bar.setAttribute("role", "status");
    bar.dataset.kept = "";
    const said = line(words.from.replace("%s", when(keptAt.content)));
    const again = document.createElement("a");
    again.href = location.href;
    again.textContent = words.again;
    bar.append(said, again);
    main.prepend(bar);
    const back = () => {
      said.textContent = words.back;
    };
    workers?.addEventListener("message", ({ data }) => data.type === "answered" && back());
    addEventListener("online", back);
    document.addEventListener("page-changed", () => bar.remove());
  }

  const list = document.getElementById("kept-pages"); // the list of kept pages (`kept-pages.js`)

  // Queued forms: on their page, those of the desk on every page

  const SAID = "waiting-said";
  const TRY_EVERY = 15_000;
  let trying = 0;
  const notice = (kind, ...parts) => {
    const made = document.createElement("div");
    made.className = `notice notice-${kind}`;
    made.setAttribute("role", "status");
    made.dataset.kept = "";
    made.append(...parts);
    return made;
  };

  const stateOf = (entry) => {
    if (entry.state === "waiting") return words.waiting;
    if (entry.state === "signed-out") return entry.said || words.signIn;
    return `${words.refused} ${entry.said || words.gone}`;
  };

  const shown = (entry) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button-small";
    button.textContent = words.discard;
    button.addEventListener("click", () => Waiting.discard(entry.key));
    const text = line(`${entry.label}. `);
    const state = document.createElement("strong");
    state.textContent = stateOf(entry);
    text.append(state);
    const made = notice(entry.state === "refused" ? "error" : "warning", text, button);
    made.id = `waiting-${entry.key}`;
    made.classList.add("waiting-result");
    return made;
  };

  // A network without internet access sends no event: with a queue, try now and then.
  const tryLater = (rows) => {
    clearTimeout(trying);
    if (!rows.some((one) => one.state === "waiting")) return;
    trying = setTimeout(() => Waiting.send().then(() => tryLater(rows)), TRY_EVERY);
  };

  const showWaiting = async () => {
    const kept = await Waiting.all();
    const rows = kept.filter((one) => one.page === location.pathname || one.who || list);
    for (const old of document.querySelectorAll(".waiting-result")) old.remove();
    main.prepend(...rows.map(shown));
    tryLater(kept);
  };

  const tell = (text) => {
    document.getElementById("waiting-told")?.remove();
    main.prepend(Object.assign(notice("success", line(text)), { id: "waiting-told" }));
  };

  // A page that follows its boards shows the outcome itself; for a line from elsewhere it is reported.
  const sent = ({ entry, said }) => {
    if (entry.page !== location.pathname) return;
    if (entry.who) {
      if (entry.told) tell(said);
      return;
    }
    sessionStorage.setItem(SAID, said);
    location.reload();
  };

  const heard = (news) => (news.type === "sent" ? sent(news) : undefined, showWaiting());

  // A player's report is sent from here, so that it is not lost with the network; forms of an account, by their page.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-waits]:not([data-who])") || !event.submitter) return;
    event.preventDefault();
    const fields = new FormData(form, event.submitter);
    const label = `${form.dataset.waits}: ${event.submitter.textContent.trim().replace(/\s+/g, " ")}`;
    try {
      await Waiting.add({ action: location.pathname, board: form.id, fields, label });
    } catch {
      // No storage: it works as without this script.
      const pressed = Object.assign(document.createElement("input"), { type: "hidden", name: event.submitter.name, value: event.submitter.value });
      form.append(pressed);
      HTMLFormElement.prototype.submit.call(form);
      return;
    }
    await Waiting.send();
  });

  if (self.indexedDB && words.waiting) {
    const told = sessionStorage.getItem(SAID);
    sessionStorage.removeItem(SAID);
    if (told) tell(told);
    Waiting.channel?.addEventListener("message", ({ data }) => heard(data));
    addEventListener("waiting", ({ detail }) => heard(detail));
    addEventListener("online", () => Waiting.send());
    showWaiting()
      .then(() => Waiting.send())
      .catch(() => {});
  }

  // Offered if the browser can, and never again after an answer

  const install = document.getElementById("install");
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (!install || localStorage.getItem("install-answered")) return;
    install.parentElement.hidden = false;
    install.addEventListener("click", async () => {
      await event.prompt();
      localStorage.setItem("install-answered", "1");
      install.parentElement.hidden = true;
    });
  });
})();
