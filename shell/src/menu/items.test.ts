import type { LicenseType } from '@lading/contract';
import { describe, expect, it } from 'vitest';
import { HELP_MENU, type MenuItem, QUICK_CREATE, USER_MENU } from './items.ts';
import { editionOf, ownLogo } from './logo.ts';
import { profilePasswordRule } from './profilePassword.ts';
import { judge, type MenuFacts } from './rules.ts';
import { secondSidebar } from './sidebars.ts';
import { subscriptionUrl } from './subscription.ts';

const FACTS: MenuFacts = {
  role: 'admin',
  license: 'ENTERPRISE_PLUS',
  supported: (name) => name === 'COMMON.HELP_LINKS',
  available: () => true,
  entitled: () => true,
  permits: () => true,
  cloud: false,
  project: undefined,
  creatable: () => true,
  quickActionVisible: false,
  profilePassword: false,
  subscriptionUrl: undefined,
  interface: 'new',
  answered: () => true,
};
const shown = (items: readonly MenuItem[], facts: Partial<MenuFacts> = {}) =>
  items.filter((item) => judge(item, { ...FACTS, ...facts }).shown === 'yes').map(({ label }) => label.text);
const supports = (...names: string[]) => ({ supported: (name: string) => names.includes(name) });
const NEW = ['New Local Repository', 'New Remote Repository', 'New Virtual Repository'];

describe('the create menu', () => {
  it('has its paths [shell-08]', () => {
    const paths = Object.fromEntries(QUICK_CREATE.map(({ label, path }) => [label.text, path]));
    expect(paths).toMatchObject({
      'New Local Repository': '/admin/repositories/local/new',
      'New Remote Repository': '/admin/repositories/remote/new',
      'New Virtual Repository': '/admin/repositories/virtual/new',
      'New User': '/admin/management/users/new',
      'New Group': '/admin/management/groups/new',
      'New Permission': '/admin/management/permissions/create',
    });
  });

  it('is for administrators; some items need a license [shell-08, perm-01]', () => {
    expect(shown(QUICK_CREATE)).toEqual([
      'Quick Repository Creation',
      ...NEW,
      'New User',
      'New Group',
      'New Permission',
    ]);
    expect(shown(QUICK_CREATE, { license: undefined })).toEqual(['New User', 'New Group']);
    expect(shown(QUICK_CREATE, { role: 'projectAdmin' })).toEqual([]);
  });

  it('has Set Me Up for everyone if the new set-me-up is supported [shell-04, shell-08]', () => {
    expect(shown(QUICK_CREATE, { role: 'anyone', ...supports('COMMON.NEW_SET_ME_UP') })).toEqual([
      'Set Me Up',
    ]);
  });

  it('has Getting Started with the new onboarding while its quick action is visible [shell-04, shell-08]', () => {
    const onboarding = { ...supports('COMMON.NEW_ONBOARDING'), quickActionVisible: true };
    expect(shown(QUICK_CREATE, onboarding)[0]).toBe('Getting Started');
    expect(shown(QUICK_CREATE, { ...onboarding, role: 'user' })).toEqual([]);
  });

  it('is empty if no plugin has the pages', () => {
    expect(shown(QUICK_CREATE, { answered: () => false })).toEqual([]);
  });
});

describe('the user menu', () => {
  it('has one more item before the last one when the profile-password rule holds [shell-06, shell-08]', () => {
    const plain = shown(USER_MENU);
    expect(plain).toEqual(['Logout']);
    expect(shown(USER_MENU, { profilePassword: true })).toEqual([
      ...plain.slice(0, -1),
      'Edit Profile',
      ...plain.slice(-1),
    ]);
    expect(USER_MENU.find(({ id }) => id === 'editProfile')?.path).toBe('/user_profile');
  });

  it.each([
    [true, true, true, false, true],
    [true, true, false, true, true],
    [true, true, true, true, true],
    [true, true, false, false, false],
    [true, false, true, true, false],
    [false, true, true, true, false],
  ])(
    'rule: exists %s, needs a password %s, locked %s, updatable %s: %s [shell-06]',
    (exists, password, locked, updatable, holds) => {
      const profile = {
        existsInDB: exists,
        requireProfilePassword: password,
        requireProfileUnlock: locked,
        profileUpdatable: updatable,
      };
      expect(profilePasswordRule(profile)).toBe(holds);
    },
  );

  it('switches to the other interface behind its feature flag; the new one is beta [shell-17]', () => {
    const feature = supports('COMMON.NAVIGATION_SWITCH');
    expect(shown(USER_MENU, feature)).toEqual(['Switch to Classic UI', 'Logout']);
    expect(shown(USER_MENU, { ...feature, interface: 'classic' })).toEqual(['Switch to New UI', 'Logout']);
    expect(USER_MENU.find(({ id }) => id === 'toNew')?.badge?.text).toBe('Beta');
  });

  it('links to the subscription in the cloud at the reported URL [shell-05, shell-08]', () => {
    const url = 'https://subscription.example/';
    expect(shown(USER_MENU, { cloud: true, subscriptionUrl: url, role: 'user' })).toEqual([
      'Cloud Subscription and Usage',
      'Logout',
    ]);
    expect(shown(USER_MENU, { subscriptionUrl: url })).toEqual(['Manage subscription', 'Logout']);
    expect(shown(USER_MENU, { cloud: true })).toEqual(['Logout']);
  });

  it('takes the subscription URL from the license data, else from the context, and only http and https [shell-05]', () => {
    const at = (url: string) => ({ subscriptionUrl: url });
    expect(subscriptionUrl(at('https://a.example/'), at('https://b.example/'))).toBe('https://a.example/');
    expect(subscriptionUrl(at(''), at('https://b.example/'))).toBe('https://b.example/');
    expect(subscriptionUrl(undefined, at('javascript:alert(1)'))).toBeUndefined();
    expect(subscriptionUrl(undefined, undefined)).toBeUndefined();
  });
});

describe('the help menu', () => {
  it('has the items that no feature hides [shell-07]', () => {
    const all = ['COMMON.HELP_LINKS', 'COMMON.EDUCATION_CENTER'];
    expect(shown(HELP_MENU, supports(...all))).toEqual([
      'Documentation',
      'Learning Center',
      'Keyboard Shortcuts',
    ]);
    expect(shown(HELP_MENU)).toEqual(['Documentation', 'Keyboard Shortcuts']);
    expect(shown(HELP_MENU, supports())).toEqual(['Keyboard Shortcuts']);
    expect(shown(HELP_MENU, supports(...all, 'COMMON.JCR'))).toEqual(['Documentation', 'Keyboard Shortcuts']);
    expect(shown(HELP_MENU, supports(...all, 'COMMON.LIGHTWEIGHT_INSTANCE'))).toEqual(['Documentation']);
  });
});

describe('the second sidebar', () => {
  it.each([
    ['admin', undefined, 'administration'],
    ['admin', 'dflt', 'project'],
    ['projectAdmin', 'dflt', 'project'],
    ['projectAdmin', undefined, 'administration'],
    ['user', 'dflt', 'administration'],
  ] as const)('of %s in project %s: %s [shell-02, shell-03]', (role, project, sidebar) => {
    expect(secondSidebar({ role, project })).toBe(sidebar);
  });
});

describe('the logo', () => {
  it.each<[LicenseType | undefined, string]>([
    ['JCR', 'Container Registry'],
    ['CONAN', 'Conan'],
    ['EDGE', 'Edge'],
    ['EDGE_TRIAL', 'Edge'],
    ['OSS', 'Open Source'],
    ['ENTERPRISE_PLUS', ''],
    [undefined, ''],
  ])('of the license %s names the edition "%s" [shell-09]', (license, edition) => {
    expect(editionOf(license)).toBe(edition);
  });

  it('is replaced by an uploaded logo or a logo URL [shell-09]', () => {
    expect(ownLogo({ userLogo: true, logoUrl: '/logo.svg' })).toBe('/ui/api/v1/system/logo');
    expect(ownLogo({ userLogo: false, logoUrl: '/logo.svg' })).toBe('/logo.svg');
    expect(ownLogo({ userLogo: false, logoUrl: '' })).toBeUndefined();
    expect(ownLogo(undefined)).toBeUndefined();
  });
});
