// People followed by the reader, stored only in this browser: no account, and nothing is sent anywhere.
//
//   <button data-my-person data-name="Alice" data-remove="Remove from my people" hidden>Add to my people</button>
//
// is on a person's page; the front page lists them in `#my-people`, offline too.
const KEPT = "my-people";
const MOST = 100;

const all = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return []; // a browser without storage
  }
};

const keep = (people) => {
  try {
    localStorage.setItem(KEPT, JSON.stringify(people.slice(0, MOST)));
  } catch {
    // The page works without.
  }
};

// Only the number identifies a person: the name in the URL may change.
const numberOf = (path) => path.split("/")[2].split("-")[0];
const own = numberOf(location.pathname.startsWith("/people/") ? location.pathname : "/people/0/");
const isKept = () => all().some((one) => numberOf(one.url) === own);

const show = (button) => {
  button.dataset.add ??= button.textContent;
  button.textContent = isKept() ? button.dataset.remove : button.dataset.add;
  button.setAttribute("aria-pressed", String(isKept()));
  button.hidden = false;
};

for (const button of document.querySelectorAll("[data-my-person]")) {
  show(button);
  button.addEventListener("click", () => {
    const others = all().filter((one) => numberOf(one.url) !== own);
    keep(isKept() ? others : [{ name: button.dataset.name, url: location.pathname }, ...others]);
    show(button);
  });
}

const place = document.getElementById("my-people");
if (place) {
  const lines = all().map(({ name, url }) => {
    const link = Object.assign(document.createElement("a"), { href: url, textContent: name });
    const line = document.createElement("li");
    line.append(link);
    return line;
  });
  place.querySelector("ul").replaceChildren(...lines);
  place.hidden = !lines.length;
}
