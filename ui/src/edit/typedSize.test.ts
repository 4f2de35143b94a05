import { expect, it } from 'vitest';
import { bytesOf, typedSize } from './typedSize.ts';

it.each([
  ['1000', 1000],
  ['10 GB', 10_000_000_000],
  ['10gib', 10 * 1024 ** 3],
  [' 1.5 MiB ', 1.5 * 1024 ** 2],
  ['1,5 MB', 1_500_000],
  ['0', 0],
  ['2 TiB', 2 * 1024 ** 4],
  ['7 b', 7],
  ['', undefined],
  ['ten', undefined],
  ['10 GX', undefined],
  ['-1', undefined],
  ['1e9', undefined],
  ['999999999999 PiB', undefined],
])('reads “%s”', (typed, bytes) => expect(bytesOf(typed)).toBe(bytes));

it.each([
  [0, '0'],
  [7, '7'],
  [1000, '1 KB'],
  [1024, '1 KiB'],
  [10_000_000_000, '10 GB'],
  [1024 ** 4, '1 TiB'],
  [1536 * 1024, '1536 KiB'],
  [1_234_567, '1234567'],
])('shows %i without loss', (bytes, typed) => {
  expect(typedSize(bytes)).toBe(typed);
  expect(bytesOf(typed)).toBe(bytes);
});
