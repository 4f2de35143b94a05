import type { AccessRule } from '../http/api/ownApi.ts';
import { authorise, callerOf, requireConsoleAccess, requireUser } from './gateway.ts';
import { requireUnlimited } from './tokenRules.ts';

export const administrators: AccessRule = {
  name: 'administrators',
  description: 'Administrators.',
  check: (request) => authorise(callerOf(request), 'admin', 'system'),
};

/** For data about the caller, which a token for files does not show. */
export const usersThemselves: AccessRule = {
  name: 'users',
  description: 'Signed-in users, for their own data. Tokens with limited scope are rejected.',
  check(request) {
    requireUser(callerOf(request));
    requireUnlimited(callerOf(request));
  },
};

export const consoleUsers: AccessRule = {
  name: 'console users',
  description: 'Signed-in users. With anonymous access, everyone.',
  allowsAnonymous: true,
  check: (request) => requireConsoleAccess(callerOf(request), request.server.settings.anonymousAccess),
};
