import { Glob } from '../globs/Glob.ts';

export interface Patterns {
  includePatterns?: readonly string[];
  excludePatterns?: readonly string[];
}

/**
 * Selection by patterns. No include patterns means everything; exclude patterns take precedence.
 * Compiled once: each event is compared with the patterns of all webhooks.
 */
export class Selection {
  readonly #include: readonly Glob[];
  readonly #exclude: readonly Glob[];

  constructor({ includePatterns = [], excludePatterns = [] }: Patterns) {
    this.#include = includePatterns.map((pattern) => Glob.ofPath(pattern));
    this.#exclude = excludePatterns.map((pattern) => Glob.ofPath(pattern));
  }

  hasPath(path: string): boolean {
    return covers(this.#include, path, true) && !covers(this.#exclude, path, false);
  }

  /** Like `hasPath`, for names of builds and bundles. Clients also send `name/**`. */
  hasName(name: string): boolean {
    const has = (globs: readonly Glob[], none: boolean) =>
      covers(globs, name, none) || covers(globs, `${name}/`, none);
    return has(this.#include, true) && !has(this.#exclude, false);
  }
}

/** Whether a glob matches; `none` if there are no globs. Creates no objects: see `Selection`. */
function covers(globs: readonly Glob[], text: string, none: boolean): boolean {
  if (globs.length === 0) return none;
  for (const glob of globs) if (glob.matches(text)) return true;
  return false;
}
