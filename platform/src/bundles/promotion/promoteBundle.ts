import type { NewPromotion, PromotionPlan } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import { transactionWithRetry } from '../../database/transactionWithRetry.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { announce, announcing } from '../../events/announce.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { assertCapacityForAll } from '../../storage/capacity.ts';
import { conditionsOfEnvironment, requireMet } from '../conditions/checkConditions.ts';
import type { BundleVersion } from '../content/bundleRows.ts';
import { verifiedContent } from '../content/verified.ts';
import { prepareCopies, writeCopies } from './copyArtifacts.ts';
import { digestOf, isWritten, planAnswer } from './planAnswer.ts';
import { type PlannedCopy, planCopies } from './planCopies.ts';
import { keepPromotion, type NewPromotionRow } from './promotionRows.ts';

/**
 * Returns the effect of a promotion. Throws `HttpError` 400, 404, or 409 for a bundle that differs
 * from its signature.
 */
export async function planPromotion(
  caller: Caller,
  seal: Seal,
  bundle: BundleVersion,
  promotion: NewPromotion,
): Promise<PromotionPlan> {
  const { content } = await verifiedContent(seal, bundle);
  const { artifacts } = content;
  const plan = await planCopies(caller, artifacts, promotion);
  const conditions = await conditionsOfEnvironment(caller, bundle, artifacts, promotion.environment);
  return planAnswer(plan, promotion, conditions);
}

/**
 * Copies the artifacts to the repositories of an environment and records it, in one transaction.
 * Failures are recorded, too. `digest`: of the plan that the user confirmed. Returns the time of
 * the record. Throws like `planPromotion`, and `HttpError` 409.
 */
export async function promoteBundle(
  caller: Caller,
  seal: Seal,
  bundle: BundleVersion,
  promotion: NewPromotion,
  digest?: string,
): Promise<Date> {
  const { content } = await verifiedContent(seal, bundle);
  const plan = await planCopies(caller, content.artifacts, promotion);
  if (digest !== undefined && digestOf(plan, promotion) !== digest) {
    throw new HttpError(
      409,
      'PLAN_CHANGED',
      'The effect of the promotion has changed since the preview. Preview it again',
    );
  }
  const written = plan.filter(isWritten);
  const repositories = [...new Set(written.flatMap(({ target }) => target?.key ?? []))].sort();
  const { name, version } = bundle;
  const { environment } = promotion;
  const facts = { name, version, environment, repositories };
  const domain = 'release_bundle_v2_promotion';
  await announcing(`${domain}.release_bundle_v2_promotion_started`, async () =>
    announce(`${domain}.release_bundle_v2_promotion_started`, () => facts),
  );
  const row = rowOf(bundle, promotion, caller.userName);
  try {
    requireMet(await conditionsOfEnvironment(caller, bundle, content.artifacts, environment));
    requireWhole(plan);
    assertCapacityForAll(
      written.flatMap(({ target, artifact: { size } }) => (target ? [{ repo: target.key, size }] : [])),
    );
    const copies = await prepareCopies(written, caller.userName);
    let created = new Date();
    await transactionWithRetry(async () => {
      await writeCopies(copies, caller.userName);
      created = await keepPromotion({ ...row, status: 'COMPLETED', repositories, artifacts: written.length });
      announce(`${domain}.release_bundle_v2_promotion_completed`, () => facts);
    });
    return created;
  } catch (error) {
    const message =
      error instanceof HttpError ? error.message : 'Failed to copy the artifacts. See the server log.';
    await transactionWithRetry(async () => {
      await keepPromotion({ ...row, message });
      announce(`${domain}.release_bundle_v2_promotion_failed`, () => ({ ...facts, message }));
    });
    throw error;
  }
}

function rowOf(bundle: BundleVersion, promotion: NewPromotion, createdBy: string): NewPromotionRow {
  const {
    environment,
    included_repository_keys: included = [],
    excluded_repository_keys: excluded = [],
  } = promotion;
  return {
    ...{ bundleId: bundle.id, environment, status: 'FAILED', included, excluded },
    ...{ repositories: [], artifacts: 0, message: '', createdBy },
  };
}

/** Throws `HttpError` 409 with the first rejected artifact. */
function requireWhole(plan: readonly PlannedCopy[]): void {
  const refused = plan.filter(({ what }) => what === 'refused');
  const [first] = refused;
  if (!first) return;
  const { repo, path } = first.artifact;
  throw new HttpError(
    409,
    'NOT_PROMOTABLE',
    `Nothing was copied: ${refused.length} of ${plan.length} copies are not possible. ${repo}/${path}: ${first.why}`,
  );
}
