// The layout of a list on a hall screen: columns, pages and size. This module does not touch the page.

const LINE = 1.45; // height of a row in letters
const GAP = 1.4; // between two columns, in letters

/** The arrangement of `count` rows, each `need` letters wide, in `room` ({ width, height } in px): the fewest pages on which
 * they are at least `least` px large, and on those as large as they can be. `most`: columns at most; `largest`: in px. */
export const fitRows = (count, need, room, { most, least, largest }) => {
  for (let pages = 1; ; pages += 1) {
    const each = Math.ceil(count / pages);
    let best = null;
    for (let columns = 1; columns <= Math.min(most, each); columns += 1) {
      const lines = Math.ceil(each / columns);
      const wide = room.width / (columns * need + GAP * (columns - 1));
      const size = Math.min(room.height / lines / LINE, wide, largest);
      if (best === null || size > best.size) best = { size, columns, lines, pages, each };
    }
    if (best.size >= least || pages >= count) return best;
  }
};

/** The better arrangement: full names, unless short ones need fewer pages or are much larger where full ones are small.
 */
export const namesAreShort = (whole, short, comfortable) =>
  short.pages < whole.pages || (whole.size < comfortable && short.size > whole.size * 1.15);

/** The arrangement of `count` boards, each `tall` times as high as wide, with `gap` px between them. */
export const fitTiles = (count, tall, room, { gap, least }) => {
  for (let pages = 1; ; pages += 1) {
    const each = Math.ceil(count / pages);
    let best = null;
    for (let columns = 1; columns <= each; columns += 1) {
      const lines = Math.ceil(each / columns);
      const wide = (room.width - gap * (columns - 1)) / columns;
      const size = Math.min(wide, (room.height - gap * (lines - 1)) / lines / tall);
      if (best === null || size > best.size) best = { size, columns, lines, pages, each };
    }
    if (best.size >= least || pages >= count) return best;
  }
};
