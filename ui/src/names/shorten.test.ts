import { expect, it } from 'vitest';
import { shorten } from './shorten.ts';

it('shortens a name in its middle', () => {
  expect(shorten('left-pad', 8)).toBe('left-pad');
  expect(shorten('@scope/a-long-package-name', 11)).toBe('@scop…-name');
  expect(shorten('abcdef', 0)).toBe('a…f');
});
