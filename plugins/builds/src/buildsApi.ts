import type { Http } from '@lading/contract';
import type {
  BuildDetails,
  BuildDiff,
  BuildOverview,
  BuildPromoted,
  BuildPromotionPlan,
  BuildPromotionRequest,
  BuildRuns,
  DeployRepositories,
} from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/builds';

/** Throws `HttpFailure`. */
export function fetchBuilds(http: Http, search: string, signal: AbortSignal): Promise<BuildOverview> {
  return http.json(CALL, { query: { search: search || undefined }, signal });
}

/**
 * Fetches the latest runs, or those after `after`. Throws `HttpFailure`, with status 403 or 404.
 */
export function fetchRuns(
  http: Http,
  name: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<BuildRuns> {
  return http.json(`${CALL}/${encodeURIComponent(name)}`, { query: { after }, signal });
}

/**
 * Fetches the newest run with the number unless `started` is given. Throws `HttpFailure`, with
 * status 403 or 404.
 */
export function fetchRun(
  http: Http,
  name: string,
  number: string,
  started: string | undefined,
  signal: AbortSignal,
): Promise<BuildDetails> {
  const path = `${CALL}/${encodeURIComponent(name)}/${encodeURIComponent(number)}`;
  return http.json(path, { query: { started }, signal });
}

const runCall = (name: string, number: string) =>
  `${CALL}/${encodeURIComponent(name)}/${encodeURIComponent(number)}`;

/** Fetches the differences between two runs. Throws `HttpFailure`, with status 403 or 404. */
export function fetchDiff(
  http: Http,
  name: string,
  number: string,
  to: string,
  started: string | undefined,
  signal: AbortSignal,
): Promise<BuildDiff> {
  return http.json(`${runCall(name, number)}/diff`, { query: { to, started }, signal });
}

/** A run and its start time; several runs may have the same number. */
export type RunKey = Pick<BuildDetails, 'name' | 'number' | 'started'>;

/** Previews a promotion. Changes nothing. Throws `HttpFailure`. */
export function planPromotion(
  http: Http,
  { name, number, started }: RunKey,
  body: BuildPromotionRequest,
): Promise<BuildPromotionPlan> {
  return http.json(`${runCall(name, number)}/promotion/plan`, { method: 'POST', query: { started }, body });
}

/**
 * Runs the plan with this digest. Throws `HttpFailure`, with status 409 and `PLAN_CHANGED` when the
 * plan is outdated.
 */
export function promote(
  http: Http,
  { name, number, started }: RunKey,
  body: BuildPromotionRequest,
  digest: string,
): Promise<BuildPromoted> {
  // A run may have a thousand files.
  const call = { method: 'POST', query: { started }, body: { ...body, digest }, timeout: 600_000 } as const;
  return http.json(`${runCall(name, number)}/promotion`, call);
}

/** Returns the keys of the local repositories that the user can upload to. Throws `HttpFailure`. */
export async function fetchTargets(http: Http, signal: AbortSignal): Promise<string[]> {
  const query = { deploy: true };
  const { repoTypesList } = await http.json<DeployRepositories>('/ui/api/v1/ui/repodata', { query, signal });
  return repoTypesList.filter(({ type }) => type === 'LOCAL').map(({ repoKey }) => repoKey);
}
