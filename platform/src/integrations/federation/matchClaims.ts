import type { ClaimCheck, ClaimRules } from '@lading/contract/rest';

/** Maximum characters of a claim's value in a result. */
const maxShown = 500;

/** Compares each expected claim with the claims of a token. */
export function checkClaims(rules: ClaimRules, claims: Readonly<Record<string, unknown>>): ClaimCheck[] {
  return Object.entries(rules).map(([claim, rule]) => {
    const expected = [rule].flat();
    const actual = valuesOf(Object.hasOwn(claims, claim) ? claims[claim] : undefined);
    const matches = actual.some((value) => expected.some((pattern) => matchesPattern(pattern, value)));
    return { claim, expected, actual: actual.map((value) => value.slice(0, maxShown)), matches };
  });
}

/** Whether all checks match. A mapping without rules matches nothing. */
export function allMatch(checks: readonly ClaimCheck[]): boolean {
  return checks.length > 0 && checks.every(({ matches }) => matches);
}

/** Returns the values of a claim as texts; none for a missing claim and for objects. */
function valuesOf(claim: unknown): string[] {
  return [claim].flat().flatMap((value) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
  });
}

/**
 * Matches `*` with any characters, in linear time: each part is searched for only after the
 * last one.
 */
export function matchesPattern(pattern: string, value: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return value === pattern;
  if (value.length < first.length + last.length || !value.startsWith(first) || !value.endsWith(last))
    return false;
  const end = value.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = value.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
