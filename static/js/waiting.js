// Results that were typed without a network: kept by this browser until the server has answered each of them, and sent
// in the order in which they were typed. Each has a key, by which the server carries it out once however often it comes.
// For pages and for the worker.
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

  /** Keep a form: `page` and `action` are addresses, `fields` what it says, `label` what people are shown of it; `who`
   * the account that typed it. What was typed before for the same board and was never sent is replaced. */
  const add = async (entry) => {
    const key = entry.key ?? crypto.randomUUID();
    for (const old of await all()) if (old.board === entry.board) await remove(old.key);
    await put({ ...entry, key, at: Date.now(), state: "waiting", said: "" });
    tell({ type: "changed" });
    return key;
  };

  const discard = async (key) => {
    await remove(key);
    tell({ type: "changed" });
  };

  // That of now: the page was perhaps kept, and a page that is kept holds no token.
  const token = async () => {
    if (self.document) return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
    return (await self.cookieStore?.get("csrftoken"))?.value;
  };

  const post = async (entry) => {
    const headers = { "Idempotency-Key": entry.key, "X-CSRFToken": (await token()) ?? "" };
    if (entry.who) headers["X-Typed-By"] = entry.who;
    return fetch(entry.action, {
      method: "POST",
      body: new URLSearchParams(entry.fields),
      redirect: "manual",
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  };

  const said = (answer) => answer.json().catch(() => ({}));

  // Whether the next may be sent: not while nobody answers.
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
    // Signed out, or without the cookie of its form, nothing was decided: it is sent after the next sign-in.
    const later = answer.type === "opaqueredirect" || (answer.status === 403 && !words.code) || words.code === "typed_by_another";
    await put({ ...entry, state: later ? "signed-out" : "refused", said: words.said ?? "" });
    tell({ type: "changed" });
    return true;
  };

  const sendAll = async () => {
    for (const entry of await all()) {
      if (entry.state !== "refused" && !(await settle(entry))) return;
    }
  };

  /** Send what waits, in order; of several pages one does it. */
  const send = () => (navigator.locks ? navigator.locks.request("waiting", sendAll) : sendAll());

  return { add, all, channel, discard, send };
})();
