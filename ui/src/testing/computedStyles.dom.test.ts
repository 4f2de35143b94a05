import { afterEach, describe, expect, it } from 'vitest';

type Compute = typeof getComputedStyle;
/** The function of jsdom that `vitest.styles.ts` replaces. */
const jsdomStyle: Compute = Reflect.get(getComputedStyle, Symbol.for('lading.jsdomComputedStyle'));
const names = ['display', 'visibility'] as const;

/** Compares all elements of the document; returns the answers by `id`. */
function expectSame(): Record<string, string> {
  const differences: string[] = [];
  const answers: Record<string, string> = {};
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    const expected = jsdomStyle(element);
    for (const name of names) {
      if (style[name] === expected[name] && style.getPropertyValue(name) === expected[name]) continue;
      differences.push(`${name} of ${element.outerHTML}: ${style[name]} instead of ${expected[name]}`);
    }
    if (element.id) answers[element.id] = `${style.display} ${style.visibility}`;
  }
  expect(differences).toEqual([]);
  return answers;
}
function show(html: string): void {
  document.body.innerHTML = html;
}
function find(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`No element ${id}.`);
  return element;
}
function addSheet(text: string): CSSStyleSheet {
  const style = document.createElement('style');
  style.textContent = text;
  document.head.append(style);
  if (!style.sheet) throw new Error('No style sheet.');
  return style.sheet;
}
/** Elements with the attributes, of one name. */
const withEach = (tag: string, attributes: string[]) =>
  attributes.map((text) => `<${tag} ${text}></${tag}>`).join('');

const tags =
  `a area article audio body button canvas datalist details dialog div embed fieldset form h1 head html
  iframe img input label legend li link main marquee menu nav noscript object ol optgroup option output p param
  picture progress rt ruby script search section select slot span summary template textarea title ul video
  x-element`.split(/\s+/);
const inTables = ['caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'];
const attributes = [
  '',
  'hidden',
  'hidden="UNTIL-FOUND"',
  'open',
  'type="HIDDEN"',
  'controls disabled inert multiple checked readonly type="radio" dir="rtl" role="none" aria-hidden="true"',
];
const together = ['open hidden', 'popover', 'popover="manual" open', 'type="hidden" hidden="until-found"'];
const styles = [
  'color: red',
  'display: none',
  'DISPLAY: flex !important',
  'display: inherit',
  'visibility: hidden',
  'visibility: collapse !important',
  'visibility: inherit; display: unset',
  'all: unset',
];

describe('the computed style in tests is that of jsdom', () => {
  afterEach(() => {
    for (const style of document.head.querySelectorAll('style')) style.remove();
    document.documentElement.removeAttribute('style');
  });

  it('for elements of all names, with the attributes that show and hide', () => {
    for (const tag of tags) {
      const parent = document.createElement('section');
      const isCommon = !['button', 'dialog', 'div', 'embed', 'input'].includes(tag);
      parent.innerHTML = withEach(tag, isCommon ? attributes : [...attributes, ...together]);
      document.body.append(parent);
    }
    for (const tag of inTables) {
      const table = document.createElement('table');
      for (const hidden of [false, true]) {
        const part = document.createElement(tag);
        part.hidden = hidden;
        part.append(document.createElement('span'));
        table.append(part);
      }
      document.body.append(table);
    }
    const image = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    for (const tag of ['g', 'a', 'title', 'style', 'input', 'table'])
      image.append(document.createElementNS(image.namespaceURI ?? '', tag));
    document.body.append(image);
    expectSame();
  });

  it('for inline styles, and what inherits them', () => {
    for (const tag of ['div', 'li', 'summary', 'table', 'x-element']) {
      for (const style of styles) {
        const parent = document.createElement(tag);
        parent.setAttribute('style', style);
        parent.innerHTML = '<span></span><p style="visibility: visible"><b></b></p><p hidden></p>';
        document.body.append(parent);
      }
    }
    expectSame();
    document.documentElement.style.visibility = 'hidden';
    expectSame();
  });

  it('after each change of the document', () => {
    show(`<main id="main"><dialog id="dialog"><button id="button">Save</button></dialog>
      <details id="details"><summary id="summary">More</summary><p id="text">Text</p></details></main>`);
    const isHidden = 'none visible';
    expect(expectSame()).toMatchObject({ dialog: isHidden, button: 'inline-block visible' });
    const changes: [change: () => void, seen: Record<string, string>][] = [
      [() => find('dialog').setAttribute('open', ''), { dialog: 'block visible' }],
      [() => find('dialog').removeAttribute('open'), { dialog: isHidden }],
      [() => find('dialog').setAttribute('popover', ''), { dialog: isHidden }],
      [() => find('button').toggleAttribute('hidden'), { button: isHidden }],
      [() => find('button').toggleAttribute('hidden'), { button: 'inline-block visible' }],
      [() => find('button').style.setProperty('display', 'none'), { button: isHidden }],
      [() => find('button').style.removeProperty('display'), { button: 'inline-block visible' }],
      [() => find('main').style.setProperty('visibility', 'hidden'), { text: 'block hidden' }],
      [() => document.body.append(find('text')), { text: 'block visible' }],
      [() => find('details').prepend(document.createElement('summary')), { summary: 'block hidden' }],
      [() => find('main').setAttribute('style', 'display: none'), { main: isHidden, text: 'block visible' }],
      [() => find('main').replaceWith(find('text')), { text: 'block visible' }],
    ];
    for (const [change, seen] of changes) {
      change();
      expect(expectSame()).toMatchObject(seen);
    }
  });

  it('after each change of style sheets', () => {
    show(`<main id="main" class="page"><p id="text" class="note last">Text<b id="bold">!</b></p>
      <ul id="list"><li id="item" data-kind="x" class="row">Item</li></ul></main>`);
    expect(expectSame()).toMatchObject({ text: 'block visible' });
    const sheet = addSheet('.other { display: none } .page { color: red }');
    const insert = (rule: string) => () => {
      sheet.insertRule(rule, sheet.cssRules.length);
    };
    const remove = () => sheet.deleteRule(sheet.cssRules.length - 1);
    const changes: [change: () => void, seen: Record<string, string>][] = [
      [insert('.note { visibility: hidden }'), { text: 'block hidden', bold: 'inline hidden' }],
      [insert('.page > .last b { visibility: visible; display: flex }'), { bold: 'flex visible' }],
      [remove, { bold: 'inline hidden' }],
      [() => find('text').classList.remove('note'), { bold: 'inline visible' }],
      [insert('.absent, main li:first-child { display: none }'), { item: 'none visible' }],
      [remove, { item: 'list-item visible' }],
      [insert('[data-kind="x"] { display: grid }'), { item: 'grid visible' }],
      [() => find('item').removeAttribute('data-kind'), { item: 'list-item visible' }],
      [remove, {}],
      [insert('.row:not(.a .b, [title=","]) { display: inline }'), { item: 'inline visible' }],
      [remove, { item: 'list-item visible' }],
      [insert(':is(.row, .note) { display: table }'), { item: 'table visible' }],
      [remove, {}],
      [insert('* { visibility: collapse }'), { list: 'block collapse' }],
      [remove, { list: 'block visible' }],
      [insert('@media all { ul { display: none !important } }'), { list: 'none visible' }],
      [() => sheet.ownerNode?.remove(), { list: 'block visible' }],
    ];
    for (const [change, seen] of changes) {
      change();
      expect(expectSame()).toMatchObject(seen);
    }
  });

  it('for other properties, other elements, and mistakes', () => {
    show('<p id="text" style="color: red; pointer-events: none">Text</p>');
    const style = getComputedStyle(find('text'));
    const expected = jsdomStyle(find('text'));
    expect(style).toBeInstanceOf(CSSStyleDeclaration);
    expect([style.color, style.pointerEvents, style.cssText]).toEqual([
      expected.color,
      expected.pointerEvents,
      expected.cssText,
    ]);
    expect([...style]).toEqual([...expected]);
    expect(style.getPropertyValue('color')).toBe(expected.color);
    expect(style.getPropertyPriority('display')).toBe('');
    expect('marginTop' in style && !('nothing' in style)).toBe(true);
    const alone = document.createElement('dialog');
    const other = document.implementation.createHTMLDocument();
    for (const element of [alone, other.body])
      expect(getComputedStyle(element).display).toBe(jsdomStyle(element).display);
    expect(() => getComputedStyle(document as never)).toThrow('Element');
  });
});
