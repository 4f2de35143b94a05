import type { ManifestsRead } from '@lading/contract/host';
import type { BootDocument, BootPlugin, ContributionsDocument } from '@lading/contract/rest';
import type { ContributionCache } from './contributionCache.ts';

/** Timeout of the request for contributions, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Returns each plugin's manifest: from the cache if the map is unchanged, the others in one
 * request.
 */
export async function readManifests(boot: BootDocument, cache: ContributionCache): Promise<ManifestsRead> {
  const manifests = new Map<string, unknown>();
  const missing: BootPlugin[] = [];
  const wanted = boot.plugins.filter((plugin) => plugin.hash !== '' && plugin.problem === undefined);
  for (const plugin of wanted) {
    const kept = cache.read(plugin);
    if (kept === undefined) missing.push(plugin);
    else manifests.set(plugin.name, kept);
  }
  if (missing.length === 0) return { manifests };
  try {
    const answer = await ask(boot, missing, missing.length === wanted.length);
    for (const plugin of missing) {
      const manifest = answer.plugins[plugin.name];
      if (manifest === undefined) continue;
      manifests.set(plugin.name, manifest);
      cache.write(plugin, manifest);
    }
    cache.keepOnly(boot.plugins);
    return { manifests };
  } catch (error) {
    return { manifests, failure: error instanceof Error ? error.message : String(error) };
  }
}

async function ask(
  boot: BootDocument,
  missing: readonly BootPlugin[],
  all: boolean,
): Promise<ContributionsDocument> {
  const only = all ? '' : `?only=${missing.map((plugin) => plugin.name).join(',')}`;
  const address = `${boot.base}contributions/${boot.revision}.json${only}`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(address, { signal }).catch(() => {
    const what = signal.aborted ? `was not answered within ${TIMEOUT_MS / 1000} s` : 'could not be fetched';
    throw new Error(`${address} ${what}`);
  });
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
  const document = (await answer.json().catch(() => {
    throw new Error(`${address} was answered with something that is not JSON`);
  })) as Partial<ContributionsDocument> | null;
  if (typeof document?.plugins !== 'object' || document.plugins === null) {
    throw new Error(`${address} holds no list of plugins`);
  }
  return { plugins: document.plugins };
}
