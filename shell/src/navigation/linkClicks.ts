import type { Disposer } from '@lading/contract';
import { placeBelow, type Target } from './place.ts';

/**
 * Reports plain clicks on links inside the console. The browser handles all others, including new
 * tabs.
 */
export function watchLinkClicks(base: string, report: (target: Target) => void): Disposer {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!link?.href || link.hasAttribute('download') || (link.target && link.target !== '_self')) return;
    const url = new URL(link.href);
    const target = placeBelow(url, base);
    if (!target || onlyHash(url, link)) return;
    event.preventDefault();
    report(target);
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

/**
 * Detects a link to an anchor on the same page. The browser scrolls there, and its history event
 * follows.
 */
function onlyHash(url: URL, link: HTMLAnchorElement): boolean {
  const here = new URL(location.href);
  const samePage = url.pathname === here.pathname && url.search === here.search;
  return samePage && url.hash !== '' && !link.hash.startsWith('#/');
}
