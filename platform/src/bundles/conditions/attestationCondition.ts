import type { ConditionState, PromotionConditions } from '@lading/contract/rest';
import { formatOf } from '../../pipeline/Format.ts';
import type { HeldArtifact } from '../content/BundleContent.ts';
import type { BundleVersion } from '../content/bundleRows.ts';
import { attestationsOf } from '../evidence/attestations.ts';

type AttestationState = NonNullable<ConditionState['attestation']>;

/** Maximum listed artifacts. */
const maxListed = 20;

/**
 * Returns which artifacts lack a required attestation that a trusted key has signed. Every artifact
 * needs one, because unattested artifacts could come from anywhere. Parts of others, such as
 * layers, are attested with the manifest that contains their digests.
 */
export async function attestationStateOf(
  bundle: BundleVersion,
  artifacts: readonly HeldArtifact[],
  { attestations: types }: PromotionConditions,
): Promise<AttestationState | null> {
  if (types.length === 0) return null;
  const verified = (await attestationsOf(bundle)).filter(({ key }) => key !== undefined);
  const required = types.map((predicateType) => {
    const covering = verified.filter((each) => each.predicateType === predicateType);
    const missing = artifacts.filter(
      ({ sha256, path, packageType }) =>
        formatOf(packageType)?.partOf?.(path) === undefined &&
        !covering.some(({ statement }) => statement.digests.has(sha256)),
    );
    return {
      predicateType,
      missing: missing.length,
      artifacts: missing.slice(0, maxListed).map(({ repo, path }) => `${repo}/${path}`),
    };
  });
  return { met: required.every(({ missing }) => missing === 0), required };
}

/** Describes unmet requirements for an error. */
export function unmetAttestations(state: AttestationState | null): string[] {
  return (state?.required ?? [])
    .filter(({ missing }) => missing > 0)
    .map(
      ({ predicateType, missing, artifacts }) =>
        `${missing} ${missing === 1 ? 'artifact has' : 'artifacts have'} no verified attestation ${predicateType}: ${artifacts.slice(0, 3).join(', ')}${missing > 3 ? ', …' : ''}`,
    );
}
