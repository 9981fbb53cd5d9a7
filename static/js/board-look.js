// Loaded before the page is drawn, so that the board and the pieces that were chosen are there from the start.
(() => {
  "use strict";
  const root = document.documentElement;
  for (const [name, attribute] of [["board", "boardLook"], ["pieces", "pieceLook"]]) {
    try {
      const chosen = localStorage.getItem(`look-${name}`);
      if (/^[a-z]+$/.test(chosen ?? "")) root.dataset[attribute] = chosen;
    } catch {
      // Without storage, the first set is shown.
    }
  }
})();
