/** Bytes per unit. Units without `i` are decimal. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  ...Object.fromEntries(
    ['k', 'm', 'g', 't', 'p'].flatMap((letter, at) => [
      [`${letter}b`, 1000 ** (at + 1)],
      [`${letter}ib`, 1024 ** (at + 1)],
    ]),
  ),
};

/**
 * Returns the bytes of a size that a user typed, such as `500 MiB`, `1.5 GB`, or `1000`;
 * `undefined` if it is invalid.
 */
export function bytesOf(typed: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,15}(?:[.,]\d{1,6})?)\s*([a-z]{0,3})$/i.exec(typed.trim()) ?? [];
  const each = UNITS[unit.toLowerCase()];
  if (digits === '' || each === undefined) return undefined;
  const bytes = Math.round(Number(digits.replace(',', '.')) * each);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** Returns a size as a user would type it, without loss: in the largest unit that divides it. */
export function typedSize(bytes: number): string {
  const units = Object.entries(UNITS).filter(([unit]) => unit.length > 1);
  const fitting = units.filter(([, each]) => bytes > 0 && bytes % each === 0);
  const [unit, each] = fitting.sort(([, one], [, other]) => other - one)[0] ?? ['', 1];
  const name = unit.replace(/^./, (letter) => letter.toUpperCase()).replace(/b$/, 'B');
  return `${bytes / each} ${name}`.trim();
}
