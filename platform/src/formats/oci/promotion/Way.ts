import type { Named } from '../dockerPath.ts';

/** Where an image comes from and where it goes to. */
export interface Way {
  source: Named;
  target: Named;
  /** What a tag is called there. */
  tagThere(tag: string): string;
  move: boolean;
  /** Tags that are there are not moved. */
  tagsStay: boolean;
  by: string;
}

/** Only tags differ then. */
export function isOneImage({ source, target }: Way): boolean {
  return source.repo === target.repo && source.image === target.image;
}
