import type { RouteContribution } from '@lading/contract';
import { describe, expect, it } from 'vitest';
import { targetOf } from '../navigation/place.ts';
import { follow, guardState } from '../testing/guardState.ts';
import { GUARDS } from './guards.ts';
import { LIGHTWEIGHT_FEATURE, QUICK_DEPLOY_FEATURE } from './landing.ts';

const route = (path: string, requires = {}, more = {}): RouteContribution => ({
  path,
  name: path,
  title: { id: path, text: path },
  requires,
  ...more,
});
const ALL = [
  route('/login', { role: 'anyone' }, { public: true }),
  route('/login/reset-password', { role: 'anyone' }, { public: true }),
  route('/open', { role: 'anyone' }),
  route('/demo', { features: ['COMMON.TESTED'] }),
  route('/packages'),
  route('/user_profile'),
  route('/quick-setup', { role: 'admin' }),
  route('/admin/management/users', { role: 'admin' }),
  route('/admin/project', { role: 'projectAdmin' }),
  route('/xray', { services: ['xray'] }),
  route('/template', { features: ['COMMON.TESTED'] }, { otherwise: 'stay' }),
  route('/demo', { features: ['COMMON.TESTED'] }, { otherwise: 'not-found' }),
];
const SETS = [
  ALL,
  ALL.filter(({ path }) => path !== '/login'),
  ALL.filter(({ path }) => path !== '/packages'),
  [],
  ALL.map((each) => ({ ...each, requires: { hidden: true } })),
];
const PATHS = [
  '/',
  '/home',
  '/admin',
  '/500',
  '/404',
  '/406/a',
  '/406',
  '/authorization',
  '/overview',
  '/diagnostics',
  '/lightweight',
  '/admin/license_management/licenses',
  '/nowhere',
  '/packages#/builds/a',
  '/login#/builds/a',
  '/demo#/builds/a',
  '/#x/repos/tree/General/a',
  ...ALL.map(({ path }) => path),
];
const STOPPED = { shown: 'hidden', rule: 'cloud', row: 'shell-04', because: 'No.' } as const;
const BLOCKS: ((path: string) => typeof STOPPED | undefined)[] = [
  () => undefined,
  () => STOPPED,
  (path) => (path === '/packages' ? STOPPED : undefined),
];
/**
 * Pairs of guards that never apply to the same path: the path is owned or unknown, public or a home
 * path, and its requirement is met or not. The test covers all other pairs.
 */
const APART: readonly string[] = [
  'publicPages unknownPaths',
  'publicPages unsupportedFeatures',
  'publicPages landingPages',
  'platformData unknownPaths',
  'platformData landingPages',
  'menuItems unknownPaths',
  'menuItems unsupportedFeatures',
  'menuItems routeAccess',
  'menuItems landingPages',
  'unknownPaths unsupportedFeatures',
  'unknownPaths routeAccess',
  'unknownPaths landingPages',
  'unsupportedFeatures landingPages',
  'routeAccess landingPages',
];
const yesNo = [true, false];

/** Generates all states that differ in an input of some guard. */
function* states() {
  for (const role of ['anyone', 'user', 'projectAdmin', 'admin'] as const)
    for (const features of [[], [LIGHTWEIGHT_FEATURE], [QUICK_DEPLOY_FEATURE]])
      for (const routes of SETS)
        for (const blocked of BLOCKS)
          for (const unlicensed of yesNo)
            for (const settled of yesNo)
              for (const anonymousAccess of yesNo)
                for (const initialData of ['ready', 'missing', 'failed'] as const)
                  yield guardState(role, features, routes, {
                    blocked,
                    unlicensed,
                    settled,
                    anonymousAccess,
                    initialData,
                    platformData: 'missing',
                  });
}

describe('the guards', () => {
  it('never form a redirect loop, for any pair of guards [guard-01, guard-03, guard-04, guard-05, guard-06, guard-07]', () => {
    const met = new Set<string>();
    const circles: string[] = [];
    for (const state of states()) {
      for (const path of PATHS) {
        const target = targetOf(path, { pathname: '/', search: '' });
        const where = { target, owned: state.find(target.pathname) };
        const speaking = GUARDS.flatMap((guard, at) => (guard(where, state).do === 'next' ? [] : [at]));
        for (const one of speaking) for (const other of speaking) met.add(`${one} ${other}`);
        const { end, steps } = follow(path, state);
        if (end === 'circle') circles.push(`${state.facts.role} ${path}: ${steps.join(' ')}`);
      }
    }
    expect(circles).toEqual([]);
    const names = GUARDS.map(({ name }) => name);
    const apart = names.flatMap((one, at) =>
      names
        .slice(at)
        .filter((other) => !met.has(`${at} ${names.indexOf(other)}`))
        .map((other) => `${one} ${other}`),
    );
    expect(apart).toEqual(APART);
  });
});
