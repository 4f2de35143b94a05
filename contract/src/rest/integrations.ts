import { type Static, Type } from '@sinclair/typebox';
import { oneOf, time } from './schemaKinds.ts';

/**
 * Connections to Git servers, editors, and CI systems. Paths are under `/ui/api/v1` unless they
 * begin with `/xray`.
 */

/** A platform service that can use a connection. */
export type IntegrationProduct = Static<typeof IntegrationProduct>;
export const IntegrationProduct = oneOf(['xray']);

export type IntegrationType = Static<typeof IntegrationType>;
export const IntegrationType = oneOf(['git', 'ide', 'ci']);

const line = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) });

/**
 * POST `/integration`, which returns the new key; PUT `/integration/{integrationKey}`; POST
 * `/integration/test`.
 */
export type IntegrationForm = Static<typeof IntegrationForm>;
export const IntegrationForm = Type.Object(
  {
    userName: line(256, 'The account on the Git server that the token belongs to.'),
    integrationName: line(100),
    token: Type.Optional(
      line(
        4000,
        'Write-only. Required for a new connection and for another server; otherwise the stored one is kept.',
      ),
    ),
    url: line(1000, 'The Git server, such as `https://gitlab.example.org`.'),
    vendorName: oneOf([0, 1, 2, 3, 4], {
      description: '0 unknown, 1 GitHub, 2 GitLab, 3 Bitbucket Cloud, 4 Bitbucket Server.',
    }),
    integrationType: oneOf([0, 1], { description: '0 unknown, 1 git.' }),
    integrationKey: Type.Optional(line(120, 'Of the connection that is edited.')),
    allowPrivate: Type.Optional(
      Type.Boolean({ description: 'The server can have an address in a private network.' }),
    ),
    products: Type.Optional(
      Type.Array(IntegrationProduct, {
        maxItems: 8,
        description: 'The services that use the connection. Left out: unchanged.',
      }),
    ),
  },
  { title: 'IntegrationForm' },
);

/** A connection, without its token. */
export type Integration = Static<typeof Integration>;
export const Integration = Type.Object(
  {
    integration_id: Type.String({ description: 'The same as `integrationKey`.' }),
    integrationKey: Type.String(),
    name: Type.String({ description: 'The same as `integrationName`.' }),
    integrationName: Type.String(),
    userName: Type.String(),
    url: Type.String(),
    vendorName: oneOf([0, 1, 2, 3, 4]),
    integrationType: oneOf([0, 1]),
    allowPrivate: Type.Boolean(),
    products: Type.Array(IntegrationProduct),
    updatedOn: time('Of the last change.'),
  },
  { title: 'Integration' },
);

/** GET `/integration/getIntegrations`. */
export type Integrations = Static<typeof Integrations>;
export const Integrations = Type.Array(Integration);

/** A service in the card of a vendor. */
export type ConfiguredService = Static<typeof ConfiguredService>;
export const ConfiguredService = Type.Object(
  {
    serviceName: IntegrationProduct,
    icon: Type.String(),
    connected: Type.Boolean({ description: 'Whether a connection is used by the service.' }),
    disabled: Type.Boolean({ description: 'Whether the service is not available.' }),
    connections: Type.Array(Type.Object({ integration_id: Type.String(), name: Type.String() })),
  },
  { title: 'ConfiguredService' },
);

/** A vendor with its connections. */
export type IntegrationVendor = Static<typeof IntegrationVendor>;
export const IntegrationVendor = Type.Object(
  {
    id: Type.Integer({ description: 'Of a Git server: `vendorName` of its connections.' }),
    name: Type.String(),
    displayName: Type.String(),
    image: Type.String({ description: 'A name of the icons of the console.' }),
    integrations: Type.Array(Integration),
    connected: Type.Boolean({ description: 'There is a connection, and no service uses one yet.' }),
    configured: Type.Boolean({ description: 'A service uses a connection.' }),
    products: Type.Array(IntegrationProduct),
    configuredServices: Type.Array(ConfiguredService),
  },
  { title: 'IntegrationVendor' },
);

/** GET `/integrations/{type}`. */
export type IntegrationGroup = Static<typeof IntegrationGroup>;
export const IntegrationGroup = Type.Object(
  {
    type: IntegrationType,
    items: Type.Array(IntegrationVendor),
    available: Type.Boolean(),
    configured: Type.Boolean(),
    unavailable: Type.Optional(
      oneOf(['role', 'feature', 'service'], {
        description:
          'Why it is not available: the caller is no administrator, `COMMON.XRAY_GIT_REPO_SCANNING` is off, or scanning is off.',
      }),
    ),
  },
  { title: 'IntegrationGroup' },
);

/**
 * POST `/integration/test`: the server accepted the token. 400 `CONNECTION_TEST_FAILED` with the
 * reason in `detail`.
 */
export type ConnectionTest = Static<typeof ConnectionTest>;
export const ConnectionTest = Type.Object(
  {
    user: Type.String({ description: 'The account, in the words of the server.' }),
    scopes: Type.Array(Type.String(), {
      description: 'Of the token. Empty: the server does not report them.',
    }),
    sample: Type.Array(Type.String(), {
      description: 'Names of up to 5 repositories that the token can read.',
    }),
    expires: Type.Optional(
      Type.String({ description: 'When the token expires, in the words of the server.' }),
    ),
  },
  { title: 'ConnectionTest' },
);

/** GET `/xray/ui/vcs_integrations`: the connections that scanning uses. */
export type VcsIntegrations = Static<typeof VcsIntegrations>;
export const VcsIntegrations = Type.Array(
  Type.Object({ integration_id: Type.String(), name: Type.String(), vendor: Type.String() }),
);

export type GitRepository = Static<typeof GitRepository>;
export const GitRepository = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'With its owner: `harbour/tea`.' }),
    url: Type.String({ description: 'Its page, if it is an HTTP URL. Otherwise empty.' }),
    defaultBranch: Type.String({ description: 'Empty: not reported.' }),
    private: Type.Boolean(),
    updatedOn: Type.Optional(Type.String()),
  },
  { title: 'GitRepository' },
);

/**
 * GET `/integration/{integrationKey}/repositories?search=&cursor=`: the repositories that the token
 * can read.
 */
export type GitRepositories = Static<typeof GitRepositories>;
export const GitRepositories = Type.Object(
  {
    repositories: Type.Array(GitRepository),
    cursor: Type.Optional(Type.String({ description: 'Of the next page. Absent: this is the last one.' })),
  },
  { title: 'GitRepositories' },
);

/** Applications that act for users, under `/app_integration`. */

/** Type of an application: `web`, or `native` on the user's own machine. */
export type ApplicationType = Static<typeof ApplicationType>;
export const ApplicationType = oneOf(['web', 'native']);

/** POST `/app_integration`, which returns the application and its secret. */
export type NewApplication = Static<typeof NewApplication>;
export const NewApplication = Type.Object(
  {
    name: line(64, 'Letters, digits, ".", "_", and "-".'),
    type: ApplicationType,
    description: line(1000),
    callback_url: line(
      1000,
      'Compared exactly. HTTPS; for a native application also HTTP on the loopback address.',
    ),
    service_user: Type.Optional(
      line(
        64,
        'The user that the application acts as by itself, with the client credentials grant; not an administrator. Absent: it cannot.',
      ),
    ),
  },
  { title: 'NewApplication' },
);

/** GET `/app_integration`. */
export type Application = Static<typeof Application>;
export const Application = Type.Object(
  {
    id: Type.String({ description: 'The same as `client_id`.' }),
    ...NewApplication.properties,
    client_id: Type.String(),
    platform_base_url: Type.String({ description: 'The issuer: metadata is below it.' }),
    created: time('Of its registration.'),
    created_by: Type.String(),
    users: Type.Integer({ description: 'How many users have allowed it.' }),
  },
  { title: 'Application' },
);

export type CreatedApplication = Static<typeof CreatedApplication>;
export const CreatedApplication = Type.Object(
  { ...Application.properties, secret: Type.String({ description: 'Shown only once.' }) },
  { title: 'CreatedApplication' },
);

/** GET `/app_integration/applications`: the available types. */
export type ApplicationTypes = Static<typeof ApplicationTypes>;
export const ApplicationTypes = Type.Array(Type.Object({ id: ApplicationType, name: Type.String() }));

/** GET `/app_integration/client/{id}`: public data of an application. */
export type ApplicationClient = Static<typeof ApplicationClient>;
export const ApplicationClient = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    type: ApplicationType,
    description: Type.String(),
    callback_url: Type.String(),
  },
  { title: 'ApplicationClient' },
);

/**
 * GET `/app_integration/validate/{id}?auth_url=`: a valid authorization request. 400 with the
 * reason otherwise.
 */
export type AuthorizationRequest = Static<typeof AuthorizationRequest>;
export const AuthorizationRequest = Type.Object(
  {
    client: ApplicationClient,
    scopes: Type.Array(Type.String(), { description: 'As of access tokens.' }),
    deny_url: Type.String({ description: 'Where the browser goes when the user denies it.' }),
  },
  { title: 'AuthorizationRequest' },
);

/** POST `/app_integration/authorize/{clientId}/{username}`: the user allows the request. */
export type AuthorizationApproval = Static<typeof AuthorizationApproval>;
export const AuthorizationApproval = Type.Object(
  { url: line(4000, 'The request: the URL that the application opened.') },
  { title: 'AuthorizationApproval' },
);

export type AuthorizationRedirect = Static<typeof AuthorizationRedirect>;
export const AuthorizationRedirect = Type.Object(
  { redirect_url: Type.String({ description: 'Of the application, with the authorization code.' }) },
  { title: 'AuthorizationRedirect' },
);

/** GET `/app_integration/user/{username}?internal=`: the applications that a user has allowed. */
export type UserIntegration = Static<typeof UserIntegration>;
export const UserIntegration = Type.Object(
  {
    username: Type.String(),
    client_id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    scope: Type.String(),
    granted: time('When the user last allowed it.'),
    last_used: Type.Optional(time('Of one of its tokens.')),
  },
  { title: 'UserIntegration' },
);
