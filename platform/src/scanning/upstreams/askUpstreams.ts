import type { FastifyInstance } from 'fastify';
import { withStorage } from '../../database/db.ts';
import { allFormats } from '../../pipeline/Format.ts';
import { findRepository } from '../../repositories/repositories.ts';
import type { Storage } from '../../storage/storage.ts';
import { saveAdvisories } from '../advisories/saveAdvisories.ts';
import { askSooner, type Due, noteAnswered, takeDue } from './checks.ts';
import { withHeld } from './withHeld.ts';

/** How often it is looked which packages are due, in milliseconds. */
const rounds = 60_000;
/** Asked at once. */
const atOnce = 200;

/** Asks upstreams of what they gave, for as long as the server runs. */
export function installUpstreamChecks(app: FastifyInstance, storage: Storage): void {
  let asking: Promise<void> = Promise.resolve();
  let stopped = false;
  const timer = setInterval(() => {
    asking = asking
      .then(() => withStorage(storage, () => askUpstreams(() => stopped)))
      .catch((error: unknown) =>
        app.log.error({ err: error }, 'upstreams could not be asked for advisories'),
      );
  }, rounds);
  timer.unref();
  app.addHook('onClose', async () => {
    stopped = true;
    clearInterval(timer);
    await asking;
  });
}

/** Of all packages that are due. */
export async function askUpstreams(stopped: () => boolean = () => false): Promise<void> {
  while (!stopped()) {
    const due = await takeDue(atOnce);
    if (due.length === 0) return;
    for (const [repo, packages] of byRepository(due)) {
      if (stopped()) return;
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
  if (!remote || !format?.tellAdvisories) return;
  const told = await format.tellAdvisories(
    remote,
    new Map(packages.map(({ name, versions }) => [name, versions])),
  );
  if (told) {
    await saveAdvisories(await withHeld(told), `upstream:${repo}`);
    await noteAnswered(packages);
  } else await askSooner(packages.map(({ id }) => id));
}
