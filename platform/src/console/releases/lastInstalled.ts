import type { Seal } from '../../secrets/Seal.ts';
import { lastReleaseWith } from './releaseRows.ts';
import { openRelease } from './releaseSignature.ts';

/**
 * The version of a plugin in the newest release set that has it, or why that set cannot be read.
 * Nothing if no set ever had it.
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
      if (entry) return { version: entry.version };
    }
    before = row.number;
  }
}
