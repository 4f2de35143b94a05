import type { FastifyRequest } from 'fastify';

/** Where a request comes from. */
export interface Origin {
  address: string;
  /** What the browser or program says it is. */
  client: string;
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, client: (request.headers['user-agent'] ?? '').slice(0, 300) };
}
