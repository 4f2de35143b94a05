import { expect, it } from 'vitest';
import { watchLinks } from './watchLinks.ts';

it('follows plain clicks on links to pages of the console, and no others', () => {
  const visited: string[] = [];
  const ended = new AbortController();
  watchLinks((to) => visited.push(to), ended.signal);
  document.body.innerHTML = `<a href="/ui/tide/north?x=1#top">North</a><a href="https://evil.example/ui/a">Away</a>
    <a href="/artifactory/a">File</a><a href="javascript:alert(1)">Run</a>`;
  const [north, ...others] = [...document.querySelectorAll('a')];
  const isPrevented = (link: Element, init: MouseEventInit = {}) =>
    !link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  // The frame would leave its document, also in a new tab.
  expect(others.map((link) => isPrevented(link))).toEqual([true, true, true]);
  if (north) expect([isPrevented(north, { ctrlKey: true }), isPrevented(north)]).toEqual([true, true]);
  ended.abort();
  expect(visited).toEqual(['/tide/north?x=1#top']);
});
