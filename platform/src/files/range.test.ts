import { describe, expect, it } from 'vitest';
import { rangeOf } from './range.ts';

describe('rangeOf', () => {
  it.each([
    [undefined, 10, undefined],
    ['bytes=0-4', 10, { start: 0, end: 4 }],
    ['bytes=4-', 10, { start: 4, end: 9 }],
    ['bytes=4-99', 10, { start: 4, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-99', 10, { start: 0, end: 9 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-1', 0, 'unsatisfiable'],
    ['bytes=5-4', 10, 'unsatisfiable'],
    ['bytes=0-1,3-4', 10, undefined],
    ['lines=0-1', 10, undefined],
    ['bytes=-', 10, undefined],
    ['bytes=a-b', 10, undefined],
  ])('%s of %d bytes', (header, size, expected) => {
    expect(rangeOf(header, size)).toEqual(expected);
  });
});
