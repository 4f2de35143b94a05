import { type Seal, SealBroken } from '../../secrets/Seal.ts';
import type { BundleContent } from '../content/BundleContent.ts';
import { openEnvelope } from './dsse.ts';
import { verifyingKey } from './keys.ts';
import { isSignedBy } from './openPgp.ts';
import { statementOf } from './statement.ts';

export interface StoredSignature {
  keyId: string;
  /** JSON text. */
  envelope: string;
  /** Armored; null for versions without. */
  openPgp: string | null;
}

export interface Verdict {
  /** Empty if the signature is valid and the content matches it. */
  problem: string;
  keyName: string;
  keyId: string;
}

/**
 * Compares the content with its signature. Reports all problems in the result instead of throwing.
 */
export async function verify(
  seal: Seal,
  content: BundleContent,
  signature: StoredSignature | undefined,
): Promise<Verdict> {
  if (!signature) return { problem: 'It has no signature', keyName: '', keyId: '' };
  const { keyId } = signature;
  try {
    const key = await verifyingKey(seal, keyId);
    if (!key) return { problem: `Its signing key ${keyId} does not exist`, keyName: '', keyId };
    const payload = openEnvelope(signature.envelope, key.privateKey);
    const problem =
      payload === undefined
        ? 'Its signature is not valid'
        : differenceFrom(payload, content) || (await openPgpProblem(seal, payload, content, signature));
    return { problem, keyName: key.name, keyId };
  } catch (error) {
    if (error instanceof SealBroken)
      return {
        problem: 'Its signing key cannot be read with the secrets key of this server',
        keyName: '',
        keyId,
      };
    if (error instanceof SyntaxError || error instanceof TypeError)
      return { problem: 'Its signature cannot be read', keyName: '', keyId };
    throw error;
  }
}

function differenceFrom(payload: Buffer, content: BundleContent): string {
  return payload.equals(statementOf(content)) ? '' : 'Its record differs from the signed statement';
}

async function openPgpProblem(
  seal: Seal,
  payload: Buffer,
  { openPgpKey }: BundleContent,
  { openPgp }: StoredSignature,
): Promise<string> {
  if (openPgpKey === undefined) return '';
  if (openPgp === null) return 'It has no OpenPGP signature';
  const isValid = await isSignedBy(seal, openPgpKey, payload, openPgp);
  return isValid ? '' : 'Its OpenPGP signature is not valid';
}
