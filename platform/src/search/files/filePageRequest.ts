import type { Place } from '../../database/cursor.ts';
import type { Scope } from '../../packages/sql/readable.ts';
import type { FileFilter } from './FileFilter.ts';
import type { FoundFile } from './FoundFile.ts';
import type { FileOrder } from './fileOrder.ts';

export interface PageRequest {
  filter: FileFilter;
  scope: Scope;
  order: FileOrder;
  first: number;
  after?: Place;
  /**
   * For callers that read all pages: examines every file if necessary, so that no match is skipped.
   */
  complete?: boolean;
}

export interface FilePage {
  found: { file: FoundFile; place: Place }[];
  hasNextPage: boolean;
  /** Whether the search stopped early. It continues from `stoppedAt`, if present. */
  capped: boolean;
  stoppedAt?: Place;
  totalCount: number | null;
}
