/* Find layout defects in the page in which this function is evaluated.

   const findings = await page.evaluate(`(${source})(${JSON.stringify(allowed)})`)

   Each finding is {rule, selector, box: [x, y, width, height], words, why}.  The rules:

   squeezed      a text of 3 lines or more, narrower than 8 digits in a container of 22 digits or more
   broken-word   a word of up to 18 letters on two lines without a hyphen
   clipped       text that is cut off, also with an ellipsis; a choice wider than its select
   spilled       text or a bordered box outside its container
   overlap       text over text or controls, overlapping bordered boxes
   alone         a single control on the last line of a row of a list
   sideways      the page scrolls sideways, or text is outside a window that cannot scroll

   Of similar findings three are reported.  `allowed` lists correct layout as {rule, selector}: the selector matches the
   element or an ancestor.  The function does not change the page and does not look at drawings of boards. */

// biome-ignore lint/correctness/noUnusedVariables: the test calls it in the page
function layoutCheck(allowed) {
  const SQUEEZED = 8; // ch: a narrower text column is reported
  const ROOMY = 22; // ch: but only in a container wider than this
  const CLIP = 2; // px of text that may be cut off
  const OVERLAP = 3; // px by which two texts may overlap in each direction
  const findings = [];
  const similar = new Map();
  const W = document.documentElement.clientWidth;
  const styles = new Map();
  const css = (e) => styles.get(e) ?? (styles.set(e, getComputedStyle(e)), styles.get(e));
  const rects = new Map();
  const rect = (e) => rects.get(e) ?? (rects.set(e, e.getBoundingClientRect()), rects.get(e));
  const round = (n) => Math.round(n * 10) / 10;
  const CONTROL = "button, input:not([type=hidden]), select, textarea, a[href], summary, [role=button], [tabindex='0']";
  const isControl = (e) => e.matches(CONTROL);

  // ---------- helpers: visibility, text, selectors, reporting, geometry

  const seen = new Map();
  function visible(e) {
    if (seen.has(e)) return seen.get(e);
    seen.set(e, false);
    const r = rect(e);
    const s = css(e);
    // an element with `display: contents` has no box, but its children are visible
    if (s.display !== "contents" && !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    if (s.display !== "contents") {
      if (r.width <= 1 || r.height <= 1) if (s.overflow !== "visible" || !e.textContent.trim()) return false;
      if (s.clipPath !== "none" && s.position === "absolute") return false;
      if (/rect\(0|rect\(1px/.test(s.clip)) return false;
      if (r.right + scrollX <= 0 || r.bottom + scrollY <= 0) return false; // off-screen text for screen readers
    }
    const up = e.parentElement;
    const result = !up || up === document.documentElement || visible(up);
    seen.set(e, result);
    return result;
  }
  const nodesOf = (e) => [...e.childNodes].filter((n) => n.nodeType === 3 && n.data.trim());
  function textRects(node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((r) => r.width > 0.5 && r.height > 0.5);
  }
  function selectorFor(e) {
    const describe = (x) => {
      if (x.id) return `#${CSS.escape(x.id)}`;
      const k = [...x.classList].slice(0, 2).map((c) => `.${CSS.escape(c)}`).join("");
      const n = x.getAttribute("name");
      return x.tagName.toLowerCase() + k + (n && isControl(x) ? `[name="${n}"]` : "");
    };
    const parts = [];
    for (let x = e; x && x !== document.body && parts.length < 4; x = x.parentElement) {
      parts.unshift(describe(x));
      if (x.id) break;
    }
    return parts.join(" > ");
  }
  function report(rule, e, why, r = rect(e), words = e.innerText ?? e.textContent ?? "") {
    words = words.replace(/\s+/g, " ").trim().slice(0, 90);
    if (allowed.some((one) => one.rule === rule && e.closest(one.selector))) return;
    // report the first three of similar findings
    const key = rule + selectorFor(e).replace(/#[\w-]*\d[\w-]*/g, "#");
    const reported = similar.get(key) ?? [];
    similar.set(key, reported);
    if (reported.length === 3) return;
    reported.push({ rule, selector: selectorFor(e), box: [r.left + scrollX, r.top + scrollY, r.width, r.height].map(Math.round), words, why });
    findings.push(reported.at(-1));
  }
  const context = document.createElement("canvas").getContext("2d");
  // the width of "0" in the font of an element
  const chOf = new Map();
  function ch(e) {
    const s = css(e);
    const font = `${s.fontStyle} ${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
    if (!chOf.has(font)) {
      context.font = font;
      chOf.set(font, context.measureText("0").width || parseFloat(s.fontSize) / 2);
    }
    return chOf.get(font);
  }
  function textWidth(e, text) {
    ch(e);
    const s = css(e);
    context.font = `${s.fontStyle} ${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
    return context.measureText(text).width;
  }
  const scrollParent = (e) => {
    for (let x = e; x && x !== document.body; x = x.parentElement) if (/auto|scroll/.test(css(x).overflowX)) return x;
    return null;
  };
  const positionedAncestor = (e) => {
    for (let x = e; x && x !== document.body; x = x.parentElement)
      if (/fixed|sticky|absolute/.test(css(x).position)) return x;
    return null;
  };
  const inDrawing = (e) => e.closest("svg, canvas, [data-board], .board");
  // group boxes into bands: boxes that overlap vertically, such as the text of one line
  const bands = (list, slack = 2) => {
    const out = [];
    for (const r of [...list].sort((a, b) => a.top - b.top)) {
      const last = out.at(-1);
      if (last && r.top < last.bottom - slack) {
        last.bottom = Math.max(last.bottom, r.bottom);
        last.items.push(r);
      } else out.push({ top: r.top, bottom: r.bottom, items: [r] });
    }
    return out;
  };

  // the area of an element that its clipping or scrolling ancestors leave visible
  const clips = new Map();
  function clipFor(e) {
    if (!e || e === document.body || e === document.documentElement) return null;
    if (clips.has(e)) return clips.get(e);
    const s = css(e);
    const r = rect(e);
    let clip = s.position === "fixed" ? null : clipFor(e.parentElement);
    if (s.display !== "inline" && s.display !== "contents" && (s.overflowX !== "visible" || s.overflowY !== "visible"))
      clip = intersect(r, clip);
    clips.set(e, clip);
    return clip;
  }
  function intersect(r, clip) {
    const left = Math.max(r.left, clip?.left ?? -Infinity);
    const right = Math.min(r.right, clip?.right ?? Infinity);
    const top = Math.max(r.top, clip?.top ?? -Infinity);
    const bottom = Math.min(r.bottom, clip?.bottom ?? Infinity);
    return { left, right, top, bottom, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
  }

  const all = [...document.body.querySelectorAll("*")].filter((e) => !e.closest("svg *, script, style, template, noscript, datalist, option") && visible(e));
  const texts = []; // elements with their own text, and the boxes of this text
  for (const e of all) {
    if (e.tagName === "svg" || e.tagName === "SELECT" || e.tagName === "TEXTAREA") continue;
    const nodes = nodesOf(e);
    if (!nodes.length) continue;
    const whole = nodes.flatMap(textRects);
    const clip = clipFor(e);
    const boxes = whole.map((r) => intersect(r, clip)).filter((r) => r.width > 0.5 && r.height > 0.5);
    if (boxes.length) texts.push({ e, nodes, boxes, whole, clip });
  }
  // text and controls, the visible content of all elements
  const leaves = [
    ...texts.map((t) => ({ e: t.e, rects: t.boxes })),
    ...all.filter((e) => e.matches("input, select, textarea, img, svg, canvas, video, button, iframe, progress, meter, hr, [role=img], [role=grid], .board, .board-frame")).map((e) => ({ e, rects: [rect(e)] })),
  ];
  const within = new Map();
  for (const l of leaves)
    for (let x = l.e; x; x = x.parentElement) {
      if (!within.has(x)) within.set(x, []);
      within.get(x).push(l);
    }
  const leavesOf = (e) => within.get(e) ?? [];

  // ---------- 1  text columns that are too narrow · broken words

  for (const { e, nodes, boxes } of texts) {
    const s = css(e);
    if (inDrawing(e) || s.writingMode !== "horizontal-tb") continue;
    const lines = bands(boxes).length;
    if (lines < 2) continue;
    let block = e;
    while (block.parentElement && /^(inline|contents)$/.test(css(block).display)) block = block.parentElement;
    const text = block.innerText?.replace(/\s+/g, " ").trim() ?? "";
    const bs = css(block);
    const wide = rect(block).width - parseFloat(bs.paddingLeft) - parseFloat(bs.paddingRight);
    const em = ch(e);
    let around = block.parentElement;
    while (around.parentElement && rect(around).width < rect(block).width + 3 * em && !around.matches("main, body")) around = around.parentElement;
    const room = rect(around).width;
    const wrapped = boxes.length && Math.max(...boxes.map((b) => b.right)) - Math.min(...boxes.map((b) => b.left));
    if (wide < SQUEEZED * em && lines >= 3 && text.length > 2 * SQUEEZED && room > ROOMY * em)
      report("squeezed", block, `${round(wide / em)}ch in ${lines} lines, ${round(room / em)}ch around it`);
    else if (lines >= 4 && text.length / lines < 9 && wrapped < 10 * em && room > 3 * ROOMY * em)
      report("squeezed", block, `${lines} lines of ${round(text.length / lines)} letters, ${round(room / em)}ch around it`);
    if (s.hyphens === "auto") continue;
    for (const node of nodes) {
      const d = node.data;
      if (d.length > 600) continue;
      const range = document.createRange();
      const words = d.matchAll(/[\p{L}\p{N}]{2,}/gu);
      for (const m of words) {
        if (m[0].length > 18) continue; // on a phone, no column fits every name
        range.setStart(node, m.index);
        range.setEnd(node, m.index + m[0].length);
        const rs = [...range.getClientRects()].filter((r) => r.width > 0.5);
        if (bands(rs).length > 1 && !/[@/._]/.test(d[m.index - 1] ?? "") && !/[@/._]/.test(d[m.index + m[0].length] ?? "")) {
          report("broken-word", e, `“${m[0]}” (${Math.round(textWidth(e, m[0]))} px) in ${Math.round(wide)} px`, rs[0]);
          break;
        }
      }
    }
  }

  // ---------- 2  text that is cut off or outside its box

  for (const e of all) {
    if (inDrawing(e) || e.matches("html, body, input, select, textarea, option, svg")) continue;
    const s = css(e);
    if (s.display === "inline" || s.display === "contents") continue;
    const hides = (v) => v === "hidden" || v === "clip";
    if (hides(s.overflowX) && e.scrollWidth > e.clientWidth + CLIP && e.textContent.trim() && e.clientWidth > 2)
      report("clipped", e, `${e.scrollWidth} px in ${e.clientWidth}${s.textOverflow === "ellipsis" ? ", with an ellipsis" + (e.title || e.closest("[title]") ? " and a title" : " and no title") : ""}`);
    if (hides(s.overflowY) && e.scrollHeight > e.clientHeight + 3 && e.textContent.trim() && e.clientHeight > 2 && s.webkitLineClamp === "none")
      report("clipped", e, `${e.scrollHeight} px high in ${e.clientHeight}`);
  }
  for (const select of all.filter((e) => e.matches("select:not([multiple]), input[type=text], input:not([type]), input[type=search], input[type=email], input[type=url]"))) {
    if (select.tagName === "SELECT" && select.size > 1) continue;
    const text = select.matches("select") ? select.selectedOptions[0]?.text.trim() ?? "" : select.value || select.placeholder || "";
    const s = css(select);
    const room = select.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight);
    const needed = textWidth(select, text);
    if (text && needed > room + (select.matches("select") ? 2 : 6) && (select.matches("select") || !select.value))
      report("clipped", select, `${select.value && !select.matches("select") ? "value" : select.matches("select") ? "choice" : "placeholder"} of ${Math.round(needed)} px in ${Math.round(room)}`, rect(select), text);
  }
  for (const { e, boxes } of texts) {
    if (inDrawing(e) || scrollParent(e)) continue;
    const right = Math.max(...boxes.map((b) => b.right));
    const left = Math.min(...boxes.map((b) => b.left));
    for (let x = e; x && x !== document.body; x = x.parentElement) {
      const s = css(x);
      if (s.display === "inline" || s.display === "contents") continue;
      const r = rect(x);
      const hasEdge = x === e || s.borderRightWidth !== "0px" || !/rgba\(0, 0, 0, 0\)|transparent/.test(s.backgroundColor);
      if (hasEdge && (right > r.right + CLIP || left < r.left - CLIP) && r.width > 2) {
        report("spilled", e, `text ${Math.round(left)}–${Math.round(right)}, ${x === e ? "its box" : selectorFor(x)} ${Math.round(r.left)}–${Math.round(r.right)}`);
        break;
      }
      if (/absolute|fixed/.test(s.position)) break;
    }
  }

  // bordered boxes that are wider than their container
  for (const e of all) {
    const s = css(e);
    const up = e.parentElement;
    if (!up || inDrawing(e) || scrollParent(up) || !/^(static|relative)$/.test(s.position) || s.display === "inline" || /inline|contents/.test(css(up).display)) continue;
    if (s.borderRightWidth === "0px" || s.borderLeftWidth === "0px" || e.matches("td, th, tr, table")) continue;
    const over = rect(e).right - rect(up).right;
    if (over > CLIP && parseFloat(s.marginRight) >= 0 && parseFloat(s.marginLeft) >= 0 && s.transform === "none" && rect(up).width > 20)
      report("spilled", e, `its box goes ${Math.round(over)} px beyond ${selectorFor(up)}`);
  }

  // ---------- 3  overlapping texts, controls and boxes

  {
    const boxes = [];
    for (const t of texts) {
      if (inDrawing(t.e)) continue;
      const size = parseFloat(css(t.e).fontSize);
      for (const b of t.boxes) {
        const trim = Math.max(0, (b.height - size * 0.95) / 2); // the height of the letters without the line spacing
        boxes.push({ e: t.e, b: { ...b, left: b.left, right: b.right, top: b.top + trim, bottom: b.bottom - trim, width: b.width, height: b.height - 2 * trim }, text: true });
      }
    }
    for (const e of all) if (e.matches("button, input:not([type=hidden]), select, textarea, img") && !inDrawing(e)) boxes.push({ e, b: rect(e), text: false });
    const cells = new Map();
    const reported = new Set();
    boxes.forEach((x, i) => {
      for (let row = Math.floor(x.b.top / 60); row <= Math.floor(x.b.bottom / 60); row++) {
        for (const j of cells.get(row) ?? []) {
          const y = boxes[j];
          if (x.e === y.e || x.e.contains(y.e) || y.e.contains(x.e)) continue;
          if (!x.text && !y.text && !(isControl(x.e) && isControl(y.e))) continue;
          const dx = Math.min(x.b.right, y.b.right) - Math.max(x.b.left, y.b.left);
          const dy = Math.min(x.b.bottom, y.b.bottom) - Math.max(x.b.top, y.b.top);
          const most = Math.min(x.b.height, y.b.height);
          if (dx <= OVERLAP || dy <= OVERLAP || dy < most * 0.3) continue;
          if (positionedAncestor(x.e) !== positionedAncestor(y.e) && [positionedAncestor(x.e), positionedAncestor(y.e)].some((l) => l && /fixed|sticky/.test(css(l).position))) continue;
          if (x.e.closest("dialog, [popover], .menu-panel") !== y.e.closest("dialog, [popover], .menu-panel")) continue;
          const key = selectorFor(x.e) + selectorFor(y.e);
          if (reported.has(key)) continue;
          reported.add(key);
          report("overlap", x.e, `${Math.round(dx)}×${Math.round(dy)} px shared with ${selectorFor(y.e)} “${(y.e.innerText ?? "").slice(0, 30)}”`, x.b);
        }
        if (!cells.has(row)) cells.set(row, []);
        cells.get(row).push(i);
      }
    });
  }

  // overlapping siblings
  for (const up of all) {
    if (up.children.length < 2 || up.children.length > 80 || inDrawing(up)) continue;
    const kids = [...up.children].filter((c) => {
      if (!visible(c)) return false;
      const s = css(c);
      return (
        /^(static|relative)$/.test(s.position) && s.display !== "contents" && s.display !== "inline" && s.transform === "none" &&
        !(parseFloat(s.marginLeft) < 0 || parseFloat(s.marginTop) < 0 || parseFloat(s.marginRight) < 0 || parseFloat(s.marginBottom) < 0) &&
        (s.borderTopWidth !== "0px" || !/rgba\(0, 0, 0, 0\)|transparent/.test(s.backgroundColor))
      );
    });
    for (let i = 0; i + 1 < kids.length; i++) {
      for (const y of kids.slice(i + 1, i + 8)) {
        const [p, q] = [rect(kids[i]), rect(y)];
        const dx = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const dy = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (dx > OVERLAP && dy > OVERLAP && dx < Math.min(p.width, q.width) - 1) {
          report("overlap", kids[i], `its box lies ${Math.round(dx)}×${Math.round(dy)} px on that of “${(y.innerText ?? "").trim().slice(0, 24)}”`);
          break;
        }
      }
    }
  }

  // ---------- 4  single controls on the last line of a row

  for (const list of all) {
    if (list.children.length < 4 || inDrawing(list) || list.matches("select, datalist, form, main")) continue;
    const rows = [...list.children].filter((row) => row.matches("li, tr, [role=row]") && visible(row) && rect(row).width >= 480);
    const shapes = rows.map((row) => bands(leavesOf(row).flatMap((l) => l.rects.map((r) => ({ left: r.left, right: r.right, top: r.top, bottom: r.bottom, e: l.e }))), 3));
    rows.forEach((row, i) => {
      if (shapes[i].length < 2) return;
      const es = [...new Set(shapes[i].at(-1).items.map((x) => x.e))];
      const top = es.filter((e) => !es.some((y) => y !== e && y.contains(e)));
      const control = top[0]?.closest("button, a, summary") ?? top[0];
      if (top.length !== 1 || !control || !isControl(control) || rect(control).width > rect(row).width * 0.3) return;
      if (!leavesOf(row).some((l) => !l.e.closest("a, button, summary, label") && texts.some((t) => t.e === l.e))) return; // only links
      if (shapes.some((b) => b.length < shapes[i].length)) report("alone", control, `alone on the last line of a row ${Math.round(rect(row).height)} px high; other rows have fewer lines`);
    });
  }

  // ---------- 5  pages that scroll sideways

  const scroller = document.scrollingElement;
  const isClipped = [document.documentElement, document.body].some((e) => /hidden|clip/.test(css(e).overflowX));
  if (scroller.scrollWidth > scroller.clientWidth + 1 && isClipped) {
    const out = texts.filter((t) => !inDrawing(t.e) && Math.max(...t.boxes.map((b) => b.right)) > W + CLIP && Math.min(...t.boxes.map((b) => b.left)) < W * 3);
    if (out.length) report("sideways", out[0].e, `out of the window, and nothing scrolls: ${out.length} texts, as far as ${Math.round(Math.max(...out.flatMap((t) => t.boxes.map((b) => b.right))))} px of ${W}`);
  } else if (scroller.scrollWidth > scroller.clientWidth + 1) {
    const out = all.filter((e) => rect(e).right > W + 1 && !scrollParent(e.parentElement ?? e) && css(e).position !== "fixed");
    const first = out.find((e) => ![...e.children].some((c) => out.includes(c))) ?? document.body;
    report("sideways", first, `the page is ${scroller.scrollWidth} px wide in a window of ${scroller.clientWidth}`);
  }

  return findings;
}
