import type { Named } from '../dockerPath.ts';

/** Source, target, and options of a promotion. */
export interface PromotionPlan {
  source: Named;
  target: Named;
  /** Maps a source tag to its target tag. */
  targetTagOf(tag: string): string;
  move: boolean;
  /** Existing tags are not moved. */
  tagsStay: boolean;
  by: string;
}

/** Whether source and target are the same image, so that only tags change. */
export function isSameImage({ source, target }: PromotionPlan): boolean {
  return source.repo === target.repo && source.image === target.image;
}
