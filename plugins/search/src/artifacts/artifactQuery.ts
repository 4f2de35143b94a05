import { modelKeys, readModel, type SearchModel, VERSION_KEYS } from '../query/searchModel.ts';
import { type Kind, kindOf } from '../query/searchTypes.ts';

const SORT_KEYS = ['name', 'modified', 'size', 'repo', 'path'] as const;
export type ArtifactSortKey = (typeof SORT_KEYS)[number];

/** Query and sort order of the artifact search page. */
export interface ArtifactQuery {
  readonly model: SearchModel;
  readonly kind: Kind;
  readonly sortBy: ArtifactSortKey;
  readonly descending: boolean;
  /** `undefined` for all projects. */
  readonly project: string | undefined;
}

export function readArtifactQuery(
  search: string,
  { archiveIndexing, project }: { archiveIndexing: boolean; project: string | undefined },
): ArtifactQuery {
  const keys = new URLSearchParams(search);
  const model = readModel(search);
  return {
    model,
    kind: kindOf(model.searchType, archiveIndexing),
    sortBy: SORT_KEYS.find((key) => key === keys.get('sort_by')) ?? 'name',
    descending: /^\$?desc/i.test(keys.get('sort_type') ?? ''),
    project,
  };
}

/** Returns the URL's query string, without default values. */
export function artifactAddress({
  model,
  sortBy,
  descending,
}: Omit<ArtifactQuery, 'kind' | 'project'>): string {
  const keys = modelKeys(model);
  if (sortBy !== 'name') keys.set('sort_by', sortBy);
  if (descending) keys.set('sort_type', 'desc');
  const text = keys.toString();
  return text ? `?${text}` : '';
}

/** Returns the number of active filters other than the name. */
export function filtersSet(kind: Kind, model: SearchModel): number {
  const { repo, pkgType, path, after, before, properties, archive, excludeInnerClasses, searchClassOnly } =
    model;
  const of = kind === 'archive' ? [archive, excludeInnerClasses, searchClassOnly] : [path, after, before];
  const all = [
    ...of,
    ...VERSION_KEYS.map((key) => model[key].length),
    repo.length,
    pkgType.length,
    kind === 'quick' ? properties.length : 0,
    kind === 'checksum' ? '' : model.checksum,
  ];
  return all.filter((value) => value !== '' && value !== 0 && value !== false).length;
}
