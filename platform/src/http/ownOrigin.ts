import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';

/**
 * Returns the origin under which the caller reaches this server, such as
 * `https://packages.example.org`, without a trailing slash.
 */
export function ownOrigin(request: FastifyRequest): string {
  const { publicUrl } = request.server.settings;
  if (publicUrl !== undefined) return publicUrl;
  const typed = `${request.protocol}://${request.host}`;
  if (/^[\w.:[\]-]+$/.test(request.host) && URL.canParse(typed)) return new URL(typed).origin;
  throw new HttpError(400, 'BAD_HOST', 'Invalid Host header. Expected a host name, with an optional port.');
}
