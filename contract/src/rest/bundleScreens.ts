import { type Static, Type } from '@sinclair/typebox';
import { created, millis, status } from './bundleParts.ts';
import { BundleArtifact, BundleSource } from './bundles.ts';
import { nullable, oneOf } from './schemaKinds.ts';

/** Release bundles for the console, under `/ui/api/v1/ui/releaseBundles`. */

/** GET `/ui/api/v1/ui/bundle/retention/config/enable`. */
export type BundleRetention = Static<typeof BundleRetention>;
export const BundleRetention = Type.Object({ enable: Type.Boolean() }, { title: 'BundleRetention' });

/** A bundle version in the console's list. */
export type BundleRow = Static<typeof BundleRow>;
export const BundleRow = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    created,
    createdBy: Type.String(),
    artifacts: Type.Integer(),
    bytes: Type.Integer(),
    environments: Type.Array(Type.String(), { description: 'Promoted to, the latest last.' }),
  },
  { title: 'BundleRow' },
);

const facet = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }));

/**
 * GET `/ui/api/v1/ui/releaseBundles?search=&environment=&createdBy=&offset=&limit=`: newest first.
 */
export type BundlePage = Static<typeof BundlePage>;
export const BundlePage = Type.Object(
  {
    bundles: Type.Array(BundleRow),
    total: Type.Integer(),
    facets: Type.Object(
      { environments: facet, createdBy: facet },
      { description: 'Of all bundle versions that match the search, whatever else is selected.' },
    ),
    mayCreate: Type.Boolean(),
  },
  { title: 'BundlePage' },
);

/** POST `/ui/api/v1/ui/releaseBundles/preview`. */
export type BundlePreviewRequest = Static<typeof BundlePreviewRequest>;
export const BundlePreviewRequest = Type.Object(
  { sources: Type.Array(BundleSource, { minItems: 1, maxItems: 20 }) },
  { title: 'BundlePreviewRequest', additionalProperties: false },
);

/** The exact content that a version from these sources would have now. */
export type BundlePreview = Static<typeof BundlePreview>;
export const BundlePreview = Type.Object(
  {
    artifacts: Type.Integer(),
    bytes: Type.Integer(),
    lines: Type.Array(
      Type.Object({ path: Type.String({ description: 'Repository and path.' }), size: Type.Integer() }),
      { description: 'By path, up to 1,000.' },
    ),
  },
  { title: 'BundlePreview' },
);

export type BundlePromotion = Static<typeof BundlePromotion>;
export const BundlePromotion = Type.Object(
  {
    environment: Type.String(),
    status,
    created,
    createdMillis: millis,
    createdBy: Type.String(),
    repositories: Type.Array(Type.String(), { description: 'That artifacts were copied to.' }),
    artifacts: Type.Integer({ description: 'Copied; others were there already.' }),
    message: Type.String({ description: 'Why it failed; empty otherwise.' }),
  },
  { title: 'BundlePromotion' },
);

/** GET `/ui/api/v1/ui/releaseBundles/{name}/{version}`. */
export type BundleDetails = Static<typeof BundleDetails>;
export const BundleDetails = Type.Object(
  {
    ...BundleRow.properties,
    sources: Type.Array(Type.String(), { description: 'Where its content was taken from, in words.' }),
    repositories: Type.Array(
      Type.Object({
        key: Type.String(),
        packageType: Type.String(),
        artifacts: Type.Integer(),
        bytes: Type.Integer(),
      }),
    ),
    signature: Type.Object({
      valid: Type.Boolean(),
      problem: Type.String({ description: 'Why it is not valid; empty otherwise.' }),
      keyName: Type.String(),
      keyId: Type.String(),
      openPgpKey: nullable(
        Type.String({ description: 'Fingerprint. Null: the version was created before OpenPGP signatures.' }),
      ),
    }),
    promotions: Type.Array(BundlePromotion, { description: 'Latest first.' }),
    mayPromote: Type.Boolean(),
    mayDelete: Type.Boolean(),
  },
  { title: 'BundleDetails' },
);

/**
 * GET `/ui/api/v1/ui/releaseBundles/{name}/{version}/artifacts?search=&offset=&limit=`: by
 * repository and path.
 */
export type BundleArtifacts = Static<typeof BundleArtifacts>;
export const BundleArtifacts = Type.Object(
  { artifacts: Type.Array(BundleArtifact), total: Type.Integer() },
  { title: 'BundleArtifacts' },
);

/**
 * GET `/ui/api/v1/ui/releaseBundles/environments?name=`: the environments of a bundle's versions.
 */
export type BundleOverview = Static<typeof BundleOverview>;
export const BundleOverview = Type.Object(
  {
    environments: Type.Array(
      Type.Object({
        environment: Type.String(),
        current: Type.String({ description: 'Version of the last completed promotion.' }),
        previous: nullable(Type.String({ description: 'The version before it, for a rollback.' })),
      }),
    ),
    edges: Type.Array(Type.String(), { description: 'Names of all edges.' }),
    versions: Type.Array(
      Type.Object({
        version: Type.String(),
        created,
        promoted: Type.Array(Type.Object({ environment: Type.String(), created })),
        edges: Type.Array(Type.String(), { description: 'Edges that have it.' }),
      }),
      { description: 'Newest first, up to 100.' },
    ),
  },
  { title: 'BundleOverview' },
);

/**
 * GET `/ui/api/v1/ui/releaseBundles/{name}/{version}/compare/{other}`: from the other version to
 * this one.
 */
export type BundleComparison = Static<typeof BundleComparison>;
export const BundleComparison = Type.Object(
  {
    packages: Type.Array(
      Type.Object({
        what: oneOf(['added', 'removed', 'changed']),
        type: Type.String(),
        name: Type.String(),
        before: Type.Array(Type.String(), { description: 'Versions in the other version.' }),
        now: Type.Array(Type.String(), { description: 'Versions in this version.' }),
      }),
      {
        description: 'By name, up to 1,000. Changed with the same versions: their files are different.',
      },
    ),
    changedPackages: Type.Integer({ description: 'All packages with a difference.' }),
    added: Type.Integer({ description: 'Files, like the following counts.' }),
    removed: Type.Integer(),
    changed: Type.Integer(),
    same: Type.Integer(),
    bytes: Type.Integer({ description: 'Size of this version minus the size of the other.' }),
    lines: Type.Array(
      Type.Object({
        what: oneOf(['added', 'removed', 'changed']),
        path: Type.String({ description: 'Repository and path.' }),
        size: nullable(Type.Integer({ description: 'In this version.' })),
        before: nullable(Type.Integer({ description: 'Size in the other version.' })),
      }),
      { description: 'By path, up to 1,000.' },
    ),
  },
  { title: 'BundleComparison' },
);
