import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestBoard } from './RequestBoard.ts';

/** Records the requests in progress on the board, most recently active first. */
export function watchRequests(app: FastifyInstance, board: RequestBoard): void {
  const slots = new WeakMap<FastifyRequest, number>();
  app.addHook('onRequest', (request, _reply, done) => {
    const slot = board.begin(`${request.method} ${request.url}`);
    if (slot !== undefined) slots.set(request, slot);
    done();
  });
  for (const hook of ['preValidation', 'preHandler'] as const) {
    app.addHook(hook, (request: FastifyRequest, _reply: unknown, done: () => void) => {
      const slot = slots.get(request);
      if (slot !== undefined) board.touch(slot);
      done();
    });
  }
  app.afterAnswer.push((request) => {
    const slot = slots.get(request);
    if (slot !== undefined) board.end(slot);
    slots.delete(request);
  });
}
