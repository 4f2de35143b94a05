/** Joins `start` and the addition for a version, if a version is specified. */
export function and(start: string, version: string | undefined, rest: (version: string) => string): string {
  return version === undefined ? start : `${start}${rest(version)}`;
}
