import type { DependencyStatus } from '@lading/contract/rest';
import type { HealthState } from '../../health/health.ts';
import { type Observation, subjectOf } from './changes.ts';

const states = { HEALTHY: 'ok', DEGRADED: 'degraded', UNHEALTHY: 'failed' } as const;

export function observeNode({ state, message }: HealthState): Observation {
  return { kind: 'node', name: '', state: states[state], message };
}

/** Returns the states of dependencies. `known` are the ones that have been recorded. */
export function observeDependencies(
  found: readonly DependencyStatus[],
  known: readonly Observation[],
): Observation[] {
  const seen = found.map(({ kind, name, state, last_error: error }): Observation => {
    const hasFailed = state === 'failed' || state === 'degraded';
    return { kind, name, state, message: hasFailed ? (error?.message ?? '') : '' };
  });
  // Without the database, only some dependencies are checked. The others keep their recorded state.
  if (found.find(({ kind }) => kind === 'database')?.state !== 'ok')
    return seen.filter(({ state }) => state !== 'unknown');
  const subjects = new Set(seen.map(subjectOf));
  const gone = known.filter((each) => !subjects.has(subjectOf(each)));
  return [...seen, ...gone.map((each): Observation => ({ ...each, state: 'unknown', message: '' }))];
}
