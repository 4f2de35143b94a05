import type { SystemModuleLoader } from './SystemModuleLoader.ts';

/** The scripts that the page preloads are for this route: they are taken in as they arrive, not one after another as they are imported. */
export function anticipatePreloads(page: Document, loader: SystemModuleLoader): void {
  const links = [
    ...page.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="script"][integrity]'),
  ];
  loader.expect(Object.fromEntries(links.map(({ href, integrity }) => [href, integrity])));
  loader.anticipate(links.map(({ href }) => href));
}
