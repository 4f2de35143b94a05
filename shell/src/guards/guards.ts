import type { Requirement } from '@lading/contract';
import { type Say, sayInEnglish } from '../language/say.ts';
import { type Lack, lackOf } from '../menu/rules.ts';
import { LICENSES, systemPage, UNAVAILABLE } from '../system/systemPages.ts';
import type { Guard, GuardState, Where } from './decision.ts';
import { ADMIN, homeOf, LOGIN, landingOf, NOT_FOUND, SIGNED_OUT } from './landing.ts';
import { messages } from './messages.ts';
import { holds } from './requirements.ts';

/** English text, for comparisons. */
export const NOT_AUTHORIZED = messages.notAuthorized.text;
const sayIn = ({ facts }: GuardState): Say => facts.say ?? sayInEnglish;
const REPOS = '/repos/';
const HOME: ReadonlySet<string> = new Set(['/', '/home']);
/** Menu rules that depend on data loaded after the first screen. */
const LATE_RULES: ReadonlySet<string> = new Set([
  'cloud',
  'services',
  'entitlements',
  'scanning permissions',
  'new onboarding',
]);

/** Rules about user permissions. All other rules are about the platform. */
const RIGHTS: ReadonlySet<string> = new Set(['role', 'scanning permissions']);

/** Redirects links from versions that kept the path in the URL hash. */
const legacyHashLinks: Guard = ({ target: { hash } }) => {
  if (hash.startsWith('#/builds')) {
    const { pathname, search } = new URL(hash.slice(1), 'http://lading');
    return { do: 'redirect', to: `${pathname}${search}${search ? '&' : '?'}jenkinsRedirect=true` };
  }
  const repos = hash.startsWith('#') ? hash.indexOf(REPOS) : -1;
  return repos < 0 ? { do: 'next' } : { do: 'redirect', to: hash.slice(repos) };
};

/** Admits pages that need no session. They load no initial data and redirect no anonymous users. */
const publicPages: Guard = ({ owned }) => ({ do: owned?.route.public ? 'admit' : 'next' });

/**
 * Waits for the initial data. If it failed to load, the URL stays and an error page replaces the
 * requested page.
 */
const initialData: Guard = (_where, state) => ({
  do: ({ missing: 'wait', failed: 'admit', ready: 'next' } as const)[state.initialData],
});

/**
 * Redirects anonymous users to the sign-in page. With anonymous access on, this applies to pages
 * that require a user. With it off, the user is notified that the requested page was denied, except
 * on `/` and `/home`, which request no specific page.
 */
const anonymousAccess: Guard = ({ target, owned }, state) => {
  if (state.user && !state.user.anonymous) return { do: 'next' };
  if (target.pathname === LOGIN || isForAnyone(target.pathname)) return { do: 'next' };
  if (state.anonymousAccess) {
    // Signing in changes only the role. Other requirements may still be unknown; later guards check
    // them.
    const open = !owned || holds({ role: owned.route.requires?.role ?? 'user' }, state.facts);
    return open ? { do: 'next' } : { do: 'redirect', to: LOGIN, remember: true };
  }
  if (HOME.has(target.pathname)) return { do: 'redirect', to: LOGIN, remember: true };
  return { do: 'redirect', to: SIGNED_OUT, remember: true, notify: sayIn(state)(messages.notAuthorized) };
};

/**
 * Handles a platform without a license: administrators are redirected to the license page, and
 * other users cannot do anything.
 */
const license: Guard = ({ target: { pathname } }, state) => {
  const exempt = [LOGIN, LICENSES, '/diagnostics'].includes(pathname) || isForAnyone(pathname);
  if (!state.unlicensed || exempt) return { do: 'next' };
  return {
    do: 'redirect',
    to: state.facts.role === 'admin' ? LICENSES : LOGIN,
    notify: sayIn(state)(messages.noLicense),
  };
};

/** Waits for services and cloud context if the page's requirements depend on them. */
const platformData: Guard = ({ target: { pathname }, owned }, state) => {
  if (state.platformData === 'ready' || !owned) return { do: 'next' };
  const { cloud, services = [], entitlements = [], scanning = [] } = owned.route.requires ?? {};
  const asked = services.length + entitlements.length + scanning.length > 0;
  const blocked = state.blocked(pathname);
  const late = cloud !== undefined || asked || (blocked && LATE_RULES.has(blocked.rule));
  return { do: late ? 'wait' : 'next' };
};

/** Blocks URLs of menu items that are hidden or disabled. */
const menuItems: Guard = (where, state) => {
  const { pathname } = where.target;
  const blocked = where.owned && state.blocked(pathname);
  // If the page itself requires a missing permission, the route guard reports that instead.
  if (!blocked || !holds(where.owned?.route.requires, state.facts)) return { do: 'next' };
  const notify = sayIn(state)(messages.notAvailable, { because: blocked.because });
  return state.settled ? { do: 'stop', notify } : { do: 'redirect', to: landing(state), notify };
};

const unknownPaths: Guard = ({ target: { pathname }, owned }, state) => {
  if (owned || systemPage(pathname) || HOME.has(pathname) || state.couldBeOwned(pathname))
    return { do: 'next' };
  if (pathname === ADMIN) return { do: 'next' };
  return { do: 'redirect', to: NOT_FOUND };
};

/** Applies the `otherwise` behavior that a route declares for unsupported features. */
const unsupportedFeatures: Guard = ({ owned }, state) => {
  const { otherwise, requires = {} } = owned?.route ?? {};
  const { features = [] } = requires;
  const missing = features.filter((feature) => !state.facts.supported(feature));
  if (otherwise === undefined || missing.length === 0) return { do: 'next' };
  if (otherwise === 'not-found') return { do: 'redirect', to: NOT_FOUND };
  const lack = lackOf({ role: 'anyone', features: missing }, state.facts);
  const notify = sayIn(state)(messages.notAvailable, { because: reasonOf(lack) });
  return state.settled ? { do: 'stop', notify } : { do: 'redirect', to: landing(state), notify };
};

/**
 * Checks the requirements of a route. Only a missing permission is reported as such. For a missing
 * feature, service, or license, a page names it and who can turn it on. A page of another project
 * selection redirects to the landing page.
 */
const routeAccess: Guard = (where, state) => {
  const requires = requiredBy(where);
  const lack = requires && lackOf(requires, state.facts);
  if (!lack) return { do: 'next' };
  const to = landing(state);
  if (lack.rule === 'project' && to !== where.target.pathname) {
    return { do: 'redirect', to, notify: sayIn(state)(messages.notAvailable, { because: reasonOf(lack) }) };
  }
  if (!RIGHTS.has(lack.rule)) return { do: 'redirect', to: unavailableAt(where.target) };
  return {
    do: 'redirect',
    to: to === where.target.pathname ? NOT_FOUND : to,
    notify: sayIn(state)(messages.notAuthorized),
  };
};

/**
 * Redirects URLs without content of their own: home, the administration root, and `/500` when no
 * error has occurred.
 */
const landingPages: Guard = ({ target: { pathname }, owned }, state) => {
  if (HOME.has(pathname)) return { do: 'redirect', to: homeOf(state.facts, reachable(state)) };
  if (pathname === '/500' && !state.settled) return { do: 'redirect', to: '/' };
  if (pathname !== ADMIN || owned) return { do: 'next' };
  const first = firstOfAdmin(state);
  return first
    ? { do: 'redirect', to: first }
    : { do: 'redirect', to: landing(state), notify: sayIn(state)(messages.notAuthorized) };
};

/** Guards in order. The first one that does not return `next` decides. */
export const GUARDS: readonly Guard[] = [
  legacyHashLinks,
  publicPages,
  initialData,
  anonymousAccess,
  license,
  platformData,
  menuItems,
  unknownPaths,
  unsupportedFeatures,
  routeAccess,
  landingPages,
];

function reasonOf(lack: Lack | undefined): string {
  return [lack?.because, lack?.remedy].filter((part) => part !== undefined).join(' ');
}

function unavailableAt({ pathname, search }: Where['target']): string {
  return `${UNAVAILABLE}?${new URLSearchParams({ path: pathname + search })}`;
}

/** Returns the landing page of the current user. */
export function landing(state: GuardState): string {
  return landingOf(state.facts, reachable(state));
}

/**
 * Returns a check of whether the guards admit a path. Landing pages pass it, which rules out
 * redirect loops.
 */
function reachable(state: GuardState): (path: string) => boolean {
  return (path) => {
    if (path === LOGIN) return true;
    if (path === ADMIN) return firstOfAdmin(state) !== undefined;
    return isOpen(path, state);
  };
}

function isOpen(path: string, state: GuardState): boolean {
  const owned = state.find(path);
  if (owned?.route.public) return true;
  const requires = owned ? (owned.route.requires ?? {}) : systemPage(path)?.requires;
  if (requires === undefined) return state.couldBeOwned(path);
  if (!holds(requires, state.facts)) return false;
  return !owned || state.blocked(path) === undefined;
}

function firstOfAdmin(state: GuardState): string | undefined {
  return state.adminPaths.find((path) => path !== ADMIN && isOpen(path, state));
}

function isForAnyone(pathname: string): boolean {
  return systemPage(pathname)?.requires.role === 'anyone';
}

/** Returns the requirement of a path, or `undefined` if its owner is unknown yet. */
function requiredBy({ target: { pathname }, owned }: Where): Requirement | undefined {
  const page = systemPage(pathname);
  if (page && !(page.gives && owned)) return page.requires;
  return owned ? (owned.route.requires ?? {}) : undefined;
}
