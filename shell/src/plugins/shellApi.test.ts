import type { Requirement } from '@lading/contract';
import { FakePeriodic, fakeShell, fakeUser } from '@lading/contract/testing';
import { describe, expect, it } from 'vitest';
import type { Facts } from '../menu/facts.ts';
import { holds } from '../menu/rules.ts';
import { Registry } from '../registry/Registry.ts';
import { type SharedServices, shellApi } from './shellApi.ts';

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
  const api = shellApi(services, new Registry(), { name: 'x', rank: 0, shipped: false }, mount.signal);
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
