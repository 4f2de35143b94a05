import { describe, expect, it } from 'vitest';
import { installCommand, setUpCommand } from '../install/installCommands.ts';
import { packageIdOf } from '../types/packageTypes.ts';
import { fetchMark } from '../types/typeMarks.ts';
import { FORMATS } from './formats.ts';
import { CLIENT_NAME, SETUP_DATA, SYSTEMS } from './PackageFormat.ts';

const ROWS_OF_THE_SPECIFICATION = [
  'alpine',
  'cargo',
  'chef',
  'deb',
  'rubygems',
  'npm',
  'nuget',
  'opkg',
  'pypi',
  'rpm',
  'bower',
  'docker',
  'golang',
  'puppet',
];

describe('the formats', () => {
  it('are distinguished by type and alias, and each has its own mark', async () => {
    const names = FORMATS.flatMap(({ type, aliases = [] }) => [type, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    const marks = await Promise.all(FORMATS.map(({ type }) => fetchMark(type)));
    expect(new Set(marks).size).toBe(FORMATS.length);
    expect(marks).not.toContain(undefined);
  });

  it.each(ROWS_OF_THE_SPECIFICATION)('has an install command for %s on every system [pkg-11]', (type) => {
    for (const system of SYSTEMS) {
      const command = installCommand({ type, name: 'left', version: '1.0', repoKey: 'r', system });
      expect(command).toContain('left');
      expect(command).toContain('1.0');
    }
  });

  const guided = (type: string) => FORMATS.find((each) => each.type === type)?.clients !== undefined;
  // The guides set up the clients of the others.
  it.each(ROWS_OF_THE_SPECIFICATION.filter((type) => !guided(type)))(
    'sets up the client of %s with what stands for its data [pkg-12]',
    (type) => {
      const format = FORMATS.find((each) => each.type === type);
      const commands = Object.values(format?.cli ?? {});
      expect(commands.length).toBeGreaterThan(0);
      for (const command of commands) expect(command).toContain(SETUP_DATA);
      for (const system of SYSTEMS) {
        const filled = setUpCommand(type, 'my-repo', system);
        for (const left of [SETUP_DATA, CLIENT_NAME]) expect(filled?.includes(left) ?? false).toBe(false);
        expect(filled === undefined).toBe(format?.cli?.[system] === undefined);
      }
    },
  );

  // An operating system installs from several sources at once; Go's names specify the owner of a
  // module, and Maven's tool is distinguished.
  const BY_SET_UP = ['alpine', 'deb', 'golang', 'maven', 'opkg', 'rpm', 'terraform'];
  it.each(FORMATS.map(({ type }) => type).filter((type) => !BY_SET_UP.includes(type)))(
    'names the repository in the command for %s, which may be known elsewhere by the same name [pkg-11]',
    (type) => {
      const path = 'a/left';
      expect(installCommand({ type, name: 'left', version: '1.0', repoKey: 'own-repo', path })).toContain(
        'own-repo',
      );
    },
  );

  it('has separate commands for macOS, Linux and Windows [pkg-12]', () => {
    expect(setUpCommand('bower', 'bower', 'linux')).toMatch(/^echo /);
    expect(setUpCommand('bower', 'bower', 'windows')).toMatch(/^Set-Content /);
    expect(setUpCommand('deb', 'deb', 'windows')).toBeUndefined();
  });

  it('gives Maven the contents of a project file', () => {
    expect(installCommand({ type: 'maven', name: 'org.acme:lib', version: '1.0', repoKey: 'm' })).toContain(
      '<artifactId>lib</artifactId>\n  <version>1.0</version>',
    );
    expect(installCommand({ type: 'maven', name: 'org.acme:lib', newest: '2.1', repoKey: 'm' })).toContain(
      '<version>2.1</version>',
    );
  });

  it('gives ids as the platform does', () => {
    expect(packageIdOf('maven', 'org.acme:lib')).toBe('gav://org.acme:lib');
    expect(packageIdOf('npm', '@scope/name')).toBe('npm://@scope/name');
    expect(packageIdOf('go', 'example.org/x')).toBe('golang://example.org/x');
  });

  it('quotes for PowerShell what PowerShell would take apart', () => {
    const of = (name: string) => installCommand({ type: 'npm', name, repoKey: 'r', system: 'windows' });
    expect(of('@scope/left')).toContain("npm install '@scope/left' --registry");
    expect(of("x’; calc 'y")).toContain("'x’’; calc ''y'");
    expect(of('x @y; calc')).toContain("'x @y; calc'");
  });
});
