import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { typeOfPackages, type VersionSpan } from '../../repositories/PackageType.ts';
import type { Scope } from '../sql/readable.ts';
import { versionOrderOf } from '../versionOrders.ts';
import { dependsOnRanges, ranges } from './dependencies.ts';
import type { Operator } from './searchKeys.ts';

/** Dependents whose ranges are compared. */
export const maxCompared = 50_000;

/** Characters of a range. Longer ones are unknown. */
const maxRange = 300;
/** Milliseconds of comparisons without a pause. */
const busyFor = 10;

/** A dependency with the versions that its range must allow: `log4j>=2.0<2.17`. */
export interface ComparedDependency {
  readonly name: string;
  readonly comparisons: readonly {
    readonly operator: Exclude<Operator, ':'> | '=';
    readonly version: string;
  }[];
}

/** Splits a value; undefined for a name alone. */
export function comparedDependency(text: string): ComparedDependency | undefined {
  const [, name = '', rest = ''] = /^([^<>=]+)([<>=].*)$/.exec(text) ?? [];
  if (name === '') return undefined;
  const comparisons = [...rest.matchAll(/(<=|>=|<|>|=)([^<>=]*)/g)].map(
    ([, operator = '', version = '']) => ({
      operator: operator as '=',
      version: version.trim(),
    }),
  );
  return { name, comparisons };
}

/** A declared range in the notation of a package type. */
export interface DeclaredRange {
  readonly type: string;
  readonly range: string;
}

export interface Compared {
  /** For packages whose declared range allows a version that satisfies the comparisons. */
  readonly condition: (scope: Scope, packageId: SQL) => SQL;
  /** Ranges that cannot be compared, such as URLs. They satisfy no comparison. */
  readonly unknown: readonly DeclaredRange[];
}

/** Compares declared ranges. `undefined` if too many packages depend on the dependency. */
export async function comparedWith(
  { name, comparisons }: ComparedDependency,
  scope: Scope,
): Promise<Compared | undefined> {
  const { rows } = await db().execute<{ type: string | null; range: string | null; count: number }>(sql`
    WITH declared AS MATERIALIZED (${ranges(name, scope)} LIMIT ${maxCompared + 1})
    SELECT c.count, d.type, d.range FROM (SELECT count(*)::integer AS count FROM declared) c
    LEFT JOIN (SELECT DISTINCT type, range FROM declared) d ON true`);
  if ((rows[0]?.count ?? 0) > maxCompared) return undefined;
  const allowing: DeclaredRange[] = [];
  const unknown: DeclaredRange[] = [];
  let began = performance.now();
  for (const { type, range } of rows) {
    if (type === null || range === null) continue;
    const allowed = allows(type, range, comparisons);
    if (allowed !== false) (allowed ? allowing : unknown).push({ type, range });
    // Publishers write the ranges, and other requests must not wait for all of them.
    if (performance.now() - began < busyFor) continue;
    await yieldToOthers();
    began = performance.now();
  }
  return {
    condition: (readable, packageId) => dependsOnRanges(name, allowing, readable, packageId),
    unknown,
  };
}

/**
 * Whether a declared range allows such a version, which need not exist. `undefined` for a range
 * that cannot be compared.
 */
export function allows(
  type: string,
  range: string,
  wanted: ComparedDependency['comparisons'],
): boolean | undefined {
  const spans = range.length > maxRange ? undefined : typeOfPackages(type)?.spans?.(range);
  if (!spans) return undefined;
  const keyOf = (version: string) => versionOrderOf(type, version).sortKey;
  const sought = wanted.map(({ operator, version }): VersionSpan => {
    if (operator === '=') return { from: version, to: version };
    return operator.startsWith('>')
      ? { from: version, fromExcluded: operator === '>' }
      : { to: version, toExcluded: operator === '<' };
  });
  return spans.some((span) => overlap([span, ...sought], keyOf));
}

/** Whether a version can be in all spans. */
function overlap(spans: readonly VersionSpan[], keyOf: (version: string) => string): boolean {
  let from: { key: string; excluded: boolean } | undefined;
  let to: { key: string; excluded: boolean } | undefined;
  for (const span of spans) {
    if (span.from !== undefined) {
      const bound = { key: keyOf(span.from), excluded: span.fromExcluded ?? false };
      if (!from || bound.key > from.key || (bound.key === from.key && bound.excluded)) from = bound;
    }
    if (span.to !== undefined) {
      const bound = { key: keyOf(span.to), excluded: span.toExcluded ?? false };
      if (!to || bound.key < to.key || (bound.key === to.key && bound.excluded)) to = bound;
    }
  }
  if (!from || !to || from.key < to.key) return true;
  return from.key === to.key && !from.excluded && !to.excluded;
}
