import { expect, it } from 'vitest';
import { isPlainFile } from './isPlainFile.ts';

it('is a file when its version is only the day of its upload', () => {
  expect(isPlainFile('generic', '2026-11-23')).toBe(true);
  expect(isPlainFile('generic', '2.1.0')).toBe(false);
  expect(isPlainFile('npm', '2026-11-23')).toBe(false);
});
