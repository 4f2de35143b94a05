import { type Static, Type } from '@sinclair/typebox';
import { entitlement, licenseType, licenseTypeOrNone, serviceName } from './names.ts';
import { mapOf, oneOf } from './schemaKinds.ts';

export type { Entitlement } from '../requirement.ts';

/**
 * Information about the platform. Paths are under `/ui/api/v1` unless they start with
 * `/artifactory`.
 */

/** GET `/artifactory/api/system/license`, for administrators. */
export type LicenseAnswer = Static<typeof LicenseAnswer>;
export const LicenseAnswer = Type.Object(
  {
    type: licenseTypeOrNone,
    validThrough: Type.String({ description: 'ISO 8601; empty: it does not end.' }),
    licensedTo: Type.String({ description: 'Empty: nobody in particular.' }),
    from: oneOf(['setting', 'installed', 'default'], {
      description:
        'Where it comes from: the environment, an administrator, or nowhere (the one edition that there is).',
    }),
    expired: Type.Optional(licenseType),
  },
  { title: 'LicenseAnswer' },
);

/**
 * POST `/artifactory/api/system/licenses`, for administrators: returns the license; DELETE removes
 * it.
 */
export type NewLicense = Static<typeof NewLicense>;
export const NewLicense = Type.Object(
  {
    type: licenseTypeOrNone,
    validThrough: Type.Optional(
      Type.String({ description: 'ISO 8601 date or time; it does not end when left out.' }),
    ),
    licensedTo: Type.Optional(Type.String()),
  },
  { title: 'NewLicense' },
);

/** Feature switches of the platform. Plugins can have others. */
export type PlatformFeature = Static<typeof PlatformFeature>;
export const PlatformFeature = oneOf([
  'COMMON.ANALYTICS',
  'COMMON.TESTED',
  'COMMON.LIGHTWEIGHT_INSTANCE',
  'COMMON.EDUCATION_CENTER',
  'COMMON.JCR',
  'COMMON.HELP_LINKS',
  'COMMON.NAVIGATION_SWITCH',
  'COMMON.NEW_SET_ME_UP',
  'COMMON.NEW_ONBOARDING',
  'COMMON.QUICK_DEPLOY_LANDING',
  'COMMON.COLD_STORAGE',
  'COMMON.TOOLBAR_SEARCH',
  'COMMON.XRAY_GIT_REPO_SCANNING',
]);

/**
 * GET `/system/features`: public, also before sign-in. Plugins determine the defaults of other
 * features.
 */
export type FeaturesConfiguration = Static<typeof FeaturesConfiguration>;
export const FeaturesConfiguration = Type.Object(
  { features: Type.Array(Type.Object({ name: Type.String(), supported: Type.Boolean() })) },
  { title: 'FeaturesConfiguration' },
);

/** GET `/system/microservices`: every service of the product, and whether it is available. */
export type Microservices = Static<typeof Microservices>;
export const Microservices = Type.Object(
  {
    services: Type.Array(
      Type.Object({
        name: serviceName,
        available: Type.Boolean(),
        version: Type.Optional(
          Type.String({ description: 'The version whose calls it answers. Absent: it has none of its own.' }),
        ),
      }),
    ),
  },
  { title: 'Microservices' },
);

/** GET `/system/ismicroserviceenabled/{name}`; 404 for an unknown name. */
export type MicroserviceEnabled = Static<typeof MicroserviceEnabled>;
export const MicroserviceEnabled = Type.Object({ enabled: Type.Boolean() }, { title: 'MicroserviceEnabled' });

/**
 * PUT `/system/auth/screen/footer`, for administrators: omitted fields stay. Returns the footer.
 */
export type FooterChange = Static<typeof FooterChange>;
export const FooterChange = Type.Object(
  {
    serverName: Type.Optional(Type.String({ description: '1 to 100 characters.' })),
    logoUrl: Type.Optional(
      Type.String({ description: 'A path of this server, beginning with one slash; empty: none.' }),
    ),
    systemMessage: Type.Optional(Type.String({ description: 'Up to 1000 characters; empty: none.' })),
    defaultTheme: Type.Optional(oneOf(['system', 'light', 'dark', 'contrast'])),
    defaultLanguage: Type.Optional(Type.String({ description: 'A language tag; empty: English.' })),
  },
  { title: 'FooterChange' },
);

/** GET and PUT `/system/maintenance`, for administrators: whether the server only reads. */
export type Maintenance = Static<typeof Maintenance>;
export const Maintenance = Type.Object(
  {
    enabled: Type.Boolean(),
    message: Type.String({
      maxLength: 1000,
      description: 'Shown to all users and in each refusal; can be empty.',
    }),
  },
  { title: 'Maintenance', additionalProperties: false },
);

/** GET and PUT `/system/base-url`, for administrators: the URL under which users reach it. */
export type BaseUrl = Static<typeof BaseUrl>;
export const BaseUrl = Type.Object(
  {
    url: Type.String({
      maxLength: 300,
      description: 'An origin such as `https://packages.example.org`; empty: that of each request.',
    }),
    fixed: Type.Optional(
      Type.Boolean({ description: 'Whether `LADING_PUBLIC_URL` sets it, so that it cannot change here.' }),
    ),
  },
  { title: 'BaseUrl', additionalProperties: false },
);

/** GET `/system/entitlements`: the features included in the license. */
export type Entitlements = Static<typeof Entitlements>;
export const Entitlements = Type.Object(
  { entitlements: Type.Array(Type.Object({ name: entitlement, entitled: Type.Boolean() })) },
  { title: 'Entitlements' },
);

/** GET `/system/cloud`: hosting of this console. */
export type CloudContext = Static<typeof CloudContext>;
export const CloudContext = Type.Object(
  {
    cloud: Type.Boolean(),
    subscriptionUrl: Type.String({ description: 'Where a subscription is managed; empty: nowhere.' }),
  },
  { title: 'CloudContext' },
);

/** GET `/system/infoWidget`: 404 `NOT_CLOUD` if the console does not run in the cloud. */
export type InfoWidget = Static<typeof InfoWidget>;
export const InfoWidget = Type.Object(
  {
    plan: licenseTypeOrNone,
    subscriptionUrl: Type.String(),
    storageUsedBytes: Type.Number({ description: 'Of all files together, each counted once.' }),
  },
  { title: 'InfoWidget' },
);

/** GET `/system/analytics`: whether user actions are reported to a third party. They are not. */
export type AnalyticsIntegration = Static<typeof AnalyticsIntegration>;
export const AnalyticsIntegration = Type.Object(
  { enabled: Type.Boolean() },
  { title: 'AnalyticsIntegration' },
);

/**
 * GET `/system/securityPermissions[?project=KEY]`: 404 `SERVICE_NOT_HERE` without the service xray.
 */
export type SecurityPermissions = Static<typeof SecurityPermissions>;
export const SecurityPermissions = Type.Object(
  { readIssues: Type.Boolean(), manageWatches: Type.Boolean(), managePolicies: Type.Boolean() },
  { title: 'SecurityPermissions' },
);

/** GET `/ui/packages/available`: the supported package types. */
export type AvailablePackages = Static<typeof AvailablePackages>;
export const AvailablePackages = Type.Object(
  {
    packageTypes: Type.Array(
      Type.Object({
        type: Type.String(),
        displayName: Type.String(),
        classes: Type.Array(oneOf(['local', 'remote', 'virtual'])),
      }),
    ),
  },
  { title: 'AvailablePackages' },
);

/** GET `/auth/saml/logoutRequest`: sign-out URL at the provider, of any kind; empty: none. */
export type SamlLogout = Static<typeof SamlLogout>;
export const SamlLogout = Type.Object({ logoutUrl: Type.String() }, { title: 'SamlLogout' });

/** GET `/system/onboarding`: onboarding state of the caller. */
export type OnboardingData = Static<typeof OnboardingData>;
export const OnboardingData = Type.Object(
  {
    needed: Type.Boolean({
      description:
        'Of an administrator, where the feature `COMMON.NEW_ONBOARDING` is on and who has neither completed nor hidden it.',
    }),
    firstTime: Type.Boolean({ description: 'The user has never completed, hidden or stored anything.' }),
    completed: Type.Boolean(),
    quickActionVisible: Type.Boolean({ description: 'Whether the way to it stands in the menus.' }),
    data: mapOf(Type.Unknown(), { description: 'What the user answered, as the console stored it.' }),
  },
  { title: 'OnboardingData' },
);

/**
 * PUT `/system/onboarding`: omitted fields stay; `data` is up to 16 KiB of JSON. Returns
 * `OnboardingData`.
 */
export type OnboardingChange = Static<typeof OnboardingChange>;
export const OnboardingChange = Type.Object(
  {
    completed: Type.Optional(Type.Boolean()),
    quickActionVisible: Type.Optional(Type.Boolean()),
    data: Type.Optional(mapOf(Type.Unknown())),
  },
  { title: 'OnboardingChange' },
);

/** GET `/artifactory/api/v1/system/liveness` and `/readiness`. */
export type ProbeAnswer = Static<typeof ProbeAnswer>;
export const ProbeAnswer = Type.Object({ code: oneOf(['OK']) }, { title: 'ProbeAnswer' });

/** GET `/artifactory/api/system/version`. */
export type PlatformVersion = Static<typeof PlatformVersion>;
export const PlatformVersion = Type.Object(
  {
    version: Type.String({ description: 'Of the API that clients know.' }),
    revision: Type.String({ description: 'Of the product.' }),
    addons: Type.Array(Type.String()),
    license: Type.String(),
  },
  { title: 'PlatformVersion' },
);
