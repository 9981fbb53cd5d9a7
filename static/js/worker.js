// The service worker of the site; `RELEASE` is prepended (`portal.offline.views`). It keeps the pages that the server
// marks, shows them offline, and shows push messages. Online, the network's response is shown; requests other than GET,
// and streams, are not handled here.

const PAGES = "pages";
const STATIC = `static-${RELEASE.id}`;
const PATIENCE_MS = 3000;
const BOUNDS = { public: { number: 60, bytes: 6_000_000 }, own: { number: 4, bytes: 600_000 } };
const LONGEST_MS = 14 * 24 * 60 * 60_000;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepOfflinePage(navigator.language.slice(0, 2)));
});

// Pages of the previous release still look right; older ones are deleted.
addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const releases = (await caches.keys()).filter((name) => name.startsWith("static-") && name !== STATIC);
      for (const name of releases.slice(0, -1)) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") {
    if (request.method === "POST" && request.mode === "navigate") leave(event, url);
    return;
  }
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (url.pathname.startsWith("/static/")) event.respondWith(staticFile(event));
  else if (request.headers.has("X-Part") && !request.headers.has("HX-Request")) event.respondWith(part(event));
});

// Signing out, or forgetting this device, removes the user's pages.
const leave = (event, url) => {
  if (url.pathname === RELEASE.leave) event.waitUntil(forget(() => true));
  const own = /^(\/my\/[^/]+\/)forget\/$/.exec(url.pathname);
  if (own) event.waitUntil(forget((kept) => kept === own[1]));
};

const forget = async (which) => {
  const cache = await caches.open(PAGES);
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (answer.headers.get(RELEASE.header) === "own" && which(new URL(request.url).pathname)) await cache.delete(request);
  }
};

// Pages

// The browser may answer a worker's fetch from its cache and revalidate later (`stale-while-revalidate`): an old page
// would pass for the network's response. So the fetch always revalidates.
const ASKED = { cache: "no-cache" };

const page = async (event) => {
  const asked = fetch(event.request, { ...ASKED, referrer: event.request.referrer });
  event.waitUntil(asked.then((answer) => keep(event.request, answer.clone())).catch(() => {}));
  const kept = await keptPage(event.request);
  if (!kept) return asked.catch(() => offlinePage());
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([asked.catch(() => undefined), late]);
  if (answer) return answer;
  asked.then(() => tell(event.resultingClientId)).catch(() => {});
  return dated(kept);
};

// A live page reloads itself: the displayed version is also kept.
const part = async (event) => {
  const answer = await fetch(event.request);
  event.waitUntil(keep(event.request, answer.clone()));
  return answer;
};

const tell = async (id) => (await self.clients.get(id))?.postMessage({ type: "answered" });

const keptPage = async (request) => {
  const cache = await caches.open(PAGES);
  const found = (await cache.match(request, { ignoreVary: true })) ?? (await cache.match(request, { ignoreVary: true, ignoreSearch: true }));
  return found && Date.now() - Date.parse(found.headers.get("X-Kept-At")) < LONGEST_MS ? found : undefined;
};

// The page's own script reads the time it was kept, and shows it in the page's language.
const dated = async (kept) => {
  const html = (await kept.text()).replace("<head>", `<head><meta name="kept-at" content="${kept.headers.get("X-Kept-At")}">`);
  return new Response(html, { headers: kept.headers });
};

// A replaced link, an unpublished event.
const GONE = new Set([404, 410]);
const TOKEN = /(name="csrfmiddlewaretoken" value=")[^"]*/g;

const keep = async (request, answer) => {
  const kind = answer.headers.get(RELEASE.header);
  const language = answer.headers.get("Content-Language");
  const address = new URL(request.url).pathname;
  if (GONE.has(answer.status)) await (await caches.open(PAGES)).delete(address);
  if (answer.status !== 200 || answer.redirected || !BOUNDS[kind] || new URL(request.url).search) return;
  const html = (await answer.text()).replace(TOKEN, "$1");
  const size = new Blob([html]).size;
  if (size > BOUNDS[kind].bytes) return;
  const title = /<title>([^<]*)/.exec(html)?.[1].trim() ?? "";
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": language,
    "X-Kept-At": new Date().toISOString(),
    "X-Kept-Size": size,
    "X-Kept-Title": encodeURIComponent(title),
    [RELEASE.header]: kind,
  };
  const policy = answer.headers.get("Content-Security-Policy");
  if (policy) headers["Content-Security-Policy"] = policy;
  const cache = await caches.open(PAGES);
  await cache.delete(address); // a page kept again is the newest
  await cache.put(address, new Response(html, { headers }));
  await bound(cache, kind);
  await keepOfflinePage(language);
};

const bound = async (cache, kind) => {
  const rows = [];
  for (const request of await cache.keys()) {
    const { headers } = await cache.match(request);
    if (headers.get(RELEASE.header) !== kind) continue;
    rows.push({ request, size: Number(headers.get("X-Kept-Size")), at: Date.parse(headers.get("X-Kept-At")) });
  }
  rows.sort((one, other) => other.at - one.at);
  let bytes = 0;
  for (const [place, row] of rows.entries()) {
    bytes += row.size;
    const much = place >= BOUNDS[kind].number || bytes > BOUNDS[kind].bytes;
    if (much || Date.now() - row.at > LONGEST_MS) await cache.delete(row.request);
  }
};

// For a page never seen, in the language of the seen ones, in its public form.

const keepOfflinePage = async (language) => {
  const cache = await caches.open(STATIC);
  if ((await cache.match(RELEASE.offline))?.headers.get("Content-Language") === language) return;
  const answer = await fetch(`${RELEASE.offline}?lang=${language}`, { ...ASKED, credentials: "omit" });
  if (!answer.ok) return;
  const html = await answer.clone().text();
  await cache.put(RELEASE.offline, answer);
  await Promise.allSettled([...html.matchAll(/(?:src|href)="(\/static\/[^"#]+)/g)].map(([, file]) => keepStatic(file)));
};

const offlinePage = async () => (await caches.match(RELEASE.offline, { ignoreVary: true })) ?? Response.error();

// Static files: the name of a collected one is that of its contents.

const keepStatic = async (file) => {
  const cache = await caches.open(STATIC);
  const answer = await fetch(file);
  if (answer.status === 200) await cache.put(file, answer);
};

const staticFile = async (event) => {
  const known = await caches.match(event.request, { ignoreVary: true });
  if (known && HASHED.test(new URL(event.request.url).pathname)) return known;
  try {
    const answer = await fetch(event.request);
    if (answer.status === 200) {
      const copy = answer.clone();
      event.waitUntil(caches.open(STATIC).then((cache) => cache.put(event.request, copy)));
    }
    return answer;
  } catch (problem) {
    if (known) return known;
    throw problem;
  }
};

// The page that registered the worker loaded before it; it is kept once its assets are.
const keepFirst = async (address, files) => {
  await Promise.allSettled(files.map(keepStatic));
  const request = new Request(address);
  await keep(request, await fetch(request, ASKED));
};

addEventListener("message", (event) => {
  const { type, page, files } = event.data;
  if (type === "keep") event.waitUntil(keepFirst(page, files).catch(() => {}));
});

// Messages that are pushed

addEventListener("push", (event) => {
  let said;
  try {
    said = event.data.json();
  } catch {
    return;
  }
  const { title, body, url, tag, lang } = said;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, lang, icon: RELEASE.icon, data: { url } }),
  );
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", location.origin);
  if (url.origin !== location.origin) return;
  event.waitUntil(
    (async () => {
      const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const open = tabs.find((tab) => tab.url === url.href);
      return open ? open.focus() : self.clients.openWindow(url.href);
    })(),
  );
});

// The push service may give the browser another endpoint at any time; subscriptions move to it. Not every browser
// reports the old one, so the page stores it.

const KNOWN = "/subscription";

const renew = async (event) => {
  const cache = await caches.open("push");
  const kept = await (await cache.match(KNOWN))?.json();
  const former = event.oldSubscription?.toJSON() ?? kept;
  if (!former?.keys) return;
  const options = event.oldSubscription?.options ?? { userVisibleOnly: true, applicationServerKey: kept?.key };
  const made = (event.newSubscription ?? (await self.registration.pushManager.subscribe(options))).toJSON();
  const fields = {
    address: former.endpoint,
    auth: former.keys.auth,
    new_address: made.endpoint,
    new_p256dh: made.keys.p256dh,
    new_auth: made.keys.auth,
  };
  const answer = await fetch(RELEASE.renew, { method: "POST", body: new URLSearchParams(fields) });
  if (answer.ok) await cache.put(KNOWN, new Response(JSON.stringify({ ...made, key: kept?.key })));
};

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

// Results that were typed without a network

// Without a response the browser is told to retry later.
const sendWaiting = async () => {
  if (!(await Waiting.send())) throw new Error("nobody answers");
};

addEventListener("sync", (event) => {
  if (event.tag === "waiting") event.waitUntil(sendWaiting());
});
