/**
 * Number of inserted, deleted, replaced, and swapped letters between two texts. Takes time
 * proportional to the product of their lengths.
 */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1];
      let least = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        least = Math.min(least, (before[at - 2] ?? 0) + 1);
      current.push(least);
    }
    before = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
