import type { PluginConflict } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import type { ActiveRow } from './releaseRows.ts';

/**
 * Call while the active row is locked. Packages are compared with policy and revocations before,
 * because that takes time; each change of these increases the revision.
 */
export function requireSame(checked: ActiveRow, now: ActiveRow): void {
  if (checked.revision === now.revision) return;
  if (checked.number !== now.number) throw stale(now.number);
  throw new HttpError(
    409,
    'PLUGIN_RELEASE_CHANGED',
    'The allowed plugins, revoked versions, or the canary were changed at the same time. Repeat the change',
  );
}

export function stale(active: number | null): HttpError {
  const now = active === null ? 'No release set is active now' : `Release set ${active} is active now`;
  return new HttpError(
    409,
    'PLUGIN_RELEASE_CHANGED',
    `Another administrator activated a release set. ${now}. Reload the page and repeat the change`,
  );
}

export function requireNone(conflicts: readonly PluginConflict[]): void {
  if (conflicts.length === 0) return;
  const reasons = [...new Set(conflicts.map(({ message }) => `${message}.`))].join(' ');
  throw new HttpError(409, 'PLUGIN_CONFLICT', `The release set cannot be activated. ${reasons}`);
}
