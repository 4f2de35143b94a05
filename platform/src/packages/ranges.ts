import { maxSatisfying, validRange } from 'semver';

/** Maximum characters; longer ranges are not parsed. */
const maxRangeLength = 300;

/**
 * Returns the newest version in an npm range; undefined if the range is invalid, such as a URL, or
 * contains no version.
 */
export function newestInRange(range: string, versions: readonly string[]): string | undefined {
  if (range.length > maxRangeLength || validRange(range) === null) return undefined;
  return maxSatisfying([...versions], range) ?? undefined;
}

/**
 * Returns the only version that a requirement allows, stored or not: `1.0`, `v1.0.0`, `==1.0`,
 * `[1.0]`.
 */
export function exactVersion(range: string): string | undefined {
  const [, bare, equal, bracketed] =
    /^(?:v?(\d[\w.+-]*)|===?\s*(\d[\w.!+-]*)|\[\s*(\d[\w.+-]*)\s*\])$/.exec(range.trim()) ?? [];
  return bare === undefined ? (equal ?? bracketed) : range.trim();
}

/**
 * Returns the lowest version of a NuGet range, which the client installs: `1.0`, `[1.0, 2.0)`, and
 * `[1.0]`, each optionally followed by frameworks. Uses the notation of an equal stored version.
 */
export function lowestInRange(range: string, versions: readonly string[]): string | undefined {
  const plain = withoutFrameworks(range);
  const [, bare, lowest] = /^(?:(\d[\w.+-]*)|\[\s*(\d[\w.+-]*)\s*(?:,[^,]*)?[\])])$/.exec(plain) ?? [];
  const wanted = bare ?? lowest;
  return wanted && (versions.find((version) => sameVersion(version, wanted)) ?? wanted);
}

/** Removes the frameworks after a NuGet range. An interval without a lowest version stays. */
export function withoutFrameworks(range: string): string {
  return range.trim().replace(/\s*\([^()]*\)$/, (behind) => (/^\s*\(\s*,/.test(behind) ? behind : ''));
}

/** NuGet's `1.0` equals `1.0.0`. Case-insensitive. */
function sameVersion(one: string, other: string): boolean {
  const plain = (version: string) =>
    version.toLowerCase().replace(/^\d+(?:\.\d+)*/, (core) => core.replace(/(?:\.0+)+$/, ''));
  return plain(one) === plain(other);
}
