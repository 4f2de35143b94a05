import type { FastifyInstance } from 'fastify';
import { describeError } from '../../../http/logging.ts';
import { type BundlePart, jsonPart } from '../BundlePart.ts';

/** Maximum number of remembered errors. */
const maxErrors = 200;

interface RecentError {
  time: Date;
  requestId: string;
  method: string;
  /** Pattern of the route, without values. */
  route: string;
  error: ReturnType<typeof describeError>;
}

/** Records the last unexpected errors of requests on this node. */
export function recentErrorsPart(app: FastifyInstance): BundlePart {
  const errors: RecentError[] = [];
  let total = 0;
  app.addHook('onError', (request, _reply, error, done) => {
    const { status, statusCode = status ?? 500 } = error as { status?: number; statusCode?: number };
    if (statusCode >= 500) {
      total += 1;
      const { method, id, routeOptions } = request;
      const entry = {
        time: new Date(),
        requestId: id,
        method,
        route: routeOptions.url ?? '',
        error: describeError(error),
      };
      errors.push(entry);
      if (errors.length > maxErrors) errors.shift();
    }
    done();
  });
  return jsonPart(
    'system',
    [
      {
        path: 'errors.json',
        about: 'The last unexpected errors of requests on this node, since its start',
        read: () => ({ since: new Date(Date.now() - process.uptime() * 1000), total, errors }),
      },
    ],
    { perNode: true },
  );
}
