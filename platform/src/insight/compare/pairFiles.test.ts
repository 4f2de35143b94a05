import { expect, it } from 'vitest';
import { compareFiles, samePath } from './pairFiles.ts';

const files = (...paths: string[]) => new Map(paths.map((path) => [path, { size: 1, sha256: path }]));
const versions = { from: '1.0.0', to: '1.1.0' };

it.each([
  ['pad-1.0.0/index.js', 'pad-1.1.0/index.js'],
  ['acme.1.0.0.nupkg', 'acme.1.1.0.nupkg'],
  ['com/x/1.0.0/x-1.0.0.jar', 'com/x/1.1.0/x-1.1.0.jar'],
  ['v1.0.0', 'v1.1.0'],
])('takes files for the same whose paths differ only by the version: %s', (old, now) => {
  expect(compareFiles(files(old), files(now), versions)).toMatchObject({ added: 0, removed: 0, changed: 1 });
  expect(samePath(now, '1.1.0', files('other', old), '1.0.0')).toBe(old);
});

it.each([
  ['lib-11.0.0.js', 'lib-11.1.0.js'],
  ['lib-2.1.0.0.js', 'lib-2.1.1.0.js'],
  ['lib-1.0.01.js', 'lib-1.1.01.js'],
  ['lib-1.0.0.5.js', 'lib-1.1.0.5.js'],
])('takes no part of another version for the version: %s', (old, now) => {
  expect(compareFiles(files(old), files(now), versions)).toMatchObject({ added: 1, removed: 1, changed: 0 });
});
