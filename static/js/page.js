// On every page: the choice of appearance without a reload, menus that close, and filters that apply while typing.
(() => {
  "use strict";

  const YEAR = 365 * 24 * 60 * 60;

  const setTheme = (form, theme) => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `theme=${theme}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    showTheme(form, theme);
  };

  const showTheme = (form, theme) => {
    for (const button of form.querySelectorAll("button[name=theme]")) {
      button.setAttribute("aria-pressed", String(button.value === theme));
    }
  };

  const themeForm = document.querySelector("[data-theme-form]");
  if (themeForm) {
    showTheme(themeForm, document.documentElement.dataset.theme || "auto");
    themeForm.addEventListener("submit", (event) => {
      if (!event.submitter) return;
      event.preventDefault();
      setTheme(themeForm, event.submitter.value);
    });
  }

  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll("details[data-menu][open]")) {
      if (menu !== except) menu.open = false;
    }
  };
  document.addEventListener("click", (event) => closeMenus(event.target.closest("details[data-menu]")));
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details[data-menu][open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // F1 opens the manual's part about this page in a new tab: the input here stays.
  document.addEventListener("keydown", (event) => {
    const help = event.key === "F1" && document.querySelector("a[rel~=help]");
    if (!help) return;
    event.preventDefault();
    window.open(help.href, "_blank", "noopener");
  });

  // A form with data-filter="#table" hides the rows, or items of a list, that do not hold the words typed; data-find is
  // a row's own text.
  const fold = (text) => text.toLocaleLowerCase().replaceAll("ё", "е").normalize("NFD").replace(/\p{M}/gu, "");

  const filter = (form) => {
    const words = fold(form.elements.q.value).split(/\s+/).filter(Boolean);
    const rows = document.querySelectorAll(`${form.dataset.filter} :is(tbody tr, li[data-find])`);
    let found = 0;
    for (const row of rows) {
      const text = fold(row.dataset.find || row.textContent);
      row.hidden = !words.every((word) => text.includes(word));
      found += row.hidden ? 0 : 1;
    }
    const count = form.querySelector("[data-found]");
    if (count) count.textContent = words.length ? `${found} / ${rows.length}` : "";
  };

  for (const form of document.querySelectorAll("form[data-filter]")) {
    form.addEventListener("input", () => filter(form));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      filter(form);
    });
    document.addEventListener("page-changed", () => filter(form));
  }
})();
