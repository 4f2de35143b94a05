import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

/** Outgoing proxies, under `/ui/api/v1/ui/proxies`, for administrators. */

/** A part of the platform that sends requests to other servers. */
export type ProxyService = Static<typeof ProxyService>;
export const ProxyService = oneOf(['repositories', 'webhooks', 'integrations', 'identity'], {
  description:
    '`repositories`: upstreams of remote repositories. `identity`: OpenID Connect, SAML, and Crowd servers.',
});

const fields = {
  host: Type.String({
    pattern: '^[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?$',
    maxLength: 253,
    description: 'Host name or IP address, without a scheme. The address can be private.',
  }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  username: Type.String({
    pattern: '^[^:\\x00-\\x1f\\x7f]*$',
    maxLength: 200,
    description: 'For Basic authentication. Empty: none.',
  }),
  platformDefault: Type.Boolean({
    description:
      'Used by all services without a default of their own. One proxy has it: setting it moves it.',
  }),
  services: Type.Array(ProxyService, {
    maxItems: 20,
    uniqueItems: true,
    description: 'Services that use this proxy by default. Each has one proxy: naming it moves it.',
  }),
  noProxy: Type.Array(Type.String({ pattern: '^[A-Za-z0-9.:/_*\\[\\]-]+$', maxLength: 253 }), {
    maxItems: 200,
    description:
      'Servers that are reached without the proxy: `example.org` with its subdomains, `.example.org` for the subdomains alone, an IP address, a network such as `10.0.0.0/8`, each with an optional port; `*` for all.',
  }),
  resolvesNames: Type.Boolean({
    description:
      'The proxy receives names and resolves them. Otherwise this server resolves the name, checks the address, and has the proxy connect to that address.',
  }),
};
const key = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]+$',
  maxLength: 64,
  description:
    'At least 2 letters, digits, underscores, or hyphens, starting with a letter. Cannot be changed later.',
});
const password = Type.Optional(
  Type.String({
    pattern: '^[^\\x00-\\x1f\\x7f]*$',
    maxLength: 1000,
    description:
      'Written, never read. Omitted: not changed. Empty: deleted. Enter it again to change host, port, or user name.',
  }),
);

/** An object that uses a proxy. */
export type ProxyUse = Static<typeof ProxyUse>;
export const ProxyUse = Type.Object(
  {
    kind: Type.String({ description: '`repository`, `webhook`, or `integration`.' }),
    name: Type.String(),
  },
  { title: 'ProxyUse' },
);

/** GET `/crud/{key}`, the items of GET `/crud`, and the response to POST and PUT. */
export type ProxyDetails = Static<typeof ProxyDetails>;
export const ProxyDetails = Type.Object(
  {
    key: Type.String(),
    ...fields,
    hasPassword: Type.Boolean(),
    usedBy: Type.Array(ProxyUse, {
      description: 'Objects that name the proxy. It cannot be deleted while they do.',
    }),
  },
  { title: 'ProxyDetails' },
);

const { host, port, ...others } = fields;
const optional = Type.Partial(Type.Object(others)).properties;

/** POST `/crud`. Omitted fields are empty, `false`, or `[]`. */
export type NewProxy = Static<typeof NewProxy>;
export const NewProxy = Type.Object(
  { key, host, port, ...optional, password },
  { title: 'NewProxy', additionalProperties: false },
);

/** PUT `/crud/{key}`: replaces all fields except the password. */
export type ProxyChange = Static<typeof ProxyChange>;
export const ProxyChange = Type.Object(
  { host, port, ...optional, password },
  { title: 'ProxyChange', additionalProperties: false },
);

/** GET `/proxyKeys`: the options of forms. */
export type ProxyKeys = Static<typeof ProxyKeys>;
export const ProxyKeys = Type.Object(
  {
    proxyKeys: Type.Array(Type.String()),
    defaultProxy: Type.Optional(Type.String({ description: 'The default of the platform. Absent: none.' })),
  },
  { title: 'ProxyKeys' },
);

/** POST `/deleteProxies`: deletes all or none. */
export type DeleteProxies = Static<typeof DeleteProxies>;
export const DeleteProxies = Type.Object(
  { proxyKeys: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 1000 }) },
  { title: 'DeleteProxies', additionalProperties: false },
);

/** POST `/test`: requests a URL through a proxy, saved or not. */
export type ProxyTestRequest = Static<typeof ProxyTestRequest>;
export const ProxyTestRequest = Type.Object(
  {
    proxy: NewProxy,
    url: Type.String({
      maxLength: 2000,
      description: 'An http or https URL without user name and password.',
    }),
  },
  { title: 'ProxyTestRequest', additionalProperties: false },
);

export type ProxyTest = Static<typeof ProxyTest>;
export const ProxyTest = Type.Object(
  {
    outcome: oneOf(
      [
        'ok',
        'direct',
        'proxy-unreachable',
        'proxy-credentials',
        'target-denied',
        'target-rejected',
        'target-unreachable',
        'not-allowed',
      ],
      {
        description:
          '`direct`: requests to the URL do not use the proxy. `target-denied`: the proxy does not allow it. `target-rejected`: the server returned an error. `not-allowed`: the address is private.',
      },
    ),
    status: Type.Optional(Type.Integer({ description: 'Status of the server.' })),
    milliseconds: Type.Optional(Type.Integer({ description: 'Until the answer began.' })),
    message: Type.String(),
  },
  { title: 'ProxyTest' },
);
