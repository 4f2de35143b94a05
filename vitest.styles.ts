/**
 * jsdom computes all properties of an element from all rules, and of its ancestors, and discards
 * them with each change of the document. Queries by role read two properties of each element and
 * its ancestors, which took a fifth of the processor time of the tests. This file returns these two
 * without jsdom where jsdom's style sheet and a few attributes decide, and asks jsdom
 * otherwise. `computedStyles.dom.test.ts` compares both.
 */
type Compute = typeof globalThis.getComputedStyle;
/** The key of jsdom's own function on the one that replaces it. */
const original = Symbol.for('lading.jsdomComputedStyle');

/**
 * Elements that rules of the page could show or hide. They are more than the selectors match, which
 * are read only in part.
 */
interface Concerned {
  classes: Set<string>;
  tags: Set<string>;
  all: boolean;
}

function addRules(rules: CSSRuleList, to: Concerned): void {
  for (const rule of Array.from(rules) as Partial<CSSStyleRule & CSSImportRule>[]) {
    if (rule.styleSheet !== undefined) to.all = true;
    if (rule.cssRules?.length) addRules(rule.cssRules, to);
    const { selectorText, style } = rule;
    if (!selectorText || !['display', 'visibility', 'all'].some((name) => style?.getPropertyValue(name)))
      continue;
    for (const selector of withoutArguments(selectorText).split(',')) addSubject(selector, to);
  }
}

/** Removes `(…)` and `[…]`, without which the last part of a selector concerns more elements. */
function withoutArguments(selector: string): string {
  const shorter = selector.replace(/\([^()]*\)|\[[^[\]]*\]/g, '');
  return shorter === selector ? selector : withoutArguments(shorter);
}

/** Adds the elements that have the first class, or the name, in the last part of a selector. */
function addSubject(selector: string, to: Concerned): void {
  const last = /[^\w\s.:>+~#-]/.test(selector)
    ? undefined
    : selector
        .trim()
        .split(/[\s>+~]+/)
        .at(-1);
  const className = last?.match(/\.([\w-]+)/)?.[1];
  const tag = last?.match(/^[a-z][\w-]*/i)?.[0];
  if (className) to.classes.add(className);
  else if (tag) to.tags.add(tag.toLowerCase());
  else to.all = true;
}

let seen: unknown[] = [];
let concerned: Concerned = { classes: new Set(), tags: new Set(), all: false };

/** Reads the rules again after libraries added or removed some. They don't change added ones. */
function concernedNow(): Concerned {
  const sheets = Array.from(document.styleSheets);
  const state = sheets.flatMap(({ cssRules }) => [cssRules.length, cssRules[cssRules.length - 1]]);
  if (state.length !== seen.length || state.some((value, at) => value !== seen[at])) {
    seen = state;
    concerned = { classes: new Set(), tags: new Set(), all: false };
    for (const { cssRules } of sheets) addRules(cssRules, concerned);
  }
  return concerned;
}

/** Whether a rule of the page or an inline style could decide on a property of an element. */
function isStyled(element: Element, { classes, tags, all }: Concerned): boolean {
  if (all || tags.has(element.localName.toLowerCase())) return true;
  const style = element.getAttribute('style');
  if (style && /display|visibility|all\s*:/i.test(style)) return true;
  const names = classes.size > 0 && element.getAttribute('class');
  return names ? names.split(/\s+/).some((name) => classes.has(name)) : false;
}

/** The `display` of elements with these attributes, as jsdom computed it. */
const displays = new Map<string, string>();

/** Returns undefined where only jsdom knows. */
function displayOf(element: Element, compute: Compute): string | undefined {
  const { localName, namespaceURI } = element;
  // For these, jsdom's style sheet also depends on other elements and on state.
  if (localName === 'summary' || element.hasAttribute('popover')) return undefined;
  if (isStyled(element, concernedNow())) return undefined;
  const value = element.getAttribute(localName === 'dialog' ? 'open' : 'type');
  const key = `${namespaceURI} ${localName} ${element.getAttribute('hidden')} ${value}`;
  let display = displays.get(key);
  if (display === undefined) {
    display = compute(element).display;
    displays.set(key, display);
  }
  return display;
}

const canCollapse = new Set(['colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr']);

/** Returns undefined where only jsdom knows. */
function visibilityOf(element: Element): string | undefined {
  const rules = concernedNow();
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (isStyled(at, rules) || (canCollapse.has(at.localName) && at.hasAttribute('hidden'))) return undefined;
  }
  return 'visible';
}

/** Returns a declaration that computes properties when they are read, as in a browser. */
function declarationOf(element: Element, compute: Compute): CSSStyleDeclaration {
  let computed: CSSStyleDeclaration | undefined;
  const whole = () => {
    computed ??= compute(element);
    return computed;
  };
  const known = (name: string) => {
    if (name === 'display') return displayOf(element, compute);
    return name === 'visibility' ? visibilityOf(element) : undefined;
  };
  const getPropertyValue = (name: string) => known(name) ?? whole().getPropertyValue(name);
  const ofWhole = (key: string | symbol) => {
    const value = Reflect.get(whole(), key);
    return typeof value === 'function' ? value.bind(whole()) : value;
  };
  return new Proxy(Object.create(CSSStyleDeclaration.prototype), {
    get: (_, key) =>
      key === 'getPropertyValue' ? getPropertyValue : (typeof key === 'string' && known(key)) || ofWhole(key),
    set: (_, key, value) => Reflect.set(whole(), key, value),
    has: (_, key) => key in whole(),
    ownKeys: () => Reflect.ownKeys(whole()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(whole(), key),
  });
}

/** Replaces `getComputedStyle`, once in each document that test files share. */
export function installComputedStyles(): void {
  if (original in window.getComputedStyle) return;
  const compute = window.getComputedStyle;
  const quick: Compute = (element, pseudo) =>
    !pseudo && element instanceof Element && element.getRootNode() === document
      ? declarationOf(element, compute)
      : compute(element, pseudo);
  window.getComputedStyle = Object.assign(quick, { [original]: compute });
}
