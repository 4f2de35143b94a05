import type { FastifyInstance } from 'fastify';

/**
 * Default security headers of every response. The policy denies everything, as required for
 * untrusted content. Pages of the console replace it with their own.
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
