import { openEnvelope, signEnvelope } from '../../bundles/signing/dsse.ts';
import { DEFAULT_KEY, signingKey, verifyingKey } from '../../bundles/signing/keys.ts';
import { type Seal, SealBroken } from '../../secrets/Seal.ts';
import type { ReleaseSet } from './ReleaseSet.ts';

/**
 * Identifies the form of the predicate, so that the signature of a release bundle is none of a
 * release set.
 */
const PREDICATE_TYPE = 'urn:lading:plugin-release:v1';

export interface SignedRelease {
  keyId: string;
  /** JSON text. */
  envelope: string;
}

export type Opened = { set: ReleaseSet } | { problem: string };

/** Signs with the key of the instance, which also signs release bundles. */
export async function signRelease(seal: Seal, set: ReleaseSet): Promise<SignedRelease> {
  const key = await signingKey(seal, DEFAULT_KEY, set.createdBy);
  const envelope = signEnvelope(statementOf(set), key.privateKey, key.id);
  return { keyId: key.id, envelope: JSON.stringify(envelope) };
}

/**
 * Returns the content of the envelope of release set `number` if its signature is valid. Never
 * throws for what is wrong with it.
 */
export async function openRelease(seal: Seal, number: number, signed: SignedRelease): Promise<Opened> {
  const refuse = (why: string): Opened => ({ problem: `Release set ${number} cannot be used: ${why}` });
  try {
    const key = await verifyingKey(seal, signed.keyId);
    if (!key) return refuse(`its signing key ${signed.keyId} does not exist`);
    const payload = openEnvelope(signed.envelope, key.privateKey);
    if (!payload) return refuse('its signature is not valid');
    const { predicateType, predicate } = JSON.parse(payload.toString('utf8')) as {
      predicateType: string;
      predicate: ReleaseSet;
    };
    if (predicateType !== PREDICATE_TYPE) return refuse('the signed text is not a release set');
    // A row with the envelope of another set would otherwise pass.
    if (predicate.number !== number) return refuse(`it was signed as release set ${predicate.number}`);
    return { set: predicate };
  } catch (error) {
    if (error instanceof SealBroken)
      return refuse('its signing key cannot be read with the secrets key of this server');
    if (error instanceof SyntaxError || error instanceof TypeError)
      return refuse('its signature cannot be read');
    throw error;
  }
}

/** The exact bytes that are signed: an in-toto statement whose subjects are the packages. */
function statementOf(set: ReleaseSet): Buffer {
  return Buffer.from(
    JSON.stringify({
      _type: 'https://in-toto.io/Statement/v1',
      subject: set.entries.map(({ specifier, version, sha256 }) => ({
        name: `${specifier}@${version}`,
        digest: { sha256 },
      })),
      predicateType: PREDICATE_TYPE,
      predicate: set,
    }),
  );
}
