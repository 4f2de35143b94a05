/** Returns a number with its noun, such as `no backups`, `1 backup`, or `2 backups`. */
export function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count === 0 ? 'no' : count} ${noun}s`;
}
