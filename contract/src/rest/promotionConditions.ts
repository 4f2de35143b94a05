import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf, time } from './schemaKinds.ts';

/** What must hold before a release bundle version is promoted to an environment. */

const severity = oneOf(['critical', 'high', 'medium', 'low'], {
  description:
    'Lowest severity of vulnerabilities and license violations that prevents a promotion. Null: none does.',
});
const approvers = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 20,
  uniqueItems: true,
  description: 'Groups whose members approve. Empty: no approval is required.',
});
const conditions = {
  severity: nullable(severity),
  allowUnscanned: Type.Boolean({
    description: 'Whether package versions with unknown vulnerabilities can be promoted.',
  }),
  approvers,
  approvals: Type.Integer({ minimum: 1, maximum: 10, description: 'Number of approvals required.' }),
  attestations: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
    maxItems: 10,
    uniqueItems: true,
    description: 'Predicate types of attestations that all artifacts need. Empty: none.',
  }),
};

/** PUT `/ui/api/v1/ui/promotionConditions/{environment}`, for administrators. */
export type NewPromotionConditions = Static<typeof NewPromotionConditions>;
export const NewPromotionConditions = Type.Object(
  { ...conditions, attestations: Type.Optional(conditions.attestations) },
  { title: 'NewPromotionConditions', additionalProperties: false },
);

export type PromotionConditions = Static<typeof PromotionConditions>;
export const PromotionConditions = Type.Object(
  { environment: Type.String(), ...conditions },
  { title: 'PromotionConditions' },
);

/** GET `/ui/api/v1/ui/promotionConditions`: one entry for each environment. */
export type AllPromotionConditions = Static<typeof AllPromotionConditions>;
export const AllPromotionConditions = Type.Object(
  { environments: Type.Array(PromotionConditions) },
  { title: 'AllPromotionConditions' },
);

const ScanCondition = Type.Object({
  severity,
  allowUnscanned: Type.Boolean(),
  met: Type.Boolean(),
  failing: Type.Integer({ description: 'Package versions with findings of the severity or a higher one.' }),
  unscanned: Type.Integer({ description: 'Package versions with unknown vulnerabilities.' }),
  lines: Type.Array(Type.Object({ package: Type.String(), version: Type.String(), why: Type.String() }), {
    description: 'Package versions that prevent the promotion, up to 100.',
  }),
});

export type PromotionDecision = Static<typeof PromotionDecision>;
export const PromotionDecision = Type.Object({
  user: Type.String(),
  decision: oneOf(['approved', 'rejected']),
  comment: Type.String(),
  decided: time('Time of the decision.'),
});

const ApprovalCondition = Type.Object({
  approvers,
  approvals: Type.Integer({ description: 'Number of approvals required.' }),
  met: Type.Boolean(),
  decisions: Type.Array(PromotionDecision, { description: 'Latest first.' }),
  mayDecide: Type.Boolean({ description: 'Whether the caller can approve and reject.' }),
});

const AttestationCondition = Type.Object({
  met: Type.Boolean(),
  required: Type.Array(
    Type.Object({
      predicateType: Type.String(),
      missing: Type.Integer({ description: 'Artifacts without a verified attestation of this type.' }),
      artifacts: Type.Array(Type.String(), { description: 'Some of them: repository and path.' }),
    }),
  ),
});

/** Whether the conditions of an environment are met by a release bundle version. */
export type ConditionState = Static<typeof ConditionState>;
export const ConditionState = Type.Object(
  {
    environment: Type.String(),
    scan: nullable(ScanCondition),
    approval: nullable(ApprovalCondition),
    attestation: nullable(AttestationCondition),
  },
  { title: 'ConditionState' },
);

/**
 * GET `/ui/api/v1/ui/releaseBundles/{name}/{version}/conditions`: the environments with conditions.
 */
export type ConditionStates = Static<typeof ConditionStates>;
export const ConditionStates = Type.Object(
  { environments: Type.Array(ConditionState) },
  { title: 'ConditionStates' },
);

/** POST `/ui/api/v1/ui/releaseBundles/{name}/{version}/decisions`, by a member of the approvers. */
export type NewPromotionDecision = Static<typeof NewPromotionDecision>;
export const NewPromotionDecision = Type.Object(
  {
    environment: Type.String({ minLength: 1, maxLength: 32 }),
    decision: oneOf(['approved', 'rejected']),
    comment: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  { title: 'NewPromotionDecision', additionalProperties: false },
);
