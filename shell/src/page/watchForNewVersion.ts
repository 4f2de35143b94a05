import type { Disposer } from '@lading/contract';
import type { ModuleLoader } from '@lading/contract/host';
import type { BootDocument } from '@lading/contract/rest';

/** How long the server has to say which version it has, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * A page that misses a file may be older than the console: it then offers to load the new version. The page that the
 * server would give now says which that is.
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
    // The failure that led here is reported where it matters; there is nothing to offer.
    return undefined;
  }
}
