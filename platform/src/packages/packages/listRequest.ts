import type { Package, PackageFilter } from '@lading/contract/rest';
import type { Place } from '../../database/cursor.ts';
import type { Scans } from '../scans.ts';
import type { Scope } from '../search/readable.ts';
import type { ListingOrder } from './packageOrder.ts';

export interface Listed {
  place: Place;
  node: Package;
}

export interface ListPage {
  listed: Listed[];
  hasNextPage: boolean;
  /** The search stopped before it had looked at everything; it goes on from `stoppedAt`. */
  capped: boolean;
  stoppedAt?: Place;
  totalCount: number | null;
}

/** A package by its row, with its type as the index has it. */
export interface UnlistedPackage extends Record<string, unknown> {
  id: string;
  type: string;
}

export interface ListRequest {
  filter: PackageFilter;
  scope: Scope;
  order: ListingOrder;
  first: number;
  after?: Place;
  /** Packages of the scope that the page and its total leave out. */
  without?: readonly UnlistedPackage[];
  /** What is known to be wrong with them is looked up as well. */
  scans?: Scans;
}
