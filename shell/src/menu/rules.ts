import type { Message, Requirement, Role } from '@lading/contract';
import type { AvailablePackages } from '@lading/contract/rest';
import { type Say, sayInEnglish } from '../language/say.ts';
import { type Facts, licenseRank } from './facts.ts';
import { REMEDIES } from './remedies.ts';
import { because, who } from './ruleMessages.ts';

/** Item that the rules apply to: a sidebar entry, or an item of the shell's own menus. */
export interface Ruled {
  readonly requires?: Requirement;
  /** Visible but disabled. */
  readonly disabled?: boolean;
  readonly disabledReason?: Message;
  /** Belongs to the new onboarding; visible with its quick action. */
  readonly quickAction?: boolean;
  /** Visible if the profile-password rule applies. */
  readonly profilePassword?: boolean;
  /** Links to the subscription management URL. */
  readonly subscription?: boolean;
  /** Switches from this interface to the other one. */
  readonly leaves?: Interface;
  /** Creates a repository of this class. */
  readonly creates?: RepositoryClass;
  /** Visible only if a plugin has the page. */
  readonly needsScreen?: boolean;
  /** Shortcut to a page with its own rules: hiding the item does not block its path. */
  readonly shortcut?: boolean;
  readonly path?: string;
}

export type RepositoryClass = AvailablePackages['packageTypes'][number]['classes'][number];
export type Interface = 'new' | 'classic';

/** Values that the menu rules are checked against. */
export interface MenuFacts extends Facts {
  readonly quickActionVisible: boolean;
  readonly profilePassword: boolean;
  /** Whether some package type has repositories of the class; true until that is known. */
  readonly creatable: (repositoryClass: RepositoryClass) => boolean;
  /** Subscription management URL, or `undefined` if there is none. */
  readonly subscriptionUrl: string | undefined;
  readonly interface: Interface;
  /** Whether a page exists at the path. */
  readonly answered: (path: string) => boolean;
}

/** One rule of the specification. */
export interface RequirementRule {
  readonly name: string;
  readonly row: string;
  readonly keeps: (requires: Requirement, facts: Facts) => boolean;
  /** Returns the reason why the item is not shown, for administrators. */
  readonly because: (requires: Requirement, facts: Facts) => string;
}

const RANK: Readonly<Record<Role, number>> = { anyone: 0, user: 1, projectAdmin: 2, admin: 3 };
export const NEW_SET_ME_UP = 'COMMON.NEW_SET_ME_UP';
export const NEW_ONBOARDING = 'COMMON.NEW_ONBOARDING';

const sayIn = ({ say = sayInEnglish }: Facts): Say => say;
const list = (names: readonly string[]) => names.join(', ');

/** Rules for requirements. All must be met. */
export const REQUIREMENT_RULES: readonly RequirementRule[] = [
  {
    name: 'hidden flag',
    row: 'shell-04',
    keeps: ({ hidden }) => !hidden,
    because: (_requires, facts) => sayIn(facts)(because.hidden),
  },
  {
    name: 'role',
    row: 'shell-04',
    keeps: ({ role = 'user' }, facts) => RANK[facts.role] >= RANK[role],
    because: ({ role = 'user' }, facts) => sayIn(facts)(because.role, { who: sayIn(facts)(who[role]) }),
  },
  {
    name: 'license',
    row: 'shell-04',
    keeps: ({ license }, facts) => !license || licenseRank(facts) > 0,
    because: (_requires, facts) => sayIn(facts)(because.noLicense),
  },
  {
    name: 'license type',
    row: 'shell-04',
    keeps: ({ license }, facts) =>
      !Array.isArray(license) || (facts.license !== undefined && license.includes(facts.license)),
    because: ({ license }, facts) =>
      sayIn(facts)(because.license, {
        licenses: Array.isArray(license) ? list(license) : '',
        license: facts.license ?? sayIn(facts)(because.none),
      }),
  },
  {
    name: 'cloud',
    row: 'shell-04',
    keeps: ({ cloud }, facts) => cloud === undefined || cloud === facts.cloud,
    because: ({ cloud }, facts) => sayIn(facts)(cloud ? because.cloudOnly : because.notInCloud),
  },
  {
    name: 'new set-me-up',
    row: 'shell-04',
    keeps: ({ features = [] }, facts) => !features.includes(NEW_SET_ME_UP) || facts.supported(NEW_SET_ME_UP),
    because: (_requires, facts) => sayIn(facts)(because.feature, { features: NEW_SET_ME_UP }),
  },
  {
    name: 'features',
    row: 'shell-07',
    keeps: ({ features = [] }, facts) => features.every(facts.supported),
    because: ({ features = [] }, facts) =>
      sayIn(facts)(because.feature, { features: list(features.filter((name) => !facts.supported(name))) }),
  },
  {
    name: 'hiding features',
    row: 'shell-07',
    keeps: ({ withoutFeatures = [] }, facts) => !withoutFeatures.some(facts.supported),
    because: ({ withoutFeatures = [] }, facts) =>
      sayIn(facts)(because.hidingFeature, { features: list(withoutFeatures.filter(facts.supported)) }),
  },
  {
    name: 'services',
    row: 'shell-16',
    keeps: ({ services = [] }, facts) => services.every(facts.available),
    because: ({ services = [] }, facts) =>
      sayIn(facts)(because.service, { services: list(services.filter((name) => !facts.available(name))) }),
  },
  {
    name: 'entitlements',
    row: 'shell-15',
    keeps: ({ entitlements = [] }, facts) => entitlements.every(facts.entitled),
    because: ({ entitlements = [] }, facts) =>
      sayIn(facts)(because.entitlement, {
        entitlements: list(entitlements.filter((name) => !facts.entitled(name))),
      }),
  },
  {
    name: 'scanning permissions',
    row: 'shell-16',
    keeps: ({ scanning = [] }, facts) => scanning.every(facts.permits),
    because: ({ scanning = [] }, facts) =>
      sayIn(facts)(because.scanning, { permissions: list(scanning.filter((name) => !facts.permits(name))) }),
  },
  {
    name: 'project',
    row: 'shell-03',
    keeps: ({ project }, facts) =>
      project === undefined || (project === 'one') === (facts.project !== undefined),
    because: ({ project }, facts) =>
      sayIn(facts)(project === 'one' ? because.oneProject : because.allProjects),
  },
];

export interface MenuRule {
  readonly name: string;
  readonly row: string;
  /** `hidden` and `disabled` also block the path. `absent`: in no menu, blocks nothing. */
  readonly effect: 'hidden' | 'disabled' | 'absent';
  readonly keeps: (item: Ruled, facts: MenuFacts) => boolean;
  readonly because: (item: Ruled, facts: MenuFacts) => string;
}

const NOTHING: Requirement = {};

/** Menu rules in order. The first unmet rule decides. */
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
    because: (_item, facts) => sayIn(facts)(because.onboarding, { feature: NEW_ONBOARDING }),
  },
  {
    name: 'subscription address',
    row: 'shell-05',
    effect: 'absent',
    keeps: ({ subscription }, facts) => !subscription || facts.subscriptionUrl !== undefined,
    because: (_item, facts) => sayIn(facts)(because.subscription),
  },
  {
    name: 'profile password',
    row: 'shell-06',
    effect: 'absent',
    keeps: ({ profilePassword }, facts) => !profilePassword || facts.profilePassword,
    because: (_item, facts) => sayIn(facts)(because.profilePassword),
  },
  {
    name: 'interface',
    row: 'shell-17',
    effect: 'absent',
    keeps: ({ leaves }, facts) => leaves === undefined || leaves === facts.interface,
    because: (_item, facts) => sayIn(facts)(because.interface, { which: facts.interface }),
  },
  {
    name: 'package types',
    row: 'shell-15',
    effect: 'absent',
    keeps: ({ creates }, facts) => creates === undefined || facts.creatable(creates),
    because: ({ creates = 'local' }, facts) =>
      sayIn(facts)(because.packageTypes, { repositoryClass: creates }),
  },
  {
    name: 'screen',
    row: 'shell-08',
    effect: 'absent',
    keeps: ({ needsScreen, path }, facts) => !needsScreen || (path !== undefined && facts.answered(path)),
    because: ({ path = '' }, facts) => sayIn(facts)(because.screen, { path }),
  },
  {
    name: 'disabled flag',
    row: 'guard-04',
    effect: 'disabled',
    keeps: ({ disabled }) => !disabled,
    because: ({ disabledReason }, facts) => sayIn(facts)(disabledReason ?? because.disabled),
  },
];

export type Verdict =
  | { readonly shown: 'yes' }
  | {
      readonly shown: 'disabled' | 'hidden' | 'absent';
      /** Rule that decided, and its row in the specification. */
      readonly rule: string;
      readonly row: string;
      readonly because: string;
    };

const YES: Verdict = { shown: 'yes' };

/** Returns the verdict of an item with the rule that decided. Pure. */
export function judge(item: Ruled, facts: MenuFacts): Verdict {
  const rule = MENU_RULES.find(({ keeps }) => !keeps(item, facts));
  if (!rule) return YES;
  return { shown: rule.effect, rule: rule.name, row: rule.row, because: rule.because(item, facts) };
}

/** First unmet rule of a requirement: the reason, and who can change it. */
export interface Lack {
  readonly rule: string;
  readonly because: string;
  /** `undefined`: no setting changes it. */
  readonly remedy: string | undefined;
}

/** Returns the first unmet rule, or `undefined` if the requirement is met. */
export function lackOf(requires: Requirement = NOTHING, facts: Facts): Lack | undefined {
  const rule = REQUIREMENT_RULES.find(({ keeps }) => !keeps(requires, facts));
  if (!rule) return undefined;
  return {
    rule: rule.name,
    because: rule.because(requires, facts),
    remedy: REMEDIES[rule.name]?.(requires, facts),
  };
}

/** Returns whether a requirement is met. Without one, a signed-in user is required. */
export function holds(requires: Requirement = NOTHING, facts: Facts): boolean {
  return REQUIREMENT_RULES.every(({ keeps }) => keeps(requires, facts));
}
