import { describe, expect, it } from 'vitest';
import { indexEntry } from './indexEntry.ts';

const file = {
  path: 'a/-/a-1.0.0.tgz',
  size: 1,
  sha256: '',
  sha1: '',
  md5: '',
  mimeType: 'application/gzip',
};
const licensesOf = (manifest: Record<string, unknown>) =>
  indexEntry({ repo: 'npm-local', name: 'a', version: '1.0.0', manifest, created: new Date(0), file })
    .licenses;

describe('the licenses of a manifest', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{ license: 'MIT' }, ['MIT']],
    [{ license: '(MIT OR Apache-2.0)' }, ['(MIT OR Apache-2.0)']],
    // As they were written before there were identifiers.
    [{ license: 'Apache 2.0' }, ['Apache-2.0']],
    [{ license: 'GPLv3+' }, ['GPL-3.0-or-later']],
    [{ license: { type: 'New BSD', url: 'https://example.org/bsd' } }, ['BSD-3-Clause']],
    [{ license: { url: 'https://opensource.org/licenses/MIT' } }, ['MIT']],
    [
      { licenses: [{ type: 'MIT' }, { type: 'GPL-2.0', url: 'x' }, { type: 'The MIT License' }] },
      ['MIT', 'GPL-2.0-only'],
    ],
    [{ license: 'UNLICENSED' }, ['UNLICENSED']],
    [{ license: 'SEE LICENSE IN LICENSE.md' }, ['SEE LICENSE IN LICENSE.md']],
    [{ license: 7, licenses: [null, {}, ''] }, []],
    [{}, []],
  ])('of %j are %j', (manifest, expected) => {
    expect(licensesOf(manifest)).toEqual(expected);
  });
});
