import type { FastifyInstance } from 'fastify';
import { HttpError } from './errors.ts';

/** Every failure leaves as `{errors: [{code, message, detail}]}`; what nobody foresaw is logged and never shown. */
export function renderErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    if (error instanceof HttpError) {
      const { status, code, message, detail, headers } = error;
      return reply
        .code(status)
        .headers(headers)
        .send({ errors: [{ code, message, ...(detail ? { detail } : {}) }] });
    }
    request.log.error({ err: error }, 'request failed');
    return reply
      .code(500)
      .send({ errors: [{ code: 'INTERNAL', message: 'Something went wrong on the server' }] });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      errors: [
        { code: 'NOT_FOUND', message: `${request.method} ${request.url.split('?')[0]} is not known here` },
      ],
    }),
  );
}
