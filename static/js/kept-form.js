// A form keeps its input after the session has ended: submitted fields are kept in this tab until the next page. If
// that is the log-in, or says that the form was outdated, it links back to the form's page, where the form is filled in
// again. Files and passwords are never kept, nor hidden fields (a token, a version): the fresh page has its own.
(() => {
  "use strict";

  const KEY = "kept-form";
  const SOON_MS = 5 * 60_000; // an answer comes within this time
  const LONG_MS = 60 * 60_000; // and the time to sign in when asked
  const NEVER_KEPT = "input[type=file], input[type=password]";

  const stored = () => {
    try {
      return JSON.parse(sessionStorage.getItem(KEY));
    } catch {
      return null;
    }
  };

  const store = (kept) => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      sessionStorage.removeItem(KEY); // no room: then nothing is restored
    }
  };

  const forget = () => {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // A browser without storage has nothing to delete.
    }
  };

  const fieldsOf = (form) =>
    [...form.elements].filter((one) => one.name && !one.matches(`button, fieldset, output, [type=hidden], ${NEVER_KEPT}`));

  // Forms of one URL differ by their fields and by their button.
  const isForm = (form, kept) =>
    new URL(form.action).pathname === kept.action &&
    fieldsOf(form).map((one) => one.name).join() === kept.names &&
    (!kept.button || [...form.elements].some((one) => one.name === kept.button.name && one.value === kept.button.value));

  addEventListener("submit", (event) => {
    const form = event.target;
    // The log-in and error pages keep the stored form; scripts handle what they send.
    if (document.getElementById("kept-form") || document.getElementById("stale-form") || event.defaultPrevented || form.method !== "post") return;
    const fields = fieldsOf(form);
    const sender = event.submitter;
    store({
      at: Date.now(),
      page: location.pathname + location.search,
      action: new URL(form.action).pathname,
      names: fields.map((one) => one.name).join(),
      values: fields.map((one) => {
        if (one.type === "checkbox" || one.type === "radio") return one.checked;
        return one.multiple && one.options ? [...one.selectedOptions].map((option) => option.value) : one.value;
      }),
      button: sender?.name ? { name: sender.name, value: sender.value } : null,
    });
  });

  const fill = (field, value) => {
    if (field.type === "checkbox" || field.type === "radio") field.checked = value;
    else if (Array.isArray(value)) for (const option of field.options) option.selected = value.includes(option.value);
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const bringBack = (kept) => {
    const form = [...document.forms].find((one) => one.method === "post" && isForm(one, kept));
    if (!form) return;
    fieldsOf(form).forEach((field, at) => fill(field, kept.values[at]));
    for (let one = form.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
    const said = document.createElement("p");
    said.className = "notice notice-warning";
    said.setAttribute("role", "alert");
    said.tabIndex = -1;
    said.textContent = kept.words;
    form.before(said);
    said.focus();
  };

  const kept = stored();
  const login = document.getElementById("kept-form");
  const stale = document.getElementById("stale-form");
  if (!kept) return;
  const asked = Date.now() - kept.at;
  if (login && (kept.words ? asked < LONG_MS : asked < SOON_MS)) {
    store({ ...kept, words: login.dataset.back });
    login.hidden = false;
    document.querySelector("form input[name=next]").value = kept.page;
    return;
  }
  if (stale && asked < (kept.words ? LONG_MS : SOON_MS)) {
    store({ ...kept, words: stale.dataset.back });
    stale.href = kept.page;
    stale.hidden = false;
    return;
  }
  forget();
  if (!login && kept.words && asked < LONG_MS && kept.page === location.pathname + location.search) bringBack(kept);
})();
