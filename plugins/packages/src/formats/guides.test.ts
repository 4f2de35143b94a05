import type { ClientTarget } from '@lading/contract';
import { describe, expect, it } from 'vitest';
import plugin from '../plugin.ts';
import { packageType } from '../types/packageTypes.ts';
import { clientSteps, clientsOf, GUIDES } from './guides.ts';
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
const CLIENTS = TYPES.flatMap((type) => clientsOf(type).map(({ id }) => [type, id] as const));
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

  it('has steps for each client that is offered, and no other', () => {
    const guides = TYPES.flatMap((type) => Object.keys(GUIDES[type] ?? {}).map((id) => [type, id]));
    expect(new Set(guides.map(String))).toEqual(new Set(CLIENTS.map(String)));
  });

  it.each(CLIENTS)('leads to the repository for %s with %s, on each system [pkg-12]', (type, client) => {
    for (const system of SYSTEMS) {
      const commands = said({ packageType: type, client, system });
      expect(commands).toContain('packages.example.org');
      expect(commands).toContain('here');
    }
  });

  it.each(CLIENTS)(
    'signs in for %s with %s by the token alone, and not for an anonymous user',
    (type, client) => {
      expect(said({ packageType: type, client })).toContain(target.token);
      const anonymous = said({ packageType: type, client, token: '', canDeploy: false });
      expect(anonymous).not.toMatch(/secret-42|rosa|undefined/);
      expect(anonymous).not.toBe('');
    },
  );

  it.each(CLIENTS)('installs the package that is named for %s with %s', (type, client) => {
    const named = { name: 'org.acme:thing', version: '4.5.6', path: 'org.acme:thing/4.5.6.zip' };
    const steps = clientSteps({ ...target, packageType: type, client, package: named });
    const install = steps.filter(({ part }) => part === 'install').map(({ command }) => command);
    expect(install.join('\n')).toMatch(/4\.5\.6/);
    expect(install.join('\n')).toMatch(/thing/);
  });

  it.each(CLIENTS)('does not publish for %s with %s without permission', (type, client) => {
    const parts = (canDeploy: boolean) =>
      clientSteps({ ...target, packageType: type, client, canDeploy }).map(({ part }) => part);
    expect(parts(true)).toContain('publish');
    expect(parts(false)).not.toContain('publish');
    expect(parts(false)).toContain('install');
  });

  it('allows plain HTTP where the client needs a setting for it', () => {
    const baseUrl = 'http://packages.example.org:8082/artifactory';
    const plain = (packageType: string, client: string) => said({ packageType, client, baseUrl });
    expect(plain('docker', 'docker')).toContain('"insecure-registries"');
    expect(plain('docker', 'podman')).toContain('podman login --tls-verify=false');
    expect(plain('docker', 'skopeo')).toContain('skopeo copy --src-tls-verify=false');
    expect(plain('npm', 'yarn4')).toContain('unsafeHttpWhitelist packages.example.org');
    expect(plain('maven', 'gradle')).toContain('allowInsecureProtocol = true');
    expect(plain('pypi', 'pip')).toContain('--trusted-host packages.example.org:8082');
    expect(plain('golang', 'go')).not.toMatch(/GOPROXY=http:/);
    expect(said({ packageType: 'docker', client: 'podman' })).not.toContain('tls-verify');
    // Without a dedicated mirror, Maven blocks a repository over plain HTTP.
    expect(said({ packageType: 'maven', baseUrl, repoClass: 'local' })).toContain(
      '<mirrorOf>here</mirrorOf>',
    );
  });

  it('has Maven look for snapshots too', () => {
    for (const repoClass of ['local', 'virtual'] as const) {
      expect(said({ packageType: 'maven', repoClass })).toContain(
        '<snapshots><enabled>true</enabled></snapshots>',
      );
    }
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
    expect(said({ packageType: 'generic', user })).toContain(`-u 'o'\\''hara; rm -rf ~:secret-42'`);
    expect(said({ packageType: 'generic', user, system: 'windows' })).toContain(
      `-u 'o''hara; rm -rf ~:secret-42'`,
    );
    expect(said({ packageType: 'maven', user: '<&>' })).toContain('<username>&lt;&amp;&gt;</username>');
  });
});
