import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { audit } from '../../access/audit/audit.ts';
import { db } from '../../database/db.ts';
import { formatOf } from '../../pipeline/Format.ts';
import { findRepository } from '../../repositories/repositories.ts';
import { Conditions } from './Conditions.ts';
import { collectRun, freeableBytes } from './freed.ts';
import { addItems, openItems } from './itemTable.ts';
import { removeItem } from './removeItem.ts';
import { deleteItems, findRun, type Run, setBytes, setState } from './runTable.ts';
import { select } from './select.ts';

export interface RunOptions {
  /** Whether this server garbage-collects blobs automatically. */
  collects: boolean;
  signal: AbortSignal;
}

const itemsAtOnce = 50;
/** Milliseconds between batches, to leave capacity for clients. */
const rest = 20;

/** Performs or continues a run. Returns early when the signal is aborted. */
export async function performRun(run: Run, { collects, signal }: RunOptions): Promise<void> {
  let { state } = run;
  if (state === 'waiting' || state === 'selecting') {
    await setState(run.id, 'selecting');
    if (!(await selectItems(run, signal))) return;
    const { all, due } = await freeableBytes(run.id);
    await setBytes(run.id, { freeable: all, ...(run.dry ? { freed: collects ? due : 0 } : {}) });
    state = run.dry ? 'finished' : 'deleting';
    await setState(run.id, state);
  }
  if (state === 'deleting') {
    if (!(await deleteSelected(run, signal))) return;
    state = 'collecting';
    await setState(run.id, state);
  }
  if (state === 'collecting') {
    if (collects) {
      await collectLeftovers(run);
      // A continued run adds to the bytes that it freed before.
      const before = (await findRun(run.id))?.freedBytes ?? 0;
      await setBytes(run.id, { freed: before + (await collectRun(run.id, signal)) });
    }
    if (signal.aborted) return;
    await setState(run.id, 'finished');
    await recordRun(run);
  }
}

/**
 * Returns false if aborted. An interrupted selection starts over, because content may have changed.
 */
async function selectItems({ id, settings }: Run, signal: AbortSignal): Promise<boolean> {
  await deleteItems(id);
  let number = 1;
  for await (const selected of select(settings)) {
    if (signal.aborted) return false;
    if (selected.length === 0) continue;
    await addItems(id, number, selected);
    number += selected.length;
  }
  return true;
}

/** Returns false if aborted. Each item is deleted in its own transaction. */
async function deleteSelected({ id, settings }: Run, signal: AbortSignal): Promise<boolean> {
  const conditions = new Conditions(settings, Date.now());
  for (;;) {
    const items = await openItems(id, itemsAtOnce);
    if (items.length === 0) return true;
    for (const item of items) {
      if (signal.aborted) return false;
      await removeItem(id, item, conditions);
    }
    await pause(rest);
  }
}

/** Deletes layers that no image uses any more. */
async function collectLeftovers({ id }: Run): Promise<void> {
  const { rows } = await db().execute<{ repo: string }>(sql`
    SELECT DISTINCT repo FROM cleanup_items WHERE run = ${id}::bigint AND state = 'deleted'`);
  for (const { repo } of rows) {
    const repository = await findRepository(repo);
    const { collect } = (repository && formatOf(repository.packageType)) ?? {};
    if (collect) for await (const _ of collect({ graceSeconds: graceSeconds, remove: true, repo }));
  }
}

/** Same as for garbage collection: an upload in progress may need the layer. */
const graceSeconds = 86_400;

async function recordRun({ id, policy }: Run): Promise<void> {
  const run = await findRun(id);
  if (!run) return;
  const { deleted, kept, failed, files, bytes, requestedBy } = run;
  await audit(
    { address: '', client: '' },
    {
      event: 'cleanup-run',
      outcome: failed > 0 ? 'failure' : 'success',
      user: requestedBy,
      detail: `Cleanup policy ${policy} (run ${id}): ${deleted} deleted with ${files} files of ${bytes} bytes, ${kept} kept, ${failed} failed`,
    },
  );
}
