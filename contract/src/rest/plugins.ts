import { type Static, Type } from '@sinclair/typebox';
import { PluginBuild, PluginFacts, PluginSignature } from './pluginFacts.ts';
import { nullable, oneOf, time } from './schemaKinds.ts';

/**
 * Plugins of the console and their release sets, under `/ui/api/v1/lading/plugins`, for
 * administrators.
 */

/** A plugin in a release set. */
export type ReleasePlugin = Static<typeof ReleasePlugin>;
export const ReleasePlugin = Type.Object(
  {
    specifier: Type.String({ description: 'Package name.' }),
    version: Type.String(),
    enabled: Type.Boolean(),
    pinned: Type.Boolean({
      description: 'The version stays until it is unpinned, also if a newer console ships another one.',
    }),
    repository: Type.String({ description: 'The npm repository that the package was installed from.' }),
    entry: Type.String({ description: 'URL of the entry module.' }),
    sha256: Type.String({ description: 'Of the package.' }),
    files: Type.Array(Type.Object({ path: Type.String(), integrity: Type.String() })),
    changed: time('When this entry was last changed.'),
    changedBy: Type.String(),
  },
  { title: 'ReleasePlugin' },
);

const state = oneOf(['active', 'canary', 'draft', 'former'], {
  description:
    '`draft`: never activated. `canary`: active for some users. `former`: was active and can be activated again.',
});

/** A release set without its plugins. */
export type PluginRelease = Static<typeof PluginRelease>;
export const PluginRelease = Type.Object(
  {
    number: Type.Integer(),
    created: time('ISO 8601, UTC.'),
    createdBy: Type.String(),
    note: Type.String(),
    basedOn: Type.Optional(Type.Integer({ description: 'The set that it was created from.' })),
    state,
    plugins: Type.Integer({ description: 'Number of entries.' }),
  },
  { title: 'PluginRelease' },
);

const side = Type.Optional(
  Type.Object({ version: Type.String(), enabled: Type.Boolean(), pinned: Type.Boolean() }),
);

/** The difference of one plugin between two release sets. */
export type PluginDifference = Static<typeof PluginDifference>;
export const PluginDifference = Type.Object(
  {
    specifier: Type.String(),
    before: side,
    after: side,
    shipped: Type.Optional(
      Type.String({ description: 'The version of the console, which a side without an entry has.' }),
    ),
    bytes: Type.Optional(
      Type.Object(
        { before: Type.Optional(Type.Integer()), after: Type.Integer() },
        { description: 'Of a dry run that changes the version: size of the files, uncompressed.' },
      ),
    ),
    signature: Type.Optional(PluginSignature),
    build: Type.Optional(PluginBuild),
  },
  {
    title: 'PluginDifference',
    description: 'A side that is absent has no entry for the plugin: it is as shipped, or not installed.',
  },
);

/** A reason why a release set cannot be activated. */
export type PluginConflict = Static<typeof PluginConflict>;
export const PluginConflict = Type.Object(
  {
    specifier: Type.String(),
    code: oneOf([
      'required',
      'not-found',
      'invalid',
      'changed',
      'pinned',
      'dependency',
      'route',
      'name',
      'not-installed',
      'repository',
      'revoked',
      'policy',
      'signature',
    ]),
    message: Type.String(),
  },
  { title: 'PluginConflict' },
);

/** GET `/releases/{number}?with=`. */
export type PluginReleaseDetails = Static<typeof PluginReleaseDetails>;
export const PluginReleaseDetails = Type.Object(
  {
    release: PluginRelease,
    keyId: Type.String({ description: 'ID of the key that signed it.' }),
    problem: Type.Optional(Type.String({ description: 'Why it cannot be activated.' })),
    entries: Type.Array(ReleasePlugin),
    comparedWith: Type.Optional(Type.Integer({ description: 'Absent: with no release set.' })),
    differences: Type.Array(PluginDifference),
  },
  { title: 'PluginReleaseDetails' },
);

/** An activation, in the history. */
export type PluginActivation = Static<typeof PluginActivation>;
export const PluginActivation = Type.Object(
  {
    time: time('ISO 8601, UTC.'),
    by: Type.String(),
    action: oneOf(['activate', 'rollback', 'canary', 'promote', 'stop']),
    number: Type.Optional(Type.Integer({ description: 'Absent: no release set.' })),
    previous: Type.Optional(Type.Integer({ description: 'The set that was active before.' })),
  },
  { title: 'PluginActivation' },
);

/** GET `/releases`. */
export type PluginReleases = Static<typeof PluginReleases>;
export const PluginReleases = Type.Object(
  {
    releases: Type.Array(PluginRelease, { description: 'Newest first, up to 200.' }),
    activations: Type.Array(PluginActivation, { description: 'Newest first, up to 200.' }),
    rollBackTo: Type.Optional(
      nullable(Type.Integer({ description: 'Set that a rollback activates; null: no set.' })),
    ),
  },
  { title: 'PluginReleases' },
);

/** For whom a canary is active. */
export type PluginCanary = Static<typeof PluginCanary>;
export const PluginCanary = Type.Object(
  {
    groups: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 }),
    percent: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Share of the signed-in users, selected by a hash of the user name.',
    }),
  },
  { title: 'PluginCanary' },
);

export type PluginChange = Static<typeof PluginChange>;
export const PluginChange = Type.Object(
  {
    specifier: Type.String({ minLength: 1, maxLength: 214, description: 'Package name.' }),
    action: oneOf(['install', 'enable', 'disable', 'pin', 'unpin', 'remove'], {
      description: '`install` also upgrades. `remove` returns to the version of the console, if it has one.',
    }),
    version: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'For `install`.' })),
    repository: Type.Optional(
      Type.String({ maxLength: 64, description: 'For `install`. Default: `plugins-local`.' }),
    ),
  },
  { title: 'PluginChange' },
);
const changes = Type.Array(PluginChange, { minItems: 1, maxItems: 200 });

/** POST `/plan`. */
export type PluginPlanRequest = Static<typeof PluginPlanRequest>;
export const PluginPlanRequest = Type.Object({ changes }, { title: 'PluginPlanRequest' });

export type PluginPlan = Static<typeof PluginPlan>;
export const PluginPlan = Type.Object(
  {
    basedOn: Type.Optional(Type.Integer({ description: 'The active set.' })),
    differences: Type.Array(PluginDifference),
    conflicts: Type.Array(PluginConflict, { description: 'With any, no set can be created.' }),
    warnings: Type.Array(Type.String()),
  },
  { title: 'PluginPlan' },
);

/** POST `/releases`. */
export type NewPluginRelease = Static<typeof NewPluginRelease>;
export const NewPluginRelease = Type.Object(
  {
    changes,
    note: Type.Optional(Type.String({ maxLength: 500 })),
    activate: Type.Optional(Type.Boolean({ description: 'Default: false, the set stays a draft.' })),
    canary: Type.Optional(PluginCanary),
    basedOn: Type.Optional(
      nullable(
        Type.Integer({
          description:
            'The active set that the changes were planned on; null: none. The call fails if another one is active.',
        }),
      ),
    ),
  },
  { title: 'NewPluginRelease' },
);

/** POST `/releases/{number}/activate`. */
export type PluginReleaseActivation = Static<typeof PluginReleaseActivation>;
export const PluginReleaseActivation = Type.Object(
  { canary: Type.Optional(PluginCanary) },
  { title: 'PluginReleaseActivation' },
);

/** POST `/rollback`. */
export type PluginRollback = Static<typeof PluginRollback>;
export const PluginRollback = Type.Object(
  {
    from: Type.Optional(
      Type.Integer({ description: 'The active set. The call fails if another one is active.' }),
    ),
  },
  { title: 'PluginRollback' },
);

/** A version that can be installed. */
export type PluginVersion = Static<typeof PluginVersion>;
export const PluginVersion = Type.Object(
  {
    version: Type.String(),
    repository: Type.String(),
    published: time('ISO 8601, UTC.'),
    publishedBy: Type.String(),
    revoked: Type.Optional(Type.String({ description: 'Why an administrator revoked it.' })),
  },
  { title: 'PluginVersion' },
);

export type ManagedPlugin = Static<typeof ManagedPlugin>;
export const ManagedPlugin = Type.Object(
  {
    specifier: Type.String(),
    name: Type.String(),
    state: oneOf(['enabled', 'disabled', 'failed', 'available'], {
      description: '`available`: not installed. `failed`: see `problem`.',
    }),
    source: oneOf(['shipped', 'release', 'operator', 'none'], {
      description:
        '`shipped`: with the console. `release`: the active set. `operator`: importmap.json of the node, which overrides both.',
    }),
    version: Type.String({ description: 'The version in use. Empty: none.' }),
    pinned: Type.Boolean(),
    required: Type.Boolean({ description: 'Cannot be disabled.' }),
    untrusted: Type.Optional(Type.Boolean({ description: 'True: pages show it in a sandboxed frame.' })),
    problem: Type.Optional(Type.String()),
    upgrade: Type.Optional(Type.String({ description: 'The newest version, if it is not in use.' })),
    canary: Type.Optional(Type.String({ description: 'The version in the canary, if it differs.' })),
    changed: Type.Optional(time('When an administrator last changed it.')),
    changedBy: Type.Optional(Type.String()),
    versions: Type.Array(PluginVersion, { description: 'Newest first, up to 50.' }),
    facts: Type.Optional(PluginFacts),
  },
  { title: 'ManagedPlugin' },
);

/** GET. */
export type PluginsOverview = Static<typeof PluginsOverview>;
export const PluginsOverview = Type.Object(
  {
    active: Type.Optional(PluginRelease),
    canary: Type.Optional(
      Type.Object({ release: PluginRelease, groups: Type.Array(Type.String()), percent: Type.Integer() }),
    ),
    problem: Type.Optional(Type.String({ description: 'Why the active set is not in use.' })),
    file: Type.Object(
      { path: Type.String(), present: Type.Boolean() },
      { description: 'importmap.json of the node that responds.' },
    ),
    repositories: Type.Array(Type.String(), { description: 'That plugins can be installed from.' }),
    plugins: Type.Array(ManagedPlugin),
  },
  { title: 'PluginsOverview' },
);

/** GET `/ui/api/v1/lading/release`, for open pages. */
export type ConsoleRelease = Static<typeof ConsoleRelease>;
export const ConsoleRelease = Type.Object(
  {
    release: Type.Integer({ description: 'The release set of a page for the caller; 0: none.' }),
    revision: Type.Optional(
      Type.String({
        description:
          'Revision of that page. It also changes with the import map of the operator and the list of untrusted plugins. Absent while the console is not built.',
      }),
    ),
  },
  { title: 'ConsoleRelease' },
);
