import { createHash } from 'node:crypto';
import type { ConditionState, NewPromotion, PromotionPlan } from '@lading/contract/rest';
import type { PlannedCopy } from './planCopies.ts';

/** Maximum lines of a response. */
const maxLines = 1000;
const order = ['refused', 'replace', 'copy', 'there'] as const;

export function planAnswer(
  plan: readonly PlannedCopy[],
  promotion: NewPromotion,
  conditions: ConditionState | undefined,
): PromotionPlan {
  const count = (what: PlannedCopy['what']) => plan.filter((line) => line.what === what).length;
  const written = plan.filter(isWritten);
  const targets: Record<string, number> = {};
  for (const { target } of written) if (target) targets[target.key] = (targets[target.key] ?? 0) + 1;
  const lines = order.flatMap((what) => plan.filter((line) => line.what === what)).slice(0, maxLines);
  return {
    copies: written.length,
    bytes: written.reduce((sum, { artifact }) => sum + artifact.size, 0),
    ...{ there: count('there'), replaces: count('replace'), refused: count('refused') },
    targets,
    lines: lines.map(({ artifact: { repo, path, size }, target, what, why }) => ({
      ...{ from: `${repo}/${path}`, to: target ? `${target.key}/${path}` : '', size, what, why },
    })),
    conditions: conditions ?? null,
    digest: digestOf(plan, promotion),
  };
}

export function isWritten({ what }: PlannedCopy): boolean {
  return what === 'copy' || what === 'replace';
}

/** Changes whenever the effect of the plan changes. Conditions are checked again instead. */
export function digestOf(plan: readonly PlannedCopy[], { environment }: NewPromotion): string {
  const facts = plan.map(({ artifact, target, what }) => [
    ...[artifact.repo, artifact.path, artifact.sha256, target?.key, what],
  ]);
  return createHash('sha256')
    .update(JSON.stringify([environment, facts]))
    .digest('hex');
}
