import { allFormats } from '../../pipeline/Format.ts';
import type { Platform } from '../../platform/Platform.ts';
import { findRepository } from '../../repositories/repositories.ts';
import { saveAdvisories } from '../advisories/saveAdvisories.ts';
import { type Due, hasDue, noteAnswered, retrySooner, takeDue } from './checks.ts';
import { withHeld } from './withHeld.ts';

/** Packages per request. */
const batchSize = 200;

/** Defines the job that queries upstreams for advisories about cached packages. */
export function defineUpstreamJob(platform: Platform): void {
  platform.jobs.define({
    name: 'query-upstream-advisories',
    description: 'Queries upstreams for advisories about cached packages',
    cluster: 'one',
    every: 60,
    pending: hasDue,
    run: askUpstreams,
  });
}

/** Queries upstreams about all packages that are due. */
export async function askUpstreams(signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const due = await takeDue(batchSize);
    if (due.length === 0) return;
    for (const [repo, packages] of byRepository(due)) {
      if (signal?.aborted) return;
      await askOne(repo, packages);
    }
  }
}

function byRepository(due: readonly Due[]): Map<string, Due[]> {
  const grouped = new Map<string, Due[]>();
  for (const one of due) {
    for (const repo of one.repos) grouped.set(repo, [...(grouped.get(repo) ?? []), one]);
  }
  return grouped;
}

async function askOne(repo: string, packages: readonly Due[]): Promise<void> {
  const remote = await findRepository(repo);
  const format = remote && allFormats().find(({ type }) => type === remote.packageType);
  if (!remote || !format?.queryAdvisories) return;
  const told = await format.queryAdvisories(
    remote,
    new Map(packages.map(({ name, versions }) => [name, versions])),
  );
  if (told) {
    await saveAdvisories(await withHeld(told), `upstream:${repo}`);
    await noteAnswered(packages);
  } else await retrySooner(packages.map(({ id }) => id));
}
