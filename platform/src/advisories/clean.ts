/** A text as the database can hold it. */
export function clean(value: string): string {
  return value.replace(/\0|\p{Surrogate}/gu, '');
}
