import { describe, expect, it } from 'vitest';
import { redact, redactorOf } from './redact.ts';

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
    ['https://a.example.org/c/f?sv=2024&sig=ab%2Bc%3D&se=1', 'https://a.example.org/c/f?sv=2024&sig=…&se=1'],
    [
      'GET /k?X-Amz-Credential=AKIA%2F20260131%2Faws4_request&X-Amz-Expires=60&X-Amz-Security-Token=t&X-Amz-Signature=0f1 failed',
      'GET /k?X-Amz-Credential=…&X-Amz-Expires=60&X-Amz-Security-Token=…&X-Amz-Signature=… failed',
    ],
    [
      '/k?X-Goog-Credential=robot%40x&X-Goog-Signature=0f&AWSAccessKeyId=AKIA&Signature=a%3D&Expires=1',
      '/k?X-Goog-Credential=…&X-Goog-Signature=…&AWSAccessKeyId=…&Signature=…&Expires=1',
    ],
    [
      '/l?to=https%3A%2F%2Fb%2Fk%3Fa%3D1%26X-Amz-Signature%3D0f1%26b',
      '/l?to=https%3A%2F%2Fb%2Fk%3Fa%3D1%26X-Amz-Signature%3D…%26b',
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

describe('redactorOf', () => {
  const clean = redactorOf(['s3cret/of+one', 's3cret/of+one, and more', 'short']);

  it('removes secrets in each encoding, the longest first', () => {
    const secret = 's3cret/of+one';
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      expect(clean(`before ${form} after`)).toBe('before … after');
    expect(clean('s3cret/of+one, and more.')).toBe('….');
  });

  it('keeps values that occur by chance, and removes secrets of URLs', () => {
    expect(clean('a short text?sig=abc')).toBe('a short text?sig=…');
    expect(redactorOf([])('a text')).toBe('a text');
  });
});
