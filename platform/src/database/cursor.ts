import { crc32 } from 'node:zlib';
import { HttpError } from '../errors/HttpError.ts';

/** A place in a list: the key that the list is sorted by, and what tells apart those with the same key. */
export interface Place {
  key: string | number;
  tie: string;
}

/** Which list it is a place in: `packages`, `NAME`, `ASC`. */
export type ListName = readonly [what: string, field: string, direction: string];

/** Opaque, and only of use for the same list and order. */
export function encodeCursor(list: ListName, { key, tie }: Place): string {
  const body = Buffer.from(JSON.stringify([...list, key, tie])).toString('base64url');
  return `${checksum(body)}${body}`;
}

/** Throws `HttpError` 400 naming the cursor when it was made up, cut, or given out for another order. */
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

/** A place is no secret and gives no right: this tells what was made up or mangled from what was given out, no more. */
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
