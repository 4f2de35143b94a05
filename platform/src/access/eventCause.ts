import type { FastifyRequest } from 'fastify';
import type { Cause } from '../events/Event.ts';

/** Who caused what a request changes; before a caller is known, nobody is named. */
export function causeOf(request: FastifyRequest): Cause {
  return { by: request.caller?.userName ?? '', requestId: request.id, address: request.ip };
}
