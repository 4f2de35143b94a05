import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { worksInMaintenance } from './installMaintenance.ts';

const url = '/ui/api/v1/system/maintenance';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await platform.createRepository('files', { rclass: 'local', packageType: 'generic' });
  await send('PUT', '/artifactory/files/a.txt', 'first');
});
afterAll(() => platform.close());

const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH', at: string, payload?: object | string) =>
  platform.app.inject({
    method,
    url: at,
    headers: { authorization: platform.adminAuth },
    ...(payload === undefined ? {} : { payload }),
  });
const turn = (enabled: boolean, message = '') => send('PUT', url, { enabled, message });

describe('maintenance mode', () => {
  it('is off by default', async () => {
    expect((await send('GET', url)).json()).toEqual({ enabled: false, message: '' });
    expect((await send('GET', '/ui/api/v1/system/auth/screen/footer')).json()).not.toHaveProperty(
      'maintenance',
    );
  });

  it('lets jobs that delete content wait, and others run [adm-01]', async () => {
    const ran: string[] = [];
    const { jobs } = platform.app;
    const job = (name: string, more: object) =>
      jobs.define({ name, description: '', cluster: 'one', ...more, run: async () => ran.push(name) });
    job('test-deletes', { deletes: true });
    job('test-counts', {});
    await turn(true);
    for (const name of ['test-deletes', 'test-counts']) await jobs.runNow(name);
    await vi.waitFor(() => expect(ran).toEqual(['test-counts']));
    await turn(false);
    await jobs.runNow('test-deletes');
    await vi.waitFor(() => expect(ran).toEqual(['test-counts', 'test-deletes']));
  });

  it('rejects uploads, deletions, and settings, with the message and a retry time [adm-01]', async () => {
    expect((await turn(true, 'Back at noon.')).statusCode).toBe(200);
    const writes = [
      await send('PUT', '/artifactory/files/b.txt', 'second'),
      await send('DELETE', '/artifactory/files/a.txt'),
      await send('PUT', '/artifactory/api/repositories/more', { rclass: 'local', packageType: 'generic' }),
      await send('PUT', '/ui/api/v1/system/auth/screen/footer', { serverName: 'Other' }),
      await send('POST', '/access/api/v1/tokens', { description: 'x' }),
      await send('PUT', '/artifactory/api/npm/npm-local/tea', {}),
    ];
    for (const answer of writes) {
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '300']);
      expect(answer.body).toContain('read-only for maintenance');
      expect(answer.body).toContain('Back at noon.');
    }
    expect(writes[0]?.json().errors[0].code).toBe('MAINTENANCE');
    expect((await send('GET', '/artifactory/files/a.txt')).body).toBe('first');
    expect((await send('GET', '/artifactory/files/b.txt')).statusCode).toBe(404);
  });

  it('allows sign-in, searches, audits, and tests', async () => {
    const login = { user: 'admin', password: platform.adminPassword, type: 'login' };
    const reads = [
      await send('POST', '/ui/api/v1/ui/auth/login', login),
      await send('POST', '/artifactory/api/search/aql', 'items.find({"repo":"files"})'),
      await send('POST', '/artifactory/api/npm/npm-local/-/npm/v1/security/advisories/bulk', {}),
      await send('POST', '/event/api/v1/subscriptions/test', {}),
      await send('POST', '/ui/api/v1/ui/auth/logout'),
    ];
    expect(reads.map(({ statusCode }) => statusCode)).not.toContain(503);
    expect(reads[0]?.statusCode).toBe(200);
  });

  it('depends on the route, not on the text of the URL', async () => {
    for (const path of [
      '/artifactory/files/-/npm/v1/security/x',
      '/artifactory/files/plan',
      '/artifactory/files/test',
    ])
      expect((await send('PUT', path, 'x')).statusCode, path).toBe(503);
    const publish = await send('PUT', '/artifactory/api/npm/npm-local/-/npm/v1/security/x', {});
    expect(publish.statusCode).toBe(503);
  });

  it('shows the message to everyone until it is turned off', async () => {
    const footer = async () =>
      (await platform.app.inject({ url: '/ui/api/v1/system/auth/screen/footer' })).json();
    expect(await footer()).toMatchObject({ maintenance: 'Back at noon.' });
    expect((await turn(false)).json()).toEqual({ enabled: false, message: '' });
    expect(await footer()).not.toHaveProperty('maintenance');
    expect((await send('PUT', '/artifactory/files/b.txt', 'second')).statusCode).toBe(201);
  });

  it('is recorded', async () => {
    const { events } = (await send('GET', '/access/api/v1/audit?event=settings-changed')).json();
    expect(events.map(({ detail }: { detail: string }) => detail).slice(0, 2)).toEqual([
      'Maintenance mode off',
      'Maintenance mode on. Message: Back at noon.',
    ]);
  });

  it('rejects every other route that is not listed here', () => {
    const open = platform.app.routeTable
      .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
      .filter(({ method, url: route }) => worksInMaintenance(method, route, route))
      .map(({ method, url: route }) => `${method} ${route}`);
    expect([...new Set(open)].sort()).toMatchSnapshot();
  });
});
