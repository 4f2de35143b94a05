/** Reads a number from the URL; `undefined` if it is missing or out of range. */
export function readNumber(text: string | null, least: number, most: number): number | undefined {
  const number = /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

/** Returns the distinct values of a parameter, which can be repeated or comma-separated. */
export function readList(keys: URLSearchParams, key: string): string[] {
  const values = keys.getAll(key).flatMap((value) => value.split(','));
  return [...new Set(values.map((value) => value.trim()).filter(Boolean))];
}
