import { maxSatisfying, validRange } from 'semver';

/** Longer than any that people write; what is longer is not taken apart. */
const longestRange = 300;

/** The newest version in a range as npm writes it; undefined where the range is none, such as an address, or nothing is in it. */
export function newestInRange(range: string, versions: readonly string[]): string | undefined {
  if (range.length > longestRange || validRange(range) === null) return undefined;
  return maxSatisfying([...versions], range) ?? undefined;
}

/** The one version that a requirement allows, whether it is stored or not: `1.0`, `v1.0.0`, `==1.0`, `[1.0]`. */
export function exactVersion(range: string): string | undefined {
  const [, bare, equal, bracketed] =
    /^(?:v?(\d[\w.+-]*)|===?\s*(\d[\w.!+-]*)|\[\s*(\d[\w.+-]*)\s*\])$/.exec(range.trim()) ?? [];
  return bare === undefined ? (equal ?? bracketed) : range.trim();
}

/**
 * The lowest version of a NuGet range, which its client installs: that of `1.0`, of `[1.0, 2.0)`, and of `[1.0]`, each also with
 * frameworks behind it. As a stored version writes it, where one is the same.
 */
export function lowestInRange(range: string, versions: readonly string[]): string | undefined {
  const plain = range.trim().replace(/\s*\([^()]*\)$/, (behind) => (/^\s*\(\s*,/.test(behind) ? behind : ''));
  const [, bare, lowest] = /^(?:(\d[\w.+-]*)|\[\s*(\d[\w.+-]*)\s*(?:,[^,]*)?[\])])$/.exec(plain) ?? [];
  const wanted = bare ?? lowest;
  return wanted && (versions.find((version) => sameVersion(version, wanted)) ?? wanted);
}

/** NuGet's `1.0` is `1.0.0`, in any case. */
function sameVersion(one: string, other: string): boolean {
  const plain = (version: string) =>
    version.toLowerCase().replace(/^\d+(?:\.\d+)*/, (core) => core.replace(/(?:\.0+)+$/, ''));
  return plain(one) === plain(other);
}
