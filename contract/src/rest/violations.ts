import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

const optional = Type.Optional;
const text = optional(Type.String());
const violationType = oneOf(['License', 'Security']);

/** The body of POST `/xray/api/v1/violations`. Filters are combined with "and". */
export type ViolationsRequest = Static<typeof ViolationsRequest>;
export const ViolationsRequest = Type.Object(
  {
    filters: optional(
      Type.Object({
        name_contains: optional(Type.String({ description: "Part of the package's name." })),
        violation_type: optional(violationType),
        min_severity: text,
        package_id: text,
        version: text,
        license: text,
        issue_id: optional(Type.String({ description: 'ID or alias of an advisory.' })),
        cve_id: text,
        repository: text,
        created_from: text,
        created_until: text,
      }),
    ),
    pagination: optional(
      Type.Object({
        order_by: optional(oneOf(['created', 'severity', 'name'])),
        direction: optional(oneOf(['asc', 'desc'])),
        limit: optional(Type.Integer({ minimum: 1, maximum: 100 })),
        offset: optional(Type.Integer({ minimum: 1, description: 'Page, from 1.' })),
      }),
    ),
  },
  { title: 'ViolationsRequest' },
);

export type Violation = Static<typeof Violation>;
export const Violation = Type.Object(
  {
    id: Type.String(),
    type: violationType,
    severity: oneOf(['critical', 'high', 'medium', 'low', 'info', 'unknown', 'skipped']),
    description: Type.String({ description: 'Of a vulnerability, its title.' }),
    created: Type.String(),
    issue_id: optional(Type.String({ description: 'ID of the advisory; absent for a license.' })),
    url: text,
    license: text,
    reason: optional(oneOf(['banned', 'unlisted', 'unknown', 'missing'])),
    package_id: Type.String(),
    package_type: Type.String(),
    package_name: Type.String(),
    version: Type.String(),
    infected_components: Type.Array(Type.String(), { description: '`npm://left-pad:1.0.0`.' }),
    impacted_artifacts: Type.Array(Type.String(), {
      description: '`repository/path` of files that the caller can read.',
    }),
  },
  { title: 'Violation' },
);

/**
 * `license-policy-off`, `security-policy-off`: the policy has no such rules. `not-scanned`: no
 * advisories for any package type. `in-progress`: versions wait for their evaluation.
 */
const notEvaluated = oneOf(['license-policy-off', 'security-policy-off', 'not-scanned', 'in-progress']);
export type NotEvaluated = Static<typeof notEvaluated>;

export type ViolationsAnswer = Static<typeof ViolationsAnswer>;
export const ViolationsAnswer = Type.Object(
  {
    total_violations: Type.Integer({ description: 'Up to 10001, which means more than ten thousand.' }),
    violations: Type.Array(Violation),
    not_evaluated: Type.Array(notEvaluated, {
      description: 'Gaps of the list. An empty list means no violations only if this is empty, too.',
    }),
  },
  { title: 'ViolationsAnswer' },
);
