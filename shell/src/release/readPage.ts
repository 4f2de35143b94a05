import type { BootDocument, ImportMapDocument } from '@lading/contract/rest';

/** The data of a page: what is in it, and how the browser finds its files. */
export interface PageData {
  readonly boot: BootDocument;
  readonly map: ImportMapDocument;
}

/** Timeout for the page, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Requests the page that a reload would return. Rejects if it cannot be read. */
export async function readNewPage(base: string): Promise<PageData> {
  const answer = await fetch(base, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`Failed to load the new page: ${base} returned ${answer.status}`);
  const text = await answer.text();
  // Trusted Types forbid to parse the document. The server escapes "<" in both elements.
  return {
    boot: JSON.parse(contentOf(text, '<script type="application/json" id="lading-boot">')),
    map: JSON.parse(contentOf(text, '<script type="systemjs-importmap">')),
  };
}

/** Returns the import map that this page was loaded with. */
export function ownMap(page: Document): ImportMapDocument {
  const text = page.querySelector('script[type="systemjs-importmap"]')?.textContent;
  return JSON.parse(text ?? '{"imports":{},"integrity":{}}');
}

function contentOf(page: string, tag: string): string {
  const start = page.indexOf(tag);
  const end = page.indexOf('</script>', start);
  if (start < 0 || end < 0) throw new Error(`The page has no element ${tag}`);
  return page.slice(start + tag.length, end);
}
