import type { ServiceName } from '@lading/contract';
import type {
  AnalyticsIntegration,
  AvailablePackages,
  CloudContext,
  DeployRepositories,
  Entitlements,
  InfoWidget,
  Microservices,
  NotificationCount,
  OnboardingData,
  ProjectChoices,
  SamlLogout,
  SecurityPermissions,
} from '@lading/contract/rest';

/**
 * Responses requested after the first screen. User data, footer, and features are requested before
 * it.
 */
export interface StartupAnswers {
  microservices: Microservices;
  cloud: CloudContext;
  projects: ProjectChoices;
  entitlements: Entitlements;
  samlLogout: SamlLogout;
  availablePackages: AvailablePackages;
  repoData: DeployRepositories;
  onboarding: OnboardingData;
  notifications: NotificationCount;
  infoWidget: InfoWidget;
  analytics: AnalyticsIntegration;
  securityPermissions: SecurityPermissions;
}

export type CallName = keyof StartupAnswers;

/** Values that the conditions of calls are checked against. */
export interface CallFacts {
  readonly signedIn: boolean;
  readonly cloud: boolean;
  readonly analytics: boolean;
  readonly available: (service: ServiceName) => boolean;
}

export interface StartupCall {
  readonly name: CallName;
  /** Name of the call in messages. */
  readonly label: string;
  readonly path: string;
  /** Conditions of the second wave need the responses of the first. */
  readonly wave: 1 | 2;
  /** Depends on the selected project. */
  readonly ofProject?: boolean;
  /** The response depends on the license. */
  readonly ofLicense?: boolean;
  readonly when: (facts: CallFacts) => boolean;
  /**
   * List in the response and the field that identifies its entries. A response without the list is
   * invalid.
   */
  readonly list?: readonly [list: string, named: string];
}

const UI = '/ui/api/v1';
const always = () => true;
const signedIn = (facts: CallFacts) => facts.signedIn;

export const STARTUP_CALLS: readonly StartupCall[] = [
  {
    name: 'microservices',
    label: 'Services',
    path: `${UI}/system/microservices`,
    wave: 1,
    when: always,
    list: ['services', 'name'],
  },
  { name: 'cloud', label: 'Cloud context', path: `${UI}/system/cloud`, wave: 1, when: always },
  {
    name: 'projects',
    label: 'Projects',
    path: `${UI}/access/projects`,
    wave: 1,
    when: signedIn,
    list: ['projects', 'key'],
  },
  {
    name: 'entitlements',
    label: 'Entitlements',
    path: `${UI}/system/entitlements`,
    wave: 2,
    ofLicense: true,
    when: always,
    list: ['entitlements', 'name'],
  },
  {
    name: 'samlLogout',
    label: 'SAML logout address',
    path: `${UI}/auth/saml/logoutRequest`,
    wave: 2,
    when: signedIn,
  },
  {
    name: 'availablePackages',
    label: 'Available packages',
    path: `${UI}/ui/packages/available`,
    wave: 2,
    when: always,
    list: ['packageTypes', 'type'],
  },
  {
    name: 'repoData',
    label: 'Repositories',
    path: `${UI}/ui/repodata?deploy=true`,
    wave: 2,
    when: signedIn,
    list: ['repoTypesList', 'repoKey'],
  },
  { name: 'onboarding', label: 'Onboarding', path: `${UI}/system/onboarding`, wave: 2, when: signedIn },
  {
    name: 'notifications',
    label: 'Notifications',
    path: `${UI}/ui/notifications/count`,
    wave: 2,
    when: signedIn,
  },
  {
    name: 'infoWidget',
    label: 'Subscription',
    path: `${UI}/system/infoWidget`,
    wave: 2,
    when: ({ cloud }) => cloud,
  },
  {
    name: 'analytics',
    label: 'Analytics',
    path: `${UI}/system/analytics`,
    wave: 2,
    when: (facts) => facts.cloud && facts.signedIn && facts.analytics,
  },
  {
    name: 'securityPermissions',
    label: 'Security scanning permissions',
    path: `${UI}/system/securityPermissions`,
    wave: 2,
    ofProject: true,
    when: ({ available }) => available('xray'),
  },
];

/**
 * Returns whether a response is valid. Fields other than the list are checked where they are used.
 */
export function isAnswer({ list }: StartupCall, answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false;
  if (!list) return true;
  const [key, named] = list;
  const entries = (answer as Record<string, unknown>)[key];
  return Array.isArray(entries) && entries.every((entry) => typeof entry?.[named] === 'string');
}
