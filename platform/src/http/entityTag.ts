import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';

/**
 * Returns an ETag of a configuration, which differs after each change. The order of its fields does
 * not matter, because the database does not keep it.
 */
function entityTag(configuration: object): string {
  const hash = createHash('sha256').update(JSON.stringify(configuration, inOrder)).digest('base64url');
  return `"${hash.slice(0, 27)}"`;
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Sends the ETag that a change can be based on. */
export function sendTag(reply: FastifyReply, configuration: object): void {
  reply.header('etag', entityTag(configuration));
}

/** Proxies that compress a response mark its tag: `W/"x"`, or `"x-gzip"`. */
function sentTag(tag: string): string {
  return tag
    .trim()
    .replace(/^W\//, '')
    .replace(/-(?:gzip|br|zstd|deflate)"$/, '"');
}

/**
 * Call while the stored configuration is locked, before it is changed. Without `If-Match`, as from
 * scripts, a change replaces any configuration. Throws `HttpError` 412 if the stored one is not the
 * one that the client loaded, or no longer exists, or exists despite `If-None-Match: *`. `what`:
 * its kind and name, which start the message.
 */
export function requireUnchanged(
  { headers: { 'if-match': given, 'if-none-match': absent } }: FastifyRequest,
  stored: object | undefined,
  what: string,
): void {
  const tags = given?.split(',').map(sentTag) ?? ['*'];
  const same = stored ? tags.includes('*') || tags.includes(entityTag(stored)) : given === undefined;
  if (same && !(stored && absent?.trim() === '*')) return;
  throw new HttpError(
    412,
    'CHANGED_SINCE',
    `${what} was changed after you opened it. Your changes are not saved. Reload it, compare, and make your changes again`,
  );
}
