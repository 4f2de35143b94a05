import { expect, it } from 'vitest';
import { listedTypes, packageType, typeLabel } from './packageTypes.ts';

it.each([
  ['dockerV2', 'docker'],
  ['gavc', 'maven'],
  ['go', 'golang'],
  ['terraform module', 'terraform'],
  ['terraform provider', 'terraform'],
  ['debian', 'deb'],
  ['gems', 'rubygems'],
  ['npm', 'npm'],
])('takes %s as %s [pkg-13]', (name, type) => {
  expect(packageType(name)).toBe(type);
});

it('never lists the excluded types, and each type once [pkg-13]', () => {
  const names = ['npm', 'dockerV1', 'docker', 'dockerV2', 'terraformBackend', 'releasebundles'];
  expect(listedTypes(names)).toEqual(['npm', 'docker']);
});

it('names a type as people do, and one it does not know as it is', () => {
  expect(typeLabel('debian')).toBe('Debian');
  expect(typeLabel('zig')).toBe('zig');
  expect(typeLabel('constructor')).toBe('constructor');
});
