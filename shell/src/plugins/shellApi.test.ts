import { HttpFailure, message, type Requirement } from '@lading/contract';
import { FakePeriodic, fakeShell, fakeUser } from '@lading/contract/testing';
import { describe, expect, it, vi } from 'vitest';
import type { Facts } from '../menu/facts.ts';
import { holds } from '../menu/rules.ts';
import { Registry } from '../registry/Registry.ts';
import type { Shell } from '../Shell.ts';
import type { HealthNews } from './HealthNews.ts';
import { PluginRecord } from './PluginRecord.ts';
import { type Contributors, contributorsOf, type SharedServices, shellApi } from './shellApi.ts';

describe('requirement checks for plugins', () => {
  it('have the same results in tests as in the console', () => {
    const shell = fakeShell();
    shell.features.on.add('COMMON.TESTED');
    const requirements: Requirement[] = [
      {},
      { hidden: true },
      { role: 'anyone' },
      { role: 'projectAdmin' },
      { role: 'admin' },
      { license: true },
      { license: ['JCR'] },
      { license: ['EDGE', 'ENTERPRISE_PLUS'] },
      { features: ['COMMON.TESTED'] },
      { features: ['COMMON.TESTED', 'COMMON.JCR'] },
      { withoutFeatures: ['COMMON.TESTED'] },
      { withoutFeatures: ['COMMON.JCR'] },
      { services: ['artifactory'] },
      { services: ['artifactory', 'xray'] },
      { cloud: true },
      { cloud: false },
      { project: 'one' },
      { project: 'all' },
    ];
    for (const role of ['anyone', 'user', 'projectAdmin', 'admin'] as const)
      for (const license of ['ENTERPRISE_PLUS', undefined] as const)
        for (const project of [undefined, 'tea']) {
          shell.user.current = fakeUser({
            admin: role === 'admin',
            anonymous: role === 'anyone',
            projectAdmin: role === 'projectAdmin',
          });
          shell.license.type = license;
          shell.project.current = project;
          const facts: Facts = {
            role,
            license,
            supported: (name) => shell.features.supported(name),
            available: (name) => shell.services.available(name),
            entitled: () => true,
            permits: () => true,
            cloud: false,
            project,
          };
          for (const requires of requirements)
            expect([role, license, project, requires, shell.allows(requires)]).toEqual([
              role,
              license,
              project,
              requires,
              holds(requires, facts),
            ]);
        }
  });
});

describe('periodic work of a plugin', () => {
  const periodic = new FakePeriodic();
  const mount = new AbortController();
  const services = { periodic } as unknown as SharedServices;
  const owner = { name: 'x', rank: 0, shipped: false };
  const none = {} as Contributors;
  const api = shellApi(services, new Registry(), owner, mount.signal, none);
  const nothing = async () => {};

  it('ends with its disposer and with the mount that started it', () => {
    const end = api.periodic.repeat(nothing, 1_000);
    api.periodic.repeat(nothing, 2_000);
    expect(periodic.jobs).toHaveLength(2);
    end();
    expect(periodic.jobs.map(({ milliseconds }) => milliseconds)).toEqual([2_000]);
    mount.abort();
    expect(periodic.jobs).toEqual([]);
    api.periodic.repeat(nothing, 3_000);
    expect(periodic.jobs).toEqual([]);
  });
});

describe('contributions of other plugins', () => {
  const mount = new AbortController();
  const owner = { name: 'x', rank: 0, shipped: true };
  const level = { id: 'tide.level', table: 'packages', label: message('tide.level', 'Level') } as const;
  const column = { plugin: 'tide', value: { ...level, values: async () => [] } };
  const services = { periodic: new FakePeriodic() } as unknown as SharedServices;

  it('get the shell of their own plugin, which ends with the mount', () => {
    const shellOf = vi.fn((name: string) => ({ of: name }) as never);
    const api = shellApi(services, new Registry(), owner, mount.signal, { shellOf, failed: vi.fn() });
    expect(api.shellOf(column)).toEqual({ of: 'tide' });
    expect(shellOf).toHaveBeenCalledWith('tide', mount.signal);
  });

  it('fail as their plugin in its version, which goes on', () => {
    const tide = {
      specifier: 'lading-plugin-tide',
      name: 'tide',
      version: '1.2.0',
      address: '/x/plugin.js',
      hash: '',
    };
    const news: HealthNews[] = [];
    const record = new PluginRecord(tide, 0, undefined, undefined, (each) => news.push(each));
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const connection = { online: true };
    const shell = { plugins: { find: () => record }, apiFor: vi.fn(), ownApi: vi.fn(), connection };
    const { failed } = contributorsOf(shell as unknown as Shell);
    failed(column, new HttpFailure(503, 'Service unavailable'));
    connection.online = false;
    failed(column, new Error('no response within 60 s'));
    connection.online = true;
    failed(column, new Error('no gauge'));
    const chunk = { class: 'http', request: '/x/chunk.js', reason: 'the server answered 503' };
    failed(column, Object.assign(new Error('loading failed'), chunk));
    expect(record.state).toEqual({ status: 'pending' });
    expect(record.incidents).toMatchObject([
      { class: 'render', cause: 'tide.level: no gauge' },
      { class: 'http', cause: 'tide.level: /x/chunk.js: the server answered 503' },
    ]);
    expect(news).toMatchObject([
      { plugin: 'tide', version: '1.2.0', class: 'render' },
      { plugin: 'tide', version: '1.2.0', class: 'http' },
    ]);
  });
});
