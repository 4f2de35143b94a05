import type { Message, Requirement, Role } from '@lading/contract';
import { type Facts, licenceRank } from './facts.ts';

/** What the rules are asked about: an entry of a sidebar, or one of the shell's own menus. */
export interface Ruled {
  readonly requires?: Requirement;
  /** To be seen, but not to be used. */
  readonly disabled?: boolean;
  readonly disabledReason?: Message;
  /** The new onboarding's: there while its quick action is to be seen. */
  readonly quickAction?: boolean;
  /** There for whom the profile-password rule holds. */
  readonly profilePassword?: boolean;
  /** Leads to the address where the subscription is managed. */
  readonly subscription?: boolean;
  /** Leads away from this interface to the other one. */
  readonly leaves?: Interface;
  /** Has to be answered by some plug-in. */
  readonly needsScreen?: boolean;
  readonly path?: string;
}

export type Interface = 'new' | 'classic';

/** What the rules are held against. */
export interface MenuFacts extends Facts {
  readonly quickActionVisible: boolean;
  readonly profilePassword: boolean;
  /** `undefined`: there is none. */
  readonly subscriptionUrl: string | undefined;
  readonly interface: Interface;
  /** Whether a page stands at the path. */
  readonly answered: (path: string) => boolean;
}

/** One line of the specification. */
export interface RequirementRule {
  readonly name: string;
  readonly row: string;
  readonly keeps: (requires: Requirement, facts: Facts) => boolean;
  /** Why it is not there, for an administrator who asks. */
  readonly because: (requires: Requirement, facts: Facts) => string;
}

const RANK: Readonly<Record<Role, number>> = { anyone: 0, user: 1, projectAdmin: 2, admin: 3 };
const WHO: Readonly<Record<Role, string>> = {
  anyone: 'everyone',
  user: 'users who are signed in',
  projectAdmin: 'administrators of a project',
  admin: 'administrators',
};
export const NEW_SET_ME_UP = 'COMMON.NEW_SET_ME_UP';
export const NEW_ONBOARDING = 'COMMON.NEW_ONBOARDING';

const list = (names: readonly string[]) => names.join(', ');

/** What a requirement may ask for. All must keep it. */
export const REQUIREMENT_RULES: readonly RequirementRule[] = [
  {
    name: 'hidden flag',
    row: 'shell-04',
    keeps: ({ hidden }) => !hidden,
    because: () => 'It is hidden for everyone.',
  },
  {
    name: 'role',
    row: 'shell-04',
    keeps: ({ role = 'user' }, facts) => RANK[facts.role] >= RANK[role],
    because: ({ role = 'user' }) => `It is for ${WHO[role]}.`,
  },
  {
    name: 'licence',
    row: 'shell-04',
    keeps: ({ licence }, facts) => !licence || licenceRank(facts) > 0,
    because: () => 'It needs a licence, and the platform has none that is valid.',
  },
  {
    name: 'licence type',
    row: 'shell-04',
    keeps: ({ licence }, facts) =>
      !Array.isArray(licence) || (facts.licence !== undefined && licence.includes(facts.licence)),
    because: ({ licence }, facts) =>
      `It needs the licence ${Array.isArray(licence) ? list(licence) : ''}; the platform has ${facts.licence ?? 'none'}.`,
  },
  {
    name: 'cloud',
    row: 'shell-04',
    keeps: ({ cloud }, facts) => cloud === undefined || cloud === facts.cloud,
    because: ({ cloud }) => (cloud ? 'It is there in the cloud only.' : 'It is not there in the cloud.'),
  },
  {
    name: 'new set-me-up',
    row: 'shell-04',
    keeps: ({ features = [] }, facts) => !features.includes(NEW_SET_ME_UP) || facts.supported(NEW_SET_ME_UP),
    because: () => `It needs the feature ${NEW_SET_ME_UP}.`,
  },
  {
    name: 'features',
    row: 'shell-07',
    keeps: ({ features = [] }, facts) => features.every(facts.supported),
    because: ({ features = [] }, { supported }) =>
      `It needs the feature ${list(features.filter((name) => !supported(name)))}.`,
  },
  {
    name: 'hiding features',
    row: 'shell-07',
    keeps: ({ withoutFeatures = [] }, facts) => !withoutFeatures.some(facts.supported),
    because: ({ withoutFeatures = [] }, { supported }) =>
      `The feature ${list(withoutFeatures.filter(supported))} hides it.`,
  },
  {
    name: 'services',
    row: 'shell-16',
    keeps: ({ services = [] }, facts) => services.every(facts.available),
    because: ({ services = [] }, { available }) =>
      `It needs the service ${list(services.filter((name) => !available(name)))}, which is not here.`,
  },
  {
    name: 'project',
    row: 'shell-03',
    keeps: ({ project }, facts) =>
      project === undefined || (project === 'one') === (facts.project !== undefined),
    because: ({ project }) =>
      project === 'one'
        ? 'It needs one project to be selected.'
        : 'It is there while all projects are shown.',
  },
];

export interface MenuRule {
  readonly name: string;
  readonly row: string;
  /**
   * `hidden` and `disabled` also block the way to the path. `absent`: it stands in no menu, and blocks nothing.
   */
  readonly effect: 'hidden' | 'disabled' | 'absent';
  readonly keeps: (item: Ruled, facts: MenuFacts) => boolean;
  readonly because: (item: Ruled, facts: MenuFacts) => string;
}

const NOTHING: Requirement = {};

/** Every rule of the menus, in the order in which they are asked: the first that does not keep an item decides. */
export const MENU_RULES: readonly MenuRule[] = [
  ...REQUIREMENT_RULES.map(
    ({ name, row, keeps, because }): MenuRule => ({
      name,
      row,
      effect: 'hidden',
      keeps: ({ requires = NOTHING }, facts) => keeps(requires, facts),
      because: ({ requires = NOTHING }, facts) => because(requires, facts),
    }),
  ),
  {
    name: 'new onboarding',
    row: 'shell-04',
    effect: 'hidden',
    keeps: ({ quickAction }, facts) =>
      !quickAction || (facts.supported(NEW_ONBOARDING) && facts.quickActionVisible),
    because: () => `It needs the feature ${NEW_ONBOARDING}, and its quick action to be visible.`,
  },
  {
    name: 'subscription address',
    row: 'shell-05',
    effect: 'absent',
    keeps: ({ subscription }, facts) => !subscription || facts.subscriptionUrl !== undefined,
    because: () => 'No address is known where the subscription is managed.',
  },
  {
    name: 'profile password',
    row: 'shell-06',
    effect: 'absent',
    keeps: ({ profilePassword }, facts) => !profilePassword || facts.profilePassword,
    because: () => 'The profile needs no password, or the user may not change it.',
  },
  {
    name: 'interface',
    row: 'shell-17',
    effect: 'absent',
    keeps: ({ leaves }, facts) => leaves === undefined || leaves === facts.interface,
    because: (_item, facts) => `The ${facts.interface} interface is shown already.`,
  },
  {
    name: 'screen',
    row: 'shell-08',
    effect: 'absent',
    keeps: ({ needsScreen, path }, facts) => !needsScreen || (path !== undefined && facts.answered(path)),
    because: ({ path }) => `No plug-in has a page at ${path ?? 'its address'}.`,
  },
  {
    name: 'disabled flag',
    row: 'guard-04',
    effect: 'disabled',
    keeps: ({ disabled }) => !disabled,
    because: ({ disabledReason }) => disabledReason?.text ?? 'It is disabled.',
  },
];

export type Verdict =
  | { readonly shown: 'yes' }
  | {
      readonly shown: 'disabled' | 'hidden' | 'absent';
      /** Which rule decided, and which row of the specification it comes from. */
      readonly rule: string;
      readonly row: string;
      readonly because: string;
    };

const YES: Verdict = { shown: 'yes' };

/** What becomes of an item, and which rule decided. Pure. */
export function judge(item: Ruled, facts: MenuFacts): Verdict {
  const rule = MENU_RULES.find(({ keeps }) => !keeps(item, facts));
  if (!rule) return YES;
  return { shown: rule.effect, rule: rule.name, row: rule.row, because: rule.because(item, facts) };
}

/** Whether all that is required holds. Without a requirement a signed-in user is required. */
export function holds(requires: Requirement = NOTHING, facts: Facts): boolean {
  return REQUIREMENT_RULES.every(({ keeps }) => keeps(requires, facts));
}
