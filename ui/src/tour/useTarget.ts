import { useLayoutEffect, useState } from 'react';
import type { Box } from './placeCard.ts';

/** Pixels between the target and its outline. */
const MARGIN_PX = 4;

/**
 * The box of the first visible element that the selector finds, kept up to date; `undefined`
 * without one.
 */
export function useTarget(selector: string | undefined): Box | undefined {
  const [box, setBox] = useState<Box>();

  useLayoutEffect(() => {
    if (selector === undefined) {
      setBox(undefined);
      return;
    }
    let frame = 0;
    // Content that arrives later moves a target without an event: a project picker moves the search
    // box next to it.
    const follow = () => {
      const found = boxOfVisible(selector);
      setBox((before) => (isSame(before, found) ? before : found));
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [selector]);

  return box;
}

function boxOfVisible(selector: string): Box | undefined {
  for (const element of document.querySelectorAll(selector)) {
    const box = getComputedStyle(element).visibility === 'hidden' ? undefined : boxOf(element);
    if (box) return box;
  }
  return undefined;
}

function isSame(one: Box | undefined, other: Box | undefined): boolean {
  return (
    one?.left === other?.left &&
    one?.top === other?.top &&
    one?.width === other?.width &&
    one?.height === other?.height
  );
}

/** `undefined` for an element outside the viewport, such as a closed drawer. */
function boxOf(element: Element): Box | undefined {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0 || right <= 0 || bottom <= 0) return undefined;
  if (left >= window.innerWidth || top >= window.innerHeight) return undefined;
  return {
    left: left - MARGIN_PX,
    top: top - MARGIN_PX,
    width: width + 2 * MARGIN_PX,
    height: height + 2 * MARGIN_PX,
  };
}
