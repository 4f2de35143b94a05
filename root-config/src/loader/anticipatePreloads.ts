import type { SystemModuleLoader } from './SystemModuleLoader.ts';

/**
 * Anticipates the scripts that the page preloads for this route, so that they are processed on
 * arrival instead of sequentially on import.
 */
export function anticipatePreloads(page: Document, loader: SystemModuleLoader): void {
  const links = [
    ...page.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="script"][integrity]'),
  ];
  loader.expect(Object.fromEntries(links.map(({ href, integrity }) => [href, integrity])));
  loader.anticipate(links.map(({ href }) => href));
}
