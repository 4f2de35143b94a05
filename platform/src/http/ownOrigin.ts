import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';

/**
 * Returns the origin under which the caller reaches this server, such as
 * `https://packages.example.org`, without a trailing slash.
 */
export function ownOrigin(request: FastifyRequest): string {
  return request.server.platform.publicUrl.current ?? requestOrigin(request);
}

/**
 * Returns the origin that the request names. With a base URL, it can differ from `ownOrigin`: the
 * console's own pages send this one.
 */
export function requestOrigin(request: FastifyRequest): string {
  const { fixed } = request.server.platform.publicUrl;
  if (fixed !== undefined) return fixed;
  const typed = `${request.protocol}://${request.host}`;
  if (/^[\w.:[\]-]+$/.test(request.host) && URL.canParse(typed)) return new URL(typed).origin;
  throw new HttpError(400, 'BAD_HOST', 'Invalid Host header. Expected a host name, with an optional port.');
}
