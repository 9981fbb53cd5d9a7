// The frame of the desk: what is open is in sight in every row that scrolls sideways, and the palette of commands.
import "./palette.js";

for (const row of document.querySelectorAll(".desk-tabs, .desk-under nav")) {
  const open = row.querySelector("[aria-current]");
  if (open) row.scrollLeft = open.offsetLeft - row.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
}
for (const row of document.querySelectorAll(".desk-head .breadcrumbs")) row.scrollLeft = row.scrollWidth;
