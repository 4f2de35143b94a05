import { HttpError } from '../../errors/HttpError.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { type StoredSignature, type Verdict, verify } from '../signing/verify.ts';
import type { BundleContent } from './BundleContent.ts';
import { type BundleVersion, contentOf, signatureOf } from './bundleRows.ts';

export interface Examined {
  content: BundleContent;
  verdict: Verdict;
  signature: StoredSignature | undefined;
}

/** Reads a bundle version and compares it with its signature. */
export async function examine(seal: Seal, bundle: BundleVersion): Promise<Examined> {
  const content = await contentOf(bundle);
  const signature = await signatureOf(bundle.id);
  return { content, signature, verdict: await verify(seal, content, signature) };
}

/**
 * Like `examine`, for work on the content. Throws `HttpError` 409 for content that differs from the
 * signature.
 */
export async function verifiedContent(
  seal: Seal,
  bundle: BundleVersion,
): Promise<Examined & { signature: StoredSignature }> {
  const { content, signature, verdict } = await examine(seal, bundle);
  if (verdict.problem === '' && signature) return { content, signature, verdict };
  throw new HttpError(
    409,
    'RELEASE_BUNDLE_INVALID',
    `Verification of release bundle ${bundle.name} ${bundle.version} failed. ${verdict.problem}. Delete this version and create a new one`,
  );
}
