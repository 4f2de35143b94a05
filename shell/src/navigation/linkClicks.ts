import type { Disposer } from '@lading/contract';
import { placeBelow, type Target } from './place.ts';

/** Reports plain clicks on links that lead inside the console; all others are the browser's, new tabs included. */
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

/** A link to a place on the same page: the browser scrolls there, and its history event follows. */
function onlyHash(url: URL, link: HTMLAnchorElement): boolean {
  const here = new URL(location.href);
  const samePage = url.pathname === here.pathname && url.search === here.search;
  return samePage && url.hash !== '' && !link.hash.startsWith('#/');
}
