import { ContentsReader } from './contents/ContentsReader.ts';

/** State of this area that one platform has in memory. */
export interface InsightMemory {
  readonly contents: ContentsReader;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly insight: InsightMemory;
  }
}

export function createInsightMemory(): InsightMemory {
  return { contents: new ContentsReader() };
}
