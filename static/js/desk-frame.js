// The frame of the desk: scrolls rows to the current item, and loads the command palette.
import "./palette.js";

for (const row of document.querySelectorAll(".desk-tabs, .desk-under nav")) {
  const open = row.querySelector("[aria-current]");
  if (open) row.scrollLeft = open.offsetLeft - row.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
}
for (const row of document.querySelectorAll(".desk-head .breadcrumbs")) row.scrollLeft = row.scrollWidth;
