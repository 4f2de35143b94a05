import type { ConsoleUser, RouteContribution } from '@lading/contract';
import { fakeUser } from '@lading/contract/testing';
import { describe, expect, it } from 'vitest';
import { targetOf } from '../navigation/place.ts';
import { decide } from './decide.ts';
import type { GuardState } from './decision.ts';
import type { Facts } from './requirements.ts';

const NOT_AUTHORIZED = 'You are not authorized to view this page';
const VISITOR = fakeUser({ name: 'anonymous', anonymous: true, admin: false });
const USER = fakeUser({ admin: false });

const facts = (user: ConsoleUser | undefined): Facts => ({
  role: !user || user.anonymous ? 'anyone' : user.admin ? 'admin' : 'user',
  license: 'OSS',
  supported: () => false,
  available: () => true,
  entitled: () => true,
  permits: () => true,
  cloud: false,
  project: undefined,
});

const ROUTES: RouteContribution[] = [
  { path: '/login', name: 'login', title: { id: 't', text: 'Sign in' }, public: true },
  { path: '/packages', name: 'packages', title: { id: 't', text: 'Packages' } },
  { path: '/open', name: 'open', title: { id: 't', text: 'Open' }, requires: { role: 'anyone' } },
  {
    path: '/scanned',
    name: 'scanned',
    title: { id: 't', text: 'Scanned' },
    requires: { role: 'anyone', services: ['xray'] },
  },
  { path: '/admin/users', name: 'users', title: { id: 't', text: 'Users' }, requires: { role: 'admin' } },
];

function ask(to: string, user: ConsoleUser | 'nobody' = USER, more: Partial<GuardState> = {}) {
  const target = targetOf(to, { pathname: '/', search: '' });
  const route = ROUTES.find(({ path }) => path === target.pathname);
  const known = user === 'nobody' ? undefined : user;
  const state: GuardState = {
    initialData: 'ready',
    platformData: 'ready',
    user: known,
    anonymousAccess: false,
    unlicensed: false,
    facts: facts(known),
    settled: true,
    find: (pathname) => {
      const found = ROUTES.find(({ path }) => path === pathname);
      return found && { plugin: 'p', route: found };
    },
    blocked: () => undefined,
    adminPaths: ['/admin/users'],
    couldBeOwned: () => false,
  };
  return decide({ target, owned: route && { plugin: 'p', route } }, { ...state, ...more });
}

describe('the guards', () => {
  it('rewrite old links behind the hash [guard-01]', () => {
    expect(ask('/#/builds/core/7')).toEqual({ do: 'redirect', to: '/builds/core/7?jenkinsRedirect=true' });
    expect(ask('/#/builds/core?x=1')).toEqual({
      do: 'redirect',
      to: '/builds/core?x=1&jenkinsRedirect=true',
    });
    expect(ask('/#/artifacts/repos/tree/General/a')).toEqual({ do: 'redirect', to: '/repos/tree/General/a' });
    expect(ask('/packages#files')).toEqual({ do: 'admit' });
  });

  it('admit a public page without initial data', () => {
    expect(ask('/login', 'nobody', { initialData: 'missing' })).toEqual({ do: 'admit' });
    expect(ask('/login', VISITOR)).toEqual({ do: 'admit' });
  });

  it('wait for the initial data of other pages, and admit them if it failed to load', () => {
    expect(ask('/packages', 'nobody', { initialData: 'missing' })).toEqual({ do: 'wait' });
    expect(ask('/packages', 'nobody', { initialData: 'failed' })).toEqual({ do: 'admit' });
  });

  it('redirect an anonymous user to the sign-in page with logout=true if anonymous access is off [guard-03]', () => {
    const refused = { do: 'redirect', to: '/login?logout=true', remember: true, notify: NOT_AUTHORIZED };
    expect(ask('/packages', VISITOR)).toEqual(refused);
    expect(ask('/nowhere', VISITOR)).toEqual(refused);
    expect(ask('/open', VISITOR)).toEqual(refused);
    expect(ask('/packages', 'nobody')).toEqual(refused);
  });

  it.each(['/', '/home'])('show an anonymous user no error on a home path: %s [guard-03]', (path) => {
    expect(ask(path, VISITOR)).toEqual({ do: 'redirect', to: '/login', remember: true });
  });

  it('admit an anonymous user if anonymous access is on, and require a sign-in for pages that need a user [guard-03]', () => {
    expect(ask('/open', VISITOR, { anonymousAccess: true })).toEqual({ do: 'admit' });
    expect(ask('/packages', VISITOR, { anonymousAccess: true })).toEqual({
      do: 'redirect',
      to: '/login',
      remember: true,
    });
  });

  it('wait for platform data instead of requiring a sign-in that would not grant access [guard-03]', () => {
    const unknown = { ...facts(VISITOR), available: () => false };
    const visit = (platformData: 'missing' | 'ready') =>
      ask('/scanned', VISITOR, { anonymousAccess: true, platformData, facts: unknown });
    expect(visit('missing')).toEqual({ do: 'wait' });
    expect(visit('ready')).not.toHaveProperty('remember');
  });

  it.each(['/', '/home'])('redirect %s to the packages', (path) => {
    expect(ask(path)).toEqual({ do: 'redirect', to: '/packages' });
  });

  it('redirect an unknown path to /404, unless a registered micro-frontend route matches [mfe-11]', () => {
    expect(ask('/nowhere')).toEqual({ do: 'redirect', to: '/404' });
    expect(ask('/packages')).toEqual({ do: 'admit' });
    expect(ask('/404')).toEqual({ do: 'admit' });
  });

  it('admit an unknown path while a plugin that could own it is pending or failed [mfe-11]', () => {
    expect(ask('/nowhere', USER, { couldBeOwned: () => true })).toEqual({ do: 'admit' });
  });

  it('redirect a user without permission to the landing page with a notification', () => {
    expect(ask('/admin/users')).toEqual({ do: 'redirect', to: '/packages', notify: NOT_AUTHORIZED });
    expect(ask('/diagnostics')).toEqual({ do: 'redirect', to: '/packages', notify: NOT_AUTHORIZED });
    expect(ask('/admin/users', fakeUser())).toEqual({ do: 'admit' });
    expect(ask('/diagnostics', fakeUser())).toEqual({ do: 'admit' });
  });
});
