// The pages kept by this browser, by owner: the user's, each event's, others. On a shared device each can be removed.
// Offline, the worker shows this page instead of one that it does not have.
(() => {
  "use strict";

  const list = document.getElementById("kept-pages");
  const words = list.dataset;
  const none = document.getElementById("nothing-kept");
  const all = document.getElementById("remove-kept");
  const said = document.getElementById("kept-said");
  const OWN = "own";
  if (!self.caches) return;

  const asked = location.pathname === words.here; // opened itself, not instead of another page
  if (asked) {
    document.querySelector("h1").textContent = words.title;
    document.title = document.title.replace(/^[^·]*/, `${words.title} `);
    document.getElementById("not-kept").hidden = document.getElementById("kept-readable").hidden = true;
  }

  const textOf = (html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return holder.content.textContent;
  };

  // The title of a page of an event ends in the event's name.
  const read = async (cache, request) => {
    const { headers } = await cache.match(request);
    const url = new URL(request.url).pathname;
    const title = textOf(decodeURIComponent(headers.get("X-Kept-Title"))).replace(/ · Tavleya$/, "") || url;
    const at = new Date(headers.get("X-Kept-At"));
    const event = /^\/events\/([^/]+)\//.exec(url)?.[1];
    const own = headers.get("X-Keep-Offline") === OWN;
    const [name, parts] = [title.split(" · ").at(-1), title.split(" · ").slice(0, -1)];
    if (own || !event) return { url, title, at, group: own ? OWN : "", name: own ? words.own : words.others };
    return { url, title: parts.join(" · ") || words.about, at, group: event, name };
  };

  const made = (kind, className, text = "") => Object.assign(document.createElement(kind), { className, textContent: text });

  const remove = async (rows) => {
    const cache = await caches.open("pages");
    for (const row of rows) await cache.delete(row.url);
    await show();
    said.textContent = `${words.removed} ${rows.map((row) => row.title).join(", ")}`;
  };

  const rowOf = (row) => {
    const item = made("li", "");
    const page = made("div", "kept-page");
    const link = Object.assign(made("a", "", row.title), { href: row.url });
    const time = made("time", "soft small", row.at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" }));
    time.dateTime = row.at.toISOString();
    page.append(link, time);
    const button = Object.assign(made("button", "button button-small", words.remove), { type: "button" });
    button.append(made("span", "visually-hidden", ` ${row.title}`));
    button.addEventListener("click", () => remove([row]));
    item.append(page, button);
    return item;
  };

  const sectionOf = (rows) => {
    const section = made("section", "kept-group");
    const items = made("ul", "kept-list");
    items.append(...rows.map(rowOf));
    section.append(made(asked ? "h2" : "h3", "card-title", rows[0].name), items);
    return section;
  };

  const show = async () => {
    const cache = await caches.open("pages");
    const rows = [];
    for (const request of (await cache.keys()).reverse()) rows.push(await read(cache, request));
    const place = (row) => (row.group === OWN ? 0 : row.group ? 1 : 2);
    rows.sort((one, other) => place(one) - place(other));
    const groups = [...new Set(rows.map((row) => row.group))];
    for (const old of list.querySelectorAll(".kept-group")) old.remove();
    list.append(...groups.map((group) => sectionOf(rows.filter((row) => row.group === group))));
    none.hidden = rows.length > 0;
    document.getElementById("kept-explained").hidden = all.parentElement.hidden = !rows.length;
    all.onclick = () => remove(rows);
  };
  show();
})();
