import type { Http } from '@lading/contract';
import type { ArtifactPage, FoundArtifact, SearchAbilities } from '@lading/contract/rest';
import type { Page } from '@lading/ui/table';
import { modelKeys } from '../query/searchModel.ts';
import type { ArtifactQuery } from './artifactQuery.ts';

/** Rows per page. */
const PAGE_SIZE = 100;
/** Number of consecutive pages without results after which a search pauses. */
const MAX_EMPTY_PAGES = 5;

export interface ArtifactRows extends Page<FoundArtifact> {
  /** The search stopped before all artifacts were examined. */
  readonly capped: boolean;
}

/** Query parameters of the API call: those of the URL, limited to the project. */
function callQuery(query: ArtifactQuery): Record<string, string | readonly string[]> {
  const keys = modelKeys({ ...query.model, searchType: query.kind });
  const text = (key: string): readonly string[] => keys.getAll(key);
  const { kind, model } = query;
  return {
    ...Object.fromEntries([...new Set(keys.keys())].map((key) => [key, text(key)])),
    ...(kind === 'checksum' && !model.checksum ? { isChecksum: 'true' } : {}),
    sort_by: query.sortBy,
    sort_type: query.descending ? 'desc' : 'asc',
    ...(query.project === undefined ? {} : { project: query.project }),
  };
}

/** Fetches the page of artifacts after `cursor`. Throws `HttpFailure`. */
export async function fetchArtifacts(
  http: Http,
  query: ArtifactQuery,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ArtifactRows> {
  let endCursor = cursor;
  let capped = false;
  for (let round = 1; ; round++) {
    const page = await http.json<ArtifactPage>('/ui/api/v1/search/artifacts', {
      query: { ...callQuery(query), limit: PAGE_SIZE, ...(endCursor === undefined ? {} : { endCursor }) },
      signal,
    });
    capped ||= page.capped;
    if (page.results.length > 0 || page.next === null || round === MAX_EMPTY_PAGES) {
      const next = page.results.length > 0 ? (page.next ?? undefined) : undefined;
      return { rows: page.results, next, total: page.total ?? undefined, capped };
    }
    endCursor = page.next;
  }
}

export async function fetchAbilities(http: Http): Promise<SearchAbilities> {
  return http.json<SearchAbilities>('/ui/api/v1/search/abilities');
}

/** Returns the download URL of all results as a file. */
export function exportAddress(query: ArtifactQuery, format: 'csv' | 'json'): string {
  const keys = new URLSearchParams({ format });
  for (const [key, value] of Object.entries(callQuery(query)))
    for (const one of [value].flat()) keys.append(key, one);
  return `/ui/api/v1/search/artifacts/export?${keys}`;
}
