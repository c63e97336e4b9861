// What a page of this folder begins, ends and tells the judge with.
window.WOB_EPISODE_ID = 0;
window.WOB_RAW_REWARD_GLOBAL = 0;
window.WOB_TASK_READY = true;

// The same numbers for the same seed.
Math.seedrandom = (seed) => {
  let state = (seed * 2654435761 + 12345) >>> 0;
  Math.random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
};

window.core = {
  running: false,
  startEpisodeReal() {
    if (core.running) core.endEpisode(0);
    core.running = true;
    document.querySelectorAll("input, textarea").forEach((it) => { it.value = it.defaultValue; });
    core.goal = window.begin();
  },
  endEpisode(reward) {
    if (!core.running) return;
    core.running = false;
    WOB_EPISODE_ID += 1;
    WOB_RAW_REWARD_GLOBAL = reward;
  },
  done(right) { core.endEpisode(right ? 1 : -1); },
  getUtterance() { return core.goal; },
  setDataMode() {},
};

window.any = (below) => Math.floor(Math.random() * below);
window.between = (least, most) => least + any(most - least + 1);
window.one = (all) => all[any(all.length)];
window.some = (all, count) => {
  const left = all.slice(), taken = [];
  while (taken.length < count) taken.push(left.splice(any(left.length), 1)[0]);
  return taken;
};
window.id = (name) => document.getElementById(name);
window.make = (parent, tag, text, more) => {
  const it = document.createElement(tag);
  if (text !== undefined) it.textContent = text;
  Object.assign(it, more || {});
  parent.appendChild(it);
  return it;
};
