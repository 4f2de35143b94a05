const BASE = '/ui';

/**
 * Turns clicks on links into navigations of the console. Others do nothing: the frame would leave
 * its document, and the sandbox has no new tabs.
 */
export function watchLinks(go: (to: string) => void, signal: AbortSignal): void {
  const onClick = (event: MouseEvent) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (event.defaultPrevented || !link?.href) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (isPlain && origin === location.origin && pathname.startsWith(`${BASE}/`))
      go(pathname.slice(BASE.length) + search + hash);
  };
  document.addEventListener('click', onClick, { signal });
}
