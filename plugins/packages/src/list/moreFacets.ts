import type { Http } from '@lading/contract';
import type { MorePackageFacets } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { facetsRequest } from '../query/packageQuery.ts';
import type { ListQuery } from './packagesApi.ts';

const CALL = '/ui/api/v1/ui/v1/native/facets/more';

/** Severities and projects to filter by, with their counts within the current filters. */
export class MoreFacets {
  readonly found: Fetched<MorePackageFacets | undefined>;
  #query: ListQuery | undefined;

  constructor(http: Http) {
    this.found = new Fetched<MorePackageFacets | undefined>(undefined, (signal) => this.#fetch(http, signal));
  }

  async #fetch(http: Http, signal: AbortSignal): Promise<MorePackageFacets> {
    const body = bodyOf(this.#query);
    return body ? http.json<MorePackageFacets>(CALL, { method: 'POST', body, signal }) : NOTHING;
  }

  /** Fetches the counts if the filters have changed. */
  need(query: ListQuery): void {
    if (this.#query && JSON.stringify(bodyOf(query)) === JSON.stringify(bodyOf(this.#query))) return;
    this.#query = query;
    void this.found.fetch();
  }
}

const NOTHING: MorePackageFacets = {
  ...{ severities: [], projects: [], capped: false, partial: false, unknownTypes: [] },
};

/**
 * The selected project and those of the filter must both contain a package, as in the list.
 * Undefined if none can, because a repository belongs to one project.
 */
function bodyOf(query: ListQuery | undefined): object | undefined {
  if (!query) return {};
  const { project, projects } = query;
  const others = facetsRequest(query, query.basic);
  if (project === undefined) return others;
  const isWithin = projects.length === 0 || projects.includes(project);
  return isWithin ? { ...others, projects: [project] } : undefined;
}
