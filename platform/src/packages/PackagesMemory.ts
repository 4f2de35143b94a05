import { createOrigins } from './about/origins.ts';
import { createReadmeImages } from './about/readmeImage.ts';
import { createAnswerCache } from './graphql/runQuery.ts';
import { createIndexChanges } from './indexChanges.ts';
import { createPluginCache } from './list/consolePlugins.ts';
import { createPartsCache } from './list/parts.ts';
import { createRecordedNames } from './nameClaims.ts';
import type { Scans } from './scans.ts';
import { createCommonWords } from './search/commonWords.ts';
import { createEstimates } from './sql/estimate.ts';
import { createTransfers } from './usage/transfers.ts';

/** In-memory state of a platform's package index. */
export interface PackagesMemory {
  readonly changes: ReturnType<typeof createIndexChanges>;
  readonly scans: () => Promise<Scans>;
  /** Cached responses to GraphQL queries. */
  readonly answers: ReturnType<typeof createAnswerCache>;
  readonly commonWords: ReturnType<typeof createCommonWords>;
  readonly estimates: ReturnType<typeof createEstimates>;
  readonly parts: ReturnType<typeof createPartsCache>;
  readonly plugins: ReturnType<typeof createPluginCache>;
  readonly origins: ReturnType<typeof createOrigins>;
  readonly readmeImages: ReturnType<typeof createReadmeImages>;
  readonly recordedNames: ReturnType<typeof createRecordedNames>;
  readonly transfers: ReturnType<typeof createTransfers>;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly packages: PackagesMemory;
  }
}

export function createPackagesMemory(scans: PackagesMemory['scans']): PackagesMemory {
  return {
    changes: createIndexChanges(),
    scans: scans,
    answers: createAnswerCache(),
    commonWords: createCommonWords(),
    estimates: createEstimates(),
    parts: createPartsCache(),
    plugins: createPluginCache(),
    origins: createOrigins(),
    readmeImages: createReadmeImages(),
    recordedNames: createRecordedNames(),
    transfers: createTransfers(),
  };
}
