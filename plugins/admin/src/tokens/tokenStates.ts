import type { TokenSummary } from '@lading/contract/rest';

const DAY = 86_400;

export type TokenState = 'active' | 'soon' | 'expired';
export const STATES = ['active', 'soon', 'expired'] as const satisfies readonly TokenState[];
export const SCOPES = ['scopeUser', 'scopeAdmin', 'scopeLimited'] as const;
export const USES = ['unused', 'idle', 'forever'] as const;

export function stateOf({ expiry }: TokenSummary, now = Date.now() / 1000): TokenState {
  if (expiry === undefined) return 'active';
  if (expiry <= now) return 'expired';
  return expiry - now < 7 * DAY ? 'soon' : 'active';
}

export function scopeOf({ scope }: TokenSummary): (typeof SCOPES)[number] {
  const words = scope.split(/\s+/);
  if (words.includes('applied-permissions/admin')) return 'scopeAdmin';
  return words.includes('applied-permissions/user') ? 'scopeUser' : 'scopeLimited';
}
