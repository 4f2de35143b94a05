import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Lines that are drawn before and after those in sight. */
const OVERSCAN = 12;
/** What is drawn changes when this many lines were scrolled. */
const STEP = 6;

export interface Window {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** Which of the lines, all of one height, are drawn: those in sight and some around them. */
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
    // Within the frame that has scrolled: the next one would show a gap.
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
