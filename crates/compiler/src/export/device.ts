/** A way to an element: attributes that must all hold, and other ways where this one fails. */
type Way = { [key: string]: any };
type Found = Locator | -1;

const exactly = (text: string) => new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')}\\s*$`);
const quoted = (text: string) => JSON.stringify(text);

/** What the function does on a page: each element is one that a way finds and no other, or the test fails. */
class Device {
  answers: string[] = [];
  ended = '';

  constructor(readonly page: Page) {}

  /** The elements that are shown and fit, in the order of the page. */
  private async all(way: Way): Promise<Locator[]> {
    const tag = way.class_name ?? '*';
    let all: Locator = this.page.locator(tag);
    for (const [key, value] of Object.entries(way)) {
      const wanted = Device.of(this.page, tag, key, value);
      if (wanted) all = all.and(wanted);
    }
    const fitting: Locator[] = [];
    for (const it of await all.all()) {
      if ((await it.isVisible()) && (await Device.holds(it, way))) fitting.push(it);
    }
    // Of elements within each other that show the same, the inner one is meant.
    const inner: Locator[] = [];
    for (const it of fitting) {
      const others = await Promise.all(fitting.filter((other) => other !== it).map((other) => other.elementHandle()));
      if (!(await it.evaluate((el, all) => all.some((other) => other && el !== other && el.contains(other as Node)), others))) inner.push(it);
    }
    const near = way.near === undefined ? inner : await this.near(inner, way.near);
    if (way.nth === undefined) return near;
    const [nth, count] = String(way.nth).split(' of ').map(Number);
    if (count !== undefined && near.length !== count) return [];
    const one = near.at(nth > 0 ? nth - 1 : nth);
    return one ? [one] : [];
  }

  /** What one attribute asks of the page; nothing for what is looked at later. */
  private static of(page: Page, tag: string, key: string, value: any): Locator | undefined {
    const shows = (text: RegExp) => page.locator(tag).filter({ hasText: text });
    const held = (operator: string) => page.locator(`${tag}[value${operator}${quoted(value)}]`);
    const escaped = () => exactly(value).source.slice(4, -4);
    switch (key) {
      case 'text':
        return shows(exactly(value)).or(held('='));
      case 'text_contains':
        return shows(new RegExp(escaped())).or(held('*='));
      case 'text_starts_with':
        return shows(new RegExp(`^\\s*${escaped()}`)).or(held('^='));
      case 'text_ends_with':
        return shows(new RegExp(`${escaped()}\\s*$`)).or(held('$='));
      case 'label':
        return page.getByLabel(value, { exact: true });
      case 'hint_text':
        return page.getByPlaceholder(value, { exact: true });
      case 'tooltip':
        return page.getByTitle(value, { exact: true });
      case 'content_description':
        return page.getByLabel(value, { exact: true }).or(page.getByAltText(value, { exact: true }));
      case 'role':
        return page.getByRole(value);
      case 'resource_name':
        return page.locator(`[id=${quoted(value)}]`);
      case 'name':
      case 'type':
        return page.locator(`[${key}=${quoted(value)}]`);
      case 'class':
        return page.locator(value.trim().split(/\s+/).map((it: string) => `[class~=${quoted(it)}]`).join(''));
      default:
        return undefined;
    }
  }

  /** Whether an element has the states and the place that a way asks for. */
  private static async holds(it: Locator, way: Way): Promise<boolean> {
    return it.evaluate((el, way) => {
      const any = el as any;
      const states: { [key: string]: () => boolean } = {
        checked: () => any.checked === true || el.getAttribute('aria-checked') === 'true',
        selected: () => any.selected === true || el.getAttribute('aria-selected') === 'true',
        enabled: () => any.disabled !== true && el.getAttribute('aria-disabled') !== 'true',
        focused: () => el.ownerDocument.activeElement === el,
        editable: () => any.isContentEditable || (/^(INPUT|TEXTAREA)$/.test(el.tagName) && !any.readOnly),
      };
      for (const [state, is] of Object.entries(states)) {
        if (way[state] !== undefined && String(way[state]) !== String(is())) return false;
      }
      if (way.value !== undefined && any.value !== way.value) return false;
      if (way.column !== undefined) {
        const cell = el.closest('td, th') as HTMLTableCellElement | null;
        const head = cell?.closest('table')?.querySelector('tr')?.cells[cell.cellIndex];
        if (head?.textContent?.trim() !== way.column) return false;
      }
      return true;
    }, way);
  }

  /** Those that share the innermost container with an element that shows the first text, and a row with those that show the others. */
  private async near(all: Locator[], texts: string | string[]): Promise<Locator[]> {
    const [first, ...others] = [texts].flat();
    const depths = await this.depths(all, first);
    const deepest = Math.max(...depths);
    let near = deepest < 0 ? [] : all.filter((_, at) => depths[at] === deepest);
    for (const other of others) {
      const beside = await this.depths(near, other);
      const rows = await Promise.all(near.map((it) => it.evaluate((el) => {
        let depth = 0;
        for (let it: Element | null = el.closest('tr, [role=row], li, [role=listitem]'); it; it = it.parentElement) depth++;
        return depth;
      })));
      near = near.filter((_, at) => beside[at] >= (rows[at] || deepest));
    }
    return near;
  }

  /** How deep the innermost container is that each shares with another element that shows a text; -1 where there is none. */
  private depths(all: Locator[], text: string): Promise<number[]> {
    return Promise.all(
      all.map((it) =>
        it.evaluate((el, text) => {
          const shown = (it: Element) => (it as any).value === text || it.textContent?.replace(/\s+/g, ' ').trim() === text;
          for (let box = el.parentElement, up = 1; box; box = box.parentElement, up++) {
            if ([...box.querySelectorAll('*')].some((it) => it !== el && !it.contains(el) && shown(it))) {
              let depth = 0;
              for (let it: Element | null = box; it; it = it.parentElement) depth++;
              return depth;
            }
          }
          return -1;
        }, text),
      ),
    );
  }

  private async others(way: Way): Promise<Locator[]> {
    const ways: Way[] = [way.or_else ?? []].flat();
    const found: Locator[] = [];
    for (const other of ways) {
      const all = await this.all(other);
      if (all.length !== 1) return [];
      found.push(all[0]);
    }
    const [first, ...more] = found;
    if (!first) return [];
    const handle = await first.elementHandle();
    for (const it of more) {
      if (!(await it.evaluate((el, other) => el === other, handle))) return [];
    }
    return [first];
  }

  private async wait(way: Way, ms: number): Promise<Found> {
    const until = Date.now() + ms;
    for (;;) {
      let all = await this.all(way);
      if (all.length === 0 && Date.now() >= until) all = await this.others(way);
      if (all.length > 1) throw new Error(`${all.length} elements fit ${JSON.stringify(way)}: which one is meant is not known`);
      if (all.length === 1) return all[0];
      if (Date.now() >= until) return -1;
      await this.page.waitForTimeout(100);
    }
  }

  /** The element of an answer or of a way; without one the test fails. */
  private async one(given: Found | Way): Promise<Locator> {
    if (given === -1) throw new Error('there is no element to act on');
    if (typeof (given as Locator).click === 'function') return given as Locator;
    return this.require(given as Way);
  }

  /** The places of the page that points of an element are: `25%,50%`, `8px,50% 83px,50%`, `25%,50% of 400x300`. */
  private async places(points: string, it: Found | Way): Promise<{ x: number; y: number }[]> {
    const element = await this.one(it);
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    if (!box) throw new Error('the element is not visible');
    const [all, size] = points.split(' of ');
    if (size) {
      const [width, height] = size.split('x').map(Number);
      const [a, b] = [width * box.height, height * box.width];
      if (Math.abs(a - b) > Math.max(0.03 * Math.max(a, b), width, height, box.width, box.height)) {
        throw new Error(`the element was ${size} and has another shape now: its points are others`);
      }
    }
    const on = (offset: string, from: number, length: number) => {
      if (offset.endsWith('px')) return from + parseFloat(offset);
      const share = parseFloat(offset) / 100;
      const at = from + length * share;
      return share < 0 || share > 1 ? at : Math.min(Math.max(at, from + 0.5), from + length - 0.5);
    };
    return all.trim().split(/\s+/).map((point) => {
      const [x, y] = point.split(',');
      return { x: on(x, box.x, box.width), y: on(y, box.y, box.height) };
    });
  }

  private async found(way: Way, ms: number): Promise<Locator> {
    const found = await this.wait(way, ms);
    if (found === -1) throw new Error(`no element fits ${JSON.stringify(way)}`);
    return found;
  }

  require = (way: Way) => this.found(way, 3000);
  scroll_to = (way: Way) => this.found(way, 5000);
  expect = async (way: Way) => {
    if (!(await this.wait_for(way))) throw new Error(`no element fits ${JSON.stringify(way)}`);
  };
  find_element = (way: Way) => this.wait(way, 3000);
  scroll_to_element = (way: Way) => this.wait(way, 5000);
  wait_for = async (way: Way, seconds = 10) => (await this.wait(way, seconds * 1000)) !== -1;
  element_exists = async (way: Way) => (await this.all(way)).length > 0;
  count_elements = async (way: Way) => (await this.all(way)).length;
  find_elements = (way: Way) => this.all(way);
  read_all = async (way: Way) => [...new Set(await Promise.all((await this.all(way)).map((it) => this.read_text(it))))];

  click = async (it: Found | Way) => (await this.one(it)).click();
  double_tap = async (it: Found | Way) => (await this.one(it)).dblclick();
  long_press = async (it: Found | Way) => (await this.one(it)).click({ delay: 1000 });
  right_click = async (it: Found | Way) => (await this.one(it)).click({ button: 'right' });
  hover = async (it: Found | Way) => (await this.one(it)).hover();
  drag_to = async (it: Found | Way, to: Found | Way) => (await this.one(it)).dragTo(await this.one(to));
  click_at = async (at: string, it: Found | Way) => {
    const [{ x, y }] = await this.places(at, it);
    await this.page.mouse.click(x, y);
  };
  drag_along = async (path: string, it: Found | Way) => {
    const [first, ...others] = await this.places(path, it);
    await this.page.mouse.move(first.x, first.y);
    await this.page.mouse.down();
    for (const { x, y } of others) await this.page.mouse.move(x, y, { steps: 10 });
    await this.page.mouse.up();
  };
  upload_files = async (files: string | string[], it: Found | Way) => (await this.one(it)).setInputFiles(files);
  select_option = async (option: string, it: Found | Way) => (await this.one(it)).selectOption({ label: option });
  is_checked = async (it: Found | Way) => (await this.one(it)).isChecked();
  press_enter = () => this.page.keyboard.press('Enter');
  press_keys = (keys: string) => this.page.keyboard.press(keys);
  go_back = () => this.page.goBack();
  open_link = (link: string) => this.page.goto(link);
  log = async (text: any) => console.log(text);

  async input_text(text: string, it: Found | Way | undefined, clear = false): Promise<void> {
    if (it === undefined) return this.page.keyboard.insertText(text);
    const field = await this.one(it);
    const before = clear ? '' : await field.inputValue();
    await field.fill(before + text);
  }

  async select_text(text: string, it: Found | Way): Promise<void> {
    const element = await this.one(it);
    const done = await element.evaluate((el, text) => {
      const field = el as HTMLInputElement;
      const all: [string, Node | null, number][] = [];
      const collect = (node: Node) => {
        for (const [at, it] of [...((node as Text).data ?? '')].entries()) {
          const blank = /\s/.test(it);
          if (!blank || (all.length && all[all.length - 1][0] !== ' ')) all.push([blank ? ' ' : it, node, at]);
        }
        for (const it of node.childNodes) collect(it);
      };
      const held = typeof field.value === 'string';
      if (!held) collect(el);
      const shown = held ? field.value : all.map((it) => it[0]).join('');
      const letter = (it: string | undefined) => !!it && /[\p{L}\p{N}\p{M}_]/u.test(it);
      const places: number[] = [];
      for (let at = shown.indexOf(text); at >= 0; at = shown.indexOf(text, at + 1)) {
        const end = at + text.length;
        if (!(letter(shown[at - 1]) && letter(text[0])) && !(letter(shown[end]) && letter(text[text.length - 1]))) places.push(at);
      }
      const [at] = places;
      if (places.length !== 1) return false;
      if (held) {
        field.focus();
        field.setSelectionRange(at, at + text.length);
        return true;
      }
      const range = document.createRange();
      range.setStart(all[at][1]!, all[at][2]);
      range.setEnd(all[at + text.length - 1][1]!, all[at + text.length - 1][2] + 1);
      getSelection()!.removeAllRanges();
      getSelection()!.addRange(range);
      return true;
    }, text);
    if (!done) throw new Error(`the text ${JSON.stringify(text)} is not there, or more than once`);
  }

  async read_text(it: Found | Way): Promise<string> {
    const shown = await (await this.one(it)).evaluate((el) => ('value' in el ? String((el as any).value) : (el as HTMLElement).innerText));
    return shown.trim();
  }

  async answer(text: any): Promise<void> {
    this.answers.push(String(text));
    test.info().annotations.push({ type: 'answer', description: String(text) });
  }
}
