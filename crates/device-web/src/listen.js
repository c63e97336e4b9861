// Runs behind observe.js in the isolated world of every document, before the page's own scripts: it hears what the
// person does, says it to the recorder, and never changes the page.
globalThis.autorpaEars = (secrets, given) => {
  if (globalThis.autorpaHears === undefined || globalThis.autorpaHome) return;
  const reader = globalThis.autorpa;
  const epoch = performance.timeOrigin;
  const norm = (text) => (text || "").replace(/[\s\u00a0\u200b]+/g, " ").trim();
  const TEXTS = new Set("text search email tel url password".split(" "));
  const VALUES = new Set("date time month week datetime-local number range color".split(" "));
  const SILENT = new Set(" Shift Control Alt AltGraph Meta OS CapsLock NumLock ScrollLock Fn Process Dead Unidentified Compose Hyper".split(" "));
  const ENTRIES = "[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio]";
  const ACTS = "a[href],button,input,select,textarea,[role=button],[role=link],[role=checkbox],[onclick]," + ENTRIES;
  // Within this a page has written what a key made of a part of a date.
  const PART_MS = 40;
  const THROUGH = new Set("ArrowUp ArrowDown".split(" "));
  const MOVES = new Set("Backspace Delete ArrowLeft ArrowRight ArrowUp ArrowDown Home End".split(" "));

  // The outermost document that may be looked into from here: it has the list of elements.
  const home = () => {
    let it = window;
    for (;;) {
      if (it === it.parent) return it.autorpaHome;
      try { if (!it.parent.autorpaHome) return it.autorpaHome; } catch { return it.autorpaHome; }
      it = it.parent;
    }
  };
  const up = (node) => {
    const it = node.assignedSlot || node.parentNode || null;
    return it && it.nodeType === 11 ? it.host || null : it;
  };

  // What a secret is called: by the page, else by the person, who names its field.
  const words = (el) => [el.name, el.id, el.placeholder, el.getAttribute("aria-label"), ...[...(el.labels || [])].map((it) => it.textContent)].map(norm).filter(Boolean);
  const secretOf = (el) => {
    const field = el.nodeType === 1 && (el.localName === "input" || el.localName === "textarea" || el.isContentEditable) ? el : null;
    if (!field) return "";
    const filled = (field.getAttribute("autocomplete") || "").toLowerCase().split(/\s+/).filter(Boolean);
    const own = words(field);
    const named = own.find((it) => secrets.some((secret) => secret.toLowerCase() === it.toLowerCase()));
    const kept = field.type === "password" || filled.some((it) => it.startsWith("cc-") || /^(current-password|new-password|one-time-code)$/.test(it));
    if (!named && (!kept || given.includes(field.value))) return "";
    const labelled = field.labels && field.labels.length ? norm(field.labels[0].textContent) : "";
    const name = (labelled || named || own[0] || field.type || "secret").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "");
    return name || "secret";
  };

  reader.listenOnly((el) => !!secretOf(el));

  // One number for a node, as long as it is there.
  const numbers = new WeakMap();
  let count = 0;
  const number = (node) => { let it = numbers.get(node); if (!it) { it = ++count; numbers.set(node, it); } return it; };

  let shown = new Set();
  let last = "";
  let cost = 0;
  let looked = 0;
  let timer = 0;
  let since = 0;
  let changed = 0;
  let pressing = false;
  let pointed = 0;
  let stood = "";
  const say = (what, at) => globalThis.autorpaHears(JSON.stringify({ at: Math.round(at), ...what }));
  const look = (rest, at) => {
    const from = performance.now();
    const text = reader.snapshot();
    const nodes = reader.listed();
    shown = new Set(nodes);
    const ids = nodes.map(number).join(",");
    const hidden = nodes.map((it, i) => (secretOf(it) ? i : -1)).filter((it) => it >= 0).join(",");
    const frames = reader.frames().map(number).join(",");
    const all = `"ids":[${ids}],"hidden":[${hidden}],"frames":[${frames}],"snapshot":${text}`;
    const same = all === last;
    last = all;
    looked = performance.now();
    cost = looked - from;
    since = 0;
    globalThis.autorpaHears(`{"at":${Math.round(at === undefined ? epoch + from : at)},"look":{"rest":${rest},"top":${window === top},"cost":${cost.toFixed(1)}${same ? "" : `,${all}`}}}`);
  };
  // A page is at rest once nothing has changed for a moment; one that never is, is looked at all the same.
  const check = () => {
    timer = 0;
    const now = performance.now();
    const busy = now - changed < 120 || pressing || document.readyState === "loading" || reader.moving();
    if ((busy && now - since < 1500) || now - looked < Math.max(60, 8 * cost)) { timer = setTimeout(check, 60); return; }
    look(true);
  };
  const soon = () => {
    if (globalThis.autorpaHome.deaf) return;
    changed = performance.now();
    if (!since) since = changed;
    if (!timer) timer = setTimeout(check, 125);
  };
  // More than a field's own frame and padding, in pixels, is no box drawn around it.
  const FRAME = 32;
  const TYPED_INTO = "textarea,input:not([type=checkbox],[type=radio],[type=file],[type=hidden])";
  // The field that a box without words of its own is drawn around, where presses go through the field to the box.
  const fieldDrawnBy = (box) => {
    const height = box.getBoundingClientRect().height;
    if (box.matches(ACTS) || height > 120) return null;
    const [field, other] = [...box.querySelectorAll(TYPED_INTO)].filter((it) => shown.has(it));
    if (!field || other || field.disabled || window.getComputedStyle(field).pointerEvents !== "none") return null;
    return height - field.getBoundingClientRect().height <= FRAME ? field : null;
  };
  const listedAround = (el) => {
    const list = el && el.nodeType === 1 ? reader.listAround(el) : null;
    if (list && shown.has(list)) return list;
    // A box that the page draws otherwise is listed by its label.
    const label = el && !shown.has(el) && [...(el.labels || [])].find((it) => shown.has(it));
    if (label) return label;
    let it = el;
    while (it && !shown.has(it)) it = up(it);
    // Of a cell or a row that is pressed beside its text, the text is listed.
    const pressed = (node) => node.nodeType === 1 && window.getComputedStyle(node).cursor === "pointer";
    if (!it || !pressed(it)) {
      for (let around = el; around && around !== it && pressed(around); around = up(around)) {
        // Nor what does something of its own in it.
        const does = (node) => { const own = node.closest(ACTS + ",label,[tabindex]"); return !!own && around.contains(own); };
        const own = [...shown].find((node) => around.contains(node) && norm(node.textContent) && !does(node));
        if (own) return own;
      }
    }
    // A field that lets presses through is what the box drawn around it is pressed for.
    const field = it && fieldDrawnBy(it);
    if (field) return field;
    // What only shows something in an option is the option.
    const entry = it && it.closest && !it.matches(ACTS) ? it.closest(ENTRIES) : null;
    return entry && shown.has(entry) ? entry : it || null;
  };
  const numbered = (it) => (it ? number(it) : undefined);
  const find = (el) => numbered(listedAround(el));
  // Rows and what else shows more as long as the pointer is anywhere in it; of other parts, those that are not higher than this.
  const ROWS = "tr,li,article,[role=row],[role=listitem]";
  const ROW_PX = 120;
  // What is drawn with nothing in it, as an empty cell, is pointed at by what the row around it says.
  const isBlank = (node) => !norm(node.textContent) && !node.childElementCount && window.getComputedStyle(node).cursor !== "pointer";
  const pointedAt = (el) => {
    const it = listedAround(el);
    if (!isBlank(el) || (it && it.matches(ACTS))) return it;
    const end = it && !isBlank(it) ? it : null;
    for (let around = up(el); around && around !== end && around.nodeType === 1; around = up(around)) {
      if (!around.matches(ROWS) && around.getBoundingClientRect().height > ROW_PX) break;
      const own = [...shown].find((node) => around.contains(node) && norm(node.textContent));
      if (own) return own;
    }
    return it;
  };
  globalThis.autorpaHome = {
    say, look, soon, find, listedAround,
    // A node that the page has put in the place of a listed one.
    same: (it, old) => { numbers.set(it, number(old)); shown.add(it); },
    // Nobody listens any more.
    deaf: false,
    pressing: (it) => { pressing = it; },
    // What comes under a pointer that stands still, nobody has pointed at.
    stands: (event) => {
      const there = event.screenX + "," + event.screenY;
      const same = there === stood;
      stood = there;
      return same;
    },
    over: (el, at) => { const it = numbered(pointedAt(el)); if (it && it !== pointed) { pointed = it; say({ heard: "over", on: it }, at); soon(); } },
    // The page comes to rest and is looked at once more.
    settle: () => new Promise((resolve) => { reader.quiet(250, 1500).then(() => { look(true); resolve(true); }); }),
  };

  const editor = (el) => { let host = null; for (let it = el; it && it.isContentEditable; it = it.parentElement) host = it; return host; };
  // The parts of a date that a page has made itself: each holds a number, and writes what is typed in its own way. Where all
  // of them are one editor for the moment, typing begins with the first.
  const partOf = (el) => {
    const own = el.closest && el.closest(reader.PART);
    if (own) return own;
    const host = editor(el);
    return host && host.querySelector(reader.PART);
  };
  const holds = (part) => part.getAttribute("aria-valuenow") || "";
  // The parts that are typed into, as they were listed last, and what each held when that was said.
  let parts = null;
  const partsAround = (group) => [...group.querySelectorAll(reader.PART)];
  const readParts = () => {
    if (!parts) return;
    partsAround(parts.group).forEach((it, i) => {
      if (i >= parts.all.length) return;
      if (it !== parts.all[i]) home().same(it, parts.all[i]);
      if (holds(it) === parts.held[i]) return;
      parts.held[i] = holds(it);
      home().say({ heard: "input", on: tell(it), by: "insertText" }, parts.at);
    });
  };
  const leavesParts = () => { readParts(); parts = null; };
  const typesPart = (event, part, at) => {
    readParts();
    begins(part, false, at);
    const group = part.closest("[role=group]") || part.parentElement || part;
    const all = partsAround(group);
    parts = { group, all, held: all.map(holds), at };
    home().say({ heard: "key", on: tell(part), key: event.key, held: held(event) }, at);
    setTimeout(readParts, PART_MS);
  };
  const fieldOf = (el) => {
    if (!el || el.nodeType !== 1) return document.documentElement;
    return partOf(el) || editor(el) || (el.closest && (el.closest("select") || el.closest("input,textarea"))) || el;
  };
  const kind = (el) => {
    if (el.matches(reader.PART)) return "text";
    if (el.isContentEditable) return "rich";
    switch (el.localName) {
      case "input":
        if (el.type === "checkbox") return "check";
        if (el.type === "radio" || el.type === "file") return el.type;
        if (el.readOnly || el.disabled) return "other";
        return TEXTS.has(el.type) ? "text" : VALUES.has(el.type) ? "value" : "other";
      case "textarea": return el.readOnly || el.disabled ? "other" : "lines";
      case "select": return el.multiple || el.size > 1 ? "list" : "select";
      case "canvas": case "embed": case "object": return "canvas";
      default: return isHandle(el) ? "handle" : isMark(el) ? "mark" : "other";
    }
  };
  // Entries whose parts do something of their own.
  const PARTED = "[role=treeitem],[role=row],[role=listitem],[role=gridcell],[role=cell],tr,td,li";
  // Something small that is drawn in an entry and not listed by itself, where the entry's middle is another place.
  const isMark = (el) => {
    if (el.childElementCount || norm(el.textContent) || el.localName === "img") return false;
    const entry = home().listedAround(el);
    if (!entry || entry === el || !entry.matches(PARTED) || !norm(entry.textContent)) return false;
    const [r, whole] = [el.getBoundingClientRect(), entry.getBoundingClientRect()];
    const sized = [r.width, r.height].every((it) => it >= 6 && it <= 48);
    const middle = (whole.left + whole.right) / 2;
    const css = window.getComputedStyle(el);
    const drawn = css.backgroundImage !== "none" || parseFloat(css.borderTopWidth) > 0 || "ownerSVGElement" in el
      || ["::before", "::after"].some((it) => !/^(none|normal)$/.test(window.getComputedStyle(el, it).content));
    return sized && drawn && (middle < r.left || middle > r.right);
  };
  // What is moved with the pointer held, and how far says what is meant.
  const isHandle = (el) => !!el.closest && (!!el.closest("[role=slider],[role=separator]") || /-resize$/.test(window.getComputedStyle(el).cursor));
  // The box that places on a drawing or of a handle are counted from.
  const areaOf = (field) => {
    const node = /^(canvas|handle|mark)$/.test(kind(field)) ? home().listedAround(field) : null;
    if (!node || node.ownerDocument !== field.ownerDocument) return undefined;
    const r = node.getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom].map(Math.round);
  };
  // The text that is selected, and what shows it.
  const marked = (el) => {
    const field = fieldOf(el);
    if (secretOf(field)) return undefined;
    if (field.localName === "input" || field.localName === "textarea") {
      const text = typeof field.selectionStart === "number" ? field.value.slice(field.selectionStart, field.selectionEnd) : "";
      return text ? { on: tell(field), text } : undefined;
    }
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !selection.rangeCount) return undefined;
    const text = norm(String(selection));
    const node = selection.getRangeAt(0).commonAncestorContainer;
    const around = node.nodeType === 1 ? node : node.parentElement;
    return text && text.length <= 2000 && around ? { on: { ...tell(around), id: home().find(around) }, text } : undefined;
  };
  // Where the pointer goes with its button held, on a drawing or with a handle.
  let way = null;
  const moved = (event) => {
    if (!way || !event.isTrusted || way.length > 400) return;
    const [x, y] = [Math.round(event.clientX), Math.round(event.clientY)];
    const [px, py] = way[way.length - 1];
    if (Math.abs(x - px) + Math.abs(y - py) >= 4) way.push([x, y]);
  };
  // Which options were chosen before.
  const chosen = new WeakMap();
  const options = (el) => [...el.options].map((it) => it.selected);
  const turned = (el) => {
    const before = chosen.get(el);
    chosen.set(el, options(el));
    return [...el.options].filter((it, i) => (before ? it.selected !== before[i] : it.selected)).filter((it) => el.multiple || it.selected)
      .map((it) => ({ id: home().find(it), text: norm(it.label || it.text), on: it.selected }));
  };
  // What is inside a closed shadow root, as far as it may be looked into.
  const inside = (el, x, y) => {
    let it = el;
    for (let root = reader.closed(it); root; root = reader.closed(it)) {
      const next = x === undefined ? root.activeElement : root.elementFromPoint(x, y);
      if (!next || next === it) break;
      it = next;
    }
    return it;
  };
  const targetOf = (event) => {
    const it = event.composedPath()[0];
    return it && it.nodeType === 1 ? inside(it, event.clientX, event.clientY) : it;
  };
  const tell = (el) => {
    const field = fieldOf(el);
    const is = kind(field);
    const told = { id: home().find(field), is };
    const secret = secretOf(field);
    if (secret) told.secret = secret;
    else if (field.matches(reader.PART)) told.value = holds(field);
    else if (is === "text" || is === "lines" || is === "value") told.value = field.value;
    else if (is === "rich") told.value = reader.lines(field);
    if (reader.unknown(el)) told.closed = "a component that was not looked into yet";
    if (is === "check" || is === "radio") told.checked = field.checked;
    const label = is === "other" && field.closest ? field.closest("label") : null;
    if (label && label.control && /^(checkbox|radio)$/.test(label.control.type)) told.checked = label.control.checked;
    if (is === "file") told.files = [...field.files].map((it) => it.name);
    return told;
  };
  const held = (event) => ({ control: event.ctrlKey, alt: event.altKey, shift: event.shiftKey, meta: event.metaKey });

  // The option that keys have gone to while the focus stays in the field of its list.
  const optionOf = (el) => {
    const id = el.getAttribute && el.getAttribute("aria-activedescendant");
    const option = id ? el.getRootNode().getElementById(id) : null;
    // Where several can be chosen, Enter is for what comes next.
    return option && option.matches(ENTRIES) && !option.closest("[aria-multiselectable=true]") && home().find(option) ? option : null;
  };

  // A gesture begins: what the page shows before it.
  let begun = null;
  const begins = (el, always, at) => {
    if (always || begun !== el) home().look(false, at);
    begun = el;
  };
  const hear = {
    pointerdown: (event, el, at) => {
      leavesParts();
      begins(fieldOf(el), true, at);
      home().pressing(true);
      const field = fieldOf(el);
      if (field.localName === "select") chosen.set(field, options(field));
      const area = areaOf(field);
      way = area ? [[Math.round(event.clientX), Math.round(event.clientY)]] : null;
      home().say({ heard: "down", on: tell(el), x: Math.round(event.clientX), y: Math.round(event.clientY), button: Math.max(0, event.button), held: held(event), area }, at);
    },
    pointerup: (event, el, at) => {
      home().pressing(false);
      // What is dragged may be under the pointer itself.
      const there = el.ownerDocument ? el.ownerDocument.elementsFromPoint(event.clientX, event.clientY) : [];
      const under = there.find((it) => begun && !begun.contains(it) && home().find(it) !== home().find(begun)) || el;
      const still = there.includes(el) && begun && (begun === el || begun.contains(el));
      const selection = getSelection();
      const passed = way ? way.slice(1) : undefined;
      way = null;
      const text = marked(el);
      home().say({ heard: "up", on: tell(still ? el : under), x: Math.round(event.clientX), y: Math.round(event.clientY), selected: !!text || (!!selection && !selection.isCollapsed), marked: text, way: passed }, at);
    },
    pointercancel: () => { way = null; home().pressing(false); },
    click: (event, el, at) => { home().say({ heard: "click", on: tell(el), detail: event.detail }, at); },
    contextmenu: (event, el, at) => { home().say({ heard: "menu", on: tell(el) }, at); },
    pointerover: (event, el, at) => { if (!home().stands(event)) home().over(el, at); },
    keydown: (event, el, at) => {
      const key = event.key || "";
      const field = fieldOf(el);
      const writes = key.length === 1 && !(event.ctrlKey || event.metaKey);
      if (field.matches(reader.PART) && (writes || MOVES.has(key))) { typesPart(event, field, at); return; }
      leavesParts();
      if (SILENT.has(key) || event.isComposing) { if (!SILENT.has(key)) begins(field, false, at); return; }
      // In the field of a list these go through the list.
      const moves = MOVES.has(key) && !(THROUGH.has(key) && field.matches("[role=combobox],[aria-autocomplete],[aria-activedescendant]"));
      const texts = /^(text|lines|rich|value)$/.test(kind(field)) && (writes || moves);
      if (!event.repeat) begins(field, !texts, at);
      if (field.localName === "select") chosen.set(field, options(field));
      home().say({ heard: "key", on: tell(el), key, held: held(event) }, at);
      const option = key === "Enter" && !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) ? optionOf(el) : null;
      if (option) home().say({ heard: "chooses", on: tell(option) }, at);
      // The page's own listeners come after this one.
      setTimeout(() => { if (event.defaultPrevented) home().say({ heard: "used" }, at); });
    },
    input: (event, el, at) => {
      // What the page makes of a key is read from the parts.
      if (parts && parts.group.contains(el)) return;
      begins(fieldOf(el), false, at);
      home().say({ heard: "input", on: tell(el), by: event.inputType || "" }, at);
    },
    change: (event, el, at) => {
      const field = fieldOf(el);
      const on = tell(el);
      if (field.localName === "select") on.turned = turned(field);
      if (field.type === "file") home().given = [...field.files];
      home().say({ heard: "change", on }, at);
    },
    submit: (event, el, at) => { home().say({ heard: "submit" }, at); },
    dragstart: (event, el, at) => { home().say({ heard: "drag_start", on: tell(el) }, at); },
    drop: (event, el, at) => {
      home().pressing(false);
      home().say({ heard: "drop", on: tell(el), files: event.dataTransfer ? event.dataTransfer.files.length : 0 }, at);
    },
  };
  const places = new WeakMap();
  const scrolled = (event) => {
    const box = event.target === document || event.target.nodeType !== 1 ? null : event.target;
    const el = box || document.scrollingElement || document.documentElement;
    const before = places.get(el) || [0, 0];
    const now = [el.scrollLeft, el.scrollTop];
    places.set(el, now);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    if (Math.abs(dx) + Math.abs(dy) < 8) return;
    const side = Math.abs(dy) >= Math.abs(dx) ? (dy > 0 ? "down" : "up") : dx > 0 ? "right" : "left";
    home().say({ heard: "scroll", on: box ? home().find(box) : undefined, way: side }, epoch + event.timeStamp);
    home().soon();
  };
  const listener = (event) => {
    if (!event.isTrusted || !home() || home().deaf) return;
    if (event.type === "scroll") { scrolled(event); return; }
    hear[event.type](event, targetOf(event), epoch + event.timeStamp);
    home().soon();
  };
  // A document that is written anew loses its listeners, and keeps its observers; the same listener is never added twice.
  let root = document.documentElement;
  const watch = new MutationObserver(() => {
    if (document.documentElement !== root) { root = document.documentElement; hearAll(); }
    if (home()) home().soon();
  });
  // The document is being left: another one is on its way, or a file.
  const leaves = (event) => { if (event.isTrusted && window === top && home() && !home().deaf) home().say({ leaves: true }, epoch + performance.now()); };
  const hearAll = () => {
    window.addEventListener("beforeunload", leaves, true);
    for (const type of [...Object.keys(hear), "scroll"]) window.addEventListener(type, listener, { capture: true, passive: true });
    window.addEventListener("pointermove", moved, { capture: true, passive: true });
  };
  const install = () => {
    hearAll();
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  };
  install();
  setInterval(install, 1000);
  // A page that comes back as it was is heard anew.
  window.addEventListener("pageshow", (event) => { if (event.persisted) last = ""; if (home()) home().soon(); }, true);
  document.addEventListener("readystatechange", () => { if (home()) home().soon(); });
  home().soon();
};
