import { formatText } from '@lading/contract';
import { relativeInEnglish } from './relativeInEnglish.ts';

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];
/** In milliseconds. */
const LENGTHS = { day: 24 * 3_600_000, hour: 3_600_000, minute: 60_000, second: 1_000 } as const;
type Duration = keyof typeof LENGTHS;
/** Combined units. */
const PAIRS: readonly (readonly [Duration, Duration])[] = [
  ['day', 'hour'],
  ['hour', 'minute'],
  ['minute', 'second'],
];
const SIZES = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/**
 * Formats dates and numbers in a language. Dates are ISO 8601; invalid dates are returned
 * unchanged.
 */
export class Formats {
  readonly #language: string;
  readonly #direction: 'ltr' | 'rtl';
  readonly #relative: () => Intl.RelativeTimeFormat;
  readonly #absolute: () => Intl.DateTimeFormat;
  readonly #short: () => Intl.NumberFormat;
  readonly #units = new Map<Duration, Intl.NumberFormat>();
  readonly #list: () => Intl.ListFormat;

  constructor(language: string, direction: 'ltr' | 'rtl' = 'ltr') {
    this.#language = language;
    this.#direction = direction;
    this.#relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
    this.#absolute = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long' }));
    this.#short = once(() => new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }));
    this.#list = once(() => new Intl.ListFormat(language, { type: 'unit', style: 'long' }));
  }

  /** '3 days ago'. */
  relative(date: string, now: number = Date.now()): string {
    const time = Date.parse(date);
    if (Number.isNaN(time)) return date;
    const seconds = (time - now) / 1000;
    const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? [];
    const count = length ? Math.trunc(seconds / length) : 0;
    if (this.#language === 'en') return relativeInEnglish(count, unit ?? 'second');
    return this.#relative().format(count, unit ?? 'second');
  }

  absolute(date: string): string {
    const time = Date.parse(date);
    return Number.isNaN(time) ? date : this.#absolute().format(time);
  }

  /** '1,234'. */
  count(value: number): string {
    return formatText(this.#language, '{value, number}', { value });
  }

  /**
   * Formats a duration in its two largest units: '1 hour, 30 minutes'; below a minute in seconds
   * with tenths.
   */
  duration(milliseconds: number): string {
    for (const [large, small] of PAIRS) {
      // Round to the smaller unit first: 59 minutes and 59.9 seconds are one hour.
      const count = Math.round(milliseconds / LENGTHS[small]);
      const each = LENGTHS[large] / LENGTHS[small];
      if (count < each) continue;
      const rest = count % each;
      const whole = this.#unit(large, Math.floor(count / each));
      return rest === 0 ? whole : this.#list().format([whole, this.#unit(small, rest)]);
    }
    return this.#unit('second', Math.round(milliseconds / 100) / 10);
  }

  #unit(unit: Duration, value: number): string {
    const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
    const format = this.#units.get(unit) ?? new Intl.NumberFormat(this.#language, options);
    this.#units.set(unit, format);
    return format.format(value);
  }

  /** Bytes in binary units: '1.5 MiB'. */
  size(bytes: number): string {
    const step = bytes < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log2(bytes) / 10));
    const value = bytes / 1024 ** step;
    const size = `${value < 1000 ? this.#short().format(value) : this.count(Math.round(value))} ${SIZES[step]}`;
    // In right-to-left text, the Latin unit would otherwise be shown before its number.
    return this.#direction === 'rtl' ? `\u2066${size}\u2069` : size;
  }
}

/** Creating a formatter takes milliseconds: each is created on first use. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
