import type { RouteContribution } from '@lading/contract';
import { fakeUser } from '@lading/contract/testing';
import { decide } from '../guards/decide.ts';
import type { GuardState } from '../guards/decision.ts';
import { targetOf } from '../navigation/place.ts';

/** Returns the guard state of a user with a role and features, for these routes. */
export function guardState(
  role: 'anyone' | 'user' | 'projectAdmin' | 'admin',
  features: readonly string[],
  routes: readonly RouteContribution[],
  more: Partial<GuardState> = {},
): GuardState {
  const admin = role === 'admin';
  const table = new Map(routes.map((route) => [route.path, { plugin: 'p', route }]));
  return {
    initialData: 'ready',
    platformData: 'ready',
    user: fakeUser({ admin, anonymous: role === 'anyone', projectAdmin: role === 'projectAdmin' }),
    anonymousAccess: false,
    unlicensed: false,
    facts: {
      role,
      license: more.unlicensed ? undefined : 'ENTERPRISE_PLUS',
      supported: (name) => features.includes(name),
      available: (service) => service === 'artifactory',
      entitled: () => true,
      permits: () => true,
      cloud: false,
      project: undefined,
    },
    settled: true,
    find: (pathname) => table.get(pathname),
    blocked: () => undefined,
    adminPaths: ['/admin/management/users', '/admin/project'],
    couldBeOwned: () => false,
    ...more,
  };
}

/**
 * Follows redirects of the guards from `path` to the admitted page; `stopped` or `circle` if there
 * is none.
 */
export function follow(path: string, first: GuardState) {
  const steps: string[] = [];
  const notes: string[] = [];
  let state = first;
  let target = targetOf(path, { pathname: '/', search: '' });
  for (let step = 0; step <= 10; step++) {
    const decision = decide({ target, owned: state.find(target.pathname) }, state);
    if ('notify' in decision && decision.notify !== undefined) notes.push(decision.notify);
    if (decision.do === 'admit') return { end: target.pathname, steps, notes };
    if (decision.do === 'stop') return { end: 'stopped', steps, notes };
    if (decision.do === 'wait') state = { ...state, initialData: 'ready', platformData: 'ready' };
    else {
      target = targetOf(decision.to, target);
      steps.push(decision.to);
    }
  }
  return { end: 'circle', steps, notes };
}
