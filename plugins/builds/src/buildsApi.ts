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

/** The last started, or those that follow `after`. Throws `HttpFailure`: 403, 404. */
export function fetchRuns(
  http: Http,
  name: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<BuildRuns> {
  return http.json(`${CALL}/${encodeURIComponent(name)}`, { query: { after }, signal });
}

/** The newest run of the number unless it is said when it began. Throws `HttpFailure`: 403, 404. */
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

/** What differs between a run and the one of another number. Throws `HttpFailure`: 403, 404. */
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

/** A run, and when it began: another may have its number. */
export type RunKey = Pick<BuildDetails, 'name' | 'number' | 'started'>;

/** What a promotion would do. Changes nothing. Throws `HttpFailure`. */
export function planPromotion(
  http: Http,
  { name, number, started }: RunKey,
  body: BuildPromotionRequest,
): Promise<BuildPromotionPlan> {
  return http.json(`${runCall(name, number)}/promotion/plan`, { method: 'POST', query: { started }, body });
}

/** Does what the plan with this digest says. Throws `HttpFailure`: 409 `PLAN_CHANGED` when that is not what would be done now. */
export function promote(
  http: Http,
  { name, number, started }: RunKey,
  body: BuildPromotionRequest,
  digest: string,
): Promise<BuildPromoted> {
  // A thousand files take their time.
  const call = { method: 'POST', query: { started }, body: { ...body, digest }, timeout: 600_000 } as const;
  return http.json(`${runCall(name, number)}/promotion`, call);
}

/** Keys of the local repositories that the user may put files into. Throws `HttpFailure`. */
export async function fetchTargets(http: Http, signal: AbortSignal): Promise<string[]> {
  const query = { deploy: true };
  const { repoTypesList } = await http.json<DeployRepositories>('/ui/api/v1/ui/repodata', { query, signal });
  return repoTypesList.filter(({ type }) => type === 'LOCAL').map(({ repoKey }) => repoKey);
}
