import type { Requirement } from '@lading/contract';
import { type Say, sayInEnglish } from '../language/say.ts';
import { type Lack, lackOf } from '../menu/rules.ts';
import { LICENCES, systemPage, UNAVAILABLE } from '../system/systemPages.ts';
import type { Guard, GuardState, Where } from './decision.ts';
import { ADMIN, homeOf, LOGIN, landingOf, NOT_FOUND, SIGNED_OUT } from './landing.ts';
import { messages } from './messages.ts';
import { holds } from './requirements.ts';

/** In English, for those who compare. */
export const NOT_AUTHORIZED = messages.notAuthorized.text;
const sayIn = ({ facts }: GuardState): Say => facts.say ?? sayInEnglish;
const REPOS = '/repos/';
const HOME: ReadonlySet<string> = new Set(['/', '/home']);
/** Rules of the menus that need what is fetched after the first screen. */
const LATE_RULES: ReadonlySet<string> = new Set([
  'cloud',
  'services',
  'entitlements',
  'scanning permissions',
  'new onboarding',
]);

/** The rules of what a user may do; the others are about the platform. */
const RIGHTS: ReadonlySet<string> = new Set(['role', 'scanning permissions']);

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

/** Where the server did not say who this is the address stays, and a page says so in the place of the one that was asked for. */
const initialData: Guard = (_where, state) => ({
  do: ({ missing: 'wait', failed: 'admit', ready: 'next' } as const)[state.initialData],
});

/**
 * Where visitors may look around, one is asked to sign in for what needs a user. Where they may not, the page that was asked
 * for is refused in words; who only came to the front door has asked for none.
 */
const anonymousAccess: Guard = ({ target, owned }, state) => {
  if (state.user && !state.user.anonymous) return { do: 'next' };
  if (target.pathname === LOGIN || isForAnyone(target.pathname)) return { do: 'next' };
  if (state.anonymousAccess) {
    // Signing in brings a role. What else a page requires may not be known yet, and is asked for further down.
    const open = !owned || holds({ role: owned.route.requires?.role ?? 'user' }, state.facts);
    return open ? { do: 'next' } : { do: 'redirect', to: LOGIN, remember: true };
  }
  if (HOME.has(target.pathname)) return { do: 'redirect', to: LOGIN, remember: true };
  return { do: 'redirect', to: SIGNED_OUT, remember: true, notify: sayIn(state)(messages.notAuthorized) };
};

/** A platform without a licence: an administrator can give it one, nobody else can do anything. */
const licence: Guard = ({ target: { pathname } }, state) => {
  const exempt = [LOGIN, LICENCES, '/diagnostics'].includes(pathname) || isForAnyone(pathname);
  if (!state.unlicensed || exempt) return { do: 'next' };
  return {
    do: 'redirect',
    to: state.facts.role === 'admin' ? LICENCES : LOGIN,
    notify: sayIn(state)(messages.noLicence),
  };
};

/** A page that cannot be judged without the services or the cloud context waits for them. */
const platformData: Guard = ({ target: { pathname }, owned }, state) => {
  if (state.platformData === 'ready' || !owned) return { do: 'next' };
  const { cloud, services = [], entitlements = [], scanning = [] } = owned.route.requires ?? {};
  const asked = services.length + entitlements.length + scanning.length > 0;
  const blocked = state.blocked(pathname);
  const late = cloud !== undefined || asked || (blocked && LATE_RULES.has(blocked.rule));
  return { do: late ? 'wait' : 'next' };
};

/** What is hidden or disabled in the menus is not to be reached by its address either. */
const menuItems: Guard = (where, state) => {
  const { pathname } = where.target;
  const blocked = where.owned && state.blocked(pathname);
  // Who may not see the page at all is told so by its route.
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

/** A page that says what becomes of those who ask for it while a feature of it is not supported. */
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
 * Only a missing right is reported as one. Where a feature, a service or a license is missing, a page names it and who can
 * turn it on. A page of another choice of projects gives way to the landing page.
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

/** Addresses that only lead on: the first page, the administration's, and the page of an error that has not happened. */
const landingPages: Guard = ({ target: { pathname }, owned }, state) => {
  if (HOME.has(pathname)) return { do: 'redirect', to: homeOf(state.facts, reachable(state)) };
  if (pathname === '/500' && !state.settled) return { do: 'redirect', to: '/' };
  if (pathname !== ADMIN || owned) return { do: 'next' };
  const first = firstOfAdmin(state);
  return first
    ? { do: 'redirect', to: first }
    : { do: 'redirect', to: landing(state), notify: sayIn(state)(messages.notAuthorized) };
};

/** In this order; the first that does not say `next` decides. */
export const GUARDS: readonly Guard[] = [
  legacyHashLinks,
  publicPages,
  initialData,
  anonymousAccess,
  licence,
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

/** Where this user lands. */
export function landing(state: GuardState): string {
  return landingOf(state.facts, reachable(state));
}

/** Whether the guards would let this user in; that is why no landing leads in a circle. */
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

/** `undefined`: nothing, because nobody knows yet whose page it is. */
function requiredBy({ target: { pathname }, owned }: Where): Requirement | undefined {
  const page = systemPage(pathname);
  if (page && !(page.gives && owned)) return page.requires;
  return owned ? (owned.route.requires ?? {}) : undefined;
}
