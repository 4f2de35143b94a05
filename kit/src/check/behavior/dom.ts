import { createRequire } from 'node:module';
import { argv } from 'node:process';

// The bundle of a check evaluates this module first: shared modules read the document when they are
// evaluated.

/** Globals of the language and of Node that a document must not replace. */
const KEPT = new Set(['performance', 'crypto', 'console', 'globalThis', 'undefined', 'NaN', 'Infinity']);

interface Dom {
  readonly window: Record<string, unknown> & { Element: { prototype: Record<string, unknown> } };
}

const require = createRequire(argv[2] ?? '');
const { JSDOM } = require('jsdom') as {
  JSDOM: new (html: string, options: object) => Dom;
};
const html = '<!doctype html><html lang="en"><head><title>Lading</title></head><body></body></html>';
const { window } = new JSDOM(html, { url: 'http://localhost/ui/', pretendToBeVisual: true });

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const missing = {
  matchMedia: (media: string) => ({
    ...{ matches: false, media, addEventListener() {}, removeEventListener() {} },
    ...{ addListener() {}, removeListener() {} },
  }),
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
};
Object.assign(window, missing);
window.Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};

const define = (key: string, value: unknown) =>
  Object.defineProperty(globalThis, key, { value, configurable: true, writable: true });
for (const key of Object.getOwnPropertyNames(window)) {
  if (KEPT.has(key) || (key in globalThis && !/^[A-Z]/.test(key))) continue;
  define(key, window[key]);
}
for (const key of ['document', 'navigator', 'location', 'history']) define(key, window[key]);
define('window', window);
define('self', window);
