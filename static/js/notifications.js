// Notifications on this device: the browser provides the push endpoint, and the form sends it. The service worker at
// /sw.js, which every page registers, shows the messages.
(() => {
  "use strict";

  // Quiet hours in the browser's time zone, if it is not the event's.
  const zones = document.querySelector("form.notify select[name=zone]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zones && here && ![...zones.options].some(({ text }) => text === here)) zones.add(new Option(here, here));

  const form = document.querySelector("form[data-push-key]");
  if (!form) return;
  form.querySelector("[data-needs-script]").hidden = false;
  const on = form.querySelector("[data-push=on]");
  const off = form.querySelector("[data-push=off]");
  const say = (what) => {
    for (const said of form.querySelectorAll("[data-push-said]")) said.hidden = said.dataset.pushSaid !== what;
  };

  const bytesOf = (text) => {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  };

  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    on.hidden = true;
    say("none");
    return;
  }

  // The worker needs it when the push service gives this browser another endpoint.
  const keep = async (subscription) => {
    const cache = await caches.open("push");
    await cache.put("/subscription", new Response(JSON.stringify({ ...subscription.toJSON(), key: form.dataset.pushKey })));
  };

  const send = (subscription, act) => {
    const { endpoint, keys } = subscription.toJSON();
    form.elements.endpoint.value = endpoint;
    form.elements.p256dh.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
    const pressed = document.createElement("input");
    Object.assign(pressed, { type: "hidden", name: "do", value: act });
    form.append(pressed);
    form.submit();
  };

  const subscribed = async (manager) => {
    const wanted = { userVisibleOnly: true, applicationServerKey: bytesOf(form.dataset.pushKey) };
    try {
      return await manager.subscribe(wanted);
    } catch (problem) {
      // The device was once subscribed with another key of this service.
      const former = await manager.getSubscription();
      if (!former) throw problem;
      await former.unsubscribe();
      return manager.subscribe(wanted);
    }
  };

  on.addEventListener("click", async () => {
    on.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") return say("denied");
      const worker = await navigator.serviceWorker.ready;
      const made = await subscribed(worker.pushManager);
      await keep(made).catch(() => {}); // a browser without storage
      send(made, "device");
    } catch {
      say("failed");
    } finally {
      on.disabled = false;
    }
  });

  const show = async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    const subscription = await worker?.pushManager.getSubscription();
    if (!subscription) return;
    say("is-on");
    keep(subscription).catch(() => {});
    if (!off) return;
    off.hidden = false;
    off.addEventListener("click", () => send(subscription, "remove"));
  };
  show();
})();
