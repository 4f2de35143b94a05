import type { Http } from '@lading/contract';
import type { RemovalOutcome, RemovalPlan, RemovalSelection } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/v1/native/removal';

/** Returns the plan of a deletion. Changes nothing. Throws `HttpFailure`. */
export function fetchPlan(
  http: Http,
  selection: RemovalSelection,
  signal: AbortSignal,
): Promise<RemovalPlan> {
  return http.json(`${CALL}/plan`, { method: 'POST', body: selection, signal });
}

/**
 * Deletes the items of the plan with this digest. Throws `HttpFailure`: 409 `PLAN_CHANGED` if the
 * plan has changed since.
 */
export function remove(http: Http, selection: RemovalSelection, digest: string): Promise<RemovalOutcome> {
  // Deleting a thousand versions takes long.
  return http.json(CALL, { method: 'POST', body: { ...selection, digest }, timeout: 600_000 });
}
