import { useLayoutEffect, useState } from 'react';
import type { Box } from './placeCard.ts';

/** Between the target and the line around it, in pixels. */
const MARGIN_PX = 4;

/** The box of the first visible element that the selector finds, kept up to date; `undefined` without one. */
export function useTarget(selector: string | undefined): Box | undefined {
  const [box, setBox] = useState<Box>();

  useLayoutEffect(() => {
    const target = selector === undefined ? undefined : visible(selector);
    if (!target) {
      setBox(undefined);
      return;
    }
    const measure = () => setBox(boxOf(target));
    measure();
    window.addEventListener('resize', measure);
    // Scrolling containers do not let their events bubble.
    window.addEventListener('scroll', measure, true);
    return () => {
      window.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure, true);
    };
  }, [selector]);

  return box;
}

function visible(selector: string): Element | undefined {
  return [...document.querySelectorAll(selector)].find(
    (element) => getComputedStyle(element).visibility !== 'hidden' && boxOf(element) !== undefined,
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
