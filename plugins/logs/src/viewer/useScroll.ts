import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { LogLine } from './LogLines.ts';

/** Distance from the first or last line, in pixels, within which more lines are loaded. */
const NEAR_EDGE = 600;
/** Distance from the end, in pixels, within which the view follows new lines. */
const NEAR_END = 8;

interface Anchor {
  readonly id: number;
  /** Pixels of the line above the view. */
  readonly above: number;
}

/**
 * Keeps the first line in view in its place while lines before it are loaded or dropped. Returns a
 * function that remembers this line, to call when the list is scrolled.
 */
export function useAnchor(
  matching: readonly LogLine[],
  virtual: Virtualizer<HTMLElement, Element>,
  scroller: RefObject<HTMLElement>,
): () => void {
  const anchor = useRef<Anchor>();
  const first = matching[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only lines before the view move it
  useLayoutEffect(() => {
    const { current } = scroller;
    const at = anchor.current ? matching.findIndex(({ id }) => id === anchor.current?.id) : -1;
    const place = virtual.measurementsCache[at];
    if (current && anchor.current && place) current.scrollTop = place.start + anchor.current.above;
  }, [first]);
  return () => {
    const scrollTop = scroller.current?.scrollTop ?? 0;
    // Not among the rendered lines: they are those of the previous position.
    const line = virtual.getVirtualItemForOffset(scrollTop);
    anchor.current = line && { id: Number(line.key), above: scrollTop - line.start };
  };
}

/** Returns which edges of the list are in view, or near. */
export function edgesOf({ scrollHeight, scrollTop, clientHeight }: HTMLElement) {
  const below = scrollHeight - scrollTop - clientHeight;
  return { nearStart: scrollTop < NEAR_EDGE, nearEnd: below < NEAR_EDGE, atEnd: below <= NEAR_END };
}
