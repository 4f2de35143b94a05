import type { Http } from '@lading/contract';
import type { PackageFacets } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { type Page, SwappedRows } from '@lading/ui/table';
import { makeObservable, observableRef, runInAction } from 'mobx';
import {
  facetsRequest,
  type PackageQuery,
  packageQueryAddress,
  readPackageQuery,
} from '../query/packageQuery.ts';
import type { SimilarNote } from '../seldom.ts';
import { RowStars } from '../stars/RowStars.ts';
import {
  fetchFacets,
  fetchNpmTargets,
  fetchPackages,
  fetchTypes,
  type ListedPackage,
  type ListQuery,
  withinProject,
} from './packagesApi.ts';

interface Similar {
  readonly search: string;
  /** The search that the packages match. */
  readonly corrected: string | null | undefined;
  /** The sentence above them. */
  readonly Note: typeof SimilarNote;
}

/**
 * The list of packages: the rows that its address asks for, and what its filters offer. A failure
 * gives an empty list.
 */
export class PackageListStore {
  readonly packages: SwappedRows<ListQuery, ListedPackage>;
  /** Filter options. If the request fails, only the options in the URL can be selected. */
  readonly types: Fetched<readonly string[]>;
  /**
   * The values to filter by with their numbers, within the filters that are set. Without an answer,
   * types are offered without numbers.
   */
  readonly facets: Fetched<PackageFacets | undefined>;
  #facetsFor: ListQuery | undefined;
  /** Where an npm package can be published. Without an answer there is no such advice. */
  readonly npmTargets: Fetched<readonly string[]>;

  readonly stars: RowStars;

  /** About a search that matches nothing, so that other packages are shown. */
  similar: Similar | undefined = undefined;

  /** Repositories by project, from the last requests. */
  readonly #projects = new Map<string, readonly string[]>();

  constructor(http: Http) {
    makeObservable(this, { similar: observableRef });
    this.packages = new SwappedRows(
      (query) => `${query.project ?? ''}${query.basic ? '!' : ''}${packageQueryAddress(query)}`,
      (query, cursor, signal) => this.#fetch(http, query, cursor, signal),
    );
    this.types = new Fetched<readonly string[]>([], () => fetchTypes(http));
    this.facets = new Fetched<PackageFacets | undefined>(undefined, (signal) =>
      fetchFacets(http, this.#facetsFor ?? readPackageQuery(''), signal, this.#projects),
    );
    this.npmTargets = new Fetched<readonly string[]>([], () => fetchNpmTargets(http));
    this.stars = new RowStars(http);
  }

  async #fetch(
    http: Http,
    query: ListQuery,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<Page<ListedPackage>> {
    const found = await fetchPackages(http, query, cursor, signal, this.#projects);
    // Loaded first, so that the rows don't move when it appears.
    const Note = found.similar ? (await import('../seldom.ts')).SimilarNote : undefined;
    runInAction(() => {
      this.similar = Note && { search: query.search, corrected: found.correctedSearch, Note };
    });
    return found;
  }

  /** The query for an export: the same packages as in the list. */
  exported(query: ListQuery): PackageQuery {
    const own = query.project === undefined ? undefined : this.#projects.get(query.project);
    return (own && withinProject(query, own)) ?? query;
  }

  /** Fetches the values to filter by, unless those for these filters are there. */
  needFacets(query: ListQuery): void {
    const key = (of: ListQuery) => JSON.stringify([of.project, facetsRequest(of, of.basic)]);
    const same = this.#facetsFor !== undefined && key(query) === key(this.#facetsFor);
    this.#facetsFor = query;
    void this.types.need();
    void (same && !this.facets.error ? this.facets.need() : this.facets.fetch());
  }

  dispose(): void {
    this.facets.dispose();
    this.packages.dispose();
    this.types.dispose();
    this.npmTargets.dispose();
    this.stars.ids.dispose();
  }
}
