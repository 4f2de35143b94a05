/**
 * Returns the point of a chart that a key moves to, or undefined if the key does not move. `at` and
 * `last` are indexes; `page` is how far Page Up and Page Down move.
 */
export function nextPoint(
  key: string,
  { at, last, page }: { at: number; last: number; page: number },
): number | undefined {
  const next = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - page,
    PageUp: at + page,
    Home: 0,
    End: last,
  }[key];
  return next === undefined ? undefined : Math.min(last, Math.max(0, next));
}
