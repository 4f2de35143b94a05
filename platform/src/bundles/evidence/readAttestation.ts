import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { DsseEnvelope } from '@lading/contract/rest';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { HttpError } from '../../errors/HttpError.ts';
import { encode } from '../signing/dsse.ts';

/** An in-toto statement, version 0.1 or 1. Other fields are kept, and not read. */
const InToto = Type.Object({
  _type: Type.String({ pattern: '^https://in-toto\\.io/Statement/(v0\\.1|v1)$' }),
  subject: Type.Array(Type.Object({ digest: Type.Record(Type.String(), Type.String()) }), {
    minItems: 1,
    maxItems: 50_000,
  }),
  predicateType: Type.String({ minLength: 1, maxLength: 500 }),
});

export interface Statement {
  predicateType: string;
  /** sha256 of the subjects. */
  digests: ReadonlySet<string>;
  /** The builder that a SLSA provenance names; null if it names none. */
  builder: string | null;
}

/** Reads the statement of an attestation, without its signatures. Throws `HttpError` 400. */
export function readStatement({ payloadType, payload }: DsseEnvelope): Statement {
  if (payloadType !== 'application/vnd.in-toto+json')
    throw bad(`Its payload type is "${payloadType.slice(0, 100)}". Expected application/vnd.in-toto+json`);
  const statement = parse(Buffer.from(payload, 'base64').toString('utf8'));
  if (!Value.Check(InToto, statement))
    throw bad('Its payload is not an in-toto statement of version 0.1 or 1');
  const digests = statement.subject.flatMap(({ digest }) => digest.sha256?.toLowerCase() ?? []);
  const { predicate } = statement as { predicate?: Predicate };
  const builder = predicate?.runDetails?.builder?.id ?? predicate?.builder?.id;
  return {
    predicateType: statement.predicateType,
    digests: new Set(digests),
    builder: typeof builder === 'string' ? builder.slice(0, 500) : null,
  };
}

/** Of SLSA provenance, version 1 and before. */
interface Predicate {
  runDetails?: { builder?: { id?: unknown } };
  builder?: { id?: unknown };
}

/** Whether one of the signatures is of this key: Ed25519, ECDSA, or RSA, with SHA-256. */
export function isSignedWith({ payloadType, payload, signatures }: DsseEnvelope, publicKey: string): boolean {
  const bytes = Buffer.from(payload, 'base64');
  if (bytes.toString('base64') !== payload) return false;
  const key = createPublicKey(publicKey);
  const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  const signed = encode(payloadType, bytes);
  return signatures.some(({ sig }) => isValid(hash, signed, key, sig));
}

function isValid(hash: string | null, signed: Buffer, key: KeyObject, sig: string): boolean {
  try {
    return verify(hash, signed, key, Buffer.from(sig, 'base64'));
  } catch {
    // Of another kind than the key.
    return false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad('Its payload is not JSON');
  }
}

function bad(why: string): HttpError {
  return new HttpError(400, 'BAD_ATTESTATION', `Invalid attestation. ${why}`);
}
