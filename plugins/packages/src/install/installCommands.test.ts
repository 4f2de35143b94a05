import { describe, expect, it } from 'vitest';
import { installCommand } from './installCommands.ts';

const of = (type: string, version?: string) => installCommand({ type, name: 'left', repoKey: 'r', version });

describe('installCommand', () => {
  it.each([
    ['alpine', 'apk add left', 'apk add left=1.0'],
    ['bower', 'bower install left', "bower install 'left#1.0'"],
    ['cargo', 'cargo install left', 'cargo install left --version 1.0'],
    ['chef', 'knife supermarket install left', 'knife supermarket install left 1.0'],
    ['deb', 'apt-get install left', 'apt-get install left=1.0'],
    ['docker', 'docker pull localhost:3000/r/left', 'docker pull localhost:3000/r/left:1.0'],
    ['go', 'go get left', 'go get left@1.0'],
    ['nuget', 'nuget install left', 'nuget install left -Version 1.0'],
    ['opkg', 'opkg install left', 'opkg install left=1.0'],
    ['puppet', 'puppet module install left', 'puppet module install left --version 1.0'],
    ['pypi', 'pip install left', 'pip install left==1.0'],
    ['rpm', 'yum install left', 'yum install left-1.0'],
    ['rubygems', 'gem install left', 'gem install left -v 1.0'],
  ])('knows %s with and without a version [pkg-11]', (type, without, withVersion) => {
    expect(of(type)).toBe(without);
    expect(of(type, '1.0')).toBe(withVersion);
  });

  it('names the registry for npm [pkg-11]', () => {
    const installed = { type: 'npm', name: '@scope/left', repoKey: 'npm' };
    const registry = 'http://localhost:3000/artifactory/api/npm/npm/';
    expect(installCommand(installed)).toBe(`npm install @scope/left --registry ${registry}`);
    expect(installCommand({ ...installed, version: '1.0.0' })).toBe(
      `npm install @scope/left@1.0.0 --registry ${registry}`,
    );
  });

  it('fetches the file of a generic package', () => {
    const installed = { type: 'generic', name: 'report', repoKey: 'generic-local', path: 'a/my report.pdf' };
    expect(installCommand(installed)).toBe(
      'curl -fLO http://localhost:3000/artifactory/generic-local/a/my%20report.pdf',
    );
    expect(installCommand({ ...installed, path: undefined })).toBeUndefined();
  });

  it('quotes a name that a shell would take apart', () => {
    const name = "x; rm -rf ~ 'y'";
    expect(installCommand({ type: 'pypi', name, repoKey: 'r' })).toBe(
      `pip install 'x; rm -rf ~ '\\''y'\\'''`,
    );
  });

  it('has no command for a type that it does not know', () => {
    expect(of('zig')).toBeUndefined();
  });
});
