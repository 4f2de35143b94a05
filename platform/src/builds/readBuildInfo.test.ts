import { describe, expect, it } from 'vitest';
import { startOf } from './readBuildInfo.ts';

describe('the start time of a build', () => {
  it.each([
    ['2026-01-31T12:00:00.000+0100', '2026-01-31T11:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('is read from %s', (text, time) => {
    expect(startOf(text).toISOString()).toBe(time);
  });

  it.each([
    'yesterday',
    '2026-01-31',
    '2026-13-31T12:00:00Z',
    '0000-12-31T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
  ])('cannot be %s, which the database does not support', (text) => {
    expect(() => startOf(text)).toThrow(`invalid started '${text}'; expected a time such as`);
  });
});
