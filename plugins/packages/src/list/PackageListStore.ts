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
import type { SimilarNote } from '../rareParts.ts';
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
  /** Explanation above the list. */
  readonly Note: typeof SimilarNote;
}

/**
 * The list of packages: the rows for the query of the URL, and the options of the filters. A
 * failure results in an empty list.
 */
export class PackageListStore {
  readonly packages: SwappedRows<ListQuery, ListedPackage>;
  /** Filter options. If the request fails, only the options in the URL can be selected. */
  readonly types: Fetched<readonly string[]>;
  /**
   * Filter options with their counts, within the current filters. If the request fails, types are
   * offered without counts.
   */
  readonly facets: Fetched<PackageFacets | undefined>;
  #facetsFor: ListQuery | undefined;
  /**
   * Keys of repositories that accept npm packages. If the request fails, the advice is not shown.
   */
  readonly npmTargets: Fetched<readonly string[]>;

  readonly stars: RowStars;

  /** Set if the search matches nothing and similar packages are shown. */
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
    const Note = found.similar ? (await import('../rareParts.ts')).SimilarNote : undefined;
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

  /** Fetches the filter options, unless they are already loaded for these filters. */
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
