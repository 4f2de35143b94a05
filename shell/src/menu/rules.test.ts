import { LICENSE_RANK, type Requirement } from '@lading/contract';
import { describe, expect, it } from 'vitest';
import { blockedBy } from './blocked.ts';
import { judge, MENU_RULES, type MenuFacts, type Ruled } from './rules.ts';

const FACTS: MenuFacts = {
  role: 'user',
  license: 'ENTERPRISE',
  supported: () => false,
  available: () => false,
  entitled: () => false,
  permits: () => false,
  cloud: false,
  project: undefined,
  creatable: () => false,
  quickActionVisible: false,
  profilePassword: false,
  subscriptionUrl: undefined,
  interface: 'new',
  answered: () => false,
};
const on =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);
const item = (requires: Requirement, more: Ruled = {}): Ruled => ({ ...more, requires });

/** Rule, resulting visibility, item, and facts that break and keep the rule. */
const CASES: [rule: string, shown: string, Ruled, broken: Partial<MenuFacts>, kept: Partial<MenuFacts>][] = [
  ['role', 'hidden', item({ role: 'admin' }), { role: 'projectAdmin' }, { role: 'admin' }],
  ['license', 'hidden', item({ license: true }), { license: undefined }, { license: 'OSS' }],
  ['license type', 'hidden', item({ license: ['EDGE'] }), { license: 'OSS' }, { license: 'EDGE' }],
  ['cloud', 'hidden', item({ cloud: true }), { cloud: false }, { cloud: true }],
  ['cloud', 'hidden', item({ cloud: false }), { cloud: true }, { cloud: false }],
  [
    'new set-me-up',
    'hidden',
    item({ features: ['COMMON.NEW_SET_ME_UP'] }),
    {},
    { supported: on('COMMON.NEW_SET_ME_UP') },
  ],
  ['features', 'hidden', item({ features: ['A', 'B'] }), { supported: on('A') }, { supported: on('A', 'B') }],
  ['hiding features', 'hidden', item({ withoutFeatures: ['A'] }), { supported: on('A') }, {}],
  ['services', 'hidden', item({ services: ['xray'] }), {}, { available: on('xray') }],
  [
    'entitlements',
    'hidden',
    item({ entitlements: ['security_scanning'] }),
    { entitled: on('packages') },
    { entitled: on('security_scanning') },
  ],
  [
    'scanning permissions',
    'hidden',
    item({ scanning: ['managePolicies'] }),
    { permits: on('readIssues') },
    { permits: on('managePolicies') },
  ],
  ['project', 'hidden', item({ project: 'one' }), {}, { project: 'dflt' }],
  ['project', 'hidden', item({ project: 'all' }), { project: 'dflt' }, {}],
  [
    'new onboarding',
    'hidden',
    { quickAction: true },
    { supported: on('COMMON.NEW_ONBOARDING') },
    { supported: on('COMMON.NEW_ONBOARDING'), quickActionVisible: true },
  ],
  ['new onboarding', 'hidden', { quickAction: true }, { quickActionVisible: true }, {}],
  ['subscription address', 'absent', { subscription: true }, {}, { subscriptionUrl: 'https://a.example/' }],
  ['profile password', 'absent', { profilePassword: true }, {}, { profilePassword: true }],
  ['interface', 'absent', { leaves: 'classic' }, {}, { interface: 'classic' }],
  ['package types', 'absent', { creates: 'remote' }, { creatable: on('local') }, { creatable: on('remote') }],
  ['screen', 'absent', { needsScreen: true, path: '/x' }, {}, { answered: on('/x') }],
];

describe('the rules of the menus', () => {
  it.each(CASES)('%s: %s unless the rule is met [shell-04]', (rule, shown, ruled, broken, kept) => {
    expect(judge(ruled, { ...FACTS, ...broken })).toMatchObject({ shown, rule });
    if (Object.keys(kept).length > 0) expect(judge(ruled, { ...FACTS, ...kept })).toEqual({ shown: 'yes' });
  });

  it('hide hidden items and disable disabled items, whatever other rules say [shell-04]', () => {
    expect(judge(item({ hidden: true }), FACTS)).toMatchObject({ shown: 'hidden', rule: 'hidden flag' });
    expect(judge({ disabled: true }, FACTS)).toMatchObject({ shown: 'disabled', rule: 'disabled flag' });
    const disabledReason = { id: 'why', text: 'No door yet.' };
    expect(judge({ disabled: true, disabledReason }, FACTS)).toMatchObject({ because: 'No door yet.' });
  });

  it('are each covered by a case of this test', () => {
    const tried = new Set([...CASES.map(([rule]) => rule), 'hidden flag', 'disabled flag']);
    expect(MENU_RULES.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });

  it('must all be met: the first unmet rule gives the reason [shell-04]', () => {
    const strict = item(
      { role: 'admin', license: true, cloud: true, features: ['A'] },
      { quickAction: true, disabled: true },
    );
    const order: [Partial<MenuFacts>, string][] = [
      [{ license: undefined }, 'role'],
      [{ role: 'admin', license: undefined }, 'license'],
      [{ role: 'admin' }, 'cloud'],
      [{ role: 'admin', cloud: true }, 'features'],
      [{ role: 'admin', cloud: true, supported: on('A') }, 'new onboarding'],
    ];
    for (const [facts, rule] of order)
      expect(judge(strict, { ...FACTS, ...facts })).toMatchObject({ shown: 'hidden', rule });
    const all = {
      role: 'admin',
      cloud: true,
      supported: on('A', 'COMMON.NEW_ONBOARDING'),
      quickActionVisible: true,
    } as const;
    expect(judge(strict, { ...FACTS, ...all })).toMatchObject({ shown: 'disabled' });
  });

  it('report their specification row and the reason', () => {
    expect(judge(item({ license: ['EDGE', 'EDGE_TRIAL'] }), { ...FACTS, license: undefined })).toMatchObject({
      row: 'shell-04',
      because: 'It requires a license, and the platform has no valid one.',
    });
    expect(judge(item({ license: ['EDGE', 'EDGE_TRIAL'] }), FACTS)).toMatchObject({
      because: 'It requires the license EDGE, EDGE_TRIAL; the platform has ENTERPRISE.',
    });
  });

  it('know every license type: each counts as a license, N/A does not [shell-10]', () => {
    for (const license of Object.keys(LICENSE_RANK) as (keyof typeof LICENSE_RANK)[])
      expect(judge(item({ license: true }), { ...FACTS, license })).toEqual({ shown: 'yes' });
  });
});

describe('access to a path', () => {
  const hidden = { path: '/a', requires: { hidden: true } };
  const block = (pathname: string, ...items: Ruled[]) => blockedBy(pathname, items, FACTS)?.rule;

  it('is blocked by a hidden or disabled item, including subpaths [guard-04]', () => {
    expect(block('/a', hidden)).toBe('hidden flag');
    expect(block('/a/b', hidden)).toBe('hidden flag');
    expect(block('/ab', hidden)).toBeUndefined();
    expect(block('/d', { path: '/d', disabled: true })).toBe('disabled flag');
  });

  it('is allowed if the nearest item, or another one with the same path, is shown [guard-04]', () => {
    expect(block('/a/b', hidden, { path: '/a/b' })).toBeUndefined();
    expect(block('/a', hidden, { path: '/a' })).toBeUndefined();
    expect(block('/a/b', { path: '/a' }, { path: '/a/b', disabled: true })).toBe('disabled flag');
  });

  it('is not blocked by an item that is only absent from its menu', () => {
    expect(block('/user_profile', { path: '/user_profile', profilePassword: true })).toBeUndefined();
  });
});
