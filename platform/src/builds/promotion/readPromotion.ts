import type { BuildPromotionRequest } from '@lading/contract/rest';
import * as v from 'valibot';
import { HttpError } from '../../errors/HttpError.ts';
import { readPatch } from '../../files/properties.ts';
import { startOf } from '../readBuildInfo.ts';

const text = (longest: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.maxLength(longest, `expected up to ${longest} characters`),
      v.regex(/^[^\0\p{Surrogate}]*$/u, 'contains a character that cannot be stored'),
    ),
  );
const flag = v.optional(v.boolean());
const shape = v.object({
  status: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(100, 'expected up to 100 characters'),
      v.regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'contains a control character'),
    ),
  ),
  comment: text(4000),
  ciUser: text(200),
  timestamp: text(60),
  targetRepo: text(64),
  sourceRepo: text(64),
  ...{ dryRun: flag, copy: flag, artifacts: flag, dependencies: flag, failFast: flag },
  scopes: v.optional(v.pipe(v.array(v.string()), v.maxLength(100, 'expected up to 100 entries'))),
  properties: v.optional(v.record(v.string(), v.union([v.string(), v.array(v.string())]))),
});

/** A promotion request with defaults applied. */
export interface Promotion {
  status: string;
  comment: string;
  ciUser: string;
  at: Date | undefined;
  dryRun: boolean;
  targetRepo: string | undefined;
  sourceRepo: string | undefined;
  move: boolean;
  artifacts: boolean;
  dependencies: boolean;
  scopes: readonly string[];
  properties: Record<string, string[]>;
  failFast: boolean;
}

/** Throws `HttpError` 400 with the invalid or missing field. */
export function readPromotion(body: unknown): Promotion {
  const parsed = v.safeParse(shape, withoutNulls(body));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw bad(`invalid field '${v.getDotPath(issue) ?? 'body'}': ${issue.message}`);
  }
  const given: Partial<Record<keyof BuildPromotionRequest, unknown>> & v.InferOutput<typeof shape> =
    parsed.output;
  const promotion: Promotion = {
    status: given.status ?? '',
    comment: given.comment ?? '',
    ciUser: given.ciUser ?? '',
    at: given.timestamp ? startOf(given.timestamp) : undefined,
    dryRun: given.dryRun ?? false,
    targetRepo: given.targetRepo || undefined,
    sourceRepo: given.sourceRepo || undefined,
    move: !(given.copy ?? false),
    artifacts: given.artifacts ?? true,
    dependencies: given.dependencies ?? false,
    scopes: given.scopes ?? [],
    properties: readPatch({ props: given.properties ?? {} }).set,
    failFast: given.failFast ?? true,
  };
  const { status, targetRepo, properties } = promotion;
  if (status === '' && targetRepo === undefined && Object.keys(properties).length === 0)
    throw bad("'status', 'targetRepo', or both are required");
  return promotion;
}

/** Removes null fields: clients send null for omitted ones. */
function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function bad(why: string): HttpError {
  return new HttpError(400, 'BAD_PROMOTION', `Invalid promotion: ${why}`);
}
