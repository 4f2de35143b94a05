import type { VersionFile } from '@lading/contract/rest';
import { expect, it } from 'vitest';
import { archivePaths } from './archivePaths.ts';

const file = (path: string, size: number, lead = false) => ({ path, size, lead }) as VersionFile;

it.each([
  ['pad/-/pad-1.0.0.tgz', [file('pad/-/pad-1.0.0.tgz', 1, true), file('big.zip', 9)], 'pad/-/pad-1.0.0.tgz'],
  [
    'tea/1.0/manifest.json',
    [file('tea/1.0/manifest.json', 99, true), file('tea/_layers/sha256__a', 9)],
    'tea/_layers/sha256__a',
  ],
  ['x/app-1.pom', [file('x/app-1.pom', 9, true), file('x/app-1.jar', 1)], 'x/app-1.jar'],
])('shows an archive first, the lead file if it is one: %s', (lead, files, first) => {
  expect(archivePaths(files, lead)[0]).toBe(first);
});
