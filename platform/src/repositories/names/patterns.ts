import { coversName } from '../../globs/covers.ts';

/**
 * Whether a pattern, in which `*` covers any characters, covers the whole name. Case is ignored: clients of some formats request
 * `acme.core` for `Acme.Core`, and a pattern that doesn't match would let an upstream answer.
 */
export function matchesAny(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => coversName(pattern, name));
}
