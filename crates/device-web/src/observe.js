// Runs in an isolated world of every document, before the page's own scripts: it reads the page and never changes it.
// `autorpa.snapshot()` lists what is visible; `autorpa.aim(i)` says where to click the i-th of them.
(() => {
  if (globalThis.autorpa) return;
  const NAMED = {
    aliceblue: "f0f8ff", antiquewhite: "faebd7", aquamarine: "7fffd4", azure: "f0ffff", beige: "f5f5dc", bisque: "ffe4c4",
    black: "000000", blanchedalmond: "ffebcd", blue: "0000ff", blueviolet: "8a2be2", brown: "a52a2a", burlywood: "deb887",
    cadetblue: "5f9ea0", chartreuse: "7fff00", chocolate: "d2691e", coral: "ff7f50", cornflowerblue: "6495ed",
    cornsilk: "fff8dc", crimson: "dc143c", cyan: "00ffff", darkblue: "00008b", darkcyan: "008b8b", darkgoldenrod: "b8860b",
    darkgray: "a9a9a9", darkgreen: "006400", darkkhaki: "bdb76b", darkmagenta: "8b008b", darkolivegreen: "556b2f",
    darkorange: "ff8c00", darkorchid: "9932cc", darkred: "8b0000", darksalmon: "e9967a", darkseagreen: "8fbc8f",
    darkslateblue: "483d8b", darkslategray: "2f4f4f", darkturquoise: "00ced1", darkviolet: "9400d3", deeppink: "ff1493",
    deepskyblue: "00bfff", dimgray: "696969", dodgerblue: "1e90ff", firebrick: "b22222", floralwhite: "fffaf0",
    forestgreen: "228b22", gainsboro: "dcdcdc", ghostwhite: "f8f8ff", gold: "ffd700", goldenrod: "daa520", gray: "808080",
    green: "008000", greenyellow: "adff2f", honeydew: "f0fff0", hotpink: "ff69b4", indianred: "cd5c5c", indigo: "4b0082",
    ivory: "fffff0", khaki: "f0e68c", lavender: "e6e6fa", lavenderblush: "fff0f5", lawngreen: "7cfc00",
    lemonchiffon: "fffacd", lightblue: "add8e6", lightcoral: "f08080", lightcyan: "e0ffff", lightgoldenrodyellow: "fafad2",
    lightgray: "d3d3d3", lightgreen: "90ee90", lightpink: "ffb6c1", lightsalmon: "ffa07a", lightseagreen: "20b2aa",
    lightskyblue: "87cefa", lightslategray: "778899", lightsteelblue: "b0c4de", lightyellow: "ffffe0", lime: "00ff00",
    limegreen: "32cd32", linen: "faf0e6", magenta: "ff00ff", maroon: "800000", mediumaquamarine: "66cdaa",
    mediumblue: "0000cd", mediumorchid: "ba55d3", mediumpurple: "9370db", mediumseagreen: "3cb371",
    mediumslateblue: "7b68ee", mediumspringgreen: "00fa9a", mediumturquoise: "48d1cc", mediumvioletred: "c71585",
    midnightblue: "191970", mintcream: "f5fffa", mistyrose: "ffe4e1", moccasin: "ffe4b5", navajowhite: "ffdead",
    navy: "000080", oldlace: "fdf5e6", olive: "808000", olivedrab: "6b8e23", orange: "ffa500", orangered: "ff4500",
    orchid: "da70d6", palegoldenrod: "eee8aa", palegreen: "98fb98", paleturquoise: "afeeee", palevioletred: "db7093",
    papayawhip: "ffefd5", peachpuff: "ffdab9", peru: "cd853f", pink: "ffc0cb", plum: "dda0dd", powderblue: "b0e0e6",
    purple: "800080", rebeccapurple: "663399", red: "ff0000", rosybrown: "bc8f8f", royalblue: "4169e1",
    saddlebrown: "8b4513", salmon: "fa8072", sandybrown: "f4a460", seagreen: "2e8b57", seashell: "fff5ee", sienna: "a0522d",
    silver: "c0c0c0", skyblue: "87ceeb", slateblue: "6a5acd", slategray: "708090", snow: "fffafa", springgreen: "00ff7f",
    steelblue: "4682b4", tan: "d2b48c", teal: "008080", thistle: "d8bfd8", tomato: "ff6347", turquoise: "40e0d0",
    violet: "ee82ee", wheat: "f5deb3", white: "ffffff", whitesmoke: "f5f5f5", yellow: "ffff00", yellowgreen: "9acd32",
  };
  const BY_HEX = Object.fromEntries(Object.entries(NAMED).map(([name, hex]) => [hex, name]));
  const SPELLED = /\b(aqua|fuchsia|grey|dark(slate)?grey|dimgrey|light(slate)?grey|slategrey)\b/;
  const INLINE = new Set("SPAN B I EM STRONG U SMALL BIG MARK FONT BR CODE SUB SUP WBR ABBR KBD Q S TIME TT CITE VAR SAMP DEL INS BDI BDO".split(" "));
  const PLAIN = new Set("B I EM STRONG U SMALL BIG MARK FONT BR CODE SUB SUP WBR".split(" "));
  const SKIP = new Set("SCRIPT STYLE HEAD META LINK TITLE TEMPLATE NOSCRIPT BR WBR OPTGROUP DATALIST PARAM SOURCE TRACK BASE defs clipPath mask marker metadata style title desc symbol linearGradient radialGradient filter pattern".split(" "));
  const SHAPES = new Set("circle ellipse rect polygon polyline line path text image use".split(" "));
  const ACTIVE = new Set("button link tab menuitem menuitemcheckbox menuitemradio option checkbox radio switch treeitem slider spinbutton textbox combobox searchbox".split(" "));
  const READ_WHOLE = new Set("button link tab menuitem menuitemcheckbox menuitemradio option checkbox radio switch treeitem heading".split(" "));
  // Whatever in them is pressed, they are.
  const TICKED = new Set("checkbox radio switch menuitemcheckbox menuitemradio".split(" "));
  const LABELLED = new Set("checkbox radio switch textbox combobox slider spinbutton".split(" "));
  const CELLS = new Set("cell gridcell rowheader columnheader".split(" "));
  const TYPED = new Set("text search email tel url password number date time month week datetime-local".split(" "));
  const PRESSED = new Set("button submit reset image".split(" "));
  const LIMIT = 60000;
  // Places among siblings are told up to this one.
  const LAST = 65535;

  const HTML = "http://www.w3.org/1999/xhtml";
  const norm = (text) => (text || "").replace(/[\s\u00a0\u200b]+/g, " ").trim();
  const view = (el) => el.ownerDocument.defaultView || window;
  const style = (el) => view(el).getComputedStyle(el);
  const tag = (el) => el.localName;
  const attr = (el, name) => { const it = el.getAttribute(name); return it === null ? "" : norm(it); };
  const inputType = (el) => (el.localName === "input" ? el.type : "");
  const isList = (el) => el.localName === "select" && (el.multiple || el.size > 1);
  // Closed shadow roots that were made known, by their hosts.
  const closed = new WeakMap();
  const rootOf = (el) => el.shadowRoot || closed.get(el) || null;
  const kids = (el) => {
    const root = rootOf(el);
    if (root) return [...root.children];
    if (el.localName === "slot") { const it = el.assignedElements(); if (it.length) return it; }
    return el.children;
  };
  const up = (node) => node.assignedSlot || node.parentNode || null;
  const parentOf = (node) => {
    const it = up(node);
    if (!it) return null;
    if (it instanceof ShadowRoot || it.nodeType === 11) return it.host || null;
    return it.nodeType === 1 ? it : null;
  };
  const inside = (node, el) => { for (let it = node; it; it = parentOf(it)) if (it === el) return true; return false; };
  const frameDocument = (el) => {
    if (el.localName !== "iframe" && el.localName !== "frame") return null;
    try { return el.contentDocument || (el.contentWindow && el.contentWindow.document) || null; } catch { return null; }
  };

  let hidden = "";
  // Whose values are told to nobody.
  let secret = () => false;
  // Whether what is pressed comes from us alone.
  let acting = true;
  // Whether a person acts, and we only hear it.
  let onlyListens = false;
  let nodes = [];
  let boxes = [];
  let places = [];
  let frames = [];
  let pending = [];
  const styled = new Set();
  let lastStyle = 0;
  let changes = 0;

  const watch = new MutationObserver((records) => {
    changes += records.length;
    for (const it of records) if (it.type === "attributes" && it.attributeName === "style") { styled.add(it.target); lastStyle = performance.now(); }
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  const role = (el) => {
    const given = attr(el, "role").split(" ")[0];
    if (given) return given;
    switch (el.localName) {
      case "a": return el.hasAttribute("href") ? "link" : "";
      case "button": return "button";
      case "summary": return "button";
      case "textarea": return "textbox";
      case "select": return isList(el) ? "listbox" : "combobox";
      case "option": return "option";
      case "img": return "img";
      case "li": return "listitem";
      case "ul": case "ol": return "list";
      case "table": return "table";
      case "tr": return "row";
      case "td": return "cell";
      case "th": return "columnheader";
      case "dialog": return "dialog";
      case "progress": return "progressbar";
      case "meter": return "meter";
      case "h1": case "h2": case "h3": case "h4": case "h5": case "h6": return "heading";
      case "input": {
        const type = el.type;
        if (PRESSED.has(type)) return "button";
        if (type === "checkbox" || type === "radio") return type;
        if (type === "range") return "slider";
        if (type === "number") return "spinbutton";
        if (el.hasAttribute("list")) return "combobox";
        if (type === "search") return "searchbox";
        return TYPED.has(type) ? "textbox" : "";
      }
      default: return el.isContentEditable && !(el.parentElement && el.parentElement.isContentEditable) ? "textbox" : "";
    }
  };
  // A part of a date or time that a page has made itself: it holds a number, and takes it key by key.
  const PART = "[role=spinbutton]:not(input)";
  const editable = (el) =>
    (el.localName === "input" && TYPED.has(el.type)) || el.localName === "textarea" ||
    (el.isContentEditable && (el.matches(PART) || (!(el.parentElement && el.parentElement.isContentEditable) && !el.querySelector(PART))));

  const cased = (text, css) =>
    css.textTransform === "uppercase" ? text.toUpperCase() : css.textTransform === "lowercase" ? text.toLowerCase() : text;
  // What is said when the pointer stays on a control that alone is in what says it.
  const titleAround = (el) => {
    const around = [el.parentElement, el.parentElement && el.parentElement.parentElement];
    for (const it of around) {
      if (!it || it.childElementCount !== 1 || norm(it.textContent)) return "";
      if (attr(it, "title")) return attr(it, "title");
    }
    return "";
  };
  const plainInline = (el) => PLAIN.has(el.tagName) && !el.id && !el.className && !el.title && !el.onclick;
  const ownText = (el, css) => {
    let text = "";
    if (isSign(el)) return text;
    const read = (node) => {
      for (const it of node.childNodes) {
        if (it.nodeType === 3) text += it.data;
        else if (it.nodeType === 1 && plainInline(it)) { text += it.tagName === "BR" ? " " : ""; read(it); }
        else text += " ";
      }
    };
    read(el);
    return cased(norm(text), css);
  };
  // A sign of an icon font is written as a word (`arrow_upward`), and nobody sees that word.
  const SIGNS = "[class*='icon' i],[class*='symbol' i]";
  const isSign = (el) => !el.children.length && el.namespaceURI === HTML && el.matches(SIGNS) && /^\w+$/.test(norm(el.textContent)) && /icons?\b|symbols?\b/i.test(style(el).fontFamily.split(",")[0]);
  const signIn = (el) => (el.matches(SIGNS) && isSign(el) ? el : [...el.querySelectorAll(SIGNS)].find(isSign) || null);
  // What text an element has but for such signs.
  const without = (el, read) => {
    if (isSign(el)) return "";
    if (!signIn(el)) return read(el);
    const piece = (it) => (it.nodeType === 3 ? it.data : it.nodeType !== 1 || SKIP.has(it.tagName) ? "" : INLINE.has(it.tagName) ? without(it, read) : ` ${without(it, read)} `);
    return [...el.childNodes].map(piece).join("");
  };
  const leafish = (el) => {
    if (rootOf(el)) return false;
    for (const it of el.querySelectorAll("*")) if (!INLINE.has(it.tagName) || it.tabIndex >= 0) return false;
    return true;
  };
  const whole = (el) => norm(without(el, (it) => (it.namespaceURI === HTML && it.innerText !== undefined ? it.innerText : it.textContent)));
  const content = (el) => without(el, (it) => it.textContent);
  // Whether the page keeps the line breaks of a text, and it has some.
  const inLines = (el, css) => /^(pre|break)/.test(css.whiteSpace) && el.textContent.trim().includes("\n") && ![...el.querySelectorAll("*")].some(isSign);
  // The text of an editor or of what keeps line breaks, a line for each that it shows. What ends a block, or fills one that is
  // empty, breaks no line.
  const lines = (el) => {
    const all = [];
    let line = null;
    const end = () => { if (line) all.push(norm(line)); line = null; };
    const read = (node) => {
      const kept = /^(pre|break)/.test(view(node).getComputedStyle(node).whiteSpace);
      for (const it of node.childNodes) {
        if (it.nodeType === 3) {
          const parts = kept ? it.data.split("\n") : [it.data];
          parts.forEach((part, i) => { if (i) { all.push(norm(line)); line = null; } if (norm(part) || line) line = (line || "") + part; });
        } else if (it.localName === "br") {
          all.push(norm(line));
          line = null;
        } else if (it.nodeType === 1) {
          const display = view(it).getComputedStyle(it).display;
          const block = !/^(inline|contents|none)/.test(display);
          if (block) end();
          if (display !== "none") read(it);
          if (block) end();
        }
      }
    };
    read(el);
    end();
    return all.join("\n");
  };

  const byIds = (el, name) => {
    const ids = attr(el, name);
    if (!ids) return "";
    const root = el.getRootNode();
    // A list that is named by its label and by itself shows its value there: that is no name.
    const others = ids.split(" ").filter((id) => id !== el.id);
    return norm((others.length ? others : [el.id]).map((id) => { const it = root.getElementById && root.getElementById(id); return it ? content(it) : ""; }).join(" "));
  };
  // Whether something shows, and where: what has no box of its own is where its content is.
  const isBoxless = (el) => el.nodeType === 1 && style(el).display === "contents";
  // Whether it can be seen, as far as its own style and that of what it stands in say.
  const isVisible = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isShown = (el) => el.checkVisibility() || (isBoxless(el) && [...el.children].some(isShown));
  const placeOf = (el) => {
    if (!isBoxless(el)) return el.getBoundingClientRect();
    const range = el.ownerDocument.createRange();
    range.selectNodeContents(el);
    return range.getBoundingClientRect();
  };
  // What takes a value or a press.
  const TAKES = "input,select,textarea,button," + [...LABELLED].map((it) => `[role=${it}]`).join(",");
  // Text beside a field: what stands directly before or after it in its own row.
  const beside = (el, step) => {
    for (let it = el[step]; it; it = it[step]) {
      if (it.nodeType === 3) { const text = norm(it.data); if (text) return text; continue; }
      if (it.nodeType !== 1 || it.localName === "br") return "";
      if (it.matches("a," + TAKES) || it.querySelector(TAKES)) return "";
      const text = isShown(it) ? whole(it) : "";
      if (text) return text;
    }
    return "";
  };
  // Boxes that a page puts around one field.
  const AROUND_FIELD = 7;
  // From the third on they are drawn as the field, and what stands above them is near them.
  const FAR = 3;
  // Whether a box has a like one with a field beside it: what such a box shows besides its field is the field's name.
  const isRepeated = (box) => !!box && [box.previousElementSibling, box.nextElementSibling].some((it) => it && it.localName === box.localName
    && (box.classList.length ? [...box.classList].some((name) => it.classList.contains(name)) : !it.classList.length) && it.querySelector(TAKES));
  // Whether the nearest element in front stands on the left of the field or right above it; of the box that is drawn as the field,
  // where that has more around it, or is one of many.
  const adjoins = (it, field, level) => {
    let front = it.previousElementSibling;
    while (front && !(isShown(front) && whole(front))) front = front.previousElementSibling;
    if (!front) return false;
    const own = level < FAR && !isRepeated(it.parentElement);
    const a = placeOf(front), b = (own ? field : it).getBoundingClientRect();
    const row = Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
    return row ? b.left - a.right < 40 : b.top - a.bottom > -2 && b.top - a.bottom < (own ? 9 : 12);
  };
  // A widget that a script has put behind a control of the page stands in its place: the control itself is not seen.
  const replaced = (el) => {
    for (let it = el, level = 0; it && level < 3; it = it.parentElement, level++) {
      const front = it.previousElementSibling;
      if (!front || !/^(select|input|textarea)$/.test(front.localName) || front.type === "hidden") continue;
      const r = front.getBoundingClientRect();
      return r.width > 1 && r.height > 1 && front.checkVisibility() ? null : front;
    }
    return null;
  };
  const isHeading = (el) => !!el && el.matches("h1,h2,h3,h4,h5,h6,[role=heading]");
  const labelOf = (el) => {
    const named = byIds(el, "aria-labelledby");
    // What it shows itself says what was chosen, not what for.
    if (named && !(named === whole(el) && el.localName !== "input")) return named;
    if (!el.labels && !attr(el, "aria-label")) {
      const control = replaced(el);
      if (control) return labelOf(control);
    }
    if (el.labels && el.labels.length) {
      const text = norm([...el.labels].map((it) => {
        // A label that wraps a field shows the field's own text too: only what stands beside it counts.
        let own = "";
        const read = (node) => { for (const k of node.childNodes) { if (k.nodeType === 3) own += k.data; else if (k.nodeType === 1 && !k.matches("select,textarea,input,button") && !isSign(k)) read(k); } };
        read(it);
        return own;
      }).join(" "));
      // A label around a list shows what is chosen as well: the list's own name is what for.
      const own = attr(el, "aria-label");
      if (own && text.startsWith(own) && [...el.labels].some((it) => it.contains(el))) return own;
      if (text) return text;
    }
    const type = inputType(el);
    if (type === "checkbox" || type === "radio") return beside(el, "nextSibling") || beside(el, "previousSibling");
    const given = type || attr(el, "aria-label") ? "" : role(el);
    if (el.localName === "select" || el.localName === "textarea" || TYPED.has(type) || (LABELLED.has(given) && given !== "radio")) {
      // What stands in front of it, also where the field has a box or a table cell of its own.
      // What says something itself is called by what stands around it only where it has boxes of its own.
      const alone = given && norm(content(el)) ? 1 : 0;
      for (let it = alone ? el.parentElement : el, level = alone; it && level < AROUND_FIELD; it = it.parentElement, level++) {
        if (level && (it.querySelectorAll(TAKES).length > 1 || /^(body|form|fieldset)$/.test(it.localName))) break;
        const text = beside(it, "previousSibling");
        // The heading of a card is no name of the only field in it.
        if (text) return text.length <= 60 && (!level || (adjoins(it, el, level) && !(level >= FAR && isHeading(it.previousElementSibling)))) ? text : "";
      }
    }
    return "";
  };
  // Which columns a cell or a head takes, counted from 0; none where a cell reaches over rows, which moves those behind it.
  const columnsTaken = (cell) => {
    const given = parseInt(attr(cell, "aria-colindex"), 10);
    let at = 0;
    for (let it = cell.previousElementSibling; it; it = it.previousElementSibling) at += it.colSpan || 1;
    return { from: given > 0 ? given - 1 : at, width: cell.colSpan || 1 };
  };
  // The heads of a table, and what they say by their columns: the last row of its head, or a first row that has nothing but heads.
  const headsOf = (table) => {
    const html = table.localName === "table" && !attr(table, "role");
    if (html && table.querySelector("[rowspan]:not([rowspan='1'])")) return { names: [] };
    let cells = [];
    if (html) {
      const row = table.tHead && table.tHead.rows.length ? table.tHead.rows[table.tHead.rows.length - 1] : table.rows[0];
      if (row && (row.parentElement === table.tHead || [...row.cells].every((it) => it.localName === "th"))) cells = [...row.cells];
    } else {
      cells = [...table.querySelectorAll("[role=columnheader]")];
    }
    const all = [];
    // What a head says beside its name (the rank in the sorting, a sign for its direction) is on a line of its own.
    // Where it is pressed to sort by, that says the name, and not how many rows there are.
    const longest = (it) => without(it, (part) => part.innerText || part.textContent).split("\n").map(norm).reduce((a, b) => (b.length > a.length ? b : a), "");
    const named = (it) => {
      const sorts = [...it.querySelectorAll("a,button,[role=button]")].map(whole).filter((text) => /\p{L}/u.test(text));
      const line = longest(it);
      return sorts.length === 1 && line.startsWith(sorts[0]) ? sorts[0] : line;
    };
    for (const it of cells) { const text = named(it), at = columnsTaken(it); if (text && text.length <= 60) for (let k = 0; k < at.width; k++) all[at.from + k] = text; }
    return { names: all, cells: new Set(cells) };
  };
  // The head of the column that a cell stands in; "" where there is none. The heads of each table are read once.
  const columnOf = (cell, known) => {
    const html = (cell.localName === "td" || cell.localName === "th") && !attr(cell, "role");
    const table = cell.closest(html ? "table" : "[role=table],[role=grid],[role=treegrid]");
    if (!table) return "";
    if (!known.has(table)) known.set(table, headsOf(table));
    const heads = known.get(table), at = columnsTaken(cell);
    return (heads.names.length && at.width === 1 && !cell.closest("thead") && !heads.cells.has(cell) && heads.names[at.from]) || "";
  };
  // What names a value in front of it: the term of a description, the head of a cell's row.
  const headOf = (el) => {
    const head = el.localName === "dd" ? "dt" : el.localName === "td" ? "th" : "";
    if (!head) return "";
    for (let it = el.previousElementSibling; it; it = it.previousElementSibling) {
      if (it.localName === head) { const text = whole(it); return text.length <= 60 ? text : ""; }
    }
    return "";
  };
  // What an entry of a menu or a tab is called that shows how many things it leads to: without the number, which is another one next time.
  const LEADS = "nav,[role=navigation],[role=tablist],[role=menu],[role=menubar]";
  const COUNT = /(^|[-_ ])(badge|count|counter)([-_ ]|$)/i;
  const nameBesideCount = (el, text) => {
    if (!/\d\+?\)?$/.test(text) || !el.closest(LEADS)) return "";
    const counts = [...el.querySelectorAll("*")].filter((it) => !it.childElementCount && COUNT.test(attr(it, "class")) && /^\(?\d[\d.,]*\+?\)?$/.test(norm(it.textContent)));
    const count = counts.length === 1 ? norm(counts[0].textContent) : "";
    return count && text.endsWith(" " + count) ? text.slice(0, -count.length).trim() : "";
  };
  // What stands in the place of something that is still loaded is nothing to act on.
  const isPlaceholder = (el) => /(^|[-_ ])(mui)?(skeleton|shimmer)([-_ ]|$)/i.test(attr(el, "class"));
  // A control in a row that is drawn only while somebody points at the row, and takes a press all the same. A box that a label draws
  // is that label.
  const comesOut = (el, r, css) => {
    const row = el.matches("input[type=checkbox],input[type=radio],button,a[href],[role=button],[role=checkbox]") && el.closest("tr,li,[role=row],[role=listitem]");
    if (!row || !isVisible(row)) return false;
    if (css.pointerEvents === "none" || !el.checkVisibility({ visibilityProperty: true })) return false;
    if ([...(el.labels || [])].some((it) => isVisible(it))) return false;
    const hit = hitAt(el, (r.left + r.right) / 2, (r.top + r.bottom) / 2);
    return !hit || inside(hit, el);
  };
  // A label around a list that says no more than the list shows says what is chosen, and not what for.
  const listLabel = (list, box) => {
    const label = labelOf(list);
    const around = list.labels && [...list.labels].some((it) => it.contains(box));
    return around && label === whole(box) && label !== attr(list, "aria-label") ? "" : label;
  };
  // The state that something with two of them says that it has. Some boxes say it as buttons that stay pressed do.
  const stateOf = (el, given) => (el.hasAttribute("aria-checked") ? attr(el, "aria-checked") || "false" : "") || (/^(checkbox|switch|radio)$/.test(given) ? attr(el, "aria-pressed") : "");
  // What a page says itself that an icon shows: `data-icon="trash"`, `<ion-icon name="trash">`, `<use href="icons.svg#trash">`.
  const ICON_ATTRIBUTES = ["data-icon", "data-lucide", "data-feather", "data-icon-name", "icon-name", "icon"];
  const iconSaid = (el) => {
    const own = ICON_ATTRIBUTES.map((it) => attr(el, it)).find(Boolean);
    if (own) return own;
    if (el.localName.includes("-") && el.localName.includes("icon")) return attr(el, "name");
    if (el.localName === "use") return (attr(el, "href") || attr(el, "xlink:href")).split("#")[1] || "";
    return "";
  };
  const ICON_PARTS = 12;
  const CONTROLS = "input:not([type=hidden],[type=file]),select,textarea";
  // What the page's author calls an icon that has no name: what it shows, else the most telling word of its class.
  const iconName = (el) => {
    const sign = signIn(el);
    if (sign) return norm(sign.textContent);
    const said = [el, ...[...el.querySelectorAll("*")].slice(0, ICON_PARTS)].map(iconSaid).find((it) => /^[\p{L}\p{N}][\p{L}\p{N}_:.-]{0,39}$/u.test(it));
    if (said) return said;
    let it = el;
    while (it.children.length && !norm(it.textContent)) it = it.children[0];
    const words = (attr(it, "class") || attr(el, "class")).split(" ").filter((word) => word && !/(^|-)(hover|active|focus|focused|selected|disabled|state)(-|$)/.test(word));
    return words.reduce((a, b) => (b.length > a.length ? b : a), "");
  };

  const rgb = (css) => {
    const m = /^rgba?\(\s*([\d.]+)[ ,]+([\d.]+)[ ,]+([\d.]+)(?:[ ,/]+([\d.]+))?\)$/.exec(css || "");
    return m && { r: +m[1], g: +m[2], b: +m[3], a: m[4] === undefined ? 1 : +m[4] };
  };
  // The CSS name where there is one, else the hue in one plain word; `hex` is always exact.
  const colour = (css, written) => {
    const c = rgb(css);
    if (!c || c.a < 0.05) return null;
    const hex = [c.r, c.g, c.b].map((it) => Math.round(it).toString(16).padStart(2, "0")).join("");
    const spelled = SPELLED.exec(written || "");
    const name = BY_HEX[hex];
    if (name) return { color: spelled ? spelled[0] : name, hex: "#" + hex };
    const [r, g, b] = [c.r / 255, c.g / 255, c.b / 255];
    const max = Math.max(r, g, b), min = Math.min(r, g, b), d = max - min, light = (max + min) / 2;
    const sat = d === 0 ? 0 : d / (1 - Math.abs(2 * light - 1));
    if (sat < 0.12) return { color: light < 0.2 ? "black" : light > 0.92 ? "white" : "gray", hex: "#" + hex };
    let hue = max === r ? ((g - b) / d) % 6 : max === g ? (b - r) / d + 2 : (r - g) / d + 4;
    hue = (hue * 60 + 360) % 360;
    const words = [[18, "red"], [45, "orange"], [70, "yellow"], [165, "green"], [200, "cyan"], [258, "blue"], [290, "purple"], [335, "pink"], [360, "red"]];
    return { color: words.find(([to]) => hue < to)[1], hex: "#" + hex };
  };

  const shapeOf = (el) => {
    switch (el.localName) {
      case "rect": return "rectangle";
      case "polygon": {
        const n = el.points ? el.points.numberOfItems : 0;
        return { 3: "triangle", 4: "quadrilateral", 5: "pentagon", 6: "hexagon", 7: "heptagon", 8: "octagon" }[n] || "polygon";
      }
      case "text": { const t = norm(el.textContent); return /^\d$/.test(t) ? "digit" : /^\p{L}$/u.test(t) ? "letter" : "text"; }
      default: return el.localName;
    }
  };

  // What boxes of its own kind are placed in: what lies outside of it is cut off by what clips it, and by nothing between.
  const holdsFixed = (css) => css.transform !== "none" || css.filter !== "none" || css.perspective !== "none" || /paint|layout|strict|content/.test(css.contain);
  // What has no box of its own holds and clips nothing.
  const boxless = (css) => css.display === "contents";
  const holds = (css, position) => {
    if (position !== "fixed" && position !== "absolute") return true;
    return !boxless(css) && (holdsFixed(css) || (position === "absolute" && css.position !== "static"));
  };
  const clips = (css) => css.display !== "inline" && !boxless(css) && (css.overflowX !== "visible" || css.overflowY !== "visible");
  const clipOf = (el) => {
    let box = { l: 0, t: 0, r: view(el).innerWidth, b: view(el).innerHeight };
    let position = style(el).position;
    for (let it = parentOf(el); it && it.localName !== "body" && it.localName !== "html"; it = parentOf(it)) {
      const css = style(it);
      if (!holds(css, position)) continue;
      if (clips(css)) {
        const r = it.getBoundingClientRect();
        box = { l: Math.max(box.l, r.left), t: Math.max(box.t, r.top), r: Math.min(box.r, r.right), b: Math.min(box.b, r.bottom) };
      }
      position = css.position;
    }
    return box;
  };
  const hitAt = (el, x, y) => {
    const root = el.ownerDocument;
    let hit = root.elementFromPoint(x, y);
    if (hit && hidden && hit.closest && hit.closest(hidden)) hit = root.elementsFromPoint(x, y).find((it) => !it.closest(hidden)) || null;
    while (hit && rootOf(hit)) {
      const inner = rootOf(hit).elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const opaque = (hit, el) => {
    for (let it = hit; it && !inside(el, it); it = parentOf(it)) {
      if (it.matches("img,canvas,video,input,button,select,textarea")) return true;
      const css = style(it);
      const bg = rgb(css.backgroundColor);
      if ((bg && bg.a > 0.5) || css.backgroundImage !== "none") return true;
    }
    return false;
  };
  const points = (r) => {
    const w = r.r - r.l, h = r.b - r.t;
    return [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.1], [0.9, 0.9], [0.1, 0.9], [0.9, 0.1]].map(([a, b]) => [r.l + w * a, r.t + h * b]);
  };
  const covered = (el, r) => {
    if (r.r - r.l < 1 || r.b - r.t < 1) return false;
    for (const [x, y] of points(r).slice(0, 9)) {
      const hit = hitAt(el, x, y);
      if (!hit || inside(hit, el) || inside(el, hit) || !opaque(hit, el)) return false;
    }
    return true;
  };

  const activeElement = () => {
    let it = document.activeElement;
    for (;;) {
      const root = it && rootOf(it);
      if (root && root.activeElement) it = root.activeElement;
      else { const doc = it && frameDocument(it); if (doc && doc.activeElement) it = doc.activeElement; else return it; }
    }
  };

  // Elements of an author's own that may have a closed shadow root: only the browser knows. Each is asked about once.
  const asked = new WeakSet();
  // Those that are known to have none, or whose root is known.
  const clear = new WeakSet();
  const unknown = (el) => el.nodeType === 1 && el.localName.includes("-") && el.matches(":defined") && !rootOf(el) && !clear.has(el);
  let suspected = [];
  const suspects = (root, found) => {
    for (const el of root.querySelectorAll("*")) {
      const inner = rootOf(el) || frameDocument(el);
      if (inner) suspects(inner, found);
      else if (!asked.has(el) && unknown(el)) found.push(el);
    }
    return found;
  };
  const suspect = () => {
    suspected = suspects(document, []).slice(0, 64);
    for (const it of suspected) asked.add(it);
    return suspected.length;
  };

  // The dialog in front that takes every press, and what else takes them: a box around it or a sheet behind it.
  const modalOf = () => {
    const all = [...document.querySelectorAll("[aria-modal='true'],dialog:modal")].filter((it) => {
      const r = it.getBoundingClientRect();
      return r.width > 1 && r.height > 1 && isVisible(it);
    });
    return all.pop() || null;
  };
  const fillsWindow = (el) => { const r = el.getBoundingClientRect(); return style(el).position === "fixed" && r.width >= innerWidth - 1 && r.height >= innerHeight - 1; };
  const shields = (hit, modal) => {
    if (inside(hit, modal)) return true;
    if (hit.localName === "body" || hit.localName === "html") return false;
    return fillsWindow(hit);
  };
  const behind = (el, r, modal) => {
    if (r.r - r.l < 1 || r.b - r.t < 1) return false;
    return points(r).slice(0, 5).every(([x, y]) => { const hit = hitAt(el, x, y); return hit && !inside(hit, el) && !inside(el, hit) && shields(hit, modal); });
  };

  // A bar that stands fast over a part of the window lies over whatever was scrolled there; it keeps nothing from being used.
  const isBar = (hit, el) => {
    const modal = modalOf();
    if (modal && !inside(el, modal)) return false;
    for (let it = hit; it && !inside(el, it); it = parentOf(it)) {
      if (style(it).position !== "fixed") continue;
      const r = it.getBoundingClientRect();
      return r.width * r.height < 0.5 * innerWidth * innerHeight;
    }
    return false;
  };
  const underBar = (el, r) => { const hit = hitAt(el, (r.l + r.r) / 2, (r.t + r.b) / 2); return !!hit && isBar(hit, el); };

  // Lists of a page's own making: a field stands for them to screen readers and is itself not drawn, or only a cursor wide.
  // The box that is drawn in its place shows what is chosen.
  let standsFor = new Map();
  let fieldIn = new WeakMap();
  const OWN_LISTS = "input[role='combobox'],input[aria-haspopup='listbox']";
  const drawnAs = (field) => {
    for (let it = field.parentElement, level = 0; it && level < 6; it = it.parentElement, level++) {
      if (/^(body|form|fieldset|table|tr|td|th|ul|li|dialog)$/.test(it.localName) || attr(it, "role") === "dialog") return null;
      if ([...it.querySelectorAll("input:not([type='hidden']),select,textarea,button,a[href]")].some((other) => other !== field && attr(other, "aria-hidden") !== "true")) return null;
      const css = style(it), bg = rgb(css.backgroundColor), over = it.parentElement && style(it.parentElement);
      const framed = (parseFloat(css.borderTopWidth) > 0 && css.borderTopStyle !== "none") || (bg && bg.a > 0.05) || css.boxShadow !== "none" || (css.cursor === "pointer" && over && over.cursor !== "pointer");
      const r = it.getBoundingClientRect();
      if (framed && r.width > 20 && r.height > 10) return it;
    }
    return null;
  };
  const readLists = (root) => {
    for (const field of root.querySelectorAll(OWN_LISTS)) {
      const box = drawnAs(field);
      if (!box) continue;
      const r = field.getBoundingClientRect();
      const drawn = r.width > 1 && r.height > 1 && isVisible(field);
      if (drawn) fieldIn.set(box, field); else standsFor.set(box, field);
    }
  };
  // The field that stands for the list in whose box something lies that is nothing to press by itself.
  const listAround = (el) => {
    for (let it = el; it && it.nodeType === 1; it = parentOf(it)) {
      const field = fieldIn.get(it);
      if (field) return field === el ? null : field;
      if (it.matches("button,a[href],input,select,textarea,label,svg,[role='button'],[onclick],[aria-label]")) return null;
    }
    return null;
  };

  // An id that a library has counted up while it drew the page (`:r3:`), or drawn by lot: it is another element's as soon as
  // something else is drawn before.
  const counted = (id) =>
    /(^|[-_.])(:[rR][0-9a-zA-Z]*:|«[rR][0-9a-zA-Z]*»|_[rR]_[0-9a-zA-Z]+_)/.test(id) ||
    id.split(/[^0-9A-Za-z]+/).some((it) => it.length >= 8 && /^[0-9a-f]+$/i.test(it) && /[0-9]/.test(it) && /[a-f]/i.test(it));
  // What stands before the numbers of a library that counts all that it draws (`c5` is a heading, `c7` a button, `c12` a box):
  // one thing more on the page, and each number is another's. Whoever numbers fields or rows by hand numbers nothing else.
  const numbered = new Set();
  const NUMBERED = /^(.*[^0-9])[0-9]+$/;
  const readNumbers = () => {
    const known = new Map();
    for (const el of document.querySelectorAll("[id]")) {
      const it = NUMBERED.exec(el.id);
      if (!it || numbered.has(it[1])) continue;
      const own = known.get(it[1]) || { count: 0, tags: new Set() };
      own.count++;
      own.tags.add(el.localName);
      known.set(it[1], own);
    }
    const has = (tags, names) => names.some((it) => tags.has(it));
    const all = [...known].filter(([, it]) => it.count >= 6 && it.tags.size >= 3 && has(it.tags, ["a", "button", "input", "select", "textarea"]) && has(it.tags, ["div", "span"]));
    for (const [before] of all) numbered.add(before);
  };
  const lasts = (id) => { const it = NUMBERED.exec(id); return !counted(id) && !(it && numbered.has(it[1])); };
  // The box or the radio button of a label that is itself not drawn: the label shows its state.
  const boxOf = (label) => {
    const it = label.control;
    if (!it || !/^(checkbox|radio)$/.test(it.type)) return null;
    const r = it.getBoundingClientRect();
    return r.width > 1 && r.height > 1 && isVisible(it) ? null : it;
  };

  // Room for an entry that is not drawn, in pixels.
  const ROOM = 24;
  // Elements of a list that are looked at for where its entries end.
  const DRAWN = 5000;
  const isPage = (el) => el === (el.ownerDocument.scrollingElement || el.ownerDocument.documentElement);
  // The top and bottom of what can be seen of what scrolls, where it stands in its window.
  const inView = (scroller) => {
    if (isPage(scroller)) return [0, scroller.clientHeight];
    const top = scroller.getBoundingClientRect().top + scroller.clientTop;
    return [top, top + scroller.clientHeight];
  };
  const isDrawn = (el) => el.shadowRoot || closed.has(el) || /^(img|svg|canvas|video|iframe|input|select|textarea|button)$/.test(el.localName)
    || [...el.childNodes].some((it) => it.nodeType === 3 && norm(it.data)) || !/^none$/.test(style(el).backgroundImage);
  // From where to where something is drawn in an element; nothing where nothing is.
  const extent = (el) => {
    let first = Infinity, last = -Infinity;
    const all = el.getElementsByTagName("*");
    for (let i = 0; i < all.length && i < DRAWN; i++) {
      const r = all[i].getBoundingClientRect();
      if (r.height < 1 || (r.top >= first && r.bottom <= last) || !isDrawn(all[i])) continue;
      first = Math.min(first, r.top);
      last = Math.max(last, r.bottom);
    }
    return last < first ? null : [first, last];
  };
  // What has the most children in something: the entries of a list. A browser counts children each time that it is asked.
  const holderIn = (el) => {
    let holder = el, most = el.childElementCount;
    for (const it of el.getElementsByTagName("*")) {
      const count = it.childElementCount;
      if (count > most) [holder, most] = [it, count];
    }
    return holder;
  };
  // How high an entry is, of something that has entries: some alike, one below the other.
  const entryIn = (el) => {
    const all = [...holderIn(el).children].map((it) => [it.localName, it.getBoundingClientRect().height]).filter(([, height]) => height > 1);
    const tags = all.map(([name]) => name).sort(), most = tags[Math.floor(tags.length / 2)];
    const heights = all.filter(([name]) => name === most).map(([, height]) => height).sort((a, b) => a - b);
    return heights.length >= 3 && heights.length * 4 >= all.length * 3 ? heights[Math.floor(heights.length / 2)] : 0;
  };
  // Whether a list draws only the entries near what is in view, as libraries do with long ones. Those that are not drawn have
  // room out of view, by a size that a script has set: on what holds the entries, or on something empty before or after them.
  // Or the list says itself how many it has.
  const isWindowed = (scroller) => {
    const [top, bottom] = inView(scroller);
    const has = (el, rows) => { const it = Number(attr(el, "aria-rowcount")); return it < 0 || it > rows; };
    const grids = [...scroller.querySelectorAll("[aria-rowcount]"), scroller.closest("[aria-rowcount]")];
    if (grids.some((it) => it && has(it, it.querySelectorAll("[role='row'],tr").length))) return true;
    const entries = scroller.querySelectorAll("[aria-setsize]");
    if ([...entries].some((it) => Number(attr(it, "aria-setsize")) < 0 || Number(attr(it, "aria-setsize")) > entries.length)) return true;
    for (const el of scroller.querySelectorAll("[style*='height'],[style*='padding']")) {
      const own = el.style;
      if (![own.height, own.minHeight, own.paddingTop, own.paddingBottom].some((it) => /px$/.test(it) && parseFloat(it) >= ROOM)) continue;
      const box = el.getBoundingClientRect();
      if (box.height < ROOM || (box.top >= top - ROOM && box.bottom <= bottom + ROOM)) continue;
      const drawn = extent(el);
      if (!drawn) {
        // Something empty, before all entries or behind them.
        const outermost = !el.previousElementSibling || !el.nextElementSibling;
        const entry = outermost && el.parentElement && Math.max(entryIn(el.parentElement), ...[el.previousElementSibling, el.nextElementSibling].map((it) => (it ? entryIn(it) : 0)));
        if (entry && !isDrawn(el) && box.height >= entry && (box.top >= bottom - ROOM || box.bottom <= top + ROOM)) return true;
      } else {
        const [first, last] = drawn, room = 1.5 * entryIn(el);
        if (room && ((box.bottom - last >= room && last >= bottom - ROOM) || (first - box.top >= room && first <= top + ROOM))) return true;
      }
    }
    return false;
  };
  // A list that loads more when it is scrolled to its end: what holds its entries, how many they were there, and the last of
  // them. One that was filled anew has not grown, and neither has one in which a menu was opened.
  const LOADS_MS = 10000;
  const ends = new WeakMap();
  const grown = new WeakSet();
  window.addEventListener("scroll", ({ target }) => {
    const el = target.nodeType === 9 ? target.scrollingElement || target.documentElement : target;
    if (!el || el.scrollTop + 2 * el.clientHeight < el.scrollHeight) return;
    const known = ends.get(el), height = el.scrollHeight, at = performance.now();
    if (known && known.height === height) { known.at = at; return; }
    const holder = holderIn(el);
    ends.set(el, { holder, count: holder.childElementCount, last: holder.lastElementChild, height, at });
  }, { capture: true, passive: true });
  const hasGrown = (el) => {
    const end = ends.get(el);
    if (end && performance.now() - end.at < LOADS_MS && el.contains(end.holder) && end.last && end.last.parentElement === end.holder && end.holder.childElementCount > end.count + 1) grown.add(el);
    return grown.has(el);
  };

  const snapshot = () => {
    acting = !onlyListens;
    standsFor = new Map();
    fieldIn = new WeakMap();
    readLists(document);
    readNumbers();
    const modal = modalOf();
    nodes = [];
    boxes = [];
    places = [];
    frames = [];
    pending = [];
    const out = [];
    const holes = [];
    // What scrolls down, and where it stands: lists, pages in frames, and the page itself.
    const scrollers = [];
    const page = (doc, path) => { const it = doc.scrollingElement || doc.documentElement; if (it.scrollHeight > it.clientHeight + 1) scrollers.push([it, path]); return it; };
    let cut = false;
    const focused = activeElement();
    const emit = (el, data, path, box) => {
      nodes.push(el);
      boxes.push([box.left, box.top, box.width, box.height]);
      data.path = path;
      out.push(data);
    };
    const tables = new Map();
    // What lies before the page's beginning, where no scrolling leads, and what is cut down to nothing: links that show once the
    // keyboard has come to them, texts for screen readers. A field may lie there while its label stands for it.
    const unreachable = (el, css, r, clip) => {
      if (/^inset\((50|100)%\)$/.test(css.clipPath) || (css.position === "absolute" && /^rect\((0px|1px),? (0px|1px),? (0px|1px),? (0px|1px)\)$/.test(css.clip))) return true;
      if (!clip.page) return false;
      const win = view(el), leftward = win.getComputedStyle(win.document.documentElement).direction === "rtl";
      return r.bottom + win.scrollY <= 0 || (!leftward && r.right + win.scrollX <= 0);
    };
    const walk = (el, path, ox, oy, clip, pointer, told, around) => {
      if (SKIP.has(el.tagName)) return;
      if (nodes.length >= LIMIT) { cut = true; return; }
      if (hidden && el.matches(hidden)) return;
      const css = style(el);
      if (css.display === "none") return;
      if (clip.hung && css.position === "absolute") clip = clip.hung;
      else if (clip.free && css.position === "fixed") clip = clip.free;
      const name = tag(el);
      const svg = el.namespaceURI !== HTML;
      const r = el.getBoundingClientRect();
      const seen = { l: Math.max(r.left, clip.l), t: Math.max(r.top, clip.t), r: Math.min(r.right, clip.r), b: Math.min(r.bottom, clip.b) };
      // One pixel is what pages give to texts for screen readers.
      const boxed = (svg ? r.width > 0 && r.height > 0 : r.width > 1 && r.height > 1) && css.visibility === "visible" && (isVisible(el) || comesOut(el, r, css));
      if (css.content.startsWith("url(") && (r.width === 0 || r.height === 0)) pending.push(el);
      const doc = frameDocument(el);
      const list = standsFor.get(el);
      const given = list ? "combobox" : role(el);
      const away = unreachable(el, css, r, clip);
      const handed = css.cursor === "pointer";
      const strong = READ_WHOLE.has(given) || name === "label";
      const active = ACTIVE.has(given) || name === "label" || name === "select" || (handed && !pointer) || el.hasAttribute("onclick") || (el.hasAttribute("tabindex") && el.tabIndex >= 0) || (name === "input" && el.type !== "hidden") || (name === "a" && handed);
      let recurse = true;
      let handsOn = handed;
      let inStrong = told;
      const column = CELLS.has(given) ? columnOf(el, tables) : around;
      if (boxed && name !== "html" && (name !== "body" || editable(el)) && !(name === "input" && el.type === "hidden")) {
        let text = "";
        let childless = el.children.length === 0 && !rootOf(el);
        const field = name === "input" || name === "textarea" || name === "select";
        const writes = el.isContentEditable && editable(el);
        if (field) {
          text = name === "input" && PRESSED.has(el.type) ? norm(el.value || attr(el, "alt") || (el.type === "submit" ? "Submit" : el.type === "reset" ? "Reset" : "")) : "";
          childless = false;
        } else if (svg) {
          text = name === "text" ? norm(el.textContent) : "";
          if (name === "text") recurse = false;
        } else if (list) {
          inStrong = "list";
        } else if (strong || writes) {
          text = cased(writes ? lines(el) : whole(el), css);
          if (leafish(el)) recurse = false; else inStrong = TICKED.has(given) ? "ticked" : true;
        } else {
          text = ownText(el, css);
          if (text && leafish(el)) text = cased(inLines(el, css) ? lines(el).trim() : whole(el), css);
        }
        const down = !svg && /(auto|scroll)/.test(css.overflowY) && el.scrollHeight > el.clientHeight + 1;
        if (down) scrollers.push([el, path]);
        const scrolls = down || (!svg && /(auto|scroll)/.test(css.overflowX) && el.scrollWidth > el.clientWidth + 1);
        const described = attr(el, "aria-label") || (list && attr(list, "aria-label")) || attr(el, "alt") || (el.hasAttribute("aria-labelledby") && !field ? byIds(el, "aria-labelledby") : "") || (svg && el.querySelector(":scope > title") ? norm(el.querySelector(":scope > title").textContent) : "");
        const own = attr(el, "title");
        const title = own || (active && !described && !text && !field && !writes && !norm(content(el)) ? titleAround(el) : "");
        const sign = !svg && isSign(el);
        const picture = name === "img" || name === "canvas" || name === "video" || name === "progress" || name === "meter" || css.content.startsWith("url(") || sign;
        // What draws a button's icon is a part of the button.
        const shape = svg && SHAPES.has(name) && !(told && !active);
        // An icon without any name is called what the page's author calls it.
        const cls = attr(el, "class");
        const label = list ? listLabel(list, el) : field || LABELLED.has(given) ? labelOf(el) : told ? "" : headOf(el) || (text && active ? nameBesideCount(el, text) : "");
        // A control that takes a value is no icon, nor what one stands in: its class says how it is drawn.
        const icon = !described && !own && !text && !label && !field && !svg && !LABELLED.has(given) && (picture || (active && !norm(content(el)))) && ![...el.querySelectorAll(CONTROLS)].some((it) => it.checkVisibility()) ? iconName(el) : "";
        const bg = rgb(css.backgroundColor);
        const painted = childless && !text && ((bg && bg.a > 0.05) || parseFloat(css.borderTopWidth) > 0 || css.backgroundImage !== "none" || el.id);
        const absorbed = told && !active && !described && (sign || !picture) && (sign || told === "ticked" || (told === "list" ? !svg : !title && !shape && INLINE.has(el.tagName)));
        const plain = PLAIN.has(el.tagName) && plainInline(el) && !active;
        const wanted = !plain && !absorbed && (text || field || described || title || picture || scrolls || !isPlaceholder(el)) && (text || active || field || described || title || picture || shape || painted || scrolls || attr(el, "role"));
        // A wrapper around one thing is that thing.
        const wraps = wanted && !text && !field && !writes && !list && !described && !title && !icon && !shape && !scrolls && !el.id && !attr(el, "role") && [...el.children].filter((it) => it.checkVisibility() && it.getBoundingClientRect().height > 0).length === 1 && !rootOf(el) && !doc && !picture;
        if (wraps) handsOn = pointer;
        const onScreen = seen.r > seen.l && seen.b > seen.t;
        if (wanted && !wraps && !(away && !field) && !(onScreen && covered(el, seen) && !((active || field) && underBar(el, seen)))) {
          const data = { tag: name, attributes: {} };
          const b = onScreen ? seen : { l: Math.min(Math.max(r.left, clip.l), clip.r), t: Math.min(Math.max(r.top, clip.t), clip.b), r: 0, b: 0 };
          if (!onScreen) { b.r = Math.max(b.l, Math.min(r.right, clip.r)); b.b = b.t; }
          data.box = [Math.round(b.l + ox), Math.round(b.t + oy), Math.round(b.r + ox), Math.round(b.b + oy)];
          if (given) data.role = given;
          if (text) data.text = text;
          if (label && label !== text) data.label = label;
          if (icon) data.description = icon;
          else if (described && described !== text && described !== label) data.description = described;
          if (title && !list) data.title = title;
          const hint = attr(el, "placeholder") || attr(el, "aria-placeholder") || (writes ? attr(el, "data-placeholder") : "");
          if (hint) data.hint = hint;
          const id = [el.id, list ? list.id : ""].find((it) => typeof it === "string" && it && lasts(it));
          if (id) data.id = id;
          if (column) data.column = column;
          const takes = editable(el) && !el.readOnly;
          const type = inputType(el);
          if (name === "select") { data.value = norm([...el.selectedOptions].map((it) => it.text).join(", ")); }
          else if (type === "password") { data.value = "\u2022".repeat(el.value.length); data.password = true; }
          else if (name === "textarea" || TYPED.has(type) || type === "range" || type === "color") data.value = el.value;
          else if (takes && el.matches(PART)) data.value = attr(el, "aria-valuenow");
          else if (takes) data.value = text;
          else if (list) { const shown = whole(el); data.value = label && (shown + " ").startsWith(label + " ") ? shown.slice(label.length + 1) : shown; }
          else if (given === "slider" || given === "spinbutton" || given === "progressbar") { const now = attr(el, "aria-valuenow") || (el.value !== undefined ? String(el.value) : ""); if (now) data.value = now; }
          if (data.value && secret(el)) data.value = "\u2022".repeat(8);
          if (takes && el.isContentEditable) delete data.text;
          const a = data.attributes;
          if (attr(el, "name")) a.name = attr(el, "name");
          if (name === "input" || name === "button") a.type = el.type;
          if (cls) a.class = cls;
          if (name === "a" && el.hasAttribute("href")) a.href = attr(el, "href");
          if (name === "img" && attr(el, "src")) a.src = attr(el, "src").split("/").pop().slice(0, 80);
          if (modal && onScreen && !inside(el, modal) && !inside(modal, el) && behind(el, seen, modal)) a.behind = "true";
          if (el.hasAttribute("aria-expanded")) a.expanded = attr(el, "aria-expanded");
          if (shape) {
            a.shape = shapeOf(el);
            const paint = css.fill === "none" || name === "line" ? css.stroke : css.fill;
            Object.assign(a, colour(paint, attr(el, "fill") + " " + attr(el, "style")) || {});
            const drawing = el.ownerSVGElement;
            if (drawing) data.drawing = Math.min(drawing.clientWidth, drawing.clientHeight);
            if (name !== "line" && name !== "path") data.figure = a.shape === "digit" || a.shape === "letter" || a.shape === "text" ? parseFloat(css.fontSize) || r.height : Math.max(r.width, r.height);
          } else if (childless && !text && !field && name !== "button" && bg && bg.a > 0.05) {
            Object.assign(a, colour(css.backgroundColor, attr(el, "style")) || {});
          }
          // A link can't be disabled: pages mark it, or the entry that it is in.
          const marked = name === "a" && (el.classList.contains("disabled") || (el.parentElement && el.parentElement.matches("li.disabled,li[aria-disabled=true]")));
          if (el.matches(":disabled") || attr(el, "aria-disabled") === "true" || marked) data.disabled = true;
          const state = stateOf(el, given);
          if (type === "checkbox" || type === "radio" || state) { data.checkable = true; if (el.checked || state === "true") data.checked = true; }
          const box = name === "label" ? boxOf(el) : null;
          if (box) { data.role = given || box.type; data.checkable = true; data.disabled = box.disabled || data.disabled; if (box.checked) data.checked = true; }
          if (attr(el, "aria-selected") === "true") data.selected = true;
          if (active) data.clickable = true;
          if (takes) data.editable = true;
          if (scrolls || (isList(el) && el.scrollHeight > el.clientHeight + 1)) data.scrollable = true;
          if (el === focused) data.focused = true;
          if (el.tabIndex >= 0) data.focusable = true;
          emit(el, data, path, r);
          if (name === "select") {
            const open = isList(el);
            [...el.options].forEach((it, idx) => {
              const o = { tag: "option", role: "option", text: norm(it.label || it.text), attributes: {}, box: data.box, clickable: true };
              if (open) {
                const q = it.getBoundingClientRect();
                const l = Math.max(q.left, seen.l), t = Math.min(Math.max(q.top, seen.t), seen.b);
                const rr = Math.min(q.right, seen.r), bb = Math.max(t, Math.min(q.bottom, seen.b));
                o.box = [Math.round(l + ox), Math.round(t + oy), Math.round(rr + ox), Math.round(bb + oy)];
              }
              if (it.id) o.id = it.id;
              if (it.selected) o.selected = true;
              if (it.disabled) o.disabled = true;
              emit(it, o, [...path, Math.min(idx, LAST)], it.getBoundingClientRect());
            });
          }
        }
        if (field || name === "img" || name === "canvas" || name === "video") recurse = false;
      }
      if (doc && doc.documentElement && boxed) {
        const cl = el.clientLeft + parseFloat(css.paddingLeft || 0), ct = el.clientTop + parseFloat(css.paddingTop || 0);
        const inner = { l: Math.max(0, seen.l - r.left - cl), t: Math.max(0, seen.t - r.top - ct), r: Math.min(el.clientWidth, seen.r - r.left - cl), b: Math.min(el.clientHeight, seen.b - r.top - ct) };
        readLists(doc);
        page(doc, [...path, 0]);
        walk(doc.documentElement, [...path, 0], ox + r.left + cl, oy + r.top + ct, inner, false, false, "");
        return;
      }
      if (boxed && /^(iframe|frame)$/.test(name)) {
        // Its document is closed to us: it has a script of its own.
        const x = r.left + el.clientLeft + parseFloat(css.paddingLeft || 0), y = r.top + el.clientTop + parseFloat(css.paddingTop || 0);
        const right = Math.min(seen.r, x + el.clientWidth), bottom = Math.min(seen.b, y + el.clientHeight);
        frames.push(el);
        holes.push({ at: [x + ox, y + oy], clip: [Math.max(seen.l, x) + ox, Math.max(seen.t, y) + oy, right + ox, bottom + oy], path });
        return;
      }
      if (!recurse) return;
      let next = clip;
      if (name !== "html" && name !== "body" && clips(css)) {
        next = { l: seen.l, t: seen.t, r: Math.max(seen.l, seen.r), b: Math.max(seen.t, seen.b) };
        // What is positioned and not placed in it has the clip of what it is placed in.
        if (!holds(css, "absolute")) next.hung = clip.hung || clip;
        if (!holds(css, "fixed")) next.free = clip.free || clip;
      } else if ((clip.hung && holds(css, "absolute")) || (clip.free && holds(css, "fixed"))) {
        next = { ...clip, hung: undefined, free: holds(css, "fixed") ? undefined : clip.free };
      }
      if (rootOf(el)) readLists(rootOf(el));
      const all = kids(el);
      for (let i = 0; i < all.length; i++) walk(all[i], [...path, Math.min(i, LAST)], ox, oy, next, handsOn, inStrong, column);
    };
    walk(document.documentElement, [], 0, 0, { l: 0, t: 0, r: innerWidth, b: innerHeight, page: true }, false, false, "");
    sizes(out);
    // The middle of a box says which element is meant where no other has its middle there.
    const middles = new Map();
    places = out.map((it, i) => {
      const el = nodes[i], [l, t, r, b] = it.box, x = Math.trunc((l + r) / 2), y = Math.trunc((t + b) / 2), key = x + "," + y;
      const at = { x, y, direct: el.ownerDocument === document && !/^(select|option)$/.test(el.localName) && r - l > 1 && b - t > 1 };
      const twin = middles.get(key);
      if (twin) { at.direct = false; twin.direct = false; } else middles.set(key, at);
      return at;
    });
    out.forEach((it, i) => { it.direct = places[i].direct; });
    const root = page(document, []);
    return JSON.stringify({
      today: today(),
      origin: location.protocol === "file:" ? "" : location.origin === "null" ? location.protocol : location.origin,
      path: location.origin === "null" && location.protocol !== "file:" ? "" : location.pathname, title: document.title,
      width: innerWidth, height: innerHeight, scrolls: root.scrollHeight > innerHeight + 1, moving: moving() || waiting(), leaving: leaving(), changes, elements: out, holes, cut, suspects: suspect(),
      in_part: scrollers.filter(([it]) => isWindowed(it) || hasGrown(it)).map(([, path]) => path),
    });
  };
  // Two clearly different sizes among the drawn figures are what a person calls large and small.
  const sizes = (out) => {
    const figures = out.filter((it) => it.figure > 0);
    const max = Math.max(...figures.map((it) => it.figure)), min = Math.min(...figures.map((it) => it.figure));
    for (const it of figures) {
      if (max / min >= 1.4) it.attributes.size = it.figure * it.figure > max * min ? "large" : "small";
      // All alike: then the drawing is what they are large or small in.
      else if (it.drawing) it.attributes.size = 10 * it.figure > it.drawing ? "large" : "small";
      delete it.figure;
    }
  };

  // The date here, as the year, the month and the day.
  const today = () => {
    const now = new Date(), two = (it) => String(it).padStart(2, "0");
    return now.getFullYear() + "-" + two(now.getMonth() + 1) + "-" + two(now.getDate());
  };

  // Pictures that a style sheet names have no size until they are there.
  const waiting = () => pending.some((it) => it.isConnected && style(it).content.startsWith("url(") && it.getBoundingClientRect().width === 0);
  // A CSS animation is running that leads to something. What comes again and again, or goes on for longer than anybody waits, only
  // asks to be seen.
  const LEADS_WITHIN = 5000;
  const leads = ({ endTime, iterations }) => iterations <= 1 && endTime <= LEADS_WITHIN;
  const animated = () => document.getAnimations && document.getAnimations().some((it) => it.playState === "running" && it.effect && leads(it.effect.getComputedTiming()));
  // A script keeps changing inline sizes and opacities, and stopped at none that it would end with.
  const halfway = () => {
    if (performance.now() - lastStyle > 250) { styled.clear(); return false; }
    return [...styled].some((el) => el.style && el.isConnected && ((el.style.overflow === "hidden" && (el.style.height || el.style.width)) || (el.style.opacity && +el.style.opacity < 1 && +el.style.opacity > 0)));
  };
  const moving = () => animated() || halfway();
  const until = (done, ms) => new Promise((resolve) => {
    const end = performance.now() + ms;
    const look = () => { if (done() || performance.now() > end) resolve(done()); else setTimeout(look, 8); };
    look();
  });
  // How many looks in a row found nothing changed. What scripts do later comes by timers too: on a busy machine they
  // are late together, where a clock would say that the page has come to rest.
  const rest = () => { let known = changes, same = 0; return () => { same = changes === known ? same + 1 : 0; known = changes; return same; }; };
  const settled = (ms) => {
    const unchanged = rest();
    return until(() => { const same = unchanged(); return !animated() && !waiting() && (same >= 6 || !halfway()); }, ms);
  };
  // Something changes and then nothing for a moment, or nothing happens at all.
  const quiet = (first, ms) => {
    const from = changes, start = performance.now(), unchanged = rest();
    return until(() => { const same = unchanged(); return same >= 6 && (changes > from ? !moving() : performance.now() - start > first); }, ms);
  };

  // A form was sent, or the document is being left: what shows is the old page until the new one is there. A document
  // that only hands out a file stays.
  let sent = null, left = -Infinity;
  const here = (form) => /^(|_self)$/i.test((form && form.target) || "") && ((form && form.getAttribute("method")) || "").toLowerCase() !== "dialog";
  window.addEventListener("submit", (event) => { if (here(event.target)) { sent = event; left = performance.now(); } });
  window.addEventListener("beforeunload", (event) => { if (!event.isTrusted) return; sent = null; left = performance.now(); });
  // Whether scripts that it loads have drawn nothing yet.
  const SHOWN = "input:not([type=hidden]),button,select,textarea,a[href],canvas,img,video,frame,frameset,iframe,embed,object,[role],[contenteditable],[onclick]";
  const bare = () => {
    const body = document.body;
    if (!body || !document.querySelector("script[src]")) return !body;
    return !norm(body.innerText) && !body.querySelector(SHOWN) && ![...body.querySelectorAll("*")].some(rootOf);
  };
  // Whether the page would ask before it is left: it has something that is not kept yet.
  const unsaved = () => {
    const event = document.createEvent("BeforeUnloadEvent");
    event.initEvent("beforeunload", false, true);
    window.dispatchEvent(event);
    return event.defaultPrevented || event.returnValue !== "";
  };
  const leaving = () => performance.now() - left < 5000 && !(sent && sent.defaultPrevented);
  const stays = () => { left = -Infinity; };
  // A page that comes back as it was may come back for a person; whoever of us acts on it looks at it first.
  window.addEventListener("pageshow", (event) => { if (event.persisted) acting = false; });

  const offset = (el) => {
    let x = 0, y = 0;
    for (let win = view(el); win !== window && win && win.frameElement; win = win.parent) {
      const frame = win.frameElement, r = frame.getBoundingClientRect(), css = view(frame).getComputedStyle(frame);
      x += r.left + frame.clientLeft + parseFloat(css.paddingLeft || 0);
      y += r.top + frame.clientTop + parseFloat(css.paddingTop || 0);
    }
    return [x, y];
  };
  const tell = (el) => `<${el.localName}${el.id ? " id=" + JSON.stringify(el.id) : ""}${typeof el.className === "string" && el.className ? " class=" + JSON.stringify(el.className) : ""}>`;
  const listed = (el) => { for (let it = el; it; it = parentOf(it)) { const i = nodes.indexOf(it); if (i >= 0) return it; } return null; };

  // What is pressed and typed comes from us alone. A press is for the element that `aim` has announced, or for
  // the one that was seen with its middle there; one that lands on anything else, because the page changed
  // under the pointer, is kept from the page.
  let expected = null;
  // Where only the ground itself is to be pressed, that ground: nothing that has come to lie on it.
  let onlyGround = null;
  let strayed = "";
  let clicked = false;
  // Whether the press has taken the focus from a field, and that made the page put something else in the place of what is pressed.
  // What the press itself does to it comes before, and what a timer does afterwards.
  let redrawn = false;
  let stood = null;
  const leaves = (event) => { if (event.isTrusted && expected && !clicked && !inside(event.composedPath()[0], expected)) stood = stood || (expected.isConnected ? expected : null); };
  const drawn = () => { if (stood && stood === expected && !stood.isConnected) redrawn = true; };
  for (const type of ["change", "blur"]) window.addEventListener(type, leaves, true);
  for (const type of ["change", "focusout"]) window.addEventListener(type, () => { drawn(); queueMicrotask(drawn); });
  // Whether what is pressed says that it is open.
  const isOpen = (el) => { const it = el && el.closest && el.closest("[aria-expanded],[data-state]"); return !!it && (attr(it, "aria-expanded") === "true" || attr(it, "data-state") === "open"); };
  let openBefore = false;
  // Whether the press has opened something that lets nothing else take a press: its release is then nobody's.
  const hasOpened = (el) => el.isConnected && !openBefore && isOpen(el) && style(el).pointerEvents === "none";
  // Releases that have come since the last question.
  let released = 0;
  const hitBy = (event) => {
    let it = event.composedPath()[0];
    for (let root = closed.get(it); root; root = closed.get(it)) {
      const inner = root.elementFromPoint(event.clientX, event.clientY);
      if (!inner || inner === it) break;
      it = inner;
    }
    return it;
  };
  const placed = (event) => {
    const there = listed(hitBy(event));
    const at = there && places[nodes.indexOf(there)];
    return at && at.direct && at.x === event.clientX && at.y === event.clientY ? there : null;
  };
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"]) {
    window.addEventListener(type, (event) => {
      if (!event.isTrusted || window !== top || !acting) return;
      if (type === "pointerdown" && !expected) expected = placed(event);
      const there = expected && (onlyGround === expected ? hitBy(event) === expected : inside(hitBy(event), expected));
      if (type === "pointerdown") { strayed = there ? "" : "press"; clicked = redrawn = false; stood = null; openBefore = isOpen(expected); }
      if (type === "pointerup") released++;
      // A label passes its click on to its field: only the first one is the pointer's.
      if (type === "click" && expected && !clicked) { clicked = true; if (!there && !strayed && !hasOpened(expected)) strayed = redrawn ? "redraw" : "click"; }
      if (strayed === "press" || (strayed && type.endsWith("click"))) { event.preventDefault(); event.stopImmediatePropagation(); }
    }, { capture: true, passive: false });
  }
  // Where the press went, and what its element takes now; nothing while fewer releases than these have come.
  const pressed = (index, releases) => {
    if (released < releases) return null;
    const el = nodes[index], went = !strayed && !clicked && redrawn ? "redraw" : strayed;
    released = 0;
    expected = null;
    strayed = "";
    return { strayed: went, ...(el ? takes(el) : {}) };
  };
  // What a slider goes from, to, and by how much.
  const rangeOf = (el) => {
    if (inputType(el) !== "range") return null;
    const number = (it, otherwise) => { const said = parseFloat(el[it]); return Number.isFinite(said) ? said : otherwise; };
    return { min: number("min", 0), max: number("max", 100), step: el.step === "any" ? 1 : number("step", 1) };
  };
  // What a slider stands at and goes from and to, where keys move it and nothing else lies over it.
  const slides = (index) => {
    const el = nodes[index];
    if (!el || !el.isConnected || role(el) !== "slider") return null;
    const native = inputType(el) === "range", said = rangeOf(el);
    const number = (name) => { const it = parseFloat(attr(el, name)); return Number.isFinite(it) ? it : null; };
    const off = native ? el.disabled : attr(el, "aria-disabled") === "true";
    if (!native && (el.tabIndex < 0 || number("aria-valuenow") === null)) return null;
    el.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const r = el.getBoundingClientRect();
    const hit = hitAt(el, (r.left + r.right) / 2, (r.top + r.bottom) / 2);
    const around = el.parentElement && el.parentElement.localName !== "body" ? el.parentElement : el;
    const free = !hit || inside(hit, around) || inside(around, hit);
    return native
      ? { now: parseFloat(el.value), min: said.min, max: said.max, free, off }
      : { now: number("aria-valuenow"), min: number("aria-valuemin"), max: number("aria-valuemax"), free, off };
  };
  const takes = (el) => ({
    type: inputType(el), keys: editable(el) && !el.matches(PART), rich: el.isContentEditable, range: rangeOf(el),
    holds: el.matches(PART) ? 0 : el.isContentEditable ? norm(el.textContent).length : typeof el.value === "string" ? el.value.length : 0,
  });

  // Whether Enter presses it once it has the focus.
  const takesEnter = (el) => el.localName === "button" || el.localName === "summary" || (el.localName === "a" && el.hasAttribute("href")) || PRESSED.has(inputType(el));
  // In the middle of the window nothing that stands at its edges lies over it.
  const centre = (index) => { const el = nodes[index]; if (el) el.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" }); return true; };

  // Whether what lies over an element hangs open over it, as a calendar or a list does, and nothing that was typed is lost where it
  // closes.
  const HANGS = /^(absolute|fixed)$/;
  const HOLDS_WORK = "textarea,[contenteditable],input:not([type]),input[type=text],input[type=email],input[type=search],input[type=password]";
  const hangsOver = (hit, el) => {
    for (let it = hit; it && !inside(el, it); it = parentOf(it)) {
      if (!HANGS.test(style(it).position)) continue;
      const r = it.getBoundingClientRect();
      if (r.width * r.height >= (innerWidth * innerHeight) / 2 || it.matches("dialog,[role=dialog],[role=alertdialog]")) return false;
      return !it.querySelector("[role=alert],[aria-invalid=true]") && ![...it.querySelectorAll(HOLDS_WORK)].some((field) => norm(field.value || field.textContent));
    }
    return false;
  };
  // Where a box is looked at for bare ground, as parts of its width and height: near its edges, where it has its padding.
  const EDGES = [[0.5, 0.02], [0.02, 0.5], [0.98, 0.5], [0.5, 0.98], [0.02, 0.02], [0.98, 0.02], [0.02, 0.98], [0.98, 0.98]];
  const takesNoPress = (el) => style(el).cursor !== "pointer" && !el.matches("a,label,li,td,th,tr,summary,[role],[onclick],[tabindex]," + TAKES);
  // A place beside an element, where nothing takes a press: what hangs open over the element closes there. Nothing where no such
  // thing lies over it; and never the ground around a dialog, which may close that.
  const bareGround = (index) => {
    const el = nodes[index], r = el && el.getBoundingClientRect();
    const over = r && hitAt(el, (r.left + r.right) / 2, (r.top + r.bottom) / 2);
    const modal = modalOf();
    if (!over || inside(over, el) || !hangsOver(over, el) || (modal && !inside(el, modal))) return null;
    for (let it = parentOf(el); it && it !== modal && it.localName && !fillsWindow(it); it = parentOf(it)) {
      if (!takesNoPress(it)) continue;
      const box = it.getBoundingClientRect();
      const from = [Math.max(box.left, 0), Math.max(box.top, 0)];
      const width = Math.min(box.right, view(it).innerWidth) - from[0], height = Math.min(box.bottom, view(it).innerHeight) - from[1];
      for (const [a, b] of width < 8 || height < 8 ? [] : EDGES) {
        const x = from[0] + width * a, y = from[1] + height * b;
        if (hitAt(it, x, y) !== it) continue;
        const [ox, oy] = offset(it);
        expected = it;
        onlyGround = it;
        return [x + ox, y + oy];
      }
    }
    return null;
  };
  // Choose an option of a closed list, whose popup is a window of the browser. The page is told as by other tools: the keys that
  // would open the popup and choose in it, pages take for something else (https://playwright.dev/docs/input#select-options).
  const choose = (index) => {
    const el = nodes[index], select = el && el.isConnected ? el.closest("select") : null;
    const off = (it) => it.disabled || it.matches("optgroup:disabled *");
    if (!select || select.disabled || off(el)) return false;
    el.selected = true;
    select.dispatchEvent(new globalThis.Event("input", { bubbles: true, composed: true }));
    select.dispatchEvent(new globalThis.Event("change", { bubbles: true }));
    return true;
  };
  // Whether it is chosen now, as far as its list is still there.
  const isChosen = (index) => { const el = nodes[index]; return !el || !el.isConnected || el.selected; };
  const aim = (index) => {
    const el = nodes[index];
    expected = null;
    onlyGround = null;
    strayed = "";
    released = 0;
    if (!el) return { state: "none" };
    if (!el.isConnected) return { state: "gone" };
    const option = el.localName === "option" ? el.closest("select") : null;
    const select = el.localName === "select" && !isList(el) ? el : option && !isList(option) ? option : null;
    const base = { state: "ok", type: inputType(el), range: rangeOf(el) };
    if (option && isList(option)) base.toggles = option.multiple;
    if (select) {
      base.select = nodes.indexOf(select);
      if (option) {
        const open = [...option.options].filter((it) => !it.disabled && !it.hidden && !(it.parentElement !== option && it.parentElement.disabled));
        base.presses = open.indexOf(el);
        base.chosen = el.selected;
      }
      return base;
    }
    Object.assign(base, takes(el));
    const css = style(el);
    const rects = [...el.getClientRects()].filter((it) => it.width > 0 && it.height > 0);
    if (!rects.length || css.visibility !== "visible") return { ...base, state: "hidden" };
    const r = rects.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
    const bb = el.getBoundingClientRect();
    const was = boxes[index];
    base.moved = Math.abs(bb.left - was[0]) + Math.abs(bb.top - was[1]) + Math.abs(bb.width - was[2]) + Math.abs(bb.height - was[3]) > 1;
    boxes[index] = [bb.left, bb.top, bb.width, bb.height];
    const clip = clipOf(el);
    const v = { l: Math.max(r.left, clip.l), t: Math.max(r.top, clip.t), r: Math.min(r.right, clip.r), b: Math.min(r.bottom, clip.b) };
    const cx = (r.left + r.right) / 2, cy = (r.top + r.bottom) / 2;
    const [ox, oy] = offset(el);
    const outer = cx + ox < 0 || cy + oy < 0 || cx + ox >= innerWidth || cy + oy >= innerHeight;
    const big = r.width > clip.r - clip.l || r.height > clip.b - clip.t;
    if (outer || v.r - v.l < 1 || v.b - v.t < 1 || (!big && !(cx >= clip.l && cx <= clip.r && cy >= clip.t && cy <= clip.b))) base.state = "outside";
    if (v.r - v.l <= 0 || v.b - v.t <= 0) return base;
    const tried = points(v);
    const range = el.ownerDocument.createRange();
    for (const it of el.childNodes) {
      if (it.nodeType !== 3 || !norm(it.data)) continue;
      range.selectNodeContents(it);
      const q = range.getClientRects()[0];
      if (q) tried.splice(1, 0, [(q.left + q.right) / 2, (q.top + q.bottom) / 2]);
    }
    let related = null, blocker = null;
    for (const [x, y] of tried) {
      if (x < clip.l || y < clip.t || x > clip.r || y > clip.b) continue;
      const hit = option ? el : hitAt(el, x, y);
      if (!hit) continue;
      if (hit === el || (inside(hit, el) && listed(hit) === el)) {
        if (el.ownerDocument === document) expected = option ? option.closest("select") : el;
        return { ...base, x: x + ox, y: y + oy };
      }
      // What a list of the page's own shows lies over its field and passes the press on to it.
      const passes = inside(hit, el) ? el : (inside(el, hit) && css.pointerEvents === "none") || listAround(hit) === el ? hit : null;
      if (!related && passes) related = [x, y, passes];
      else if (!passes) blocker = blocker || hit;
    }
    if (related && el.ownerDocument === document) expected = related[2];
    if (related) return { ...base, x: related[0] + ox, y: related[1] + oy };
    if (base.state === "ok") { base.state = "covered"; base.by = blocker ? tell(blocker) : "nothing that takes a click"; base.bar = !!blocker && isBar(blocker, el); base.enter = takesEnter(el); }
    return { ...base, x: tried[0][0] + ox, y: tried[0][1] + oy };
  };

  // How a place in the box of an element stands, in pixels of the element's own document: the page is scrolled to it, and a
  // press there that would be another's is not announced as the element's. Without a place, its box alone is said.
  const place = (index, at) => {
    const el = nodes[index];
    expected = null;
    strayed = "";
    released = 0;
    if (!el || !el.isConnected) return { state: "gone" };
    const [ox, oy] = offset(el);
    const box = () => { const r = el.getBoundingClientRect(); return { left: r.left + ox, top: r.top + oy, width: r.width, height: r.height }; };
    if (!at) return { state: "ok", ...box() };
    const before = box();
    const out = (x, y) => x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
    if (out(at[0], at[1])) window.scrollBy({ left: at[0] - innerWidth / 2, top: at[1] - innerHeight / 2, behavior: "instant" });
    const now = box();
    const [px, py] = [at[0] + now.left - before.left, at[1] + now.top - before.top];
    return { ...now, ...standing(el, px - ox, py - oy, ox, oy) };
  };
  // Who would get a press at a place, in pixels of the element's own window.
  const standing = (el, x, y, ox, oy) => {
    const clip = clipOf(el);
    if (x + ox < 0 || y + oy < 0 || x + ox >= innerWidth || y + oy >= innerHeight || x < clip.l || y < clip.t || x > clip.r || y > clip.b) return { state: "outside" };
    const hit = hitAt(el, x, y);
    if (!hit || !(hit === el || (inside(hit, el) && listed(hit) === el))) return { state: "covered", by: hit ? tell(hit) : "nothing that takes a click" };
    if (el.ownerDocument === document) expected = el;
    return { state: "ok" };
  };
  // The characters that an element shows, white space as one blank, each with the node and the place in it.
  const characters = (el) => {
    const all = [];
    const blank = () => { if (all.length && all[all.length - 1][0] !== " ") all.push([" ", null, 0]); };
    const walk = (node) => {
      if (node.nodeType === 3) {
        for (let i = 0; i < node.data.length; i++) {
          if (/[\s\u00a0]/.test(node.data[i])) { if (all.length && all[all.length - 1][0] !== " ") all.push([" ", node, i]); }
          else if (node.data[i] !== "\u200b") all.push([node.data[i], node, i]);
        }
      } else if (node.nodeType === 1 && node.checkVisibility({ visibilityProperty: true })) {
        const block = node !== el && !/^inline/.test(style(node).display);
        if (block || node.localName === "br") blank();
        for (const it of node.childNodes) walk(it);
        if (block) blank();
      }
    };
    walk(el);
    return all;
  };
  // Where a text stands in another one, and not as a part of a longer word.
  const occurrences = (all, text) => {
    const found = [], letter = (it) => !!it && /[\p{L}\p{N}\p{M}_]/u.test(it);
    for (let at = text ? all.indexOf(text) : -1; at >= 0; at = all.indexOf(text, at + 1)) {
      const end = at + text.length;
      if (!(letter(all[at - 1]) && letter(text[0])) && !(letter(all[end]) && letter(text[text.length - 1]))) found.push(at);
    }
    return found;
  };
  const holdsText = (el) => (el.localName === "input" || el.localName === "textarea") && typeof el.value === "string";
  // Where a text stands in what an element shows or holds.
  const written = (index, said) => {
    const el = nodes[index];
    expected = null;
    strayed = "";
    released = 0;
    if (!el || !el.isConnected) return { state: "gone" };
    if (holdsText(el)) {
      const found = occurrences(el.value, said);
      return { state: "ok", times: found.length, before: found.length ? [...el.value.slice(0, found[0])].length : 0 };
    }
    const text = norm(said), all = characters(el);
    const found = occurrences(all.map((it) => it[0]).join(""), text);
    if (found.length !== 1) return { state: "ok", times: found.length };
    const [first, last] = [all[found[0]], all[found[0] + text.length - 1]];
    const box = ([, node, at]) => { const range = el.ownerDocument.createRange(); range.setStart(node, at); range.setEnd(node, at + 1); return range.getBoundingClientRect(); };
    const selection = view(el).getSelection();
    // A press on what is selected takes it along instead of beginning anew.
    if (selection && !selection.isCollapsed) selection.removeAllRanges();
    const [ox, oy] = offset(el);
    const out = (r) => r.left + ox < 0 || r.top + oy < 0 || r.right + ox > innerWidth || r.bottom + oy > innerHeight;
    let from = box(first), to = box(last);
    if (out(from) || out(to)) { window.scrollBy({ top: from.top + oy - innerHeight / 3, behavior: "instant" }); from = box(first); to = box(last); }
    const [x, y, tx, ty] = [from.left + 0.5, (from.top + from.bottom) / 2, to.right - 0.5, (to.top + to.bottom) / 2];
    if (out(to)) return { state: "outside", times: 1 };
    return { times: 1, x: x + ox, y: y + oy, to_x: tx + ox, to_y: ty + oy, ...standing(el, x, y, ox, oy) };
  };
  // Whether just this is selected now.
  const isSelected = (index, text) => {
    const el = nodes[index];
    if (!el || !el.isConnected) return false;
    if (holdsText(el)) {
      const [from, to] = [el.selectionStart, el.selectionEnd];
      return typeof from === "number" ? el.value.slice(from, to) === text : String(view(el).getSelection()) === text;
    }
    return norm(String(view(el).getSelection())) === norm(text);
  };

  // A point of what a closed frame shows, as a point of this window, and whether the frame is what is there.
  const through = (index, x, y) => {
    const el = frames[index];
    if (!el || !el.isConnected) return { state: "gone" };
    const r = el.getBoundingClientRect(), css = style(el), [ox, oy] = offset(el);
    const px = r.left + el.clientLeft + parseFloat(css.paddingLeft || 0) + x, py = r.top + el.clientTop + parseFloat(css.paddingTop || 0) + y;
    const clip = clipOf(el), at = { x: px + ox, y: py + oy };
    if (at.x < 0 || at.y < 0 || at.x >= innerWidth || at.y >= innerHeight || px < clip.l || py < clip.t || px > clip.r || py > clip.b) return { ...at, state: "outside" };
    const hit = hitAt(el, px, py);
    return hit === el ? { ...at, state: "ok" } : { ...at, state: "covered", by: hit ? tell(hit) : "nothing that takes a click" };
  };

  // What the wheel was turned over last: it, or what it stands in, scrolls.
  let turned = null;
  // Where a wheel turn over this element (or the page) has an effect, and how far one page of it is.
  const wheel = (index) => {
    const scrolls = (el) => { const css = style(el); return (/(auto|scroll)/.test(css.overflowY) && el.scrollHeight > el.clientHeight + 1) || (/(auto|scroll)/.test(css.overflowX) && el.scrollWidth > el.clientWidth + 1) || (isList(el) && el.scrollHeight > el.clientHeight + 1) || (el.localName === "textarea" && el.scrollHeight > el.clientHeight + 1); };
    const root = document.scrollingElement || document.documentElement;
    let el = null;
    if (index !== null) { for (let it = nodes[index]; it && !el; it = parentOf(it)) if (scrolls(it)) el = it; }
    else if (!(root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1)) {
      let best = 0;
      for (const it of nodes) if (it.isConnected && scrolls(it) && it.clientWidth * it.clientHeight > best) { el = it; best = it.clientWidth * it.clientHeight; }
    }
    turned = el || root;
    if (!el) return { x: innerWidth / 2, y: innerHeight / 2, w: innerWidth, h: innerHeight };
    const r = el.getBoundingClientRect(), [ox, oy] = offset(el);
    return { x: r.left + ox + Math.min(el.clientWidth, r.width) / 2, y: r.top + oy + r.height / 2, w: el.clientWidth || r.width, h: el.clientHeight || r.height };
  };

  // A page glides to where it was scrolled to: it is there once some frames in a row show it at one place.
  const glided = (ms) => new Promise((resolve) => {
    const at = () => { let it = `${scrollX} ${scrollY}`; for (let el = turned; el; el = parentOf(el)) it += ` ${el.scrollLeft} ${el.scrollTop}`; return it; };
    const end = performance.now() + ms;
    let last = at(), same = 0;
    const look = () => {
      const now = at();
      same = now === last ? same + 1 : 0;
      last = now;
      if (same >= 4 || performance.now() > end) resolve(same >= 4); else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

  // The options of a list that show this, and whether it is a list; what all of them show, where not just one shows this.
  const optionsNamed = (index, text) => {
    const el = nodes[index], field = el && el.localName === "label" ? el.control : el;
    const select = field && field.closest ? field.closest("select") : null;
    if (!select) return { list: false, disabled: false, options: [], known: [] };
    const off = (it) => it.disabled || (it.parentElement !== select && it.parentElement.disabled);
    const shown = (it) => norm(it.label || it.text);
    const all = [...select.options].filter((it) => shown(it) === norm(text));
    const known = all.length === 1 ? [] : [...select.options].slice(0, 1000).map(shown);
    return { list: true, disabled: select.disabled, options: all.map((it) => ({ at: nodes.indexOf(it), disabled: off(it), chosen: it.selected })), known };
  };
  // What the options of a list show that have this value.
  const optionsValued = (index, value) => {
    const el = nodes[index];
    return el && el.localName === "select" ? [...el.options].filter((it) => it.value === value).map((it) => norm(it.label || it.text)) : [];
  };
  // A field for a colour opens a window of the browser's own, which no input reaches: the value is put in, and the page
  // hears of it as of a choice there.
  const setColour = (index, value) => {
    const el = nodes[index];
    if (!el || inputType(el) !== "color" || el.disabled || !/^#[0-9a-f]{6}$/.test(value)) return false;
    el.focus();
    if (el.value === value) return true;
    el.value = value;
    el.dispatchEvent(new globalThis.Event("input", { bubbles: true, composed: true }));
    el.dispatchEvent(new globalThis.Event("change", { bubbles: true }));
    return true;
  };
  // The order of the parts in the page's own date fields.
  const dateOrder = () => new Intl.DateTimeFormat(navigator.language).formatToParts(new Date(2001, 1, 3)).filter((it) => /^(day|month|year)$/.test(it.type)).map((it) => it.type);

  globalThis.autorpa = {
    snapshot, aim, bareGround, slides, place, written, isSelected, centre, pressed, wheel, glided, settled, quiet, stays, unsaved, bare, choose, isChosen, optionsNamed, optionsValued, setColour, dateOrder,
    hide: (selector) => { hidden = selector; },
    through,
    listenOnly: (test) => { onlyListens = true; acting = false; secret = test; },
    // Nobody of us acts here any more: what is pressed from now on comes from a person.
    leave: () => { acting = false; },
    listed: () => nodes,
    listAround, PART, lines,
    frames: () => frames,
    moving: () => moving() || waiting(),
    closed: (el) => closed.get(el) || null,
    suspect: (index) => suspected[index],
    told: () => { for (const it of suspected) clear.add(it); },
    unknown,
    adopt: (root) => { if (root.mode === "closed") closed.set(root.host, root); },
    node: (index) => nodes[index],
    frameNode: (index) => frames[index],
    visible: (index, ms) => until(() => { const it = aim(index); return it.state === "gone" || it.state === "none" || (it.state === "ok" && !it.moved); }, ms),
    loaded: (ms) => until(() => document.readyState === "complete", ms),
    frame: () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    focusKind: () => { const el = activeElement(); return { keys: !!el && editable(el) && isVisible(el), type: el ? inputType(el) : "", holds: el && typeof el.value === "string" ? el.value.length : 0 }; },
  };
})();
