import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchLinkClicks } from './linkClicks.ts';
import type { Target } from './place.ts';

const report = vi.fn((_target: Target) => {});
let stop = () => {};

beforeEach(() => {
  document.body.innerHTML = '<a><b>text</b></a>';
  History.prototype.replaceState.call(history, null, '', '/ui/packages?x=1');
  report.mockClear();
  stop = watchLinkClicks('/ui/', report);
});
afterEach(() => stop());

/** Returns whether the browser follows the link. */
function click(attributes: Record<string, string>, event: MouseEventInit = {}): boolean {
  const link = document.querySelector('a');
  for (const [name, value] of Object.entries(attributes)) link?.setAttribute(name, value);
  // jsdom cannot navigate; this cancels clicks that the shell leaves to the browser.
  const last = (late: Event) => late.preventDefault();
  window.addEventListener('click', last, { once: true });
  const inner = document.querySelector('b');
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...event });
  inner?.dispatchEvent(click);
  return report.mock.calls.length === 0;
}

describe('a click on a link', () => {
  it('inside the console is handled by the shell', () => {
    expect(click({ href: '/ui/packages/npm%3A%2F%2Fa?tab=files#x' })).toBe(false);
    expect(report).toHaveBeenCalledWith({
      pathname: '/packages/npm%3A%2F%2Fa',
      search: '?tab=files',
      hash: '#x',
    });
  });

  it.each([
    ['with a modifier', { href: '/ui/a' }, { ctrlKey: true }],
    ['with another button', { href: '/ui/a' }, { button: 1 }],
    ['to another tab', { href: '/ui/a', target: '_blank' }, {}],
    ['to download', { href: '/ui/a', download: '' }, {}],
    ['to elsewhere', { href: 'https://elsewhere.example/ui/a' }, {}],
    ['beside the console', { href: '/artifactory/a' }, {}],
    ['to a file of the server', { href: '/ui/api/v1/ui/download?path=a' }, {}],
    ['within the page', { href: '/ui/packages?x=1#files' }, {}],
    ['without an address', {}, {}],
  ])('%s is the browser’s', (_what, attributes: Record<string, string>, event: MouseEventInit) => {
    expect(click(attributes, event)).toBe(true);
  });

  it('that another handler has canceled is ignored', () => {
    document.querySelector('b')?.addEventListener('click', (event) => event.preventDefault());
    expect(click({ href: '/ui/a' })).toBe(true);
  });
});
