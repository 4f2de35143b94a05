import { describe, expect, it } from 'vitest';
import { installCommand } from './installCommands.ts';

const of = (type: string, version?: string) => installCommand({ type, name: 'left', repoKey: 'r', version });

describe('installCommand', () => {
  it.each([
    ['alpine', 'apk add left', 'apk add left=1.0'],
    ['deb', 'apt-get install left', 'apt-get install left=1.0'],
    ['go', 'go get left', 'go get left@1.0'],
    ['opkg', 'opkg install left', 'opkg install left=1.0'],
    ['rpm', 'yum install left', 'yum install left-1.0'],
  ])('knows %s with and without a version [pkg-11]', (type, without, withVersion) => {
    expect(of(type)).toBe(without);
    expect(of(type, '1.0')).toBe(withVersion);
  });

  it.each([
    [undefined, undefined, undefined],
    [undefined, '2.0', 'docker pull localhost:3000/r/left:2.0'],
    [undefined, 'latest', 'docker pull localhost:3000/r/left'],
    ['1.0', '2.0', 'docker pull localhost:3000/r/left:1.0'],
    ['latest', '2.0', 'docker pull localhost:3000/r/left:latest'],
    ['sha256:abc', undefined, 'docker pull localhost:3000/r/left@sha256:abc'],
  ])(
    'pulls version %s, newest %s, of an image without a tag only when latest exists [pkg-11]',
    (version, newest, command) => {
      expect(installCommand({ type: 'docker', name: 'left', repoKey: 'r', version, newest })).toBe(command);
    },
  );

  const api = (path: string) => `http://localhost:3000/artifactory/api/${path}`;
  it.each([
    ['bower', 'bower install left', "bower install 'left#1.0'", `--config.registry=${api('bower/r/')}`],
    ['cargo', 'cargo add left', 'cargo add left@1.0', '--registry r'],
    [
      'chef',
      'knife supermarket install left',
      'knife supermarket install left 1.0',
      `--supermarket-site ${api('chef/r/')}`,
    ],
    ['conan', 'conan install --requires=left', 'conan install --requires=left/1.0', '-r r'],
    ['npm', 'npm install left', 'npm install left@1.0', `--registry ${api('npm/r/')}`],
    [
      'nuget',
      'nuget install left',
      'nuget install left -Version 1.0',
      `-Source ${api('nuget/v3/r/index.json')}`,
    ],
    [
      'puppet',
      'puppet module install left',
      'puppet module install left --version 1.0',
      `--module_repository ${api('puppet/r/')}`,
    ],
    ['pypi', 'pip install left', 'pip install left==1.0', `--index-url ${api('pypi/r/simple')}`],
    ['rubygems', 'gem install left', 'gem install left -v 1.0', `--clear-sources --source ${api('gems/r/')}`],
  ])(
    'takes it from the repository for %s, and not from where the public ones are [pkg-11]',
    (type, without, withVersion, from) => {
      expect(of(type)).toBe(`${without} ${from}`);
      expect(of(type, '1.0')).toBe(`${withVersion} ${from}`);
    },
  );

  it('leaves the scope of an npm package as it is [pkg-11]', () => {
    expect(installCommand({ type: 'npm', name: '@scope/left', version: '1.0.0', repoKey: 'npm' })).toBe(
      `npm install @scope/left@1.0.0 --registry ${api('npm/npm/')}`,
    );
  });

  it('calls a repository for Cargo by the name that it was made known by [pkg-12]', () => {
    const repoKey = '2nd.crates';
    expect(installCommand({ type: 'cargo', name: 'left', repoKey })).toBe(
      'cargo add left --registry _2nd-crates',
    );
  });

  it('fetches the file of a generic package', () => {
    const installed = { type: 'generic', name: 'report', repoKey: 'generic-local', path: 'a/my report.pdf' };
    expect(installCommand(installed)).toBe(
      'curl -fLO http://localhost:3000/artifactory/generic-local/a/my%20report.pdf',
    );
    expect(installCommand({ ...installed, path: undefined })).toBeUndefined();
  });

  it('signs in with the token of a user', () => {
    const of = (type: string) =>
      installCommand({ type, name: 'left', repoKey: 'r', path: 'left', user: 'ada', token: 'T' });
    expect(of('generic')).toContain('-u ada:T ');
    expect(of('pypi')).toContain('http://ada:T@localhost:3000/');
  });

  it('quotes a name that a shell would take apart', () => {
    const name = "x; rm -rf ~ 'y'";
    expect(installCommand({ type: 'deb', name, repoKey: 'r' })).toBe(
      `apt-get install 'x; rm -rf ~ '\\''y'\\'''`,
    );
  });

  it('has no command for a type that it does not know', () => {
    expect(of('zig')).toBeUndefined();
  });
});
