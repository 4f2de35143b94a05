import type { TrashOutcome, TrashRestoration } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../access/Caller.ts';
import { HttpError } from '../errors/HttpError.ts';
import { maySee, restoreItem } from './restoreItem.ts';
import { trashSettings } from './trashSettings.ts';
import { itemOf, selectItems, type TrashRow } from './trashTable.ts';

/** Maximum items per request. */
const maxItems = 200;

/**
 * Restores items, each on its own: one that fails stays in the trash. `skip` items were left there
 * by earlier requests. Throws `HttpError` 404 if the caller can see none of the items.
 */
export async function restoreAll(
  caller: Caller,
  { items = [], deletions = [], skip = 0 }: TrashRestoration,
  log: FastifyBaseLogger,
): Promise<TrashOutcome> {
  const { days } = await trashSettings();
  const rows = await selectItems(sql`
    (i.id = ANY(${sql.param(items)}::uuid[]) OR i.deletion = ANY(${sql.param(deletions)}::text[]))
    ORDER BY i.deleted, i.repo, i.subject, i.id OFFSET ${skip} LIMIT ${maxItems + 1}`);
  const visible: TrashRow[] = [];
  const given = rows.slice(0, maxItems);
  for (const row of given) if (await maySee(caller, row)) visible.push(row);
  const more = rows.length > maxItems;
  if (visible.length === 0 && skip === 0 && !more)
    throw new HttpError(404, 'NOT_FOUND', 'The items are no longer in the trash. Reload the list.');
  const outcome: TrashOutcome = { restored: [], failed: [], more, skip: 0 };
  for (const row of visible) {
    try {
      await restoreItem(caller, row);
      outcome.restored.push(itemOf(row, days));
    } catch (error) {
      const { id, name, repo } = row;
      if (!(error instanceof HttpError)) log.warn({ err: error, item: id }, 'failed to restore an item');
      const message = error instanceof HttpError ? error.message : 'Failed to restore. See the server log.';
      outcome.failed.push({ id, name, repo, message });
    }
  }
  outcome.skip = skip + given.length - outcome.restored.length;
  return outcome;
}
