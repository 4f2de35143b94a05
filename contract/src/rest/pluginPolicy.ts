import { type Static, Type } from '@sinclair/typebox';

const list = (pattern: string, maxLength: number, description: string) =>
  Type.Array(Type.String({ pattern, maxLength }), { maxItems: 200, uniqueItems: true, description });

const packages = (description: string) =>
  list('^(@[a-z0-9~][a-z0-9._~-]*|(@[a-z0-9~][a-z0-9._~-]*/)?[a-z0-9][a-z0-9._-]*)$', 214, description);

/** GET and PUT `/ui/api/v1/lading/plugins/policy`, for administrators. */
export type PluginPolicy = Static<typeof PluginPolicy>;
export const PluginPolicy = Type.Object(
  {
    packages: packages('Scopes such as `@acme`, and names of packages. Empty: all.'),
    publishers: list('^\\S+$', 64, 'Users who published the version. Empty: all.'),
    kinds: list(
      '^[a-zA-Z]+$',
      60,
      'Kinds of contributions that a plugin can have, such as `routes`. Empty: all.',
    ),
    untrusted: Type.Optional(
      packages(
        'Scopes and packages whose pages are shown in a sandboxed frame, without access to the page and the session. Never those of the console.',
      ),
    ),
    untrustedPublishers: Type.Optional(
      list('^\\S+$', 64, 'Users whose plugins are shown in a sandboxed frame as well.'),
    ),
  },
  { title: 'PluginPolicy', additionalProperties: false },
);
