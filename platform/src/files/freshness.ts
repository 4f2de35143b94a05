import type { IncomingHttpHeaders } from 'node:http';
import type { ServedFile } from './files.ts';

/** Of the content alone: the same bytes have the same one everywhere. */
export function etagOf({ sha256 }: Pick<ServedFile, 'sha256'>): string {
  return `"${sha256}"`;
}

/** Whether what the client has is what it would get: 304. */
export function isFresh(headers: IncomingHttpHeaders, file: ServedFile): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return known.trim() === '*' || etagsIn(known).includes(etagOf(file));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && seconds(file.modified) <= since;
}

/** Whether the client's `If-Range` still holds, so that it may get a part; true without one. */
export function rangeHolds(headers: IncomingHttpHeaders, file: ServedFile): boolean {
  const condition = headers['if-range'];
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  // A weak one never holds here.
  if (/^(W\/)?"/.test(condition)) return condition === etagOf(file);
  return Date.parse(condition) === seconds(file.modified);
}

function etagsIn(header: string): string[] {
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).map((tag) => tag.replace(/^W\//, ''));
}

/** As dates in HTTP have no milliseconds. */
function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
