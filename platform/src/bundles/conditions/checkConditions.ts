import type { ConditionState, PromotionConditions } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { HeldArtifact } from '../content/BundleContent.ts';
import type { BundleVersion } from '../content/bundleRows.ts';
import { attestationStateOf, unmetAttestations } from './attestationCondition.ts';
import { findConditions } from './conditionRows.ts';
import { approvalStateOf } from './decisions.ts';
import { scanStateOf } from './scanCondition.ts';

/** Package versions that an error names. */
const named = 3;

/** Returns which conditions a bundle version meets. `artifacts` are all of the version. */
export async function conditionStateOf(
  caller: Caller,
  bundle: BundleVersion,
  artifacts: readonly HeldArtifact[],
  conditions: PromotionConditions,
): Promise<ConditionState> {
  return {
    environment: conditions.environment,
    scan: await scanStateOf(artifacts, conditions),
    approval: await approvalStateOf(caller, bundle, conditions),
    attestation: await attestationStateOf(bundle, artifacts, conditions),
  };
}

/** Does the same for an environment by its name. Undefined if it has no conditions. */
export async function conditionsOfEnvironment(
  caller: Caller,
  bundle: BundleVersion,
  artifacts: readonly HeldArtifact[],
  environment: string,
): Promise<ConditionState | undefined> {
  const conditions = await findConditions(environment);
  if (!conditions || !isSet(conditions)) return undefined;
  return conditionStateOf(caller, bundle, artifacts, conditions);
}

/** Whether anything is required. */
export function isSet({ severity, approvers, attestations }: PromotionConditions): boolean {
  return severity !== null || approvers.length > 0 || attestations.length > 0;
}

/** Throws `HttpError` 409 with all conditions that are not met. */
export function requireMet(state: ConditionState | undefined): void {
  const unmet = state ? unmetOf(state) : [];
  if (unmet.length === 0) return;
  throw new HttpError(
    409,
    'CONDITION_NOT_MET',
    `Nothing was copied: conditions of ${state?.environment} are not met. ${unmet.join('. ')}`,
  );
}

function unmetOf({ scan, approval, attestation }: ConditionState): string[] {
  const unmet = unmetAttestations(attestation);
  if (scan && !scan.met) {
    const count = scan.failing + (scan.allowUnscanned ? 0 : scan.unscanned);
    const lines = scan.lines
      .slice(0, named)
      .map((line) => `${line.package} ${line.version} (${line.why})`)
      .join(', ');
    unmet.push(
      `${count} package ${count === 1 ? 'version has' : 'versions have'} findings of severity ${scan.severity} or higher, or unknown ones: ${lines}${count > named ? ', …' : ''}`,
    );
  }
  if (approval && !approval.met) {
    const by = (wanted: string) => approval.decisions.filter(({ decision }) => decision === wanted);
    const rejected = by('rejected').map(({ user }) => user);
    const approved = by('approved').length;
    unmet.push(
      rejected.length > 0
        ? `Rejected by ${rejected.join(', ')}`
        : `${approved} of ${approval.approvals} approvals by members of ${approval.approvers.join(', ')}`,
    );
  }
  return unmet;
}
