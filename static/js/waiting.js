// Results that were typed without a network: kept by this browser until the server has answered each of them, and sent
// in the order in which they were typed. Each has a key, by which the server carries it out once however often it comes.
// For pages and for the worker.
// biome-ignore lint/correctness/noUnusedVariables: other scripts of the page use it
const Waiting = (() => {
  "use strict";

  const STORE = "results";
  const PATIENCE_MS = 15_000;
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("waiting");

  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  const open = () => {
    const request = indexedDB.open("waiting", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
    return done(request);
  };

  const within = async (mode, act) => {
    const database = await open();
    try {
      return await done(act(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  };

  const all = async () => (await within("readonly", (store) => store.getAll())).sort((one, other) => one.at - other.at);
  const put = (entry) => within("readwrite", (store) => store.put(entry));
  const remove = (key) => within("readwrite", (store) => store.delete(key));

  const tell = (news) => {
    channel?.postMessage(news);
    self.dispatchEvent(new CustomEvent("waiting", { detail: news }));
  };

  const newKey = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);

  /** Headers of a repeatable form: its key, and `who`, the account that typed it. */
  const headers = ({ key, who }) => ({ "Idempotency-Key": key, ...(who && { "X-Typed-By": who }) });

  // If supported, the worker sends it after the page is closed.
  const later = async () => {
    const registration = await self.navigator.serviceWorker?.ready;
    await registration?.sync?.register("waiting");
  };

  /** Queue a form: `action` is its URL, `fields` its data (pairs, or FormData), `label` its name for people; `who` the
   * account that typed it. An unsent form for the same `board` (without one, for the same URL) is replaced. */
  const add = async ({ action, fields, board, key = newKey(), ...entry }) => {
    const address = new URL(action, location.href).pathname;
    const kept = { ...entry, key, page: location.pathname, action: address, board: board ?? address };
    for (const old of await all()) if (old.board === kept.board) await remove(old.key);
    kept.fields = [...fields].filter(([name]) => name !== "csrfmiddlewaretoken");
    await put({ ...kept, at: Date.now(), state: "waiting", said: "" });
    tell({ type: "changed" });
    later().catch(() => {});
    return key;
  };

  const discard = async (key) => {
    await remove(key);
    tell({ type: "changed" });
  };

  // The current token: a kept page lacks one.
  const token = async () => {
    if (self.document) return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
    return (await self.cookieStore?.get("csrftoken"))?.value;
  };

  const post = async (entry) => {
    return fetch(entry.action, {
      method: "POST",
      body: new URLSearchParams(entry.fields),
      redirect: "manual",
      headers: { ...headers(entry), "X-CSRFToken": (await token()) ?? "" },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  };

  const said = (answer) => answer.json().catch(() => ({}));

  // Whether to send the next: not without a response.
  const settle = async (entry) => {
    let answer;
    try {
      answer = await post(entry);
    } catch {
      return false;
    }
    if (answer.status >= 500 || answer.status === 429) return false;
    const words = answer.type === "opaqueredirect" ? {} : await said(answer);
    if (answer.ok) {
      await remove(entry.key);
      tell({ type: "sent", entry, said: words.said });
      return true;
    }
    // Signed out, or without the form's cookie, it is undecided: it is sent after the next sign-in.
    const later = answer.type === "opaqueredirect" || (answer.status === 403 && !words.code) || words.code === "typed_by_another";
    await put({ ...entry, state: later ? "signed-out" : "refused", said: words.said ?? "" });
    tell({ type: "changed" });
    return true;
  };

  const sendAll = async () => {
    for (const entry of await all()) {
      if (entry.state !== "refused" && !(await settle(entry))) return false;
    }
    return true;
  };

  /** Send the queue in order, from one page. False without a response. */
  const send = () => (navigator.locks ? navigator.locks.request("waiting", sendAll) : sendAll());

  return { add, all, channel, discard, headers, newKey, send };
})();
