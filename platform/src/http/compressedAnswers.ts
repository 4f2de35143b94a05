import { Compressed } from './encoding.ts';

/** Compressed responses in memory: the same lists are requested again and again. */
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
