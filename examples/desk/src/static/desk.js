// What the pages do by themselves. Everything works without it, apart from "select all" and closing the banner.
"use strict";

const toast = document.querySelector(".toast");
if (toast) {
  // A reload does not say it again.
  const here = new URL(location.href);
  here.searchParams.delete("done");
  history.replaceState(null, "", here);
  setTimeout(() => { toast.hidden = true; }, 4000);
}

const banner = document.querySelector(".banner");
if (banner) {
  banner.querySelector("button").addEventListener("click", () => {
    document.cookie = "banner=closed; path=/; SameSite=Lax";
    banner.hidden = true;
  });
}

const selection = document.querySelector(".selection");
if (selection) {
  const all = selection.querySelector(".all");
  const boxes = [...selection.querySelectorAll("tbody input[type=checkbox]")];
  const count = selection.querySelector(".count");
  const show = () => {
    const picked = boxes.filter((box) => box.checked).length;
    count.textContent = picked ? `${picked} selected` : "";
    all.checked = picked === boxes.length;
    all.indeterminate = picked > 0 && picked < boxes.length;
  };
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) box.addEventListener("change", show);
  show();
}

const late = document.querySelector("main.late .form");
if (late) {
  const place = document.createComment("");
  late.replaceWith(place);
  setTimeout(() => place.replaceWith(late), 600);
}
