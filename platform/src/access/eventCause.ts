import type { FastifyRequest } from 'fastify';
import type { Cause } from '../events/Event.ts';

/** Returns the cause of changes by a request. The user is empty until the caller is known. */
export function causeOf(request: FastifyRequest): Cause {
  return { by: request.caller?.userName ?? '', requestId: request.id, address: request.ip };
}
