import { type Static, Type } from '@sinclair/typebox';

const list = (pattern: string, maxLength: number, description: string) =>
  Type.Array(Type.String({ pattern, maxLength }), { maxItems: 200, uniqueItems: true, description });

/** GET and PUT `/ui/api/v1/lading/plugins/policy`, for administrators. */
export type PluginPolicy = Static<typeof PluginPolicy>;
export const PluginPolicy = Type.Object(
  {
    packages: list(
      '^(@[a-z0-9~][a-z0-9._~-]*|(@[a-z0-9~][a-z0-9._~-]*/)?[a-z0-9][a-z0-9._-]*)$',
      214,
      'Scopes such as `@acme`, and names of packages. Empty: all.',
    ),
    publishers: list('^\\S+$', 64, 'Users who published the version. Empty: all.'),
    kinds: list(
      '^[a-zA-Z]+$',
      60,
      'Kinds of contributions that a plugin can have, such as `routes`. Empty: all.',
    ),
  },
  { title: 'PluginPolicy', additionalProperties: false },
);
