import type { Seal } from '../../secrets/Seal.ts';
import { lastReleaseWith } from './releaseRows.ts';
import { openRelease } from './releaseSignature.ts';

/**
 * The version of a plugin in the newest release set that turned it on, or why that set cannot be
 * read. Nothing if no set ever did. A draft proves nothing: it can have a version of anyone.
 */
export async function lastInstalled(
  seal: Seal,
  specifier: string,
): Promise<{ version: string } | { problem: string } | undefined> {
  for (let before: number | undefined; ; ) {
    const row = await lastReleaseWith(specifier, before);
    if (!row) return undefined;
    const opened = await openRelease(seal, row.number, row);
    if ('problem' in opened) {
      if (row.certain) return opened;
    } else {
      const entry = opened.set.entries.find((one) => one.specifier === specifier);
      if (entry?.enabled) return { version: entry.version };
    }
    before = row.number;
  }
}
