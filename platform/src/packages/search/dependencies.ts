import { type SQL, sql } from 'drizzle-orm';
import { isPrefix, literalPrefix, prefixEnd } from '../sql/glob.ts';
import { isUnlimited, type Scope } from '../sql/readable.ts';

/** Whether the package depends on one of these names, in a repository of the scope. */
export function dependsOn(names: readonly string[], scope: Scope, packageId: SQL): SQL {
  const depends = sql.join(
    names.map((name) => isDependency(name)),
    sql` OR `,
  );
  return sql`(SELECT true FROM package_dependents d WHERE d.package_id = ${packageId} AND (${depends})
    ${inScope(scope)} LIMIT 1) IS NOT NULL`;
}

/** Selects packages that depend on the name, through the index by dependency. */
export function dependents(name: string, scope: Scope): SQL {
  return sql`SELECT DISTINCT d.package_id FROM package_dependents d
    WHERE d.type = ANY(ARRAY(SELECT DISTINCT type FROM package_counts)) AND ${isDependency(name)} ${inScope(scope)}`;
}

/** Selects the declared ranges of the dependency, one row for each dependent and repository. */
export function ranges(name: string, scope: Scope): SQL {
  return sql`SELECT d.type, d.range FROM package_dependents d
    WHERE d.type = ANY(ARRAY(SELECT DISTINCT type FROM package_counts)) AND ${isDependency(name)} ${inScope(scope)}`;
}

/** Selects the number of packages that depend on the name by one of these ranges. */
export function countDependents(
  name: string,
  declared: readonly { readonly type: string; readonly range: string }[],
  scope: Scope,
): SQL {
  return sql`SELECT count(DISTINCT d.package_id)::integer AS count FROM package_dependents d
    WHERE d.type = ANY(${sql.param([...new Set(declared.map(({ type }) => type))])}::text[]) AND ${isDependency(name)}
      AND ${isDeclared(declared)} ${inScope(scope)}`;
}

function isDeclared(declared: readonly { readonly type: string; readonly range: string }[]): SQL {
  const types = sql.param(declared.map(({ type }) => type));
  const texts = sql.param(declared.map(({ range }) => range));
  return sql`(d.type, d.range) IN (SELECT * FROM unnest(${types}::text[], ${texts}::text[]))`;
}

/** Whether the package depends on the name by one of these ranges. */
export function dependsOnRanges(
  name: string,
  allowed: readonly { readonly type: string; readonly range: string }[],
  scope: Scope,
  packageId: SQL,
): SQL {
  return sql`(SELECT true FROM package_dependents d WHERE d.package_id = ${packageId} AND ${isDependency(name)}
    AND ${isDeclared(allowed)} ${inScope(scope)} LIMIT 1) IS NOT NULL`;
}

/** Names are exact, or begin with what precedes a final asterisk. Other asterisks match nothing. */
function isDependency(name: string): SQL {
  if (!name.endsWith('*') || !isPrefix(name)) return sql`d.name = ${name}`;
  // Names of dependencies keep their case.
  const prefix = name.replace(/\*+$/, '');
  const end = literalPrefix(name).prefix === '' ? undefined : prefixEnd(prefix);
  return end === undefined ? sql`d.name = ${name}` : sql`(d.name >= ${prefix} AND d.name < ${end})`;
}

function inScope(scope: Scope): SQL {
  return isUnlimited(scope) ? sql`` : sql`AND d.repo = ANY(${sql.param(scope)}::text[])`;
}
