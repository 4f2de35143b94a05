/** Removes characters that the database cannot store. */
export function clean(value: string): string {
  return value.replace(/\0|\p{Surrogate}/gu, '');
}
