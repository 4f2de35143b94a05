import { expect, it } from 'vitest';
import { isUnfinished } from './isUnfinished.ts';

it.each([
  ['react', false],
  ['"react na', true],
  ['"react native"', false],
  ['react type:', true],
  ['dependency:lodash>=', true],
  ['type:n', true],
  ['type:npm', false],
  ['type:go', false],
  ['react -type:npm,mav', true],
  ['type:npm,maven', false],
  // Not the begin of a type: the platform says which one is probably meant.
  ['type:npmm', false],
  ['type:np react', false],
  ['severity>=hi', true],
  ['SEVERITY:HIGH', false],
  ['severity:hihg', false],
])('the search %j is unfinished: %j', (typed, expected) => {
  expect(isUnfinished(typed)).toBe(expected);
});
