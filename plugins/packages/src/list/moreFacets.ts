import type { Http } from '@lading/contract';
import type { MorePackageFacets } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { facetsRequest } from '../query/packageQuery.ts';
import type { ListQuery } from './packagesApi.ts';

const CALL = '/ui/api/v1/ui/v1/native/facets/more';

/** The severities and projects to filter by with their numbers, within the filters that are set. */
export class MoreFacets {
  readonly found: Fetched<MorePackageFacets | undefined>;
  #query: ListQuery | undefined;

  constructor(http: Http) {
    this.found = new Fetched<MorePackageFacets | undefined>(undefined, (signal) =>
      http.json<MorePackageFacets>(CALL, { method: 'POST', body: bodyOf(this.#query), signal }),
    );
  }

  /** Fetches the numbers for other filters than before. */
  need(query: ListQuery): void {
    if (this.#query && JSON.stringify(bodyOf(query)) === JSON.stringify(bodyOf(this.#query))) return;
    this.#query = query;
    void this.found.fetch();
  }
}

function bodyOf(query: ListQuery | undefined): object {
  if (!query) return {};
  const { project } = query;
  return { ...facetsRequest(query), ...(project === undefined ? {} : { projects: [project] }) };
}
