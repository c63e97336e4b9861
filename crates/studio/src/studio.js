// What happens while a function runs, added to the page as it comes. Pages work without this script.
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
        location.reload();
      } else {
        told[note.kind]?.(note);
      }
    });
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
