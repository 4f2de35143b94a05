import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sentStatus } from '../../http/afterAnswer.ts';
import { counter, gauge, type Metric, type Sample } from './Metrics.ts';

/** Upper bounds of the histogram, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counters of one route. */
class RouteFigures {
  readonly statuses = new Map<number, number>();
  /** Requests by the first bound that they are within. The last counter is for all longer ones. */
  readonly within = new Uint32Array(bounds.length + 1);
  seconds = 0;

  constructor(
    readonly method: string,
    readonly route: string,
  ) {}

  add(status: number, seconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.seconds += seconds;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] as number)) at++;
    (this.within[at] as number)++;
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
      samples: routes.flatMap(histogramOf),
    },
  ];
}

function histogramOf({ method, route, within, seconds }: RouteFigures): Sample[] {
  let count = 0;
  const samples: Sample[] = [...bounds, Number.POSITIVE_INFINITY].map((bound, at) => {
    count += within[at] ?? 0;
    const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : String(bound);
    return { suffix: '_bucket', labels: { method, route, le }, value: count };
  });
  const labels = { method, route };
  samples.push({ suffix: '_sum', labels, value: seconds }, { suffix: '_count', labels, value: count });
  return samples;
}
