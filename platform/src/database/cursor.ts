import { crc32 } from 'node:zlib';
import { HttpError } from '../errors/HttpError.ts';

/** A position in a list: the sort key, and a tie breaker for equal keys. */
export interface Place {
  key: string | number;
  tie: string;
}

/** Identifies the list of a position, such as `packages`, `NAME`, `ASC`. */
export type ListName = readonly [what: string, field: string, direction: string];

/** Returns an opaque cursor that is valid only for the same list and order. */
export function encodeCursor(list: ListName, { key, tie }: Place): string {
  const body = Buffer.from(JSON.stringify([...list, key, tie])).toString('base64url');
  return `${checksum(body)}${body}`;
}

/** Throws `HttpError` 400 for a cursor that is invalid, truncated, or of another list or order. */
export function decodeCursor(list: ListName, cursor: string): Place {
  const [what, field, direction, key, tie] = parse(cursor);
  if (typeof tie !== 'string' || (typeof key !== 'string' && typeof key !== 'number')) throw madeUp(cursor);
  if (what !== list[0] || field !== list[1] || direction !== list[2]) {
    throw new HttpError(
      400,
      'BAD_CURSOR',
      `The cursor '${shown(cursor)}' is of ${what} by ${field} ${direction}, not of ${list.join(' by ').replace(/ by (\w+)$/, ' $1')}: start over without it`,
    );
  }
  return { key, tie };
}

function parse(cursor: string): unknown[] {
  const body = cursor.slice(checksumLength);
  if (checksum(body) !== cursor.slice(0, checksumLength)) throw madeUp(cursor);
  const parsed: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  if (!Array.isArray(parsed) || parsed.length !== 5) throw madeUp(cursor);
  return parsed;
}

/**
 * Detects corrupted and invented cursors. It protects nothing else, because a position is not
 * secret.
 */
const checksumLength = 8;
function checksum(body: string): string {
  return crc32(`place:${body}`).toString(16).padStart(checksumLength, '0');
}

function madeUp(cursor: string): HttpError {
  return new HttpError(
    400,
    'BAD_CURSOR',
    `Invalid cursor '${shown(cursor)}'. Use pageInfo.endCursor of the previous page, or start over without a cursor.`,
  );
}

function shown(cursor: string): string {
  return cursor.slice(0, 60).replace(/[^\x20-\x7e]/g, '?');
}
