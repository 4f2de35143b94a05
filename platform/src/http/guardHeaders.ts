import type { FastifyInstance } from 'fastify';

/**
 * On everything that is answered, whatever becomes of it. The policy is the one for content of others, which may do
 * nothing; a page of the console sets its own in its place.
 */
export const guards = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
};

export function guardHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(guards);
    done();
  });
}
