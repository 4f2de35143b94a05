import { type Static, Type } from '@sinclair/typebox';

const list = (pattern: string, maxLength: number, description: string) =>
  Type.Array(Type.String({ pattern, maxLength }), { maxItems: 200, uniqueItems: true, description });

const packages = (description: string) =>
  list('^(@[a-z0-9~][a-z0-9._~-]*|(@[a-z0-9~][a-z0-9._~-]*/)?[a-z0-9][a-z0-9._-]*)$', 214, description);

/** SubjectPublicKeyInfo of Ed25519: 12 bytes that are always the same, and 32 of the key. */
const AUTHOR_KEY = '^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$';

/** A client that sends it cannot change it. */
const added = Type.String({ maxLength: 30, description: 'Set by the server: since when it is listed.' });

/** A key with which an author signs plugins. */
export type PluginAuthorKey = Static<typeof PluginAuthorKey>;
export const PluginAuthorKey = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[^:\\x00-\\x1f\\x7f]*$',
      description: 'Of the author, as administrators see it.',
    }),
    publicKey: Type.String({
      pattern: AUTHOR_KEY,
      description: 'Ed25519, in DER form (SubjectPublicKeyInfo), in base64.',
    }),
    packages: packages('Scopes and packages that the key is trusted for. Empty: all.'),
    added: Type.Optional(added),
  },
  { title: 'PluginAuthorKey', additionalProperties: false },
);

const url = (description: string) =>
  Type.String({ pattern: '^https://[^\\s?#@]*[^\\s?#@/]$', maxLength: 300, description });

/** A build whose packages count as signed. */
export type PluginTrustedBuild = Static<typeof PluginTrustedBuild>;
export const PluginTrustedBuild = Type.Object(
  {
    issuer: url(
      'Issuer of the identity of builds: `https://token.actions.githubusercontent.com` for GitHub Actions, `https://gitlab.com` for GitLab.',
    ),
    repository: url('The source repository, such as `https://github.com/acme/tide`.'),
    workflow: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._-][A-Za-z0-9._/-]*$',
        maxLength: 200,
        description: 'Path of the workflow, such as `.github/workflows/release.yml`. Absent: any.',
      }),
    ),
    ref: Type.Optional(
      Type.String({
        pattern: '^refs/[^\\s*]+\\*?$',
        maxLength: 200,
        description: 'Such as `refs/heads/main`; `refs/tags/*` for all tags. Absent: any.',
      }),
    ),
    packages: packages('Scopes and packages that the build is trusted for. Empty: all.'),
    added: Type.Optional(added),
  },
  { title: 'PluginTrustedBuild', additionalProperties: false },
);

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
    signed: Type.Optional(
      Type.Boolean({
        description:
          'Whether a plugin needs a signature with one of the keys, or one of the builds. Default: false.',
      }),
    ),
    authorKeys: Type.Optional(Type.Array(PluginAuthorKey, { maxItems: 100 })),
    builds: Type.Optional(Type.Array(PluginTrustedBuild, { maxItems: 100 })),
    maxGrowthPercent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 9999,
        description: 'The dry run of an upgrade warns if the plugin grows by more. Default: 20.',
      }),
    ),
  },
  { title: 'PluginPolicy', additionalProperties: false },
);
