import type { CleanupSettings } from '@lading/contract/rest';
import { Glob } from '../../globs/Glob.ts';

const day = 86_400_000;

/** Times in milliseconds since 1970. */
export interface Times {
  changed: number;
  downloaded: number | null;
}

/** The conditions of a policy at a point in time. */
export class Conditions {
  readonly settings: CleanupSettings;
  readonly #include: readonly Glob[];
  readonly #exclude: readonly Glob[];
  /** Only content that was last changed before is old enough. */
  readonly changedBefore: number;
  readonly #usedBefore: number | undefined;

  constructor(settings: CleanupSettings, now: number) {
    const { include, exclude, olderThanDays = 0, notDownloadedDays } = settings;
    this.settings = settings;
    this.#include = include.map((pattern) => Glob.ofPath(pattern));
    this.#exclude = exclude.map((pattern) => Glob.ofPath(pattern));
    // A push stores images first, and the tag or index that refers to them last.
    const least = settings.select === 'untagged' ? 1 : 0;
    this.changedBefore = now - Math.max(olderThanDays, notDownloadedDays ?? 0, least) * day;
    this.#usedBefore = notDownloadedDays === undefined ? undefined : now - notDownloadedDays * day;
  }

  /** Whether the path patterns match one of these paths. */
  matchesPaths(paths: readonly string[]): boolean {
    const some = (globs: readonly Glob[]) => paths.some((path) => globs.some((glob) => glob.matches(path)));
    return (this.#include.length === 0 || some(this.#include)) && !some(this.#exclude);
  }

  /**
   * Whether content with these dates is old enough. For content that was never downloaded, its
   * change date counts.
   */
  isOld({ changed, downloaded }: Times): boolean {
    return changed < this.changedBefore && !this.wasUsed(downloaded);
  }

  wasUsed(downloaded: number | null): boolean {
    return this.#usedBefore !== undefined && downloaded !== null && downloaded >= this.#usedBefore;
  }
}
