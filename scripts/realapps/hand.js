// hand.js SUITE ORACLE BASE PORT [HANDS]: does in a browser at DevTools port PORT what an oracle does, with the pointer and the keys.
//
// An oracle is a script of Playwright's that fills fields by script and opens addresses. A person does neither: fields are
// clicked and typed into, boxes are clicked, lists are gone along with the arrow keys, and an address is reached by the links
// and the search fields that lead there, where the page has them. HANDS is a module whose tasks stand in for the oracle's.
//
// Standard input: a line {task, params, answer}; then a line for each question. Standard output: {ask: {text, at, of}} where
// what is read is the answer (the at-th of the `of` elements that show it, from 0); at the end {ok} or {error}.
'use strict';
const path = require('path');
const readline = require('readline');

const [, , suite, oraclePath, base, port, handsPath] = process.argv;
const { chromium } = require(path.join(suite, 'env/node/node_modules/playwright-core'));
const oracle = require(path.resolve(oraclePath));
const hands = handsPath ? require(path.resolve(handsPath)) : {};

const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const read = async () => JSON.parse((await lines.next()).value);
const write = (it) => process.stdout.write(JSON.stringify(it) + '\n');

/** How long a hand needs from one thing to the next, in milliseconds. */
const PACE = 350;
/** What the answer of the task is; it is pointed at when it is read. */
let answer = null;

async function fill(locator, value, options) {
  await locator.waitFor({ state: 'visible', ...options });
  const now = await plain.inputValue.call(locator);
  if (now === value) return;
  const keys = locator.page().keyboard;
  if ((await locator.getAttribute('type')) === 'date') return typeDate(locator, value);
  // A list that is open may lie over it: whoever leaves its field closes it.
  await locator.click({ timeout: 2000, ...options }).catch(async () => {
    await keys.press('Tab');
    await locator.click({ timeout: 2000, ...options }).catch(() => locator.focus());
  });
  if (now && value.startsWith(now)) {
    await keys.press('Control+End');
    value = value.slice(now.length);
  } else if (now) {
    await keys.press('Control+A');
    if (!value) await keys.press('Delete');
  }
  await keys.type(value, { delay: 2 });
}

/** A browser's own field for a date takes month, day and year one after the other, as an English one shows them. */
async function typeDate(locator, value) {
  const keys = locator.page().keyboard;
  await locator.click();
  for (let part = 0; part < 2; part += 1) await keys.press('ArrowLeft');
  const [year, month, day] = value.split('-');
  for (const part of value ? [month, day, year] : []) {
    await keys.type(part, { delay: 20 });
  }
}

async function selectOption(locator, wanted) {
  const list = await locator.evaluate((it) => ({
    many: it.multiple || it.size > 1,
    at: it.selectedIndex,
    options: [...it.options].map((one) => ({ value: one.value, label: one.label })),
  }));
  const fits = (it) => (typeof wanted === 'string' ? it.value === wanted || it.label === wanted : it.label === wanted.label);
  const to = list.options.findIndex(fits);
  if (to < 0) throw Error(`the list has no option ${JSON.stringify(wanted)}`);
  if (list.many) return locator.locator('option').nth(to).click();
  if (list.at === to) return;
  await locator.scrollIntoViewIfNeeded();
  await locator.page().waitForTimeout(PACE);
  // A page may put another list in its place a moment after a change: that one has no focus, and may stand elsewhere.
  let at = list.at;
  for (let tries = 3 * list.options.length; at !== to && tries > 0; tries -= 1) {
    await locator.focus();
    await locator.page().keyboard.press(at < to ? 'ArrowDown' : 'ArrowUp');
    at = await locator.evaluate((it) => it.selectedIndex);
    if (at !== to) continue;
    await locator.page().waitForTimeout(2 * PACE);
    at = await locator.evaluate((it) => it.selectedIndex);
  }
}

async function setChecked(locator, checked, options) {
  await locator.waitFor({ state: 'attached', ...options });
  if ((await locator.isChecked()) !== checked) await locator.click(options);
}

/** The first link in sight that `fits`, a function of its address and of `wanted`. */
async function link(page, wanted, fits) {
  const found = await page.evaluateHandle(([wanted, fits]) => {
    const accepts = Function(`return ${fits}`)();
    const shows = (it) => it.checkVisibility({ visibilityProperty: true }) && it.getBoundingClientRect().width > 1;
    return [...document.querySelectorAll('a[href]')].find((it) => shows(it) && accepts(new URL(it.href), wanted)) || null;
  }, [wanted, fits.toString()]);
  await page.waitForTimeout(PACE);
  return found.asElement();
}

async function arrives(page, fits) {
  await page.waitForURL(fits);
  await page.waitForLoadState();
}

async function goto(page, address, options) {
  // An empty page between two addresses is nothing that a person needs.
  if (!/^https?:/.test(address)) return;
  const to = new URL(address);
  const here = () => new URL(page.url());
  if (here().href === to.href) return;
  const typed = () => plain.goto.call(page, to.href, options);
  // A place in a page that draws itself is gone to by its address: which of them have links differs from time to time.
  const direct = to.hash ? null : await link(page, to.href, (it, wanted) => it.href === wanted);
  if (direct) {
    await direct.click();
    return arrives(page, (it) => it.href === to.href);
  }
  if (!to.search) return typed();
  if (here().pathname !== to.pathname) await goto(page, to.origin + to.pathname, options);
  for (const [key, value] of to.searchParams) {
    if (here().searchParams.get(key) === value) continue;
    const has = (it) => it.searchParams.get(key) === value;
    const field = page.locator(`input[name=${JSON.stringify(key)}]:visible`).first();
    if (await field.count()) {
      await fill(field, value);
      await field.press('Enter');
      await arrives(page, has);
      continue;
    }
    const further = await link(page, [to.pathname, key, value], (it, [path, key, value]) => it.pathname === path && it.searchParams.get(key) === value);
    if (!further) return typed();
    await further.click();
    await arrives(page, has);
  }
}

/** Point at an element that was read, if what it shows is the answer. */
async function point(locator, text) {
  if (answer === null || text.trim() !== answer) return;
  const place = await locator.evaluate((read, text) => {
    const says = (it) => (it.value === undefined ? it.textContent : String(it.value)).trim() === text;
    const inner = (it) => says(it) && ![...it.children].some(says) && it.checkVisibility();
    const all = [...document.querySelectorAll('body *')].filter(inner);
    return { at: all.findIndex((it) => read.contains(it)), of: all.length };
  }, answer);
  write({ ask: { text: answer, ...place } });
  await read();
  answer = null;
}

const plain = {};

/** Have every page and locator act by pointer and keys. */
function teach(page) {
  const [pages, locators] = [Object.getPrototypeOf(page), Object.getPrototypeOf(page.locator('body'))];
  for (const name of ['innerText', 'inputValue', 'textContent']) {
    plain[name] = locators[name];
    locators[name] = async function (...rest) {
      const text = await plain[name].apply(this, rest);
      await point(this, text);
      return text;
    };
    pages[name] = function (selector, ...rest) {
      return this.locator(selector).first()[name](...rest);
    };
  }
  const acts = { fill, selectOption, setChecked, check: (it, options) => setChecked(it, true, options), uncheck: (it, options) => setChecked(it, false, options) };
  for (const [name, act] of Object.entries(acts)) {
    locators[name] = function (...rest) {
      return act(this, ...rest);
    };
    pages[name] = function (selector, ...rest) {
      return act(this.locator(selector).first(), ...rest);
    };
  }
  for (const name of ['click', 'press', 'hover']) {
    const act = locators[name];
    locators[name] = async function (...rest) {
      await page.waitForTimeout(PACE);
      return act.apply(this, rest);
    };
    pages[name] = function (selector, ...rest) {
      return this.locator(selector).first()[name](...rest);
    };
  }
  plain.goto = pages.goto;
  pages.goto = function (...rest) {
    return goto(this, ...rest);
  };
}

async function main() {
  const order = await read();
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = browser.contexts()[0].pages()[0];
  page.setDefaultTimeout(12000);
  teach(page);
  answer = order.answer ?? null;
  const does = (hands.tasks || {})[order.task] || oracle.tasks[order.task];
  await page.waitForLoadState();
  await does(page, order.params, base);
  await page.waitForTimeout(3 * PACE);
  if (answer !== null) throw Error(`nothing was read that shows ${JSON.stringify(answer)}`);
  await browser.close();
}

main().then(
  () => write({ ok: true }),
  (error) => write({ error: String((error && error.stack) || error).slice(0, 1500) }),
).then(() => process.exit(0));
