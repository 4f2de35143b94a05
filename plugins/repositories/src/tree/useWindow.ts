import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Lines drawn before and after the visible ones. */
const OVERSCAN = 12;
/** The drawn range changes after this many scrolled lines. */
const STEP = 6;

export interface Window {
  readonly first: number;
  /** Exclusive end index. */
  readonly end: number;
}

/** Returns the range of equally high lines to draw: the visible ones plus overscan. */
export function useWindow(scroller: RefObject<HTMLElement | null>, rows: number, height: number): Window {
  const [seen, setSeen] = useState({ top: 0, lines: 40 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      const top = Math.floor(element.scrollTop / height / STEP) * STEP;
      const lines = Math.ceil(element.clientHeight / height) || 40;
      setSeen((before) => (before.top === top && before.lines === lines ? before : { top, lines }));
    };
    look();
    // Synchronous: an update in the next frame would show a gap.
    const follow = () => flushSync(look);
    element.addEventListener('scroll', follow, { passive: true });
    const watch = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(look);
    watch?.observe(element);
    return () => {
      element.removeEventListener('scroll', follow);
      watch?.disconnect();
    };
  }, [scroller, height]);
  const first = Math.max(0, Math.min(seen.top - OVERSCAN, rows - seen.lines));
  return { first, end: Math.min(rows, seen.top + seen.lines + STEP + OVERSCAN) };
}
