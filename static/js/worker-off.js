// Pages for when there is no network are switched off: the worker goes, with all that it kept.
addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name);
      await self.registration.unregister();
    })(),
  );
});
