import { describe, expect, it } from 'vitest';
import { relativeInEnglish } from './relativeInEnglish.ts';

const formatter = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

describe('relativeInEnglish', () => {
  it.each(['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const)(
    'returns the same text as the browser for each count of unit %s',
    (unit) => {
      for (let count = -70; count <= 70; count += 1) {
        expect(relativeInEnglish(count, unit)).toBe(formatter.format(count, unit));
      }
    },
  );
});
