import { coversName } from '../../globs/covers.ts';

/**
 * Whether a pattern, in which `*` matches any characters, matches the whole name. Ignores case:
 * clients of some formats request `acme.core` for `Acme.Core`, and a pattern that doesn't match
 * would allow an upstream to serve the name.
 */
export function matchesAny(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => coversName(pattern, name));
}
