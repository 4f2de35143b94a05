import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { integrityFault, integrityOf } from './integrity.ts';

const bytes = Buffer.from('the bytes');
const hash = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
const blob = {
  sha512: hash('sha512'),
  sha256: hash('sha256'),
  sha1: hash('sha1'),
  md5: hash('md5'),
  size: bytes.length,
};
const base64 = (algorithm: string) => createHash(algorithm).update(bytes).digest('base64');

describe('integrityFault', () => {
  it('accepts matching hashes', () => {
    expect(integrityFault({}, blob)).toBeUndefined();
    expect(integrityFault({ integrity: integrityOf(blob), shasum: blob.sha1 }, blob)).toBeUndefined();
    expect(
      integrityFault({ integrity: `sha1-AAAA sha512-AAAA sha512-${base64('sha512')}` }, blob),
    ).toBeUndefined();
    expect(integrityFault({ integrity: `sha1-${base64('sha1')}` }, blob)).toBeUndefined();
  });

  it.each([
    [{ shasum: '00' }, 'shasum'],
    [{ integrity: 'sha512-AAAA' }, 'sha512'],
    [{ integrity: `sha512-AAAA sha1-${base64('sha1')}` }, 'sha512'],
    [{ integrity: 'crc32-AAAA' }, 'contains none'],
    [{ integrity: '' }, 'contains none'],
  ])('explains the mismatch of %j', (claimed, message) => {
    expect(integrityFault(claimed, blob)).toContain(message);
  });
});
