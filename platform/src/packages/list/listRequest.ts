import type { Package } from '@lading/contract/rest';
import type { Place } from '../../database/cursor.ts';
import type { Scans } from '../scans.ts';
import type { SearchFilter } from '../search/Matching.ts';
import type { Scope } from '../sql/readable.ts';
import type { ListingOrder } from './packageOrder.ts';

export interface Listed {
  place: Place;
  node: Package;
}

export interface ListPage {
  listed: Listed[];
  hasNextPage: boolean;
  /** Whether the search stopped early. It continues from `stoppedAt`. */
  capped: boolean;
  stoppedAt?: Place;
  totalCount: number | null;
  /** Nothing matches: the packages have similar names or texts. */
  similar?: true;
  /** The search with corrected words that the packages match. */
  correctedSearch?: string;
}

/** A package by the ID of its row, with its type in the index. */
export interface UnlistedPackage extends Record<string, unknown> {
  id: string;
  type: string;
}

export interface ListRequest {
  filter: SearchFilter;
  scope: Scope;
  order: ListingOrder;
  first: number;
  after?: Place;
  /** Packages of the scope to exclude from the page and its total. */
  without?: readonly UnlistedPackage[];
  /** If present, scan results are read as well. */
  scans?: Scans;
}
