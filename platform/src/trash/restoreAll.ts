import type { TrashOutcome, TrashRestoration } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../access/Caller.ts';
import { decodeCursor, encodeCursor, type ListName } from '../database/cursor.ts';
import { HttpError } from '../errors/HttpError.ts';
import { maySee, restoreItem } from './restoreItem.ts';
import { trashSettings } from './trashSettings.ts';
import { itemOf, selectItems, type TrashRow } from './trashTable.ts';

/** Maximum items per request. */
const maxItems = 200;

const list: ListName = ['restoration', 'deleted', 'ASC'];

/**
 * Restores items, each on its own: one that fails stays in the trash. The cursor is a position, so
 * that items that others restore or delete concurrently do not matter. Throws `HttpError` 404 if
 * the caller can see none of the items, and 400 for an invalid cursor.
 */
export async function restoreAll(
  caller: Caller,
  { items = [], deletions = [], cursor }: TrashRestoration,
  log: FastifyBaseLogger,
): Promise<TrashOutcome> {
  const { days } = await trashSettings();
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const rows = await selectItems(sql`
    (i.id = ANY(${sql.param(items)}::uuid[]) OR i.deletion = ANY(${sql.param(deletions)}::text[]))
    ${after ? sql`AND (i.deleted, i.id) > (to_timestamp(${after.key}::float8 / 1000), ${after.tie}::uuid)` : sql``}
    ORDER BY i.deleted, i.id LIMIT ${maxItems + 1}`);
  const visible: TrashRow[] = [];
  const given = rows.slice(0, maxItems);
  for (const row of given) if (await maySee(caller, row)) visible.push(row);
  const last = rows.length > maxItems ? given.at(-1) : undefined;
  if (visible.length === 0 && !after && !last)
    throw new HttpError(404, 'NOT_FOUND', 'The items are no longer in the trash. Reload the list.');
  const outcome: TrashOutcome = {
    restored: [],
    failed: [],
    ...(last ? { next: encodeCursor(list, { key: last.deleted.getTime(), tie: last.id }) } : {}),
  };
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
  return outcome;
}
