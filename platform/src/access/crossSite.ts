import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { requestOrigin } from '../http/ownOrigin.ts';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rejects cross-site requests, which browsers send with the credentials of this site. A request
 * with a session must prove that it comes from the console's own pages. A program authenticates
 * each request, so it is rejected only if a browser reports it as cross-site.
 */
export function rejectCrossSite(request: FastifyRequest, bySession: boolean): void {
  if (safeMethods.includes(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  if (site !== undefined ? site === 'same-origin' : origin !== undefined && origin === requestOrigin(request))
    return;
  if (site === undefined && origin === undefined && !bySession) return;
  throw new HttpError(
    403,
    'CROSS_SITE',
    'Cross-site request blocked. Send the Origin header of this console, or use a token instead of a session.',
  );
}
