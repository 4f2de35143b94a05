import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../sql/readable.ts';
import {
  type ComparedDependency,
  comparedDependency,
  comparedWith,
  type DeclaredRange,
  maxCompared,
} from './comparedDependencies.ts';
import { dependsOn } from './dependencies.ts';
import { badSearch, type Term } from './parseSearch.ts';

/** Declared ranges of a dependency that cannot be compared. */
export interface UnknownRanges {
  readonly name: string;
  readonly ranges: readonly DeclaredRange[];
}

type Condition = (scope: Scope) => SQL;

/** Dependencies of a search whose versions are compared: each is a query of its own. */
const maxComparisons = 3;

/** The conditions of one search for dependencies. */
export class DependencyTerms {
  /** Declared ranges that the comparisons leave out. */
  readonly unknownRanges: UnknownRanges[] = [];
  /** Number of dependencies whose versions are compared. */
  #compared = 0;
  readonly #isCheck: boolean;

  /** `isCheck`: only checks the conditions, without reading packages. */
  constructor(isCheck: boolean) {
    this.#isCheck = isCheck;
  }

  /** Returns the condition for a listing `l`. Throws `HttpError` 400. */
  async read(
    { values, excluded, at }: Term,
    scope: Scope,
  ): Promise<{ condition: Condition; names: readonly string[] }> {
    const given = values.map(({ text, quoted }) => (quoted ? text : dependencyOf(text, at)));
    const names = given.filter((each) => typeof each === 'string');
    const compared = given.filter((each) => typeof each !== 'string');
    if (compared.length > 0 && excluded)
      throw badSearch(
        at,
        'a version of a dependency cannot be excluded, because ranges can be unknown',
        'Remove the minus sign, or the version',
      );
    const conditions: Condition[] = names.length
      ? [(scope) => dependsOn(names, scope, sql`l.package_id`)]
      : [];
    for (const each of compared) conditions.push(await this.#compare(each, at, scope));
    return {
      condition: (scope) =>
        sql`(${sql.join(
          conditions.map((condition) => condition(scope)),
          sql` OR `,
        )})`,
      names: given.map((each) => (typeof each === 'string' ? each : each.name)),
    };
  }

  async #compare(compared: ComparedDependency, at: number, scope: Scope): Promise<Condition> {
    const { name } = compared;
    checkVersions(compared, at);
    if (++this.#compared > maxComparisons)
      throw badSearch(
        at,
        `versions of more than ${maxComparisons} dependencies are compared`,
        'Remove some of the versions',
      );
    if (this.#isCheck) return () => sql`true`;
    const found = await comparedWith(compared, scope);
    if (!found)
      throw badSearch(
        at,
        `more than ${maxCompared} packages depend on "${name}", which is too many to compare their ranges`,
        'Select repositories by repo: or project:, or remove the version',
      );
    if (found.unknown.length > 0) this.unknownRanges.push({ name, ranges: found.unknown });
    return (readable) => found.condition(readable, sql`l.package_id`);
  }
}

function checkVersions({ name, comparisons }: ComparedDependency, at: number): void {
  const invalid = comparisons.find(({ version }) => !/^v?\d[\w.+!-]*$/.test(version));
  if (!invalid) return;
  const { operator, version } = invalid;
  throw badSearch(
    at,
    version === ''
      ? `"${name}${operator}" has no version`
      : `invalid version "${version}" of dependency "${name}"`,
    'Use a version, such as dependency:lodash<4.17.21',
  );
}

/**
 * The dependency and its comparisons, or a name alone. Throws `HttpError` 400 for other notations
 * of ranges, which would be searched as names that no package has.
 */
function dependencyOf(text: string, at: number): ComparedDependency | string {
  const compared = comparedDependency(text);
  if (compared) return compared;
  if (/^[<>=]/.test(text))
    throw badSearch(
      at,
      `"dependency:${text}" has no name`,
      'Put the name before the comparison, such as dependency:lodash<4.17.21',
    );
  if (/[\^~]|.@[^/]*$/.test(text))
    throw badSearch(
      at,
      `the range in "dependency:${text}" is in a notation that cannot be compared`,
      'Compare with versions, such as dependency:lodash>=4<5, or put the name in quotation marks',
    );
  return text;
}
