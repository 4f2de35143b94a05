import type { Platform } from './platform.ts';

/** Widths of windows that show the menu next to a list, in pixels. */
export const WINDOWS = [1440, 1366, 1280, 1024] as const;

/**
 * Opens a list and waits for its first row. Returns the pixels by which it scrolls sideways, and
 * names, the first links of rows, and versions that are cut.
 */
export async function lookAtList(
  { origin }: Pick<Platform, 'origin'>,
  path: string,
): Promise<{ scrolls: number; cut: string[] }> {
  await browser.url(`${origin}/ui${path}`);
  await $('.ld-table__row[aria-rowindex="2"]').waitForDisplayed();
  await browser.waitUntil(() => browser.execute(() => !document.querySelector('main [aria-busy="true"]')));
  return browser.execute(() => {
    const table = document.querySelector('.ld-table__scroller');
    const names = [...document.querySelectorAll<HTMLElement>('.ld-table__row')].flatMap(
      (row) => row.querySelector<HTMLElement>('.ld-table__link .ld-name') ?? [],
    );
    const versions = [...document.querySelectorAll<HTMLElement>('.ld-table__cell > .ld-mono:only-child')];
    const cutVersions = versions.filter(
      ({ parentElement: cell }) => cell && cell.scrollWidth > cell.clientWidth,
    );
    return {
      scrolls: table ? table.scrollWidth - table.clientWidth : -1,
      cut: [
        ...names.flatMap(({ dataset }) => (dataset.short === undefined ? [] : [dataset.whole ?? ''])),
        // biome-ignore lint/performance/useDomNodeTextContent: as in the other specs
        ...cutVersions.map(({ innerText }) => innerText),
      ],
    };
  });
}
