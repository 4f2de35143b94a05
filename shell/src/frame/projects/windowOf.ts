/** Number of entries rendered beyond the visible range, for fast scrolling. */
const BEYOND = 6;

/**
 * Returns the range of `count` entries of equal height to render: from `start` up to but excluding
 * `end`.
 */
export function windowOf(top: number, visible: number, height: number, count: number) {
  const start = Math.max(0, Math.floor(top / height) - BEYOND);
  const end = Math.min(count, Math.ceil((top + visible) / height) + BEYOND);
  return { start: Math.min(start, end), end };
}
