import type { Guard } from './decision.ts';
import { holds } from './requirements.ts';

/** Where one lands without another wish. */
export const LANDING = '/packages';
export const LOGIN = '/login';
export const NOT_FOUND = '/404';
export const NOT_AUTHORIZED = 'You are not authorized to view this page';

/** Where the server could not be asked who one is. */
const NO_USER = 'The server did not answer who you are. Try again in a moment.';
/** The pages of the shell's own. */
const SYSTEM_PAGES: ReadonlySet<string> = new Set([NOT_FOUND, '/diagnostics']);
const REPOS = '/repos/';

/** Links of the time when addresses stood behind the hash. */
const legacyHashLinks: Guard = ({ target: { hash } }) => {
  if (hash.startsWith('#/builds')) {
    const { pathname, search } = new URL(hash.slice(1), 'http://lading');
    return { do: 'redirect', to: `${pathname}${search}${search ? '&' : '?'}jenkinsRedirect=true` };
  }
  const repos = hash.startsWith('#') ? hash.indexOf(REPOS) : -1;
  return repos < 0 ? { do: 'next' } : { do: 'redirect', to: hash.slice(repos) };
};

/** Pages that need no session: no initial data is fetched for them, and no visitor is sent away. */
const publicPages: Guard = ({ owned }) => ({ do: owned?.route.public ? 'admit' : 'next' });

const initialData: Guard = (_where, state) => ({ do: state.initialData === 'missing' ? 'wait' : 'next' });

const anonymousAccess: Guard = ({ target, owned }, state) => {
  if (state.user && !state.user.anonymous) return { do: 'next' };
  if (target.pathname === LOGIN || target.pathname === NOT_FOUND) return { do: 'next' };
  // A visitor who may look around is still asked to sign in where a user is required.
  if (state.anonymousAccess && (!owned || holds(owned.route.requires, state.facts))) return { do: 'next' };
  const notify = state.initialData === 'failed' ? NO_USER : undefined;
  return { do: 'redirect', to: LOGIN, remember: true, ...(notify ? { notify } : {}) };
};

const home: Guard = ({ target: { pathname } }) =>
  pathname === '/' || pathname === '/home' ? { do: 'redirect', to: LANDING } : { do: 'next' };

const unknownPaths: Guard = ({ target: { pathname }, owned }, state) => {
  if (owned || SYSTEM_PAGES.has(pathname) || state.couldBeOwned) return { do: 'next' };
  return { do: 'redirect', to: NOT_FOUND };
};

const routeAccess: Guard = ({ target: { pathname }, owned }, state) => {
  const requires = pathname === '/diagnostics' ? ({ role: 'admin' } as const) : owned?.route.requires;
  const open = !owned && requires === undefined;
  if (open || holds(requires, state.facts)) return { do: 'next' };
  return { do: 'redirect', to: pathname === LANDING ? NOT_FOUND : LANDING, notify: NOT_AUTHORIZED };
};

/** In this order; the first that does not say `next` decides. */
export const GUARDS: readonly Guard[] = [
  legacyHashLinks,
  publicPages,
  initialData,
  anonymousAccess,
  home,
  unknownPaths,
  routeAccess,
];
