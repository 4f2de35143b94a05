import type { Role, RouteContribution } from '@lading/contract';
import { describe, expect, it } from 'vitest';
import { follow, guardState } from '../testing/guardState.ts';
import { landing, NOT_AUTHORIZED } from './guards.ts';
import { LIGHTWEIGHT_FEATURE, QUICK_DEPLOY_FEATURE } from './landing.ts';

const route = (path: string, requires = {}): RouteContribution => ({
  path,
  name: path,
  title: { id: path, text: path },
  requires,
});
const ROUTES = [
  { ...route('/login', { role: 'anyone' }), public: true },
  route('/packages'),
  route('/user_profile'),
  route('/quick-setup', { role: 'admin' }),
  route('/admin/management/users', { role: 'admin' }),
  route('/admin/project', { role: 'projectAdmin' }),
  route('/xray', { services: ['xray'] }),
  route('/off'),
];
const PLAIN: string[] = [];
const LIGHT = [LIGHTWEIGHT_FEATURE];
const QUICK = [QUICK_DEPLOY_FEATURE];
const BOTH = [...LIGHT, ...QUICK];

describe('the landing page', () => {
  it.each<[Role, string[], string]>([
    ['user', PLAIN, '/packages'],
    ['projectAdmin', PLAIN, '/packages'],
    ['admin', PLAIN, '/packages'],
    ['anyone', LIGHT, '/login'],
    ['user', LIGHT, '/user_profile'],
    ['projectAdmin', LIGHT, '/admin'],
    ['admin', LIGHT, '/lightweight'],
    ['user', QUICK, '/packages'],
    ['projectAdmin', QUICK, '/packages'],
    ['admin', QUICK, '/quick-setup'],
    ['anyone', BOTH, '/login'],
    ['user', BOTH, '/user_profile'],
    ['projectAdmin', BOTH, '/admin'],
    ['admin', BOTH, '/lightweight'],
    ['anyone', PLAIN, '/login'],
    ['anyone', QUICK, '/login'],
  ])('of %s with %j is %s [guard-07, route-08]', (role, features, path) => {
    expect(landing(guardState(role, features, ROUTES))).toBe(path);
  });

  it('is the packages for an anonymous user with access to them', () => {
    const open = [route('/packages', { role: 'anyone' })];
    expect(landing(guardState('anyone', PLAIN, open, { anonymousAccess: true }))).toBe('/packages');
  });

  it('falls back to the packages, then to /404, if the preferred page is not reachable', () => {
    expect(landing(guardState('admin', QUICK, [route('/packages')]))).toBe('/packages');
    expect(landing(guardState('user', PLAIN, []))).toBe('/404');
  });

  it.each(['/', '/home'])('redirects %s to the lightweight page or the packages [route-01]', (path) => {
    expect(follow(path, guardState('user', PLAIN, ROUTES)).end).toBe('/packages');
    expect(follow(path, guardState('user', LIGHT, ROUTES)).end).toBe('/lightweight');
    expect(follow(path, guardState('admin', QUICK, ROUTES)).end).toBe('/quick-setup');
  });
});

describe('a start page that the user has chosen', () => {
  const startPage = '/insight';
  const chosen = (role: Role, features: string[], routes = [...ROUTES, route(startPage)]) => {
    const state = guardState(role, features, routes);
    return { ...state, facts: { ...state.facts, startPage } };
  };

  it.each(['/', '/home'])('is where %s and a sign-in lead to, also instead of the quick setup', (path) => {
    expect(follow(path, chosen('user', PLAIN)).end).toBe(startPage);
    expect(follow(path, chosen('admin', QUICK)).end).toBe(startPage);
    expect(landing(chosen('user', PLAIN))).toBe(startPage);
  });

  it('is ignored if it is not reachable, and on a lightweight instance', () => {
    expect(follow('/', chosen('user', PLAIN, ROUTES)).end).toBe('/packages');
    expect(landing(chosen('anyone', PLAIN))).toBe('/login');
    expect(follow('/', chosen('user', LIGHT)).end).toBe('/lightweight');
    expect(landing(chosen('admin', LIGHT))).toBe('/lightweight');
  });
});

describe('a page without access', () => {
  it('redirects to the landing page with a notification [guard-06]', () => {
    expect(follow('/admin/management/users', guardState('user', PLAIN, ROUTES))).toMatchObject({
      end: '/packages',
      notes: [NOT_AUTHORIZED],
    });
    expect(follow('/quick-setup', guardState('user', LIGHT, ROUTES)).end).toBe('/user_profile');
  });

  it('waits for the services if it requires one [shell-16]', () => {
    const state = guardState('user', PLAIN, ROUTES, { platformData: 'missing' });
    const found = { ...state.facts, available: () => true };
    expect(follow('/xray', state)).toMatchObject({ end: '/unavailable', notes: [] });
    expect(follow('/xray', { ...state, facts: found }).end).toBe('/xray');
  });

  it('is blocked if its menu item is hidden or disabled [guard-04]', () => {
    const blocked = (path: string) =>
      path === '/off'
        ? ({
            shown: 'disabled',
            rule: 'disabled flag',
            row: 'guard-04',
            because: 'It is disabled.',
          } as const)
        : undefined;
    const notes = ['This page is not available. It is disabled.'];
    const state = guardState('user', PLAIN, ROUTES, { blocked });
    expect(follow('/off', state)).toMatchObject({ end: 'stopped', notes });
    expect(follow('/off', { ...state, settled: false })).toMatchObject({ end: '/packages', notes });
  });
});

describe('a platform without a license', () => {
  const unlicensed = { unlicensed: true };
  it('redirects administrators to the licenses, other users to the sign-in page [guard-05]', () => {
    const notes = ['The platform has no valid license.'];
    const licenses = '/admin/license_management/licenses';
    expect(follow('/packages', guardState('admin', PLAIN, ROUTES, unlicensed))).toMatchObject({
      end: licenses,
      notes,
    });
    expect(follow('/packages', guardState('user', PLAIN, ROUTES, unlicensed))).toMatchObject({
      end: '/login',
      notes,
    });
    expect(follow(licenses, guardState('admin', PLAIN, ROUTES, unlicensed)).steps).toEqual([]);
  });
});

describe('the administration', () => {
  it('redirects to the users page, or to the first accessible page [route-09]', () => {
    expect(follow('/admin', guardState('admin', PLAIN, ROUTES)).end).toBe('/admin/management/users');
    expect(follow('/admin', guardState('projectAdmin', PLAIN, ROUTES)).end).toBe('/admin/project');
    expect(follow('/admin', guardState('user', PLAIN, ROUTES))).toMatchObject({
      end: '/packages',
      notes: [NOT_AUTHORIZED],
    });
  });
});

describe('error pages', () => {
  it('are public; /500 redirects to the home page on the first navigation [route-06]', () => {
    const state = guardState('user', PLAIN, ROUTES);
    expect(follow('/500', state).end).toBe('/500');
    expect(follow('/500', { ...state, settled: false }).end).toBe('/packages');
    expect(follow('/406/abc', guardState('anyone', PLAIN, ROUTES)).end).toBe('/406/abc');
    expect(follow('/406', state).end).toBe('/404');
    expect(follow('/authorization', guardState('anyone', PLAIN, ROUTES)).end).toBe('/authorization');
    expect(follow('/overview', state).end).toBe('/overview');
  });
});
