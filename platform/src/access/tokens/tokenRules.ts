import type { NewToken } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import type { Caller } from '../Caller.ts';
import { normalName } from '../users.ts';
import { isUnlimited, needsAdministrator, readScope, userScope } from './scopes.ts';
import { maxTokenSeconds, usualTokenSeconds } from './tokenLifetime.ts';
import { maxUserTokenSeconds, type TokenRequest } from './tokens.ts';

/** Whether the caller's credentials include all permissions of an administrator. */
export function actsAsAdministrator(caller: Caller): boolean {
  return caller.admin && isUnlimited(caller.scopes);
}

/** Rejects tokens with limited scope, for calls that list or revoke all tokens of a user. */
export function requireUnlimited(caller: Caller): void {
  if (isUnlimited(caller.scopes)) return;
  throw forbidden('A token with limited scope cannot list or revoke tokens');
}

/**
 * Returns the token that the caller may create for a request. It never has more permissions than
 * the caller. A token created by a token expires with it at the latest. Throws `HttpError` 400 or
 * 403.
 */
export function tokenFor(caller: Caller, wanted: NewToken): TokenRequest {
  const own = caller.scopes?.join(' ');
  const scope = readScope(wanted.scope ?? own ?? userScope).join(' ');
  const userName = wanted.username === undefined ? caller.userName : normalName(wanted.username);
  if (!isUnlimited(caller.scopes) && scope !== own) {
    throw forbidden('A token with limited scope can create only tokens with the same scope');
  }
  if (!actsAsAdministrator(caller)) {
    if (userName !== caller.userName)
      throw forbidden('Only administrators can create tokens for other users');
    if (needsAdministrator(readScope(scope))) throw forbidden('Only administrators can use this scope');
  }
  return {
    userName,
    scope,
    expiresIn: lifeFor(caller, wanted),
    refreshable: wanted.refreshable ?? false,
    description: wanted.description ?? '',
  };
}

/** Returns the lifetime in seconds. */
function lifeFor(caller: Caller, { expires_in: wanted, refreshable }: NewToken): number {
  if (caller.until !== undefined) {
    const left = Math.max(1, Math.floor((caller.until.getTime() - Date.now()) / 1000));
    if (refreshable || wanted === 0 || (wanted ?? 0) > left) {
      throw forbidden(
        `Invalid lifetime. A token can create only tokens that expire before it does: up to ${left} s, not refreshable.`,
      );
    }
    return wanted ?? Math.min(left, usualTokenSeconds());
  }
  const life = wanted ?? usualTokenSeconds();
  // A maximum lifetime, if set, applies to all users when the token is issued.
  const isFree = actsAsAdministrator(caller) || maxTokenSeconds() !== undefined;
  if (!isFree && (life === 0 || life > maxUserTokenSeconds)) {
    throw new HttpError(
      400,
      'BAD_EXPIRY',
      `Invalid expires_in. Expected 1 to ${maxUserTokenSeconds} seconds.`,
    );
  }
  return life;
}

function forbidden(message: string): HttpError {
  return new HttpError(403, 'FORBIDDEN', message);
}
