import type { FastifyReply } from 'fastify';
import { dockerError } from '../errors.ts';

/** Entries of one answer at most. */
const most = 1000;

export interface Page {
  n: number;
  /** After which entry it begins. */
  last: string;
}

/** `?n=` and `?last=`; throws `HttpError` 400. */
export function readPage(query: unknown): Page {
  const { n, last } = query as Record<string, unknown>;
  if (n !== undefined && !(typeof n === 'string' && /^\d{1,9}$/.test(n))) {
    throw dockerError('UNSUPPORTED', `Invalid n '${String(n).slice(0, 40)}'. Expected a number.`, 400);
  }
  // PostgreSQL's text holds no NUL; nothing in a list does.
  const after = typeof last === 'string' ? last.replaceAll('\0', '').slice(0, 400) : '';
  return { n: n === undefined ? most : Math.min(Number(n), most), last: after };
}

/** `entries`: one more than asked for where there are more. */
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
