import type { RouteContribution } from '@lading/contract';
import { describe, expect, it } from 'vitest';
import { follow, guardState } from '../testing/guardState.ts';

const TESTED = 'COMMON.TESTED';
const title = { id: 't', text: 'T' };
const requires = { features: [TESTED] };
const ROUTES: RouteContribution[] = [
  { path: '/login', name: 'login', title, public: true, requires: { role: 'anyone' } },
  { path: '/packages', name: 'packages', title },
  { path: '/template', name: 'template', title, requires, otherwise: 'stay' },
  { path: '/demo', name: 'demo', title, requires, otherwise: 'not-found' },
  { path: '/plain', name: 'plain', title, requires },
];
const notes = [
  `This page is not available. It requires the feature ${TESTED}. ` +
    'It is turned off. Server administrators can turn it on with the setting LADING_FEATURES.',
];
const go = (path: string, features: string[] = [], settled = true, role: 'user' | 'anyone' = 'user') =>
  follow(path, guardState(role, features, ROUTES, { settled }));

describe('a page whose feature is not supported', () => {
  it('keeps the user on the current page [route-04]', () => {
    expect(go('/template')).toEqual({ end: 'stopped', steps: [], notes });
    expect(go('/template', [TESTED])).toEqual({ end: '/template', steps: [], notes: [] });
  });

  it('redirects the first navigation to the home page [route-04]', () => {
    expect(go('/template', [], false)).toEqual({ end: '/packages', steps: ['/packages'], notes });
  });

  it('is not found [route-05]', () => {
    expect(go('/demo')).toEqual({ end: '/404', steps: ['/404'], notes: [] });
    expect(go('/demo', [], false)).toEqual({ end: '/404', steps: ['/404'], notes: [] });
    expect(go('/demo', [TESTED])).toEqual({ end: '/demo', steps: [], notes: [] });
  });

  it('is replaced by a page that names the feature instead of a missing permission [guard-06]', () => {
    const steps = ['/unavailable?path=%2Fplain'];
    expect(go('/plain')).toEqual({ end: '/unavailable', steps, notes: [] });
    expect(go('/plain', [], false)).toEqual({ end: '/unavailable', steps, notes: [] });
  });

  it('requires anonymous users to sign in first', () => {
    for (const path of ['/template', '/demo']) expect(go(path, [], true, 'anyone').end).toBe('/login');
  });
});
