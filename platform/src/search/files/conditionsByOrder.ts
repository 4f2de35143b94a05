import { type SQL, sql } from 'drizzle-orm';
import { asciiLower } from '../../globs/asciiLower.ts';
import { isPrefix, matchesAll, prefixEnd } from '../../packages/sql/glob.ts';
import { beyond, rowOf } from '../../packages/sql/order.ts';
import { isUnlimited, type Scope } from '../../packages/sql/readable.ts';
import { examinedConditions, fileConditions, nameCondition } from './FileFilter.ts';
import type { PageRequest } from './filePageRequest.ts';

/** Limits files to the readable repositories. */
export function scoped(scope: Scope): SQL[] {
  return isUnlimited(scope) ? [] : [sql`f.repo = ANY(${sql.param(scope)}::text[])`];
}

/**
 * Splits conditions into those that the index of the order can answer, and those that each file is
 * examined for.
 */
export function conditionsByOrder({ filter, order, scope, after }: PageRequest): {
  bounds: SQL[];
  rest: SQL[];
} {
  const bounds = beyond(order, sql`f.id`, after && { place: after, tie: rowOf(after) });
  const { name, ...others } = filter;
  if (order.field === 'NAME') {
    const { range, isExact } = nameRange(name);
    // Without the path, so that an index-only scan is possible.
    const named = isExact || !name || matchesAll(name) ? [] : [nameCondition(name)];
    return {
      bounds: [...bounds, ...range],
      rest: [...scoped(scope), ...named, ...examinedConditions(others)],
    };
  }
  const { modifiedMin, modifiedMax, createdMin, ...left } = filter;
  const dates = fileConditions({
    ...(modifiedMin ? { modifiedMin } : {}),
    ...(modifiedMax ? { modifiedMax } : {}),
  });
  const rest = [...scoped(scope), ...examinedConditions(createdMin ? { ...left, createdMin } : left)];
  return { bounds: [...bounds, ...dates], rest };
}

/** Returns the range of names that a pattern matches; `isExact`: the range equals the pattern. */
export function nameRange(name: string | undefined): { range: SQL[]; isExact: boolean } {
  if (!name) return { range: [], isExact: true };
  const [prefix = ''] = asciiLower(name).split(/[*?]/, 1);
  if (!/[*?]/.test(name)) return { range: [sql`f.name_lower = ${prefix}`], isExact: isPrefix(name) };
  const end = prefixEnd(prefix);
  if (!prefix || end === undefined) return { range: [], isExact: false };
  return { range: [sql`f.name_lower >= ${prefix}`, sql`f.name_lower < ${end}`], isExact: isPrefix(name) };
}
