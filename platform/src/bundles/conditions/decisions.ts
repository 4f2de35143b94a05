import type { ConditionState, NewPromotionDecision, PromotionConditions } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../access/Caller.ts';
import { isUnlimited } from '../../access/tokens/scopes.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { BundleVersion } from '../content/bundleRows.ts';

type Approval = NonNullable<ConditionState['approval']>;

interface Row extends Record<string, unknown>, Omit<Approval['decisions'][number], 'decided'> {
  groups: string[];
  decided: number;
}

/** Returns whether the approvals are sufficient. One rejection is enough to prevent a promotion. */
export async function approvalStateOf(
  caller: Caller,
  bundle: BundleVersion,
  { environment, approvers, approvals }: PromotionConditions,
): Promise<Approval | null> {
  if (approvers.length === 0) return null;
  const { rows } = await db().execute<Row>(sql`
    SELECT user_name AS user, decision, comment, groups, (extract(epoch FROM decided) * 1000)::float8 AS decided
    FROM promotion_decisions WHERE bundle_id = ${bundle.id}::bigint AND environment = ${environment}
    ORDER BY promotion_decisions.decided DESC, user_name`);
  // Decisions of a group that no longer approves do not count.
  const valid = rows.filter(({ groups }) => groups.some((group) => approvers.includes(group)));
  const approved = valid.filter(({ decision }) => decision === 'approved').length;
  return {
    ...{ approvers, approvals, met: approved >= approvals && approved === valid.length },
    decisions: valid.map(({ user, decision, comment, decided }) => ({
      ...{ user, decision, comment, decided: new Date(decided).toISOString() },
    })),
    mayDecide: refusalOf(caller, bundle, approvers) === '',
  };
}

/** Stores the decision of an approver, instead of an earlier one. Throws `HttpError` 403 or 409. */
export async function decide(
  caller: Caller,
  bundle: BundleVersion,
  { environment, approvers }: PromotionConditions,
  { decision, comment = '' }: NewPromotionDecision,
): Promise<void> {
  if (approvers.length === 0) {
    throw new HttpError(
      409,
      'NO_APPROVAL_REQUIRED',
      `Promotions to ${environment} require no approval. Administrators set the conditions of environments`,
    );
  }
  const refusal = refusalOf(caller, bundle, approvers);
  if (refusal !== '') throw new HttpError(403, 'FORBIDDEN', refusal);
  const groups = caller.groups.filter((group) => approvers.includes(group));
  await db().execute(sql`
    INSERT INTO promotion_decisions (bundle_id, environment, user_name, groups, decision, comment)
    VALUES (${bundle.id}::bigint, ${environment}, ${caller.userName}, ${sql.param(groups)}::text[], ${decision}, ${comment})
    ON CONFLICT (bundle_id, environment, user_name) DO UPDATE
      SET groups = excluded.groups, decision = excluded.decision, comment = excluded.comment, decided = now()`);
}

/** Returns why the caller cannot decide, empty if they can. Administrators are no exception. */
function refusalOf(caller: Caller, bundle: BundleVersion, approvers: readonly string[]): string {
  if (!isUnlimited(caller.scopes)) return 'Tokens with limited scope cannot approve promotions';
  if (!caller.groups.some((group) => approvers.includes(group)))
    return `User ${caller.userName} is in none of the groups that approve: ${approvers.join(', ')}`;
  if (caller.userName === bundle.createdBy)
    return `User ${caller.userName} created ${bundle.name} ${bundle.version}. Another member of ${approvers.join(', ')} has to approve it`;
  return '';
}
