import semver from 'semver';

/** The value of the registry protocol for advisories without a patched version. */
export const noPatch = '<0.0.0';

/**
 * Derives the range of patched versions from a vulnerable range: `>=1.2.0 <2.0.0 || >=2.1.0` for
 * `<1.2.0 || >=2.0.0 <2.1.0`. A single vulnerable version has no end to derive from.
 */
export function patchedVersions(vulnerable: string): string {
  const parsed = rangeOf(vulnerable);
  if (!parsed) return noPatch;
  const patched = parsed.set.flatMap((comparators) => {
    const end = comparators.find(({ operator }) => operator === '<' || operator === '<=');
    if (!end) return [];
    const from = `${end.operator === '<' ? '>=' : '>'}${end.semver.version}`;
    const next = lowerBounds(parsed)
      .filter(
        (start) => semver.gt(start, end.semver) || (end.operator === '<' && semver.eq(start, end.semver)),
      )
      .sort(semver.compare)[0];
    // The next vulnerable range can begin where this one ends.
    if (next && semver.eq(next, end.semver)) return [];
    return [next ? `${from} <${next.version}` : from];
  });
  return patched.length > 0 ? [...new Set(patched)].join(' || ') : noPatch;
}

/** The lower bounds of vulnerable ranges that have one. */
function lowerBounds({ set }: semver.Range): semver.SemVer[] {
  return set.flatMap((comparators) =>
    comparators.filter(({ operator }) => operator === '>=' || operator === '>').map(({ semver: at }) => at),
  );
}

function rangeOf(text: string): semver.Range | undefined {
  try {
    return new semver.Range(text, { loose: true });
  } catch {
    return undefined;
  }
}
