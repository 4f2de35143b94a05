import type { Entitlement, LicenseType, ScanningPermission, ServiceName } from '../requirement.ts';

export type { Entitlement } from '../requirement.ts';

/** What the platform says of itself. Paths are under `/ui/api/v1` unless they begin with `/artifactory`. */

/** GET `/artifactory/api/system/license`, for administrators. */
export interface LicenseAnswer {
  /** `N/A`: none, or it has run out. */
  type: LicenseType | 'N/A';
  /** ISO 8601; empty: it does not end. */
  validThrough: string;
  /** Empty: nobody in particular. */
  licensedTo: string;
  /** Where it comes from: the environment, an administrator, or nowhere (the one edition that there is). */
  from: 'setting' | 'installed' | 'default';
  /** It has run out: this is what it was. */
  expired?: LicenseType;
}

/** POST `/artifactory/api/system/licenses`, for administrators: answered with the licence; DELETE takes it away again. */
export interface NewLicense {
  type: LicenseType | 'N/A';
  /** ISO 8601 date or time; it does not end when left out. */
  validThrough?: string;
  licensedTo?: string;
}

/** The switches that the platform knows. A plug-in may have others. */
export type PlatformFeature =
  | 'COMMON.TESTED'
  | 'COMMON.LIGHTWEIGHT_INSTANCE'
  | 'COMMON.EDUCATION_CENTER'
  | 'COMMON.JCR'
  | 'COMMON.HELP_LINKS'
  | 'COMMON.NAVIGATION_SWITCH'
  | 'COMMON.NEW_SET_ME_UP'
  | 'COMMON.NEW_ONBOARDING'
  | 'COMMON.QUICK_DEPLOY_LANDING'
  | 'COMMON.COLD_STORAGE'
  | 'COMMON.TOOLBAR_SEARCH'
  | 'COMMON.XRAY_GIT_REPO_SCANNING';

/** GET `/system/features`: for everyone, before a sign-in too. What is not in the list is as its plug-in says. */
export interface FeaturesConfiguration {
  features: { name: string; supported: boolean }[];
}

/** GET `/system/microservices`: every service that the product knows, and whether it is here. */
export interface Microservices {
  services: { name: ServiceName; available: boolean }[];
}

/** GET `/system/ismicroserviceenabled/{name}`; 404 for a name that is none. */
export interface MicroserviceEnabled {
  enabled: boolean;
}

/** PUT `/system/auth/screen/footer`, for administrators: what is left out stays. Answered with the footer. */
export interface FooterChange {
  /** 1 to 100 characters. */
  serverName?: string;
  /** A path of this server, beginning with one slash; empty: none. */
  logoUrl?: string;
  /** Up to 1000 characters; empty: none. */
  systemMessage?: string;
}

/** GET `/system/entitlements`: what the licence allows. */
export interface Entitlements {
  entitlements: { name: Entitlement; entitled: boolean }[];
}

/** GET `/system/cloud`: where this console runs. */
export interface CloudContext {
  cloud: boolean;
  /** Where a subscription is managed; empty: nowhere. */
  subscriptionUrl: string;
}

/** GET `/system/infoWidget`: 404 `NOT_CLOUD` where the console does not run in the cloud. */
export interface InfoWidget {
  plan: LicenseType | 'N/A';
  subscriptionUrl: string;
  /** Of all files together, each counted once. */
  storageUsedBytes: number;
}

/** GET `/system/analytics`: whether what a user does is told to anyone. It is not. */
export interface AnalyticsIntegration {
  enabled: boolean;
}

/** GET `/system/securityPermissions[?project=KEY]`: 404 `SERVICE_NOT_HERE` where xray is not. */
export type SecurityPermissions = Record<ScanningPermission, boolean>;

/** GET `/ui/packages/available`: the kinds of packages that a repository can hold. */
export interface AvailablePackages {
  packageTypes: { type: string; displayName: string; classes: ('local' | 'remote' | 'virtual')[] }[];
}

/** GET `/auth/saml/logoutRequest`: where one goes on to sign out at the provider, of whatever kind; empty: nowhere. */
export interface SamlLogout {
  logoutUrl: string;
}

/** GET `/system/onboarding`: of the user who asks. */
export interface OnboardingData {
  /** Of an administrator, where the feature `COMMON.NEW_ONBOARDING` is on and who has neither completed nor hidden it. */
  needed: boolean;
  /** The user has never completed, hidden or stored anything. */
  firstTime: boolean;
  completed: boolean;
  /** Whether the way to it stands in the menus. */
  quickActionVisible: boolean;
  /** What the user answered, as the console stored it. */
  data: Record<string, unknown>;
}

/** PUT `/system/onboarding`: what is left out stays; `data` up to 16 KiB of JSON. Answered with `OnboardingData`. */
export interface OnboardingChange {
  completed?: boolean;
  quickActionVisible?: boolean;
  data?: Record<string, unknown>;
}
