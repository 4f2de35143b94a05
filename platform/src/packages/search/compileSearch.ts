import type { PackageFilter, Severity } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { listRepositories } from '../../repositories/repositories.ts';
import { hasVersion } from '../list/shownVersion.ts';
import { anyLicense, anyMatches } from '../sql/conditions.ts';
import { readDate } from '../sql/dates.ts';
import { likePattern } from '../sql/glob.ts';
import { isUnlimited, narrowView, type Scope, type View, wholeView } from '../sql/readable.ts';
import { DependencyTerms, type UnknownRanges } from './DependencyTerms.ts';
import type { Matching, SearchFilter } from './Matching.ts';
import { didYouMean } from './meant.ts';
import { badSearch, parseSearch, type Term, type Value, type Word } from './parseSearch.ts';
import { keysOfAnyVersion, type Operator, searchKeys } from './searchKeys.ts';
import { typesIn } from './typesIn.ts';
import { matcherOf } from './unknownRepositories.ts';
import { Words } from './Words.ts';

export interface CompiledSearch {
  filter: SearchFilter;
  view: View;
  /** Declared ranges that a comparison of the search leaves out. */
  unknownRanges: readonly UnknownRanges[];
}

/** Severities, most severe first. */
const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const satisfies readonly Severity[];
const lowerSeverities = severities.map((severity) => severity.toLowerCase());

/**
 * Replaces the search of a filter by conditions. `isCheck`: only checks the search, without reading
 * packages. Throws `HttpError` 400 for an invalid search.
 */
export async function compileSearch(
  { search, ...filter }: PackageFilter,
  view: View,
  isCheck = false,
): Promise<CompiledSearch> {
  if (!search?.trim()) return { filter, view, unknownRanges: [] };
  const { name, ...given } = filter;
  const { words, terms } = parseSearch(search);
  const compiled = new Compiler(given, view, isCheck);
  if (name) compiled.add(() => sql`l.name_lower LIKE ${likePattern(name)}`);
  // Repositories first, because the others are looked up in them.
  for (const term of terms) if (isPlace(term)) await compiled.addTerm(term);
  for (const term of terms) if (!isPlace(term)) await compiled.addTerm(term);
  const included = words.filter(({ excluded }) => !excluded).map((word) => compiled.withoutVersion(word));
  for (const word of words) if (word.excluded) compiled.exclude(word);
  return compiled.result(search, included);
}

const isPlace = ({ key }: Term) => key === 'repo' || key === 'project';

class Compiler {
  readonly #filter: PackageFilter;
  #view: View;
  readonly #conditions: ((scope: Scope) => SQL)[] = [];
  #dependency: string | undefined;
  readonly #dependencies: DependencyTerms;

  constructor(filter: PackageFilter, view: View, isCheck: boolean) {
    this.#filter = filter;
    this.#view = view;
    this.#dependencies = new DependencyTerms(isCheck);
  }

  add(condition: (scope: Scope) => SQL): void {
    this.#conditions.push(condition);
  }

  /** Splits `react@18.2`: the version becomes a condition. */
  withoutVersion(word: Word): Word {
    const [, name, version] = (!word.quoted && /^(.+)@(v?\d[^@]*|)$/.exec(word.text)) || [];
    if (name === undefined) return word;
    if (version) {
      this.#view = wholeView(this.#view);
      this.add((scope) => hasVersion(`${version.replace(/^v/, '')}*`, scope));
    }
    return { ...word, text: name };
  }

  exclude(word: Word): void {
    const words = new Words([word]);
    this.add((scope) => sql`NOT ${words.matching(scope)}`);
  }

  async addTerm(term: Term): Promise<void> {
    const { key, values, excluded } = term;
    if (keysOfAnyVersion.has(key)) this.#view = wholeView(this.#view);
    const texts = values.map(({ text }) => text);
    const patterns = values.map(patternOf);
    const add = (condition: (scope: Scope) => SQL) =>
      this.add((scope) => (excluded ? sql`coalesce(NOT ${condition(scope)}, true)` : condition(scope)));
    const column = (column: SQL) =>
      add(() => sql`(${column} LIKE ANY(${sql.param(patterns.map(likePattern))}::text[]))`);
    switch (key) {
      case 'type':
        return this.#addTypes(typesIn(term), excluded);
      case 'repo':
        return this.#addRepositories(term);
      case 'project':
        return this.#addProjects(texts);
      case 'name':
        return column(sql`l.name_lower`);
      case 'description':
        return column(sql`lower(l.description)`);
      case 'keyword':
        return add(() => anyMatches(sql`l.tags`, texts));
      case 'license':
        return add(() => anyLicense(sql`l.licenses`, texts));
      case 'version':
        return add(
          (scope) =>
            sql`(${sql.join(
              texts.map((text) => hasVersion(text, scope)),
              sql` OR `,
            )})`,
        );
      case 'dependency':
        return this.#addDependency(term, add);
      case 'severity':
        return this.#addSeverity(term);
      case 'cve':
      case 'checksum':
        return this.#addOnly(key, term);
      case 'created':
      case 'modified':
        return this.#addDate(key, term);
      case 'downloads':
      case 'versions':
        return this.#addCount(key === 'downloads' ? sql`l.downloads` : sql`l.versions_count`, term);
    }
  }

  async #addDependency(term: Term, add: (condition: (scope: Scope) => SQL) => void): Promise<void> {
    const { condition, names } = await this.#dependencies.read(term, this.#view.scope);
    if (!term.excluded && names.length === 1) this.#dependency ??= names[0];
    add(condition);
  }

  #addTypes(types: string[], excluded: boolean): void {
    const filter = this.#filter;
    if (excluded) this.add(() => sql`l.type <> ALL(${sql.param(types)}::text[])`);
    else if (!filter.packageTypeIn?.length) filter.packageTypeIn = types;
    // Types are selected next to the search, too.
    else this.add(() => sql`l.type = ANY(${sql.param(types)}::text[])`);
  }

  /** Repositories that the caller has no permission on match nothing, like missing ones. */
  async #addRepositories({ values, excluded }: Term): Promise<void> {
    const matchers = values.map(matcherOf);
    const all = await listRepositories();
    const meant = all.map(({ key }) => key).filter((key) => matchers.some((matches) => matches(key)));
    if (!excluded) {
      this.#view = await narrowView(this.#view, meant);
      return;
    }
    const { scope } = await narrowView(this.#view, meant);
    const holding = isUnlimited(this.#view.scope)
      ? all.filter(({ type }) => type !== 'virtual').map(({ key }) => key)
      : this.#view.scope;
    this.#view = { ...this.#view, scope: holding.filter((key) => !scope.includes(key)) };
  }

  async #addProjects(projects: readonly string[]): Promise<void> {
    const keys: string[] = [];
    for (const project of projects) keys.push(...(await listRepositories({ project })).map(({ key }) => key));
    this.#view = await narrowView(this.#view, keys);
  }

  #addSeverity({ operator, values: [value], at }: Term): void {
    const index = (severities as readonly string[]).indexOf(value?.text.toUpperCase() ?? '');
    if (index < 0)
      throw badSearch(
        at,
        `unknown severity "${value?.text}"`,
        `${didYouMean(value?.text ?? '', lowerSeverities)}Use critical, high, medium, or low`,
      );
    if (operator === '<' || operator === '<=' || (operator === '>' && index === 0))
      throw badSearch(
        at,
        `no vulnerability count tells severity${operator}${value?.text}`,
        'Use severity: or severity>=, such as severity>=high',
      );
    if (this.#filter.vulnerabilities)
      throw badSearch(at, 'the severity is already given', 'Remove one of the severities');
    const wanted =
      operator === ':' ? [severities[index]] : severities.slice(0, operator === '>' ? index : index + 1);
    this.#filter.vulnerabilities = wanted.flatMap((severity) =>
      severity ? [{ severity, countMin: 1 }] : [],
    );
  }

  #addOnly(key: 'cve' | 'checksum', { values, at }: Term): void {
    const [value] = values;
    if (values.length > 1 || this.#filter[key])
      throw badSearch(at, `"${key}:" has several values`, `Use one, such as ${searchKeys[key].example}`);
    if (value) this.#filter[key] = value.text;
  }

  /** Days are in UTC: `>2026-01-31` begins with the next day. */
  #addDate(key: 'created' | 'modified', { operator, values: [value], at }: Term): void {
    const given = value?.text ?? '';
    const day = /^\d{4}-\d\d-\d\d$/.test(given) ? readDate(given) : undefined;
    if (!day || day.toISOString().slice(0, 10) !== given)
      throw badSearch(
        at,
        `invalid date "${given}"`,
        `Use year-month-day, such as ${searchKeys[key].example}`,
      );
    const begins = day.toISOString();
    const next = new Date(day.getTime() + 86_400_000).toISOString();
    const column = key === 'created' ? sql`l.created` : sql`l.modified`;
    const bounds: Record<Operator, SQL> = {
      '<': sql`${column} < ${begins}`,
      '<=': sql`${column} < ${next}`,
      '>': sql`${column} >= ${next}`,
      '>=': sql`${column} >= ${begins}`,
      ':': sql`${column} >= ${begins} AND ${column} < ${next}`,
    };
    this.add(() => bounds[operator]);
  }

  #addCount(column: SQL, { key, operator, values: [value], at }: Term): void {
    if (!/^\d{1,15}$/.test(value?.text ?? ''))
      throw badSearch(
        at,
        `invalid number "${value?.text}"`,
        `Use digits only, such as ${searchKeys[key].example}`,
      );
    const sign = sql.raw(operator === ':' ? '=' : operator);
    this.add(() => sql`${column} ${sign} ${value?.text}::bigint`);
  }

  result(text: string, included: readonly Word[]): CompiledSearch {
    const words = included.length ? new Words(included) : undefined;
    const conditions = this.#conditions;
    const view = this.#view;
    const { unknownRanges } = this.#dependencies;
    if (!words && !conditions.length) return { filter: this.#filter, view, unknownRanges };
    const matching: Matching = {
      ...{ conditions, text, typed: included },
      ...(words ? { words } : {}),
      ...(this.#dependency === undefined ? {} : { dependency: this.#dependency }),
    };
    return { filter: { ...this.#filter, matching }, view, unknownRanges };
  }
}

/** A value without wildcards matches anywhere, a quoted one is the whole text. */
function patternOf({ text, quoted }: Value): string {
  return quoted ? text.replaceAll('*', '?') : /[*?]/.test(text) ? text : `*${text}*`;
}
