/** `start`, and what a version adds to it when there is one. */
export function and(start: string, version: string | undefined, rest: (version: string) => string): string {
  return version === undefined ? start : `${start}${rest(version)}`;
}
