import type { AccessRule } from '../http/api/ownApi.ts';
import { authorize, callerOf, requireConsoleAccess, requireUser } from './gateway.ts';
import { requireUnlimited } from './tokens/tokenRules.ts';

export const everyone: AccessRule = {
  name: 'everyone',
  description: 'Everyone, including anonymous users.',
};

export const administrators: AccessRule = {
  name: 'administrators',
  description: 'Administrators.',
  check: (request) => authorize(callerOf(request), 'admin', 'system'),
};

export const signedInUsers: AccessRule = {
  name: 'users',
  description: 'Signed-in users.',
  check: (request) => requireUser(callerOf(request)),
};

/** For data about the caller. Tokens with limited scope are denied. */
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

/** The handler decides, by permissions on the repository or build. */
export const byPermission: AccessRule = {
  name: 'permission',
  description:
    'Users with the permission on the repository or build. With anonymous access, this can be everyone.',
  allowsAnonymous: true,
};

/** The handler decides, by permissions on the release bundle. */
export const byBundlePermission: AccessRule = {
  name: 'bundle permission',
  description: 'Signed-in users with the permission on the release bundle, and administrators.',
  check: (request) => requireUser(callerOf(request)),
};

export const projectMembers: AccessRule = {
  name: 'project members',
  description: 'Members of the project, and administrators.',
};

/** The handler decides, by the project of the repository. */
export const repositoryAdministrators: AccessRule = {
  name: 'project administrators',
  description: 'Administrators, and administrators of the project that the repository belongs to.',
};

export const projectAdministrators: AccessRule = {
  name: 'project administrators',
  description: 'Administrators of the project, and administrators.',
};
