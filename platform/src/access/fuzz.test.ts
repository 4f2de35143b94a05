import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withStorage } from '../database/db.ts';
import { fuzzRoundsOf } from '../testing/full.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { beginEnrollment, checkSecondFactor, confirmEnrollment } from './mfa/secondFactor.ts';
import { deviceCode } from './mfa/testing/deviceCode.ts';
import { samlOf } from './saml/provider.ts';
import { readResponse } from './saml/readResponse.ts';
import { TestIdp } from './saml/testing/TestIdp.ts';
import { SsoError } from './sso/SsoError.ts';
import { createUser } from './users.ts';

/** Deterministic, so that failures are reproducible. */
function* numbers(seed: string): Generator<number> {
  for (let round = 0; ; round++) {
    const bytes = createHash('sha256').update(`${seed} ${round}`).digest();
    for (let at = 0; at < 32; at += 4) yield bytes.readUInt32BE(at);
  }
}

const origin = 'https://packages.example.org';
const idp = new TestIdp();
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_PUBLIC_URL: origin } });
});
afterAll(() => platform.close());

/** `LADING_FUZZ=10000` takes minutes. */
const howMany = fuzzRoundsOf(1000);

describe(`${howMany} generated`, () => {
  it('targets redirect only to paths of this console [login-15]', async () => {
    const next = numbers('redirect');
    const pick = (list: readonly string[]) => list[(next.next().value ?? 0) % list.length] ?? '';
    const parts = [
      '/',
      '//',
      '\\',
      '/\\',
      '%2f',
      '%5c',
      '%252f',
      '..',
      '.',
      '@',
      ':',
      ';',
      '?',
      '#',
      '\t',
      '\n',
      '\0',
      '%00',
      '%0d%0a',
    ];
    const words = [
      'ui',
      'packages',
      'evil.example',
      'https:',
      'javascript:',
      'data:',
      '\u2044',
      '\uff0f',
      '%E2%81%84',
      'packages.example.org',
      'localhost',
      '[::1]',
      'x',
    ];
    const wrong: string[] = [];
    for (let at = 0; at < howMany; at++) {
      const length = 1 + ((next.next().value ?? 0) % 7);
      const target = Array.from({ length }, (_, part) => pick(part % 2 === 0 ? parts : words)).join('');
      const url = `/ui/api/v1/ui/auth/redirect?redirectTo=${encodeURIComponent(target)}`;
      const answer = await platform.app.inject({ url, headers: { host: 'packages.example.org' } });
      if (answer.statusCode === 400) continue;
      const led = new URL(answer.json().url, origin);
      const foreign = led.origin !== origin || /^\/[/\\]/.test(answer.json().url);
      if (answer.statusCode !== 200 || foreign) wrong.push(`${JSON.stringify(target)}: ${answer.statusCode}`);
    }
    expect(wrong).toEqual([]);
  });

  it('tokens, keys, and sessions are rejected', async () => {
    const next = numbers('tokens');
    const seen = new Map<number, number>();
    for (let at = 0; at < howMany; at++) {
      const number = next.next().value ?? 0;
      const random = createHash('sha256').update(String(number)).digest('base64url');
      const token =
        [
          `lading_at_${random}`,
          `lading_ak_${random}`,
          random,
          `lading_at_${'x'.repeat(number % 3000)}`,
          `${random}.${random}.${random}`,
          ' ',
          `lading_at_\u00e9${random}`,
        ][at % 7] ?? '';
      const headers = [
        { authorization: `Bearer ${token}` },
        { 'x-jfrog-art-api': token },
        { cookie: `__Host-lading=${encodeURIComponent(token)}` },
        { authorization: `Basic ${Buffer.from(`admin:lading_at_${token}`).toString('base64')}` },
      ][number % 4] as Record<string, string>;
      const answer = await platform.app.inject({ url: '/ui/api/v1/ui/auth/current', headers });
      seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1);
    }
    expect([...seen.keys()]).toEqual([401]);
  });

  it('codes are rejected for MFA', async () => {
    await withStorage(platform.storage, async () => {
      const { seal } = platform.app;
      await createUser('rosa', { password: 'an old tune of the sea' });
      const holder = Buffer.from('a holder');
      const { secret } = await beginEnrollment(holder, 'rosa', 'Lading', seal);
      expect(await confirmEnrollment(holder, 'rosa', deviceCode(secret), seal)).toHaveLength(10);
      const good = [-2, -1, 0, 1, 2, 3, 4].map((step) => deviceCode(secret, step));
      const next = numbers('codes');
      for (let at = 0; at < howMany; at++) {
        const number = next.next().value ?? 0;
        const code =
          [
            String(number % 1_000_000).padStart(6, '0'),
            String(number),
            `${number}`.slice(0, 5),
            `\u0661${number}`,
            '',
            `${number % 1e6}e0`,
            'x'.repeat(number % 64),
            `0x${number.toString(16)}`,
            `\0${number}`,
          ][at % 9] ?? '';
        if (good.includes(code) || code.includes('\0')) continue;
        expect([code, await checkSecondFactor('rosa', code, seal)]).toEqual([code, undefined]);
      }
    });
  });

  it('SAML responses are rejected', async () => {
    // The XML parser logs its opinion of each.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const settings = {
      ...{
        name: 'saml',
        enabled: true,
        displayName: '',
        idpEntityId: idp.entityId,
        loginUrl: idp.loginUrl,
        logoutUrl: '',
      },
      ...{ certificates: [idp.certificate], entityId: 'lading', userNameAttribute: '', emailAttribute: '' },
      ...{ groupsAttribute: '', createUsers: true, linkExisting: false, signRequests: false },
    };
    const use = { origin, seal: platform.app.seal };
    await withStorage(platform.storage, async () => {
      const id = '_a-request';
      const saml = await samlOf(settings, { ...use, requestId: id });
      const address = await saml.getAuthorizeUrlAsync('state', undefined, {});
      const { SAMLResponse } = await idp.answer(address, { id: 'rosa', displayName: 'Rosa' });
      const xml = Buffer.from(SAMLResponse, 'base64').toString();
      const next = numbers('saml');
      const changes = [
        '',
        '<',
        '>',
        '&',
        '"',
        '\0',
        'admin',
        '<x/>',
        '<!---->',
        ']]>',
        'ID="_x"',
        '&#x0;',
        '\u202e',
      ];
      for (let at = 0; at < howMany; at++) {
        const [where, length, change] = [
          next.next().value ?? 0,
          next.next().value ?? 0,
          next.next().value ?? 0,
        ];
        const start = where % xml.length;
        const changed =
          xml.slice(0, start) + changes[change % changes.length] + xml.slice(start + (length % 40));
        // The request is pending again, so that only the response matters.
        await saml.options.cacheProvider.saveAsync(id, new Date().toISOString());
        const encoded = Buffer.from(changed).toString('base64');
        const read = await readResponse(settings, use, id, encoded).catch((error: unknown) => error);
        if (read instanceof SsoError) continue;
        // An unchanged signed part returns the signed content.
        expect([changed, read]).toEqual([changed, expect.objectContaining({ userName: 'rosa' })]);
      }
    });
  }, 900_000);
});
