import type { Place } from '../../database/cursor.ts';
import type { Scope } from '../../packages/search/readable.ts';
import type { FileFilter } from './FileFilter.ts';
import type { FoundFile } from './FoundFile.ts';
import type { FileOrder } from './fileOrder.ts';

export interface PageRequest {
  filter: FileFilter;
  scope: Scope;
  order: FileOrder;
  first: number;
  after?: Place;
  /** For who reads all pages: nothing is passed over, also where that means to look at every file. */
  complete?: boolean;
}

export interface FilePage {
  found: { file: FoundFile; place: Place }[];
  hasNextPage: boolean;
  /** The search stopped before it had looked at everything; it goes on from `stoppedAt`, when there is one. */
  capped: boolean;
  stoppedAt?: Place;
  totalCount: number | null;
}
