import { type Comparator, Range } from 'semver';
import type { VersionSpan } from '../repositories/PackageType.ts';

/** Maximum characters; longer ranges are not parsed. */
const maxRangeLength = 300;

/** Spans of a range in npm's notation: `^1.2.0 || >=3 <4`. Undefined for others, such as a URL. */
export function semverSpans(range: string): VersionSpan[] | undefined {
  if (range.length > maxRangeLength) return undefined;
  try {
    return new Range(range).set.map(spanOf);
  } catch {
    return undefined;
  }
}

function spanOf(comparators: readonly Comparator[]): VersionSpan {
  let span: VersionSpan = {};
  for (const { operator, semver } of comparators) {
    const { version } = semver;
    // `*` has no version.
    if (version === undefined) continue;
    if (operator === '>' || operator === '>=') span = raised(span, semver, operator === '>');
    else if (operator === '<' || operator === '<=') span = lowered(span, semver, operator === '<');
    else span = { from: version, to: version };
  }
  return span;
}

type Version = Comparator['semver'];

function raised(span: VersionSpan, version: Version, excluded: boolean): VersionSpan {
  if (span.from !== undefined && version.compare(span.from) <= 0) return span;
  return { ...span, from: version.version, fromExcluded: excluded };
}

function lowered(span: VersionSpan, version: Version, excluded: boolean): VersionSpan {
  if (span.to !== undefined && version.compare(span.to) >= 0) return span;
  return { ...span, to: version.version, toExcluded: excluded };
}

/**
 * Spans of intervals: `[1.0,2.0)`, `(,1.0],[1.2,)`, and `[1.0]`. A plain version is itself, because
 * clients install it.
 */
export function intervalSpans(range: string): VersionSpan[] | undefined {
  const given = range.trim();
  if (given.length > maxRangeLength) return undefined;
  if (isVersion(given)) return [{ from: given, to: given }];
  const interval = /\s*([[(])\s*([^,[\]()]*?)\s*(?:(,)\s*([^,[\]()]*?)\s*)?([\])])\s*(?:,|$)/y;
  const spans: VersionSpan[] = [];
  while (interval.lastIndex < given.length) {
    const [found, open, from = '', comma, to = '', close] = interval.exec(given) ?? [];
    if (found === undefined || (!comma && !from)) return undefined;
    spans.push({
      ...(from ? { from, fromExcluded: open === '(' } : {}),
      ...(comma ? (to ? { to, toExcluded: close === ')' } : {}) : { to: from }),
    });
  }
  return spans.length > 0 ? spans : undefined;
}

/**
 * Spans of Python requirements: `>=1.0,<2`, `[extra] ~=1.4; marker`, `==1.*`, joined by ` | `.
 * Exclusions are ignored, and so are markers.
 */
export function specifierSpans(range: string): VersionSpan[] | undefined {
  if (range.length > maxRangeLength) return undefined;
  const spans = range.split(' | ').map(specifierSpan);
  return spans.every((span) => span !== undefined) ? spans : undefined;
}

function specifierSpan(requirement: string): VersionSpan | undefined {
  const [specifier = ''] = requirement.split(';', 1);
  const clauses = specifier
    .replace(/^\s*\[[^\]]*\]/, '')
    .split(',')
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '' && clause !== '*');
  const span: { -readonly [Key in keyof VersionSpan]: VersionSpan[Key] } = {};
  for (const clause of clauses) {
    const [, operator, version = ''] = /^(===|==|~=|!=|<=|>=|<|>)\s*(\d[\w.!+*-]*)$/.exec(clause) ?? [];
    if (operator === undefined) return isVersion(clause) ? { from: clause, to: clause } : undefined;
    const plain = version.replace(/\.\*$/, '');
    if (operator === '!=') continue;
    if (operator === '~=' || plain !== version) {
      span.from = plain;
      span.to = next(operator === '~=' ? plain.replace(/\.[^.]*$/, '') : plain);
      span.toExcluded = true;
    } else if (operator.startsWith('==')) {
      span.from = version;
      span.to = version;
    } else if (operator.startsWith('>')) {
      span.from = version;
      span.fromExcluded = operator === '>';
    } else {
      span.to = version;
      span.toExcluded = operator === '<';
    }
  }
  return span;
}

/** The version after all with this prefix: `1.5` for `1.4`. */
function next(prefix: string): string {
  return prefix.replace(/\d+(?=\D*$)/, (last) => String(BigInt(last) + 1n));
}

function isVersion(text: string): boolean {
  return /^v?\d[\w.+!-]*$/.test(text);
}
