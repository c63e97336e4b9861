// What happens while something runs or is recorded, added to the page as it comes; and a hand on the picture of a screen.
// Pages work without this script.
"use strict";

{
  const byId = (id) => document.getElementById(id);

  // A line at the end of a list, as text.
  const add = (list, text, id) => {
    const line = document.createElement("li");
    line.textContent = text;
    if (id) line.id = id;
    list.append(line);
    return line;
  };

  // What was opened and typed in a part of the page.
  const kept = (part) => ({
    open: [...part.querySelectorAll("details[open] > summary")].map((it) => it.textContent),
    values: [...part.querySelectorAll("input[id], textarea[id], select[id]")].map((it) => [it.id, it.value]),
    focus: part.contains(document.activeElement) ? document.activeElement.id : "",
  });

  const restore = (part, { open, values, focus }) => {
    for (const it of part.querySelectorAll("details > summary")) {
      if (open.includes(it.textContent)) it.parentElement.open = true;
    }
    for (const [id, value] of values) {
      const field = byId(id);
      if (field && part.contains(field)) field.value = value;
    }
    if (focus) byId(focus)?.focus();
  };

  let left = false;
  const reload = () => {
    if (!left) location.reload();
    left = true;
  };

  // Whoever presses a button lets go of the one that was pressed: nothing is replaced in between.
  let [isDown, released] = [false, () => {}];
  document.addEventListener("pointerdown", () => {
    isDown = true;
  }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      isDown = false;
      // The click comes after it.
      setTimeout(() => released());
    }, true);
  }
  const letGo = () => new Promise((done) => {
    released = done;
    if (!isDown) done();
  });

  // Put parts of this page as they are now in the place of what they were.
  let [asked, again] = [false, false];
  const refresh = async (ids) => {
    if (asked) {
      again = true;
      return;
    }
    asked = true;
    try {
      const answer = await fetch(location.href);
      if (answer.redirected) location.replace(answer.url);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      // What is begun or over only now has a page of another kind.
      const opens = (it) => it.getElementById("state")?.textContent === "opening";
      const goesOn = (it) => Boolean(it.getElementById("live")?.dataset.events);
      if (opens(document) !== opens(page) || goesOn(document) !== goesOn(page)) {
        reload();
        return;
      }
      await letGo();
      for (const id of ids) {
        const [old, now] = [byId(id), page.getElementById(id)];
        if (!old || !now || old.outerHTML === now.outerHTML) continue;
        const before = kept(old);
        const [picture, newer] = [old.querySelector("img.live"), now.querySelector("img.live")];
        if (picture && newer) {
          for (const { name, value } of newer.attributes) {
            if (picture.getAttribute(name) !== value) picture.setAttribute(name, value);
          }
        }
        // Whoever types is not disturbed: the picture alone is new.
        if (old.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) continue;
        const next = document.adoptNode(now);
        // The picture that was seen is seen until its next one has come, and what is pressed meanwhile is pressed on it.
        if (picture) newer?.replaceWith(picture);
        old.replaceWith(next);
        restore(next, before);
        for (const it of next.querySelectorAll("img[data-touch]")) if (it !== picture) touched(it);
      }
    } finally {
      asked = false;
    }
    if (again) {
      again = false;
      await refresh(ids);
    }
  };

  // What is done on a picture of a screen is done there, one after the other.
  let doing = Promise.resolve();
  let typed = "";
  const send = (address, fields) => {
    doing = doing.then(() => fetch(address, { method: "POST", body: new URLSearchParams(fields()), redirect: "manual" })).catch(() => {});
    return doing;
  };
  const KEYS = ["Enter", "Backspace", "Delete", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"];
  const touched = (picture) => {
    const address = picture.dataset.touch;
    picture.addEventListener("click", (event) => {
      // While a new picture comes, the screen's size is what was said of it.
      const width = picture.naturalWidth || Number(picture.getAttribute("width"));
      const height = picture.naturalHeight || Number(picture.getAttribute("height"));
      const x = Math.floor((event.offsetX * width) / picture.clientWidth);
      const y = Math.floor((event.offsetY * height) / picture.clientHeight);
      const how = byId("press-how")?.value ?? "once";
      const seen = picture.dataset.seen ?? "";
      picture.focus();
      send(address, () => ({ what: "press", how, x, y, seen }));
    });
    picture.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || picture.dataset.seen) return;
      if (event.key.length === 1) {
        event.preventDefault();
        typed += event.key;
        if (typed.length === 1) {
          send(address, () => {
            const text = typed;
            typed = "";
            return { what: "type", text };
          });
        }
      } else if (KEYS.includes(event.key)) {
        event.preventDefault();
        send(address, () => ({ what: "key", key: event.key }));
      }
    });
  };
  for (const it of document.querySelectorAll("img[data-touch]")) touched(it);

  // What is said and done in a recording leaves the page where it is; its end leads to another page.
  const ENDS = ["done", "stop", "discard"];
  document.addEventListener("submit", (event) => {
    const [form, button] = [event.target, event.submitter];
    if (!byId("live")?.dataset.refresh || !/\/(say|touch)$/.test(form.action) || ENDS.includes(button?.value)) return;
    event.preventDefault();
    const fields = new FormData(form, button);
    send(form.action, () => fields).then(async (answer) => {
      if (answer && answer.type !== "opaqueredirect") {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const why = page.querySelector("[role=alert]")?.textContent ?? "That did not work.";
        add(byId("said"), why).className = "error";
        return;
      }
      for (const it of form.querySelectorAll("input:not([type=hidden]), textarea")) it.value = it.defaultValue;
      for (const it of form.querySelectorAll("[type=checkbox]")) it.checked = false;
      await refresh(byId("live").dataset.refresh.split(" "));
    });
  });

  const told = {
    begins: () => {
      byId("state").textContent = "running";
    },
    step: ({ number, text }) => {
      add(byId("steps"), text, `step-${number}`).setAttribute("aria-current", "step");
    },
    did: ({ number, error }) => {
      const line = byId(`step-${number}`);
      line?.removeAttribute("aria-current");
      if (line && error) {
        line.classList.add("failed");
        const why = document.createElement("span");
        why.className = "error";
        why.textContent = ` ${error}`;
        line.append(why);
      }
    },
    picture: ({ sha256, after }) => {
      const screen = byId("screen");
      screen.src = `/pictures/${encodeURIComponent(sha256)}`;
      screen.alt = `The device's screen after step ${after}`;
      screen.closest("figure").hidden = false;
    },
    line: ({ text }) => {
      byId("said-heading").hidden = false;
      add(byId("said"), text);
    },
    doing: ({ text }) => {
      byId("doing").textContent = text;
    },
    asks: () => refresh(["question", "state"]).then(() => byId("question").querySelector("form")?.focus()),
    answered: () => refresh(["question", "state"]),
    changed: ({ version, picture }) => {
      if (String(version) !== live.dataset.version) {
        live.dataset.version = version;
        refresh(live.dataset.refresh.split(" "));
      } else if (picture !== null && byId("screen")) {
        byId("screen").src = `${live.dataset.address}${picture}`;
        if (byId("screen").dataset.seen) byId("screen").dataset.seen = picture;
      }
    },
    rows: ({ done, total }) => {
      const progress = byId("progress");
      progress.max = total;
      progress.value = done;
      byId("count").textContent = `${done} of ${total}`;
    },
  };

  const live = byId("live");
  if (live?.dataset.events) {
    const source = new EventSource(live.dataset.events);
    source.addEventListener("message", (event) => {
      const note = JSON.parse(event.data);
      if (note.kind === "over") {
        source.close();
        reload();
      } else {
        told[note.kind]?.(note);
      }
    });
  }

  // The next page of a long list stands at its end before that is seen.
  for (const pages of document.querySelectorAll("[data-more]")) {
    const list = byId(pages.dataset.more).tBodies[0];
    let fetching = false;
    const further = async () => {
      const next = pages.querySelector("[rel=next]");
      if (!next || fetching) return;
      fetching = true;
      try {
        const answer = await fetch(next.href);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const rows = page.getElementById(pages.dataset.more)?.querySelectorAll("tr:has(td)") ?? [];
        const known = new Set([...list.querySelectorAll("a")].slice(-rows.length).map((it) => it.href));
        // What has begun since moves the pages: a row that stands there already is not shown twice.
        list.append(...[...rows].filter((it) => !known.has(it.querySelector("a")?.href)));
        const link = page.querySelector("[data-more] [rel=next]");
        if (link) next.href = link.href;
        else next.remove();
      } finally {
        fetching = false;
      }
      watching.unobserve(pages);
      watching.observe(pages);
    };
    const watching = new IntersectionObserver((seen) => {
      if (seen.some((it) => it.isIntersecting)) further();
    }, { rootMargin: "2000px" });
    watching.observe(pages);
  }

  for (const form of document.querySelectorAll("[data-drop]")) {
    const file = form.querySelector("input[type=file]");
    form.addEventListener("dragover", (event) => {
      event.preventDefault();
      form.classList.add("over");
    });
    form.addEventListener("dragleave", () => form.classList.remove("over"));
    form.addEventListener("drop", (event) => {
      event.preventDefault();
      form.classList.remove("over");
      if (event.dataTransfer.files.length === 1) file.files = event.dataTransfer.files;
    });
  }
}
