import { describe, expect, it } from 'vitest';
import { namePattern, platformPattern } from './wildcards.ts';

describe('namePattern', () => {
  it.each([
    ['react', '*react*'],
    ['  react ', '*react*'],
    ['react*', 'react*'],
    ['*react', '*react*'],
    ['@scope/*-core', '@scope/*-core*'],
    ['re?ct', 're?ct*'],
    ['', ''],
  ])('adds asterisks to %j as needed [srch-08]', (typed, pattern) => {
    expect(namePattern(typed)).toBe(pattern);
  });

  it('keeps a quoted value with spaces quoted [srch-08]', () => {
    expect(namePattern('"my report"')).toBe('"my report"');
  });
});

describe('platformPattern', () => {
  it('queries a quoted value literally, and omits a pattern that matches everything [srch-08]', () => {
    expect(platformPattern('"my report"')).toBe('my report');
    expect(platformPattern('*')).toBeUndefined();
    expect(platformPattern('')).toBeUndefined();
    expect(platformPattern('""')).toBeUndefined();
  });
});
