import { describe, expect, it } from 'vitest';
import { storable } from './storable.ts';

const file = { path: 'a', size: 1, sha256: '', sha1: '', md5: '', mimeType: '' };
const licencesOf = (licenses: string[], version = '1') =>
  storable({
    ...{ repo: 'docker-local', type: 'docker', name: 'a', version, created: new Date(0) },
    ...{ licenses, leadFile: 'a', files: [file] },
  }).licenses;

describe('the licences of a version', () => {
  const expression = (length: number) => `MIT${' AND Apache-2.0'.repeat(200)}`.slice(0, length);

  it('are kept as long as they can be judged', () => {
    expect(licencesOf([expression(2000)])).toEqual([expression(2000)]);
  });

  it('show where they were cut, as what is left could be another licence', () => {
    expect(licencesOf([expression(2001)])).toEqual([`${expression(1999)}…`]);
  });

  it('fit with their version into a row of the violations’ index, which has 2704 bytes at most', () => {
    const bytes = (licence: string, version: string) =>
      Buffer.byteLength(licencesOf([licence], version).concat(version).join(''));
    for (const licence of [expression(3000), '漢'.repeat(3000), `${expression(2500)}漢`])
      for (const version of ['1'.repeat(256), '漢'.repeat(256)])
        expect(bytes(licence, version)).toBeLessThan(2600);
  });

  it('are cut as characters, without what the database cannot hold', () => {
    expect(licencesOf(['M\0IT', ''])).toEqual(['MIT']);
  });
});
