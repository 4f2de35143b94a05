import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sentStatus } from '../../http/afterAnswer.ts';
import { Durations } from './Durations.ts';
import { counter, gauge, type Metric } from './Metrics.ts';

/** Counters of one route. */
class RouteFigures {
  readonly statuses = new Map<number, number>();
  readonly durations = new Durations();

  constructor(
    readonly method: string,
    readonly route: string,
  ) {}

  add(status: number, seconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.durations.add(seconds);
  }
}

/**
 * Counts requests by route, status, and latency. The route is a pattern, so it contains no names
 * and paths. Empty without a route.
 */
export function countRequests(app: FastifyInstance): void {
  // Routes with several methods share a configuration object, which is faster to look up than a
  // string.
  const routes = new Map<object, RouteFigures[]>();
  const all: RouteFigures[] = [];
  const figuresOf = (request: FastifyRequest): RouteFigures => {
    const { config, url: route = '' } = request.routeOptions;
    let found = routes.get(config);
    if (!found) {
      found = [];
      routes.set(config, found);
    }
    // Without a route, the method can be any string.
    const method = route === '' ? '' : request.method;
    for (const figures of found) if (figures.method === method) return figures;
    const figures = new RouteFigures(method, route);
    found.push(figures);
    all.push(figures);
    app.metrics.durations.push(figures.durations);
    return figures;
  };
  let begun = 0;
  let ended = 0;
  app.addHook('onRequest', (_request, _reply, done) => {
    begun += 1;
    done();
  });
  app.afterAnswer.push((request, reply, aborted) => {
    ended += 1;
    figuresOf(request).add(sentStatus(reply, aborted), reply.elapsedTime / 1000);
  });
  app.metrics.add('requests', () => [
    gauge('lading_http_requests_in_flight', 'Requests in progress.', Math.max(begun - ended, 0)),
    ...requestMetrics(all),
  ]);
}

function requestMetrics(routes: readonly RouteFigures[]): Metric[] {
  return [
    counter(
      'lading_http_requests_total',
      'Requests by method, pattern of the route, and status.',
      routes.flatMap(({ method, route, statuses }) =>
        [...statuses].map(([status, value]) => ({
          labels: { method, route, status: String(status) },
          value,
        })),
      ),
    ),
    {
      name: 'lading_http_request_duration_seconds',
      help: 'Time from a request to the end of its response, by method and pattern of the route.',
      type: 'histogram',
      samples: routes.flatMap(({ method, route, durations }) => durations.samples({ method, route })),
    },
  ];
}
