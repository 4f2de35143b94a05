import { type Static, Type } from '@sinclair/typebox';
import { nullable, time } from './schemaKinds.ts';

/** Attestations of release bundles, and the keys that verify them. */

const name = Type.String({ minLength: 1, maxLength: 64, description: 'Of the system that signs.' });

export type BundleAttestation = Static<typeof BundleAttestation>;
export const BundleAttestation = Type.Object(
  {
    id: Type.String(),
    predicateType: Type.String({ description: 'Such as `https://slsa.dev/provenance/v1`.' }),
    artifacts: Type.Integer({ description: 'Different contents of the version that it is about.' }),
    keyName: nullable(Type.String({ description: 'Trusted key that verifies it. Null: none does.' })),
    builder: nullable(Type.String({ description: 'Builder that a provenance names.' })),
    sha256: Type.String(),
    attached: time('When it was attached.'),
    attachedBy: Type.String(),
  },
  { title: 'BundleAttestation' },
);

/** GET `/release_bundle/records/{name}/{version}/attestations`. */
export type BundleAttestations = Static<typeof BundleAttestations>;
export const BundleAttestations = Type.Object(
  { attestations: Type.Array(BundleAttestation) },
  { title: 'BundleAttestations' },
);

/** POST `/ui/api/v1/ui/attestationKeys`, for administrators. */
export type NewAttestationKey = Static<typeof NewAttestationKey>;
export const NewAttestationKey = Type.Object(
  { name, publicKey: Type.String({ maxLength: 5000, description: 'PEM.' }) },
  { title: 'NewAttestationKey', additionalProperties: false },
);

export type AttestationKey = Static<typeof AttestationKey>;
export const AttestationKey = Type.Object(
  {
    id: Type.String({ description: 'sha256 of the public key in DER form.' }),
    name,
    publicKey: Type.String(),
    createdBy: Type.String(),
  },
  { title: 'AttestationKey' },
);

/** GET `/ui/api/v1/ui/attestationKeys`. */
export type AttestationKeys = Static<typeof AttestationKeys>;
export const AttestationKeys = Type.Object(
  { keys: Type.Array(AttestationKey) },
  { title: 'AttestationKeys' },
);
