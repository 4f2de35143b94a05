import type { CollectionRun } from '@lading/contract/rest';
import { audit } from '../../access/audit/audit.ts';
import { reasonOf } from '../../errors/reasonOf.ts';
import { deletePermanently } from '../../files/deletions.ts';
import { type Collected, collectAll } from './collect.ts';
import { endRun, saveProgress } from './runTable.ts';

/** Files that a run lists. All are counted. */
const maxExamples = 100;
/** Milliseconds between updates of the progress. */
const progressEvery = 500;

/**
 * Performs or continues a run. What an interrupted run deleted stays counted. Returns early when
 * the signal is aborted; then the run is continued later.
 */
export async function performRun(run: CollectionRun, signal: AbortSignal): Promise<void> {
  const { id, dry, untagged } = run;
  // A dry run starts over: it would count the same content again.
  const total: Collected = dry ? nothing() : { files: { ...run.files }, bytes: { ...run.bytes } };
  const examples = dry ? [] : [...run.examples];
  await saveProgress(id, total, examples);
  let savedAt = performance.now();
  try {
    await deletePermanently(() =>
      collectAll({ remove: !dry, untagged, signal }, async (what) => {
        const kind = 'path' in what ? total.files : total.bytes;
        kind.count++;
        kind.size += what.size;
        if ('path' in what && examples.length < maxExamples) examples.push(what);
        if (performance.now() - savedAt < progressEvery) return;
        await saveProgress(id, total, examples);
        savedAt = performance.now();
      }),
    );
    await saveProgress(id, total, examples);
  } catch (error) {
    if (signal.aborted) return;
    await saveProgress(id, total, examples);
    await endRun(id, reasonOf(error));
    if (!dry) await recordRun(run, total, 'failure');
    return;
  }
  if (signal.aborted) return;
  await endRun(id);
  if (!dry) await recordRun(run, total, 'success');
}

const nothing = (): Collected => ({ files: { count: 0, size: 0 }, bytes: { count: 0, size: 0 } });

async function recordRun(
  { requestedBy }: CollectionRun,
  total: Collected,
  outcome: 'success' | 'failure',
): Promise<void> {
  await audit(
    { address: '', client: '' },
    { event: 'garbage-collected', outcome, user: requestedBy, detail: describeCollected(total) },
  );
}

/** Returns the details for the audit log. */
export function describeCollected({ files, bytes }: Collected): string {
  return `Garbage collection deleted ${files.count} files of ${files.size} bytes and ${bytes.count} blobs of ${bytes.size} bytes`;
}
