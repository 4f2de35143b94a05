/** So many entries are drawn beyond what is in sight, for a wheel that is quick. */
const BEYOND = 6;

/** Which of `count` entries of one height are to be drawn: from `start` to before `end`. */
export function windowOf(top: number, visible: number, height: number, count: number) {
  const start = Math.max(0, Math.floor(top / height) - BEYOND);
  const end = Math.min(count, Math.ceil((top + visible) / height) + BEYOND);
  return { start: Math.min(start, end), end };
}
