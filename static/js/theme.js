// Loaded before the page is drawn, so that a page from a cache does not flash in the wrong colours.
(() => {
  "use strict";
  const chosen = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie);
  if (chosen) document.documentElement.dataset.theme = chosen[1];
  else delete document.documentElement.dataset.theme;
})();
