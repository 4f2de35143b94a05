import { Compressed } from './encoding.ts';

/** Cached compressed responses, because the same lists are requested repeatedly. */
export interface CompressedAnswers {
  readonly json: Compressed;
  readonly text: Compressed;
  readonly queries: Compressed;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly compressed: CompressedAnswers;
  }
}

export function createCompressedAnswers(): CompressedAnswers {
  return { json: new Compressed(), text: new Compressed(), queries: new Compressed() };
}
