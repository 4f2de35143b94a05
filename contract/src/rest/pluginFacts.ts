import { type Static, Type } from '@sinclair/typebox';

/** The signature of the author in a package. */
export type PluginSignature = Static<typeof PluginSignature>;
export const PluginSignature = Type.Object(
  {
    keyId: Type.String({ description: 'SHA-256 of the public key.' }),
    author: Type.Optional(Type.String({ description: 'Name of the trusted key. Absent: see `problem`.' })),
    problem: Type.Optional(Type.String({ description: 'Why the signature is not trusted.' })),
  },
  { title: 'PluginSignature' },
);

/** The build that made a package, by its provenance. Fields are absent if it is not valid. */
export type PluginBuild = Static<typeof PluginBuild>;
export const PluginBuild = Type.Object(
  {
    issuer: Type.Optional(Type.String({ description: 'Issuer of the identity of the build.' })),
    repository: Type.Optional(Type.String({ description: 'URL of the source repository.' })),
    workflow: Type.Optional(Type.String({ description: 'Path of the workflow in it.' })),
    ref: Type.Optional(Type.String({ description: 'Such as `refs/tags/v1.2.0`.' })),
    commit: Type.Optional(Type.String()),
    problem: Type.Optional(Type.String({ description: 'Why the build is not trusted.' })),
  },
  { title: 'PluginBuild' },
);

/** Facts from the manifest and the package of one version. */
export type PluginFacts = Static<typeof PluginFacts>;
export const PluginFacts = Type.Object(
  {
    version: Type.String(),
    description: Type.String(),
    contract: Type.String({ description: 'Range of the contract versions that it runs with.' }),
    bytes: Type.Integer({ description: 'Of its files, uncompressed.' }),
    contributions: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer() })),
    paths: Type.Array(Type.String(), { description: 'Of its routes.' }),
    signature: Type.Optional(PluginSignature),
    build: Type.Optional(PluginBuild),
    dependencies: Type.Array(
      Type.Object({ specifier: Type.String(), range: Type.String(), fulfilled: Type.Boolean() }),
    ),
  },
  { title: 'PluginFacts' },
);
