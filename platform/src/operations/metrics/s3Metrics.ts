import type { FastifyInstance } from 'fastify';
import { Durations } from './Durations.ts';
import { counter } from './Metrics.ts';
import type { Sample } from './Sample.ts';

type Outcome = 'success' | 'not-found' | 'failure';

/** Requests of one operation. */
class OperationFigures {
  readonly outcomes: Record<Outcome, number> = { success: 0, 'not-found': 0, failure: 0 };
  readonly durations = new Durations();
}

/**
 * Adds metrics about requests to the object store that contains the blobs. Without one, they have
 * no samples. The names of operations are those that the server uses.
 */
export function addS3Metrics(app: FastifyInstance): void {
  const operations = new Map<string, OperationFigures>();
  const figuresOf = (operation: string) => {
    const figures = operations.get(operation) ?? new OperationFigures();
    operations.set(operation, figures);
    return figures;
  };
  // The server builds its routes while the store is opened.
  app.addHook('onReady', async () => {
    app.platform.storage.blobs.watchRequests?.(({ operation }) => {
      const began = performance.now();
      return (error) => {
        const { outcomes, durations } = figuresOf(operation);
        outcomes[outcomeOf(error)] += 1;
        durations.add((performance.now() - began) / 1000);
      };
    });
  });
  const samples = (of: (operation: string, figures: OperationFigures) => Sample[]) =>
    [...operations].flatMap(([operation, figures]) => of(operation, figures));
  app.metrics.add('s3', () => [
    counter(
      'lading_s3_requests_total',
      'Requests to the object store, by operation and outcome, with their retries.',
      samples((operation, { outcomes }) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ labels: { operation, outcome }, value })),
      ),
    ),
    {
      name: 'lading_s3_request_duration_seconds',
      help: 'Time until the object store has responded, with retries. For GetObject, without the content.',
      type: 'histogram',
      samples: samples((operation, { durations }) => durations.samples({ operation })),
    },
  ]);
}

/** A missing object is an answer: the server asks whether content exists. */
function outcomeOf(error: unknown): Outcome {
  if (error === undefined) return 'success';
  const { $metadata: response } = error as { $metadata?: { httpStatusCode?: number } };
  return response?.httpStatusCode === 404 ? 'not-found' : 'failure';
}
