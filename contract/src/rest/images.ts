import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

const pair = Type.Object({ key: Type.String(), value: Type.String() });

/**
 * GET `/ui/api/v1/ui/v1/native/images?packageId=`: tags of an image, grouped by the digest that
 * they refer to.
 */
export type ImageDigests = Static<typeof ImageDigests>;
export const ImageDigests = Type.Object(
  {
    images: Type.Array(
      Type.Object({
        repoKey: Type.String(),
        digest: Type.String({ description: 'Digest of the manifest: `sha256:…`.' }),
        tags: Type.Array(Type.String(), { description: 'Most recently moved first, up to 100.' }),
        moved: Type.String({ description: 'The last time that a tag was moved here; ISO 8601.' }),
        size: Type.Number({ description: 'Bytes of all files, of all platforms.' }),
        platforms: Type.Array(Type.String(), {
          description: 'Such as `linux/arm64/v8`; empty when it is unknown.',
        }),
        referrers: Type.Integer({
          description: 'Signatures, SBOMs, attestations, and others that refer to it.',
        }),
      }),
      { description: 'Most recently moved tag first, up to 100.' },
    ),
    more: Type.Boolean({ description: 'Whether there are more digests than that.' }),
  },
  { title: 'ImageDigests' },
);

/** A manifest attached to an image, with its content. */
export type ImageReferrer = Static<typeof ImageReferrer>;
export const ImageReferrer = Type.Object(
  {
    digest: Type.String(),
    subject: Type.String({ description: 'Digest of the manifest that it refers to.' }),
    platform: Type.Optional(
      Type.String({ description: 'The platform of the subject, if that is part of an index.' }),
    ),
    kind: oneOf(['signature', 'sbom', 'attestation', 'other']),
    type: Type.String({ description: 'Artifact type, or media type of the first part.' }),
    size: Type.Number({ description: 'Bytes of the manifest and its parts.' }),
    created: Type.Optional(Type.String({ description: 'ISO 8601, as its annotations state it.' })),
    facts: Type.Array(pair, {
      description:
        'From its parts: `format`, `tool`, `packages`, `predicate`, `builder`, `source`, `identity`. Untrusted.',
    }),
    annotations: Type.Array(pair, { description: 'Untrusted; up to 50.' }),
  },
  { title: 'ImageReferrer' },
);

/**
 * GET `/ui/api/v1/ui/v1/native/images/referrers?repoKey=&path=`: up to 50. Signatures are listed,
 * not verified.
 */
export type ImageReferrers = Static<typeof ImageReferrers>;
export const ImageReferrers = Type.Object(
  {
    referrers: Type.Array(ImageReferrer),
    more: Type.Boolean({ description: 'Whether there are more than those.' }),
  },
  { title: 'ImageReferrers' },
);
