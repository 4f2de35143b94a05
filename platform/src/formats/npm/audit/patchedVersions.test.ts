import semver from 'semver';
import { expect, it } from 'vitest';
import { patchedVersions } from './patchedVersions.ts';

it.each([
  ['<1.2.0', '>=1.2.0'],
  ['<=1.2.0', '>1.2.0'],
  ['>=1.0.0 <1.2.0', '>=1.2.0'],
  ['<1.2.0 || >=2.0.0 <2.1.0', '>=1.2.0 <2.0.0 || >=2.1.0'],
  ['>=2.0.0 <2.1.0 || <1.2.0', '>=2.1.0 || >=1.2.0 <2.0.0'],
  ['<1.2.0 || >=1.2.0 <1.3.0', '>=1.3.0'],
  ['<1.2.0 || >=2.0.0', '>=1.2.0 <2.0.0'],
  ['>1.0.0 <1.2.0 || 3.0.0', '>=1.2.0'],
  ['*', '<0.0.0'],
  ['1.0.0', '<0.0.0'],
  ['>=1.0.0', '<0.0.0'],
  ['nonsense <<', '<0.0.0'],
])('returns for %s the patched versions %s', (vulnerable, patched) => {
  expect(patchedVersions(vulnerable)).toBe(patched);
  expect(semver.validRange(patched)).not.toBeNull();
});
