import { describe, expect, it } from 'vitest';
import { Formats } from './formats.ts';

const formats = new Formats('en');
const now = Date.parse('2026-03-10T12:00:00Z');

describe('Formats', () => {
  it.each([
    ['2026-03-10T11:59:40Z', 'now'],
    ['2026-03-10T11:57:00Z', '3 minutes ago'],
    ['2026-03-10T09:30:00Z', '2 hours ago'],
    ['2026-03-09T11:00:00Z', 'yesterday'],
    ['2026-02-20T12:00:00Z', '2 weeks ago'],
    ['2025-12-10T12:00:00Z', '3 months ago'],
    ['2020-03-10T12:00:00Z', '6 years ago'],
    ['2026-03-12T12:00:00Z', 'in 2 days'],
    ['soon', 'soon'],
  ])('formats the relative time of %s', (date, said) => {
    expect(formats.relative(date, now)).toBe(said);
  });

  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KiB'],
    [1_572_864, '1.5 MiB'],
    [1_048_575_000, '1,000 MiB'],
    [3 * 1024 ** 4, '3 TiB'],
  ])('formats %d bytes in binary units', (bytes, said) => {
    expect(formats.size(bytes)).toBe(said);
  });

  it('keeps number and unit of a size together in right-to-left text', () => {
    expect(new Formats('en-XB', 'rtl').size(411_648)).toBe('\u2066402 KiB\u2069');
  });

  it.each([
    [0, '0 seconds'],
    [1_000, '1 second'],
    [1_540, '1.5 seconds'],
    [59_970, '1 minute'],
    [61_499, '1 minute, 1 second'],
    [5_400_000, '1 hour, 30 minutes'],
    [7_200_400, '2 hours'],
    [3_599_900, '1 hour'],
    [86_399_000, '1 day'],
    [1_000 * 3_600_000, '41 days, 16 hours'],
  ])('formats %d milliseconds in the two largest units', (milliseconds, said) => {
    expect(formats.duration(milliseconds)).toBe(said);
  });

  it('formats durations in the language', () => {
    expect(new Formats('pl').duration(5_400_000)).toBe('1 godzina i 30 minut');
  });

  it('separates thousands according to the language', () => {
    expect(formats.count(1_234_567)).toBe('1,234,567');
    expect(new Formats('de').count(1_234_567)).toBe('1.234.567');
  });
});
