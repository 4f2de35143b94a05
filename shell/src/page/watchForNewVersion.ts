import type { Disposer } from '@lading/contract';
import type { ModuleLoader } from '@lading/contract/host';
import type { BootDocument } from '@lading/contract/rest';

/** Timeout for the server's version, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Offers to load a new console version when a file of the page is missing, which may mean that the
 * page is outdated. The current version is read from the page that the server returns now.
 */
export function watchForNewVersion(loader: ModuleLoader, boot: BootDocument, offer: () => void): Disposer {
  return loader.watch(async (failure) => {
    if (failure.class !== 'http' && failure.class !== 'integrity') return;
    const revision = await currentRevision(boot);
    if (revision !== undefined && revision !== boot.revision) offer();
  });
}

async function currentRevision({ base, safeMode }: BootDocument): Promise<string | undefined> {
  try {
    const answer = await fetch(safeMode ? `${base}?safe-mode` : base, {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return /"revision":"([^"]+)"/.exec(await answer.text())?.[1];
  } catch {
    // The failure that triggered this check is reported elsewhere; there is nothing to offer.
    return undefined;
  }
}
