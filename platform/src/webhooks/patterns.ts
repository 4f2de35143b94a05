import { coversPath } from '../globs/covers.ts';

export interface Patterns {
  includePatterns?: readonly string[];
  excludePatterns?: readonly string[];
}

/**
 * Whether the patterns select the path. No include patterns means everything; exclude patterns take
 * precedence.
 */
export function selectsPath({ includePatterns = [], excludePatterns = [] }: Patterns, path: string): boolean {
  const matches = (pattern: string) => coversPath(pattern, path);
  return (includePatterns.length === 0 || includePatterns.some(matches)) && !excludePatterns.some(matches);
}

/** Like `selectsPath`, for names of builds and bundles. Clients also send `name/**`. */
export function selectsName(patterns: Patterns, name: string): boolean {
  const covers = (given: readonly string[] = []) =>
    given.some((pattern) => coversPath(pattern, name) || coversPath(pattern, `${name}/`));
  const { includePatterns = [], excludePatterns } = patterns;
  return (includePatterns.length === 0 || covers(includePatterns)) && !covers(excludePatterns);
}
