import { createChartStates } from './charts.ts';
import { createIndexes } from './index.ts';
import { createMadeIndexes } from './madeIndex.ts';
import { createUpstreamIndexes } from './upstream/upstreamIndex.ts';

/** State of chart repositories that one platform has in memory. */
export interface HelmMemory {
  readonly upstreamIndexes: ReturnType<typeof createUpstreamIndexes>;
  readonly indexes: ReturnType<typeof createIndexes>;
  readonly madeIndexes: ReturnType<typeof createMadeIndexes>;
  readonly charts: ReturnType<typeof createChartStates>;
}

export function createHelmMemory(): HelmMemory {
  return {
    upstreamIndexes: createUpstreamIndexes(),
    indexes: createIndexes(),
    madeIndexes: createMadeIndexes(),
    charts: createChartStates(),
  };
}
