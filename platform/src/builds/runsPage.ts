import type { BuildRuns } from '@lading/contract/rest';
import { decodeCursor, encodeCursor, type ListName, type Place } from '../database/cursor.ts';
import { HttpError } from '../errors/HttpError.ts';
import { listRuns } from './builds.ts';
import { noBuild } from './requireBuild.ts';

const runsList: ListName = ['runs', 'STARTED', 'DESC'];
/** Runs per page. */
const size = 500;

/**
 * Returns a page of a build's runs, last started first; `after`: cursor of the previous page.
 * Throws `HttpError` 400 or 404.
 */
export async function runsPage(name: string, after: unknown): Promise<BuildRuns> {
  const rows = await listRuns(name, size + 1, after === undefined ? undefined : placeOf(after));
  if (rows.length === 0 && after === undefined) throw noBuild(name);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const more = rows.length > size && last;
  return {
    name,
    runs: page.map(({ id: _id, ...run }) => run),
    next: more ? encodeCursor(runsList, { key: last.started, tie: last.id }) : null,
  };
}

function placeOf(after: unknown): Place {
  if (typeof after !== 'string')
    throw new HttpError(400, 'BAD_REQUEST', 'Invalid query. ?after= can appear only once.');
  const place = decodeCursor(runsList, after);
  const started = String(place.key);
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(started) && !Number.isNaN(Date.parse(started));
  if (isTime && /^\d{1,18}$/.test(place.tie)) return place;
  throw new HttpError(400, 'BAD_CURSOR', 'The cursor is invalid for this list. Start over without a cursor.');
}
