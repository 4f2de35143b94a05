import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { ownOrigin } from '../http/ownOrigin.ts';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses a request that another site made a browser send along with what it holds for this one. Of a browser's session
 * the request must show that it comes from this console's own pages; a program says who it is with every request, and is
 * only refused where a browser tells that it was made to.
 */
export function refuseCrossSite(request: FastifyRequest, bySession: boolean): void {
  if (safeMethods.includes(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  if (site !== undefined ? site === 'same-origin' : origin !== undefined && origin === ownOrigin(request))
    return;
  if (site === undefined && origin === undefined && !bySession) return;
  throw new HttpError(
    403,
    'CROSS_SITE',
    'Cross-site request blocked. Send the Origin header of this console, or use a token instead of a session.',
  );
}
