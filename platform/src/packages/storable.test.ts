import { describe, expect, it } from 'vitest';
import { checkNames, storable } from './storable.ts';

const file = { path: 'a', size: 1, sha256: '', sha1: '', md5: '', mimeType: '' };
const licensesOf = (licenses: string[], version = '1') =>
  storable({
    ...{ repo: 'docker-local', type: 'docker', name: 'a', version, created: new Date(0) },
    ...{ licenses, leadFile: 'a', files: [file] },
  }).licenses;

describe('the licenses of a version', () => {
  const expression = (length: number) => `MIT${' AND Apache-2.0'.repeat(200)}`.slice(0, length);

  it('are stored up to the length that can be evaluated', () => {
    expect(licensesOf([expression(2000)])).toEqual([expression(2000)]);
  });

  it('show truncation, because the rest could be another license', () => {
    expect(licensesOf([expression(2001)])).toEqual([`${expression(1999)}…`]);
  });

  it('fit with their version into an index row of violations, 2704 bytes at most', () => {
    const bytes = (license: string, version: string) =>
      Buffer.byteLength(licensesOf([license], version).concat(version).join(''));
    for (const license of [expression(3000), '漢'.repeat(3000), `${expression(2500)}漢`])
      for (const version of ['1'.repeat(256), '漢'.repeat(256)])
        expect(bytes(license, version)).toBeLessThan(2600);
  });

  it('are cut between characters, without characters that the database cannot store', () => {
    expect(licensesOf(['M\0IT', ''])).toEqual(['MIT']);
  });
});

it.each([
  ['', 'it is empty'],
  ['a'.repeat(1025), 'it is longer than 1024 characters'],
  ['a\nb', 'it contains a control character'],
])('rejects the package name %j with the reason', (name, reason) => {
  const shown = JSON.stringify(name.slice(0, 100));
  expect(() => checkNames({ name, version: '1' })).toThrow(`Invalid package name ${shown}: ${reason}`);
});
