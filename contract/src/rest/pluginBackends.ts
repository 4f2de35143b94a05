import { type Static, Type } from '@sinclair/typebox';
import { oneOf, time } from './schemaKinds.ts';

/**
 * Backends of plugins: servers that plugins declare and call through this one. Settings are under
 * `/ui/api/v1/lading/plugins/backends`, for administrators.
 */

const call = Type.Object(
  {
    methods: Type.Array(oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), { minItems: 1, maxItems: 5 }),
    path: Type.String({ maxLength: 500, description: '`*` is one segment, `**` at the end one or more.' }),
  },
  { title: 'PluginBackendCall', additionalProperties: false },
);
export type PluginBackendCall = Static<typeof call>;
const calls = (description: string) => Type.Array(call, { maxItems: 100, description });

const of = {
  specifier: Type.String({ minLength: 1, maxLength: 214, description: 'Package name of the plugin.' }),
  backend: Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
    description: 'Name, as the plugin declares it.',
  }),
};

const settings = {
  url: Type.String({
    maxLength: 1000,
    description:
      'Paths of calls are appended to it. HTTPS; HTTP only in private networks. Without user name, query, and fragment.',
  }),
  auth: oneOf(['none', 'basic', 'bearer', 'header'], {
    description:
      '`basic`: user name and password. `bearer`: a token. `header`: a header with a secret value.',
  }),
  username: Type.String({
    maxLength: 200,
    description: 'User name for `basic`, name of the header for `header`. Empty otherwise.',
  }),
  allowPrivate: Type.Boolean({ description: 'Allows addresses in private networks.' }),
  access: oneOf(['users', 'administrators'], {
    description: 'Who can make calls. `users`: signed-in users.',
  }),
  sendUser: Type.Boolean({ description: 'Sends the name of the user in the header X-Lading-User.' }),
  calls: calls('Calls that an administrator allowed. All others are denied.'),
};

/** PUT. Without a secret, the stored one is kept. */
export type PluginBackendChange = Static<typeof PluginBackendChange>;
export const PluginBackendChange = Type.Object(
  {
    ...of,
    ...settings,
    secret: Type.Optional(
      Type.String({
        maxLength: 4000,
        description:
          'Password, token, or value of the header. Written, never read. Enter it again to change the host of the URL, the kind, or the user name.',
      }),
    ),
  },
  { title: 'PluginBackendChange', additionalProperties: false },
);

/** DELETE: the query. */
export type PluginBackendKey = Static<typeof PluginBackendKey>;
export const PluginBackendKey = Type.Object(of, { additionalProperties: false });

/** A backend that a plugin declares, or that is set up. */
export type PluginBackendDetails = Static<typeof PluginBackendDetails>;
export const PluginBackendDetails = Type.Object(
  {
    ...of,
    plugin: Type.String({ description: 'Name of the plugin, as in the path of calls.' }),
    about: Type.String({ description: 'Purpose, by the author of the plugin.' }),
    declared: calls('Calls that the plugin declares.'),
    state: oneOf(['new', 'allowed', 'changed', 'unused'], {
      description:
        '`new`: not set up. `changed`: the plugin declares calls that it did not declare when calls were allowed. `unused`: set up, but no plugin in use declares it.',
    }),
    settings: Type.Optional(
      Type.Object({
        ...settings,
        hasSecret: Type.Boolean(),
        declared: calls('Calls that the plugin declared when an administrator allowed some of them.'),
        changed: time('Last change.'),
        changedBy: Type.String(),
      }),
    ),
  },
  { title: 'PluginBackendDetails' },
);

/** GET. */
export type PluginBackends = Static<typeof PluginBackends>;
export const PluginBackends = Type.Object(
  { backends: Type.Array(PluginBackendDetails) },
  { title: 'PluginBackends' },
);
