import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

describe('redact', () => {
  it.each([
    ['/ui/auth/validatetoken?key=abc123&x=1', '/ui/auth/validatetoken?key=…&x=1'],
    ['/ui/login?jfClientSession=0f-1&jfClientName=cli', '/ui/login?jfClientSession=…&jfClientName=cli'],
    ['/a?q=monkey=1&TOKEN=x', '/a?q=monkey=1&TOKEN=…'],
    [
      '/access/api/v2/authentication/jfrog_client_login/token/0f-1?x',
      '/access/api/v2/authentication/jfrog_client_login/token/…?x',
    ],
    ['/ui/oauth/one/login?registrationToken=0f-1&x=1', '/ui/oauth/one/login?registrationToken=…&x=1'],
    [
      '/out?id_token_hint=ey.J.x&RelayState=a&SAMLRequest=b',
      '/out?id_token_hint=…&RelayState=…&SAMLRequest=…',
    ],
    [
      '/login?redirectTo=%2Fui%2Finvitation%3Ftoken%3D0f-1%2Fa%26x%3D1&y=1',
      '/login?redirectTo=%2Fui%2Finvitation%3Ftoken%3D…%26x%3D1&y=1',
    ],
    ['/l?r=%252Fa%253Fx%253D1%2526key%253D0f-1%2526y', '/l?r=%252Fa%253Fx%253D1%2526key%253D…%2526y'],
    ['sent lading_at_abcDEF-_1 along', 'sent lading_at_… along'],
    ['sent lading_cs_abcDEF-_1 and lading_ac_x', 'sent lading_cs_… and lading_ac_…'],
    ['POST /token?client_secret=s3cret&code_verifier=v', 'POST /token?client_secret=…&code_verifier=…'],
    ['authorization: Bearer abcdefgh.ijk', 'authorization: Bearer …'],
    ['authorization: Basic YWRtaW46cGFzcw==', 'authorization: Basic …'],
    ['connect to postgresql://lading:secret@db:5432/x', 'connect to postgresql://…@db:5432/x'],
    [
      'postgresql://db/x?sslmode=require&sslpassword=s3cret',
      'postgresql://db/x?sslmode=require&sslpassword=…',
    ],
    ['{"cookie":"__Host-lading=abcdefghijklmnopqrstuvwxyz"}', '{"cookie":"__Host-lading=…"}'],
  ])('%s', (text, redacted) => {
    expect(redact(text)).toBe(redacted);
  });

  it('keeps text that is not secret', () => {
    const text = '/artifactory/api/npm/npm/@scope%2Fname?write=true and a token of user rosa';
    expect(redact(text)).toBe(text);
  });
});
