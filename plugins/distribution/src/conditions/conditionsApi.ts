import type { Http } from '@lading/contract';
import type {
  AllPromotionConditions,
  ConditionState,
  ConditionStates,
  NewPromotionConditions,
  NewPromotionDecision,
  PromotionConditions,
} from '@lading/contract/rest';

const SETTINGS = '/ui/api/v1/ui/promotionConditions';
const of = (name: string, version: string) =>
  `/ui/api/v1/ui/releaseBundles/${encodeURIComponent(name)}/${encodeURIComponent(version)}`;

/** The conditions of all environments. Throws `HttpFailure`, as do all functions below. */
export async function fetchConditions(http: Http, signal: AbortSignal): Promise<PromotionConditions[]> {
  return (await http.json<AllPromotionConditions>(SETTINGS, { signal })).environments;
}

/** Throws with status 400 `GROUP_NOT_FOUND`. */
export function saveConditions(
  http: Http,
  environment: string,
  body: NewPromotionConditions,
): Promise<PromotionConditions> {
  return http.json(`${SETTINGS}/${encodeURIComponent(environment)}`, { method: 'PUT', body });
}

/** Returns whether a version meets the conditions of each environment that has some. */
export async function fetchStates(
  http: Http,
  { name, version }: { name: string; version: string },
  signal: AbortSignal,
): Promise<ConditionState[]> {
  return (await http.json<ConditionStates>(`${of(name, version)}/conditions`, { signal })).environments;
}

/** Throws with status 403 for users who cannot decide. */
export async function sendDecision(
  http: Http,
  { name, version }: { name: string; version: string },
  body: NewPromotionDecision,
): Promise<void> {
  await http.json<ConditionState>(`${of(name, version)}/decisions`, { method: 'POST', body });
}

interface Groups {
  readonly groups: readonly { readonly group_name: string }[];
}

export async function fetchGroupNames(http: Http, signal: AbortSignal): Promise<string[]> {
  const { groups } = await http.json<Groups>('/access/api/v2/groups', { signal });
  return groups.map((group) => group.group_name);
}
