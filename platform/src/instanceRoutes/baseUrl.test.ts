import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const url = '/ui/api/v1/system/base-url';
const script = '/artifactory/api/system/configuration/baseUrl';
const base = 'https://packages.example.org';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_HOST: '0.0.0.0' } });
});
afterAll(() => platform.close());

const send = (method: 'GET' | 'PUT', at: string, payload?: object | string, headers = {}) =>
  platform.app.inject({
    method,
    url: at,
    headers: { authorization: platform.adminAuth, host: 'inside.example', ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
const realm = async () => {
  const { headers } = await platform.app.inject({ url: '/v2/', headers: { host: 'inside.example' } });
  return String(headers['www-authenticate']);
};

it('starts the links of answers with the base URL, once administrators set it [adm-01]', async () => {
  expect((await send('GET', url)).json()).toEqual({ url: '' });
  expect(await realm()).toContain('http://inside.example/');
  expect((await send('PUT', url, { url: `${base}/` })).json()).toEqual({ url: base });
  expect(await realm()).toContain(`realm="${base}/`);
  const { body } = await send('GET', '/artifactory/api/system/ping');
  expect(body).toBe('OK');
});

it('accepts the pages of the console at the host name that they use', async () => {
  const changed = await send('PUT', url, { url: base }, { origin: 'http://inside.example' });
  expect(changed.statusCode).toBe(200);
  const foreign = await send('PUT', url, { url: base }, { origin: 'http://evil.example' });
  expect(foreign.json().errors[0].code).toBe('CROSS_SITE');
});

it.each([
  'javascript:alert(1)',
  `${base}/artifactory`,
  'https://user:secret@packages.example.org',
  'packages.example.org',
  'https://a b',
  'ftp://a',
])('rejects %s as the base URL', async (typed) => {
  const refused = await send('PUT', url, { url: typed });
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([400, 'BAD_BASE_URL']);
});

it('takes and removes it as plain text, as scripts send it, and records both', async () => {
  const text = { 'content-type': 'text/plain' };
  const answer = await send('PUT', script, 'http://other.example:8082\n', text);
  expect(answer.body).toBe('URL base has been successfully updated to "http://other.example:8082".\n');
  expect((await send('GET', url)).json()).toEqual({ url: 'http://other.example:8082' });
  expect((await send('PUT', script, '', text)).statusCode).toBe(200);
  expect((await send('GET', url)).json()).toEqual({ url: '' });
  const log = (await send('GET', '/access/api/v1/audit?event=settings-changed')).json();
  expect(JSON.stringify(log)).toContain('Base URL removed');
  expect(JSON.stringify(log)).toContain('Base URL changed to http://other.example:8082');
});

it('does not change what LADING_PUBLIC_URL sets', async () => {
  const fixed = await testPlatform({ env: { LADING_PUBLIC_URL: base } });
  const headers = { authorization: fixed.adminAuth, host: 'packages.example.org' };
  try {
    expect((await fixed.app.inject({ url, headers })).json()).toEqual({ url: base, fixed: true });
    const refused = await fixed.app.inject({ method: 'PUT', url, headers, payload: { url: '' } });
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([409, 'BASE_URL_FIXED']);
  } finally {
    await fixed.close();
  }
});
