// Passkeys and security keys: the browser creates or uses one, and the form sends its response. A button names the
// request (`data-passkey`: create, get), and has the service's options, or fetches them from the form's URL.
(() => {
  "use strict";

  const ask = {
    async create(options, passwordless) {
      const wanted = PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey);
      // A key for sign-in is stored on the device, and verifies its user.
      wanted.authenticatorSelection = {
        ...wanted.authenticatorSelection,
        residentKey: passwordless ? "required" : "discouraged",
        requireResidentKey: passwordless,
        ...(passwordless ? { userVerification: "required" } : {}),
      };
      return navigator.credentials.create({ publicKey: wanted });
    },
    async get(options) {
      return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey) });
    },
  };

  const optionsOf = async (button) => {
    if (button.dataset.options) return JSON.parse(button.dataset.options);
    const answer = await fetch(button.form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
    return (await answer.json()).request_options;
  };

  const press = async (button) => {
    const form = button.form;
    const told = form.querySelector("[data-passkey-failed]");
    told.hidden = true;
    try {
      const passwordless = Boolean(form.elements.passwordless?.checked);
      const credential = await ask[button.dataset.passkey](await optionsOf(button), passwordless);
      form.elements.credential.value = JSON.stringify(credential.toJSON());
      form.submit();
    } catch {
      told.hidden = false; // given up, timed out, or a key that the service does not know
    }
  };

  const able = typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
  for (const button of document.querySelectorAll("[data-passkey]")) {
    if (!able) continue;
    button.hidden = false;
    button.addEventListener("click", () => press(button));
  }
})();
