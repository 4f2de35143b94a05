import type { NewPromotion, PromotionPlan } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import { inTurn } from '../../database/inTurn.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { announce, announcing } from '../../events/announce.ts';
import type { Seal } from '../../secrets/Seal.ts';
import type { BundleVersion } from '../content/bundleRows.ts';
import { verifiedContent } from '../content/verified.ts';
import { prepareCopies, writeCopies } from './copyArtifacts.ts';
import { isWritten, planAnswer } from './planAnswer.ts';
import { type PlannedCopy, planCopies } from './planCopies.ts';
import { keepPromotion, type NewPromotionRow } from './promotionRows.ts';

/** What the promotion would do. Throws `HttpError` 400, 404, and 409 for a bundle that is not what was signed. */
export async function planPromotion(
  caller: Caller,
  seal: Seal,
  bundle: BundleVersion,
  promotion: NewPromotion,
): Promise<PromotionPlan> {
  const { content } = await verifiedContent(seal, bundle);
  return planAnswer(await planCopies(caller, content.artifacts, promotion), promotion);
}

/**
 * Copies the artifacts to the repositories of an environment and records it: all or nothing. A failure is recorded, too. `digest`: of the
 * plan that the user agreed to. Returns the time of the record. Throws as `planPromotion`, and `HttpError` 409.
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
  if (digest !== undefined && planAnswer(plan, promotion).digest !== digest) {
    throw new HttpError(
      409,
      'PLAN_CHANGED',
      'The promotion would do something else than the preview. Preview it again',
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
    requireWhole(plan);
    const copies = await prepareCopies(written);
    let created = new Date();
    await inTurn(async () => {
      await writeCopies(copies, caller.userName);
      created = await keepPromotion({ ...row, status: 'COMPLETED', repositories, artifacts: written.length });
      announce(`${domain}.release_bundle_v2_promotion_completed`, () => facts);
    });
    return created;
  } catch (error) {
    const message =
      error instanceof HttpError ? error.message : 'The server failed to copy; its log says why';
    await inTurn(async () => {
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

/** Throws `HttpError` 409 that names the first refused artifact. */
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
