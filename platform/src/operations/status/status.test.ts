import type { DependencyStatus, DependencyStatuses, NodeStatuses } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectTo } from '../../database/connectTo.ts';
import { db, withStorage } from '../../database/db.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import { readNodeId } from '../../settings/nodeId.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const status = '/ui/api/v1/system/status';
const other = 'lading-00000000000b';
let platform: TestPlatform;
let node: string;
let installation: string;
beforeAll(async () => {
  platform = await testPlatform();
  node = readNodeId(platform.settings.home);
  installation = (await inDatabase(sql`select id from installation`))[0]?.id ?? '';
});
afterAll(() => platform.close());

const inDatabase = (query: ReturnType<typeof sql>) =>
  withStorage(platform.storage, async () => (await db().execute<{ id: string }>(query)).rows);
const call = (method: 'GET' | 'DELETE', url: string) =>
  platform.app.inject({ method, url, headers: { authorization: platform.adminAuth } });
const nodes = async (path = 'nodes') => (await call('GET', `${status}/${path}`)).json<NodeStatuses>().nodes;
const addNode = (age: string) =>
  inDatabase(sql`insert into nodes (id, started, heartbeat, version, services)
    values (${other}, now() - interval '3 days', now() - ${age}::interval, '0.1.0', '{access,artifactory,mc}')
    on conflict (id) do update set heartbeat = excluded.heartbeat, services = excluded.services`);

describe('the service status', () => {
  it('lists each service of this node, online and healthy [stat-01]', async () => {
    await vi.waitFor(async () => expect(await nodes()).not.toEqual([]), { timeout: 20_000 });
    const listed = await nodes();
    expect(listed.map(({ service_id }) => service_id)).toEqual(
      ['jfds', 'jfmc', 'jfrt', 'jfxr'].map((key) => `${key}@${installation}`),
    );
    const artifactory = listed[2];
    expect(artifactory).toEqual({
      service_id: `jfrt@${installation}`,
      node_id: node,
      status: 'Online',
      state: 'HEALTHY',
      message: '',
      last_heartbeat: expect.any(Number),
      uptime: expect.any(Number),
      micro_services: ['access', 'artifactory', 'metadata', 'tracker'],
      version: '0.1.0',
    });
    const { last_heartbeat = 0, uptime = 0 } = artifactory ?? {};
    expect(Math.abs(Date.now() - last_heartbeat)).toBeLessThan(60_000);
    expect(Math.abs(last_heartbeat - uptime - process.uptime() * 1000)).toBeLessThan(60_000);
    expect(await nodes('ha')).toEqual(listed);
  });

  it('lists the services of all nodes, and those without a recent heartbeat as offline [stat-01]', async () => {
    await addNode('2 minutes');
    const offline = (await nodes()).filter(({ node_id }) => node_id === other);
    expect(offline.map(({ status: shown, state }) => [shown, state])).toEqual([
      ['Offline', 'UNKNOWN'],
      ['Offline', 'UNKNOWN'],
    ]);
    const [first] = offline;
    expect((first?.last_heartbeat ?? 0) - (first?.uptime ?? 0)).toBeCloseTo(3 * 86_400_000 - 120_000, -3);
  });

  it('reports several nodes to the console [stat-01]', async () => {
    const footer = async () => (await call('GET', '/ui/api/v1/system/auth/screen/footer')).json();
    await inDatabase(sql`delete from nodes where id = ${other}`);
    expect(await footer()).toMatchObject({ haConfigured: false });
    await addNode('2 minutes');
    expect(await footer()).toMatchObject({ haConfigured: true });
    await addNode('2 days');
    expect(await footer()).toMatchObject({ haConfigured: false });
    await addNode('2 minutes');
  });

  it('removes the services of an offline node, but never of an online one [stat-01] [stat-03]', async () => {
    const topology = (key: string, id: string) =>
      call('DELETE', `/access/api/v1/topology/${key}@${installation}/${id}`);
    await addNode('1 second');
    const online = await topology('jfmc', other);
    expect([online.statusCode, online.json().errors[0].code]).toEqual([409, 'NODE_ONLINE']);
    expect((await topology('jfrt', node)).statusCode).toBe(409);
    await addNode('2 minutes');
    expect((await topology('jfmc', other)).statusCode).toBe(204);
    const log = (await call('GET', '/access/api/v1/audit?event=node-removed')).json();
    expect(log.events[0]?.detail).toBe(`jfmc@${installation} on node ${other} was removed`);
    const left = (await nodes()).filter(({ node_id }) => node_id === other);
    expect(left.map(({ service_id }) => service_id)).toEqual([`jfrt@${installation}`]);
    const again = await topology('jfmc', other);
    expect([again.statusCode, again.json().errors[0].code]).toEqual([404, 'NODE_NOT_FOUND']);
    expect((await topology('jfrt', other)).statusCode).toBe(204);
    expect(await inDatabase(sql`select 1 from nodes where id = ${other}`)).toEqual([]);
  });

  it('has the calls for Mission Control and for the health of the services [stat-01]', async () => {
    const enabled = await call('GET', '/ui/api/v1/system/ismicroserviceenabled/mc');
    expect(enabled.json()).toEqual({ enabled: true });
    const health = (await call('GET', '/router/api/v1/system/health')).json();
    expect(health.router).toMatchObject({ node_id: node, state: 'HEALTHY' });
    expect(health.services[0]).toMatchObject({ state: 'HEALTHY' });
  });

  it('shows a gracefully stopped node as offline immediately [stat-01]', async () => {
    const { markStopped } = await import('./nodes.ts');
    await withStorage(platform.storage, () => markStopped(node));
    expect((await nodes()).every(({ status: shown }) => shown === 'Offline')).toBe(true);
  });
});

describe('the dependencies', () => {
  const dependencies = async () =>
    (await call('GET', `${status}/dependencies`)).json<DependencyStatuses>().dependencies;
  const find = async (kind: DependencyStatus['kind'], name = '') =>
    (await dependencies()).find((each) => each.kind === kind && each.name === name);

  it('are checked: database, blob store, and disk; email is off if not configured', async () => {
    expect(await find('database')).toMatchObject({ state: 'ok', response_millis: expect.any(Number) });
    expect(await find('blobs')).toMatchObject({ state: 'ok' });
    expect(await find('disk')).toMatchObject({ state: 'ok', free_bytes: expect.any(Number) });
    expect(await find('mail')).toEqual({ kind: 'mail', name: '', state: 'off' });
  });

  it('show the last error of an upstream, without its secrets', async () => {
    const url = 'http://127.0.0.1:1/';
    await platform.createRepository('far', { rclass: 'remote', packageType: 'generic', url });
    expect(await find('upstream', 'far')).toMatchObject({ state: 'unknown' });
    await withStorage(platform.storage, () =>
      outgoing()
        .request(`${url}x?token=c4nary`, { allowLoopback: true })
        .catch(() => undefined),
    );
    const upstream = await find('upstream', 'far');
    expect(upstream).toMatchObject({
      state: 'failed',
      last_error: { message: expect.stringContaining('ECONNREFUSED'), time: expect.any(Number) },
    });
    expect(JSON.stringify(upstream)).not.toContain('c4nary');
  });

  it('are unknown, not missing, while the database that lists them fails', async () => {
    const url = 'http://127.0.0.1:1/';
    await platform.createRepository('near', { rclass: 'remote', packageType: 'generic', url });
    const before = await dependencies();
    const { connected, close } = connectTo('postgresql://127.0.0.1:1/none');
    const broken = { ...platform.storage, ...connected };
    const failing = await withStorage(broken, () => platform.app.platform.dependencies.check());
    await close();
    const stateOf = (list: DependencyStatus[]) =>
      Object.fromEntries(list.map(({ kind, name, state }) => [`${kind} ${name}`.trim(), state]));
    expect(stateOf(failing)).toMatchObject({
      ...{ database: 'failed', blobs: 'ok', mail: 'unknown' },
      ...{ 'upstream far': 'unknown', 'upstream near': 'unknown' },
    });
    expect(Object.keys(stateOf(failing))).toEqual(Object.keys(stateOf(before)));
    expect(stateOf(await dependencies())).toEqual(stateOf(before));
  });
});
