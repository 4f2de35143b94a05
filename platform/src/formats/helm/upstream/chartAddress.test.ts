import { describe, expect, it } from 'vitest';
import { chartAddress } from './chartAddress.ts';

const base = 'https://up.example.org/team/charts/index.yaml';

describe('the URL of a chart in an index', () => {
  it.each([
    ['web-1.0.0.tgz', 'https://up.example.org/team/charts/web-1.0.0.tgz'],
    ['packed/deep/web-1.0.0.tgz', 'https://up.example.org/team/charts/packed/deep/web-1.0.0.tgz'],
    ['../packed/web-1.0.0.tgz', 'https://up.example.org/team/packed/web-1.0.0.tgz'],
    ['/elsewhere/web-1.0.0.tgz', 'https://up.example.org/elsewhere/web-1.0.0.tgz'],
    ['//files.example.org/web-1.0.0.tgz', 'https://files.example.org/web-1.0.0.tgz'],
    ['https://files.example.org/a/web.tgz?of=1', 'https://files.example.org/a/web.tgz?of=1'],
    ['web-1.0.0%2Bbuild..2.tgz', 'https://up.example.org/team/charts/web-1.0.0%2Bbuild..2.tgz'],
    ['oci://registry.example.org/web', 'oci://registry.example.org/web'],
  ])('is resolved: %s', (given, url) => {
    expect(chartAddress(given, base)).toEqual({ url });
  });

  it.each([
    ['file:///etc/passwd', 'its scheme is file; expected http, https, or oci'],
    ['ftp://files.example.org/web.tgz', 'its scheme is ftp;'],
    ['data:application/gzip;base64,AAAA', 'its scheme is data;'],
    ['https://me:secret@files.example.org/web.tgz', 'it contains a user name or a password'],
    ['oci://me@registry.example.org/web', 'it contains a user name or a password'],
    ['http://', 'it is invalid'],
    ['../../../web.tgz', 'it is above the root of its host'],
    ['/../web.tgz', 'it is above the root of its host'],
    ['https://files.example.org/a/../../web.tgz', 'it is above the root of its host'],
    ['a/%2e%2E/web.tgz', "it contains an encoded '..'"],
    ['a/..%2fweb.tgz', "it contains an encoded '..'"],
    ['a\\..\\web.tgz', "it contains an encoded '..'"],
    ['https://files.example.org/a/.%2e%5cweb.tgz', "it contains an encoded '..'"],
  ])('is rejected: %s', (given, why) => {
    expect(chartAddress(given, base).refused).toContain(why);
  });
});
