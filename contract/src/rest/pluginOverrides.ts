import { type Static, Type } from '@sinclair/typebox';
import { time } from './schemaKinds.ts';

const names = (description: string) =>
  Type.Array(Type.String({ pattern: '^\\S+$', maxLength: 64 }), {
    maxItems: 200,
    uniqueItems: true,
    description,
  });

/** GET and PUT `/ui/api/v1/lading/plugins/development`, for administrators. */
export type PluginDevelopment = Static<typeof PluginDevelopment>;
export const PluginDevelopment = Type.Object(
  {
    allowed: Type.Boolean({ description: 'False ends all development overrides.' }),
    users: names('Users who can start development overrides.'),
    groups: names('Groups whose members can start development overrides.'),
    origins: Type.Array(
      Type.String({
        pattern: '^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?$',
        maxLength: 200,
      }),
      {
        maxItems: 50,
        uniqueItems: true,
        description: 'Origins in addition to `http://localhost` and `http://127.0.0.1` with any port.',
      },
    ),
  },
  { title: 'PluginDevelopment', additionalProperties: false },
);

/** A development server that replaces one plugin in the pages of one session. */
export type PluginOverride = Static<typeof PluginOverride>;
export const PluginOverride = Type.Object(
  {
    specifier: Type.String(),
    origin: Type.String(),
    expires: time('ISO 8601, UTC.'),
  },
  { title: 'PluginOverride' },
);

/** GET `/ui/api/v1/lading/plugins/override`. */
export type PluginOverrideStatus = Static<typeof PluginOverrideStatus>;
export const PluginOverrideStatus = Type.Object(
  {
    denied: Type.Optional(Type.String({ description: 'Why the caller cannot start an override.' })),
    override: Type.Optional(PluginOverride),
  },
  { title: 'PluginOverrideStatus' },
);

/** POST `/ui/api/v1/lading/plugins/override`. */
export type NewPluginOverride = Static<typeof NewPluginOverride>;
export const NewPluginOverride = Type.Object(
  {
    specifier: Type.String({ maxLength: 214, description: 'Name of the plugin in the import map.' }),
    url: Type.String({ maxLength: 200, description: 'Origin of the development server.' }),
  },
  { title: 'NewPluginOverride', additionalProperties: false },
);
