import type { Http } from '@lading/contract';
import type {
  RepositorySummary,
  TrashItem,
  TrashOutcome,
  TrashPage,
  TrashSettings,
  TrashUsage,
} from '@lading/contract/rest';
import type { FetchListPage } from '@lading/ui/list';

const CALL = '/ui/api/v1/ui/trash';
/** Items per restoration request. */
const MOST = 200;

/** A page of the trash, newest deletion first. */
export function fetchTrash(http: Http): FetchListPage<TrashItem> {
  return async ({ search, filters }, cursor, signal) => {
    const query = {
      ...(search === '' ? {} : { name: search }),
      ...(filters.repo ? { repo: filters.repo } : {}),
      ...(cursor === undefined ? {} : { cursor }),
      limit: 100,
    };
    const { items, next } = await http.json<TrashPage>(CALL, { query, signal });
    return { rows: items, next };
  };
}

/** Restores each item on its own. */
export async function restoreItems(
  http: Http,
  items: readonly TrashItem[],
): Promise<Pick<TrashOutcome, 'restored' | 'failed'>> {
  const restored: TrashItem[] = [];
  const failed: TrashOutcome['failed'] = [];
  for (let at = 0; at < items.length; at += MOST) {
    const body = { items: items.slice(at, at + MOST).map(({ id }) => id) };
    const outcome = await http.json<TrashOutcome>(`${CALL}/restore`, {
      ...{ method: 'POST', body, timeout: 600_000 },
    });
    restored.push(...outcome.restored);
    failed.push(...outcome.failed);
  }
  return { restored, failed };
}

export function deleteItem(http: Http, { id }: TrashItem): Promise<string> {
  return http.text(`${CALL}/items/${id}`, { method: 'DELETE' });
}

/** Deletes all items permanently. */
export function emptyTrash(http: Http): Promise<{ items: number; bytes: number }> {
  return http.json(CALL, { method: 'DELETE', timeout: 600_000 });
}

export function fetchUsage(http: Http, signal: AbortSignal): Promise<TrashUsage> {
  return http.json(`${CALL}/usage`, { signal });
}

export async function fetchRepositoryKeys(http: Http, signal: AbortSignal): Promise<string[]> {
  const found = await http.json<RepositorySummary[]>('/artifactory/api/repositories', { signal });
  return found.filter(({ type }) => type.toLowerCase() !== 'virtual').map(({ key }) => key);
}

export function fetchSettings(http: Http, signal: AbortSignal): Promise<TrashSettings> {
  return http.json(`${CALL}/settings`, { signal });
}

export function saveSettings(http: Http, body: TrashSettings): Promise<TrashSettings> {
  return http.json(`${CALL}/settings`, { method: 'PUT', body });
}
