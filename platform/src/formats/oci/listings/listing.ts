import type { FastifyReply } from 'fastify';
import { dockerError } from '../errors.ts';

/** Maximum entries per response. */
const maxEntries = 1000;

export interface Page {
  n: number;
  /** The page starts after this entry. */
  last: string;
}

/** Reads `?n=` and `?last=`. Throws `HttpError` 400. */
export function readPage(query: unknown): Page {
  const { n, last } = query as Record<string, unknown>;
  if (n !== undefined && !(typeof n === 'string' && /^\d{1,9}$/.test(n))) {
    throw dockerError('UNSUPPORTED', `Invalid n '${String(n).slice(0, 40)}'. Expected a number.`, 400);
  }
  // PostgreSQL's text type cannot contain NUL, and no entry does.
  const after = typeof last === 'string' ? last.replaceAll('\0', '').slice(0, 400) : '';
  return { n: n === undefined ? maxEntries : Math.min(Number(n), maxEntries), last: after };
}

/** `entries`: one more than requested if there are further pages. */
export function sendPage(
  reply: FastifyReply,
  entries: readonly string[],
  { n }: Page,
  address: string,
  body: (shown: readonly string[]) => object,
): FastifyReply {
  const shown = entries.slice(0, n);
  const end = shown.at(-1);
  if (entries.length > n && end !== undefined) {
    reply.header('link', `<${address}?n=${n}&last=${encodeURIComponent(end)}>; rel="next"`);
  }
  return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(body(shown))));
}
