import type { IncomingHttpHeaders } from 'node:http';
import type { ServedFile } from './files.ts';

/** Returns an ETag that depends only on the content, so that it is the same everywhere. */
export function etagOf({ sha256 }: Pick<ServedFile, 'sha256'>): string {
  return `"${sha256}"`;
}

/** Whether the client's cached copy is current, for a 304 response. */
export function isFresh(headers: IncomingHttpHeaders, file: ServedFile): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return known.trim() === '*' || etagsIn(known).includes(etagOf(file));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && seconds(file.modified) <= since;
}

/**
 * Whether the client's `If-Range` matches, so that a partial response is allowed. True without the
 * header.
 */
export function ifRangeMatches(headers: IncomingHttpHeaders, file: ServedFile): boolean {
  const condition = headers['if-range'];
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  // A weak ETag never matches here.
  if (/^(W\/)?"/.test(condition)) return condition === etagOf(file);
  return Date.parse(condition) === seconds(file.modified);
}

function etagsIn(header: string): string[] {
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).map((tag) => tag.replace(/^W\//, ''));
}

/** Truncates to seconds, because dates in HTTP have no milliseconds. */
function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
