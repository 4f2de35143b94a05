import { createChartStates } from './charts.ts';
import { createGeneratedIndexes } from './generatedIndex.ts';
import { createIndexes } from './index.ts';
import { createUpstreamIndexes } from './upstream/upstreamIndex.ts';

/** In-memory state of chart repositories on one platform. */
export interface HelmMemory {
  readonly upstreamIndexes: ReturnType<typeof createUpstreamIndexes>;
  readonly indexes: ReturnType<typeof createIndexes>;
  readonly generatedIndexes: ReturnType<typeof createGeneratedIndexes>;
  readonly charts: ReturnType<typeof createChartStates>;
}

export function createHelmMemory(): HelmMemory {
  return {
    upstreamIndexes: createUpstreamIndexes(),
    indexes: createIndexes(),
    generatedIndexes: createGeneratedIndexes(),
    charts: createChartStates(),
  };
}
