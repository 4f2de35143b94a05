import type { ClientTarget } from '@lading/contract';
import { describe, expect, it } from 'vitest';
import plugin from '../plugin.ts';
import { packageType } from '../types/packageTypes.ts';
import { clientSteps, GUIDES } from './guides.ts';
import { SYSTEMS } from './PackageFormat.ts';

const target: ClientTarget = {
  packageType: 'npm',
  repoKey: 'here',
  baseUrl: 'https://packages.example.org/artifactory',
  user: 'rosa',
  token: 'secret-42',
  canDeploy: true,
  system: 'linux',
};
const TYPES = Object.keys(GUIDES);
const said = (more: Partial<ClientTarget>) =>
  clientSteps({ ...target, ...more })
    .map(({ command }) => command)
    .join('\n');

describe('how clients are set up', () => {
  it('is offered for every type that has a guide, and for no other', () => {
    const offered = plugin.extensions?.clientGuides?.flatMap(({ packageTypes }) => packageTypes) ?? [];
    expect(new Set(offered.map(packageType))).toEqual(new Set(TYPES));
    expect(clientSteps({ ...target, packageType: 'zig' })).toEqual([]);
  });

  it.each(TYPES)('leads to the repository for %s, on each system [pkg-12]', (type) => {
    for (const system of SYSTEMS) {
      const commands = said({ packageType: type, system });
      expect(commands).toContain('packages.example.org');
      expect(commands).toContain('here');
    }
    const ids = clientSteps({ ...target, packageType: type }).map(({ why }) => why.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(TYPES)('has no word of publishing for %s where the user may not', (type) => {
    const all = clientSteps({ ...target, packageType: type });
    const some = clientSteps({ ...target, packageType: type, canDeploy: false });
    expect(some.length).toBeLessThan(all.length);
    expect(some.length).toBeGreaterThan(0);
  });

  it('writes to where each system keeps settings', () => {
    const file = (system: ClientTarget['system']) =>
      clientSteps({ ...target, packageType: 'maven', system })[0]?.file;
    expect([file('macos'), file('windows')]).toEqual([
      '~/.m2/settings.xml',
      '%USERPROFILE%\\.m2\\settings.xml',
    ]);
  });

  it('quotes a user whose name a shell would take apart', () => {
    const user = `o'hara; rm -rf ~`;
    expect(said({ packageType: 'generic', user })).toContain(`-u 'o'\\''hara; rm -rf ~'`);
    expect(said({ packageType: 'generic', user, system: 'windows' })).toContain(`-u 'o''hara; rm -rf ~'`);
    expect(said({ packageType: 'maven', user: '<&>' })).toContain('<username>&lt;&amp;&gt;</username>');
  });
});
