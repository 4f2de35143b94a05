import type { FastifyRequest } from 'fastify';

/** Origin of a request, for the audit log. */
export interface Origin {
  address: string;
  /** User agent of the browser or program. */
  client: string;
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, client: (request.headers['user-agent'] ?? '').slice(0, 300) };
}
