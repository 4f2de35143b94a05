import type { BootDocument } from '@lading/contract/rest';

/** Reads the list of installed plugins that the server writes into the page. */
export function readBoot(page: Document): BootDocument {
  const text = page.getElementById('lading-boot')?.textContent;
  if (!text)
    throw new Error('The page has no element "lading-boot": it must carry the start-up data as JSON');
  const boot: unknown = JSON.parse(text);
  if (!isBoot(boot)) {
    throw new Error(
      'The element "lading-boot" must hold an object with base, revision and a list of plugins',
    );
  }
  return boot;
}

function isBoot(value: unknown): value is BootDocument {
  if (typeof value !== 'object' || value === null) return false;
  const { base, revision, plugins } = value as Record<string, unknown>;
  return typeof base === 'string' && typeof revision === 'string' && Array.isArray(plugins);
}
