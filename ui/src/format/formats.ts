const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];
const SIZES = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Dates and numbers as a language writes them. Dates are ISO 8601; what is no date is given back as it is. */
export class Formats {
  readonly #relative: () => Intl.RelativeTimeFormat;
  readonly #absolute: () => Intl.DateTimeFormat;
  readonly #number: () => Intl.NumberFormat;
  readonly #short: () => Intl.NumberFormat;

  constructor(language: string) {
    this.#relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
    this.#absolute = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long' }));
    this.#number = once(() => new Intl.NumberFormat(language));
    this.#short = once(() => new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }));
  }

  /** '3 days ago'. */
  relative(date: string, now: number = Date.now()): string {
    const time = Date.parse(date);
    if (Number.isNaN(time)) return date;
    const seconds = (time - now) / 1000;
    const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? [];
    if (!unit || !length) return this.#relative().format(0, 'second');
    return this.#relative().format(Math.trunc(seconds / length), unit);
  }

  absolute(date: string): string {
    const time = Date.parse(date);
    return Number.isNaN(time) ? date : this.#absolute().format(time);
  }

  /** '1,234'. */
  count(value: number): string {
    return this.#number().format(value);
  }

  /** Bytes in binary units: '1.5 MiB'. */
  size(bytes: number): string {
    const step = bytes < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log2(bytes) / 10));
    const value = bytes / 1024 ** step;
    return `${value < 1000 ? this.#short().format(value) : this.#number().format(Math.round(value))} ${SIZES[step]}`;
  }
}

/** A formatter takes milliseconds to be made: each is made when it is first needed. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
