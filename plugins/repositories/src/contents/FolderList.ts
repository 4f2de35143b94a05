import { type Http, HttpFailure } from '@lading/contract';
import type { NativeEntry } from '@lading/contract/rest';
import { type ListQuery, PagedList } from '@lading/ui/list';
import { makeObservable, observable, runInAction } from 'mobx';
import { type FolderQuery, TreeApi } from '../treeApi.ts';

/** Rows per page. The platform sums up the folders of a page. */
const PAGE_SIZE = 100;
const SORTS = ['name', 'size', 'modified', 'created', 'downloads', 'kind'] as const;

/** Limits that the platform reported in responses. */
class Limits {
  /** Whether the folder has too many files to be sorted by anything but the name. */
  onlyByName = false;

  constructor() {
    makeObservable(this, { onlyByName: observable });
  }
}

/** The children of a folder, paged, sorted, and filtered by the platform. */
export class FolderList extends PagedList<NativeEntry> {
  readonly limits: Limits;

  constructor(http: Http, repoKey: string, path: string, limits = new Limits()) {
    const api = new TreeApi(http);
    const fetchPage = async (query: ListQuery, cursor: string | undefined, signal: AbortSignal) => {
      const sortBy = limits.onlyByName ? 'name' : query.sortBy;
      const { data, continueState } = await api.contents(
        repoKey,
        path,
        callQuery({ ...query, sortBy }, cursor),
        signal,
      );
      return { rows: data, next: continueState };
    };
    super(
      (query, cursor, signal) =>
        fetchPage(query, cursor, signal).catch((error: unknown) => {
          if (limits.onlyByName || !isTooMany(error)) throw error;
          runInAction(() => {
            limits.onlyByName = true;
          });
          return fetchPage(query, undefined, signal);
        }),
      { sorts: SORTS },
    );
    this.limits = limits;
  }
}

function callQuery({ sortBy, descending, search }: ListQuery, cursor: string | undefined): FolderQuery {
  return {
    ...{ limit: PAGE_SIZE, folders: true, sortBy, descending },
    ...(search === '' ? {} : { filter: search }),
    ...(cursor === undefined ? {} : { continueState: cursor }),
  };
}

const isTooMany = (error: unknown) => error instanceof HttpFailure && error.code === 'TOO_MANY';
