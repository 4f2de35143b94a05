import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

/** A public URL that works without a build of the console. */
const page = '/ui/api/v1/access/auth/loginRelatedData';

async function statusFor(platform: TestPlatform, host: string, url = page): Promise<number> {
  return (await platform.app.inject({ url, headers: { host } } as InjectOptions)).statusCode;
}

describe('on the loopback interface, without a public URL', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  });
  afterAll(() => platform.close());

  it.each([
    'localhost',
    'LOCALHOST:8082',
    'localhost.',
    'docker-local.localhost:8082',
    '127.0.0.1:8082',
    '127.8.9.10',
    '[::1]:8082',
    '[::1]',
  ])('accepts %s', async (host) => {
    expect(await statusFor(platform, host)).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:8082',
    'localhost.evil.example',
    'notlocalhost',
    '127.0.0.1.evil.example',
    '10.0.0.5:8082',
    '[::2]:8082',
  ])('returns 421 for "%s", to every kind of client', async (host) => {
    for (const url of [page, '/v2/', '/artifactory/api/npm/npm/x', '/nowhere', '/ui/api/v1/ui/auth/current'])
      expect(await statusFor(platform, host, url)).toBe(421);
  });

  it('reports what is wrong and what to do', async () => {
    const answer = await platform.app.inject({ url: page, headers: { host: 'evil.example' } });
    expect(answer.json().errors[0]).toEqual({
      code: 'MISDIRECTED_REQUEST',
      message:
        'Invalid Host header "evil.example". The server listens on the loopback interface and expects a loopback name such as localhost. Set LADING_PUBLIC_URL to the URL that users type.',
    });
    expect(answer.headers).toMatchObject({ 'x-frame-options': 'DENY' });
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  it.each([
    '/artifactory/api/system/ping',
    '/artifactory/api/v1/system/readiness',
    '/router/api/v1/system/health?x=1',
  ])('responds to the probe %s for any host name', async (url) => {
    expect(await statusFor(platform, '10.0.0.5:8082', url)).toBe(200);
  });
});

describe('on other interfaces, or with a public URL', () => {
  let platform: TestPlatform;
  afterEach(() => platform.close());

  it('accepts only the public host name and its subdomains, and sends HSTS for https', async () => {
    platform = await testPlatform({ env: { LADING_PUBLIC_URL: 'https://packages.example.org:8443' } });
    for (const host of [
      'packages.example.org:8443',
      'PACKAGES.example.org',
      'docker-local.packages.example.org',
    ])
      expect(await statusFor(platform, host)).toBe(200);
    for (const host of [
      'localhost',
      '127.0.0.1:8082',
      'example.org',
      'evilpackages.example.org',
      'evil.example',
    ])
      expect(await statusFor(platform, host)).toBe(421);
    const answer = await platform.app.inject(page);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('sends no HSTS for a public URL of http', async () => {
    platform = await testPlatform({ env: { LADING_PUBLIC_URL: 'http://packages.example.org' } });
    expect((await platform.app.inject(page)).headers['strict-transport-security']).toBeUndefined();
  });

  it('accepts any name on other interfaces', async () => {
    platform = await testPlatform({ env: { LADING_HOST: '0.0.0.0' } });
    expect(await statusFor(platform, 'packages.example.org')).toBe(200);
    expect(await statusFor(platform, '[2001:db8::1]:8082')).toBe(200);
  });

  it('ignores X-Forwarded-Host unless sent by a trusted proxy', async () => {
    platform = await testPlatform({ env: { LADING_TRUSTED_PROXIES: '10.1.1.1' } });
    const ask = (remoteAddress: string) =>
      platform.app.inject({
        url: page,
        remoteAddress,
        headers: { host: 'evil.example', 'x-forwarded-host': 'localhost' },
      });
    expect((await ask('10.9.9.9')).statusCode).toBe(421);
    expect((await ask('10.1.1.1')).statusCode).toBe(200);
  });
});
