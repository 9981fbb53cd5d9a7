import assert from "node:assert/strict";
import test from "node:test";

import { fitRows, fitTiles, namesAreShort } from "../../static/js/screen-fit.js";

const FULL_HD = { width: 1850, height: 880 };
const limits = { most: 3, least: 33, largest: 80 };

test("rows are as large as the screen allows", () => {
  const found = fitRows(10, 30, FULL_HD, limits);
  assert.equal(found.columns, 1);
  assert.equal(found.pages, 1);
  assert.ok(found.size * 1.45 * 10 > 0.95 * FULL_HD.height || found.size * 30 > 0.95 * FULL_HD.width);
});

test("thirty boards stand in two columns on one page", () => {
  const found = fitRows(30, 26, FULL_HD, limits);
  assert.deepEqual([found.columns, found.pages, found.lines], [2, 1, 15]);
});

test("a list that would be too small to read is cut into pages of equal length", () => {
  const found = fitRows(200, 26, FULL_HD, limits);
  assert.ok(found.size >= limits.least);
  assert.ok(found.pages > 1);
  assert.equal(found.each, Math.ceil(200 / found.pages));
  assert.ok(fitRows(Math.ceil(200 / (found.pages - 1)), 26, FULL_HD, limits).pages > 1);
});

test("nothing is wider or higher than the screen", () => {
  for (const room of [FULL_HD, { width: 1220, height: 560 }, { width: 970, height: 600 }]) {
    for (let count = 1; count < 120; count += 1) {
      const { size, columns, lines } = fitRows(count, 24, room, { most: 4, least: 20, largest: 70 });
      assert.ok(size * (columns * 24 + 1.4 * (columns - 1)) <= room.width + 1e-6);
      assert.ok(size * 1.45 * lines <= room.height + 1e-6);
    }
  }
});

test("names are shortened where whole ones need more pages or are small", () => {
  assert.ok(namesAreShort({ pages: 2, size: 40 }, { pages: 1, size: 35 }, 45));
  assert.ok(namesAreShort({ pages: 1, size: 34 }, { pages: 1, size: 44 }, 45));
  assert.ok(!namesAreShort({ pages: 1, size: 46 }, { pages: 1, size: 60 }, 45));
});

test("four boards stand beside each other, and many on pages", () => {
  assert.equal(fitTiles(4, 1.24, FULL_HD, { gap: 10, least: 300 }).columns, 4);
  const many = fitTiles(60, 1.24, FULL_HD, { gap: 10, least: 300 });
  assert.ok(many.pages > 1 && many.size >= 300);
});
