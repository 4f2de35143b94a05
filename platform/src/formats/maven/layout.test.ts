import { describe, expect, it } from 'vitest';
import { buildOf, checkLayout, parsePath } from './layout.ts';

const artifact = (path: string) => {
  const parsed = parsePath(path);
  if (parsed?.kind !== 'artifact') return parsed?.kind;
  const { group, artifact: name, version, fileVersion, classifier, extension } = parsed;
  return [group, name, version, fileVersion, classifier, extension].join(' ');
};

describe('the Maven layout', () => {
  it.each([
    ['org/example/lib/1.0/lib-1.0.jar', 'org.example lib 1.0 1.0  jar'],
    ['org/example/lib/1.0/lib-1.0.pom.asc', 'org.example lib 1.0 1.0  pom.asc'],
    ['lib/lib/1.0/lib-1.0-sources.jar', 'lib lib 1.0 1.0 sources jar'],
    [
      'g/my-lib/1.0-rc-1/my-lib-1.0-rc-1-test-sources.tar.gz',
      'g my-lib 1.0-rc-1 1.0-rc-1 test-sources tar.gz',
    ],
    ['g/a/1.0-SNAPSHOT/a-1.0-SNAPSHOT.jar', 'g a 1.0-SNAPSHOT 1.0-SNAPSHOT  jar'],
    ['g/a/1.0-SNAPSHOT/a-1.0-20240131.120000-12.jar', 'g a 1.0-SNAPSHOT 1.0-20240131.120000-12  jar'],
    [
      'g/a/1.0-SNAPSHOT/a-1.0-20240131.120000-12-sources.jar',
      'g a 1.0-SNAPSHOT 1.0-20240131.120000-12 sources jar',
    ],
    ['g/a/SNAPSHOT/a-SNAPSHOT.jar', 'g a SNAPSHOT SNAPSHOT  jar'],
    ['g/a/1.0/a-1.0-scala2.13.jar', 'g a 1.0 1.0 scala2.13 jar'],
    ['g/a/1.0/a-1.0-linux-x86_64.tar.gz.asc', 'g a 1.0 1.0 linux-x86_64 tar.gz.asc'],
    ['g/a/1.0+build/a-1.0+build.jar', 'g a 1.0+build 1.0+build  jar'],
    // An sbt plugin in the new and the old naming style; sbt publishes both by default.
    ['g/sbt-a_2.12_1.0/1.2/sbt-a_2.12_1.0-1.2.pom', 'g sbt-a_2.12_1.0 1.2 1.2  pom'],
    ['g/sbt-a_2.12_1.0/1.2/sbt-a-1.2.pom', 'g sbt-a_2.12_1.0 1.2 1.2  pom'],
    ['g/sbt-a_3_2.0.0-M4/1.2/sbt-a-1.2-sources.jar', 'g sbt-a_3_2.0.0-M4 1.2 1.2 sources jar'],
  ])('%s is a file of %s', (path, expected) => {
    expect(artifact(path)).toBe(expected);
  });

  it('parses metadata, checksums, and snapshot builds', () => {
    expect(parsePath('org/example/maven-metadata.xml')).toEqual({ kind: 'metadata', folder: 'org/example' });
    expect(parsePath('g/a/1.0/a-1.0.jar.sha1')).toEqual({
      kind: 'checksum',
      of: 'g/a/1.0/a-1.0.jar',
      algorithm: 'sha1',
    });
    expect(parsePath('g/maven-metadata.xml.md5')).toMatchObject({ kind: 'checksum', algorithm: 'md5' });
    const snapshot = parsePath('g/a/1.0-SNAPSHOT/a-1.0-20240131.120000-12.jar');
    expect(snapshot?.kind === 'artifact' && buildOf(snapshot)).toEqual({
      timestamp: '20240131.120000',
      number: 12,
    });
  });

  it.each([
    'a.jar',
    'g/a.jar',
    'g/a/1.0.jar',
    'g/a/1.0/b-1.0.jar',
    'g/a/1.0/a-1.1.jar',
    'g/a/1.0/a-1.0',
    'g/a/1.0/a-1.0.',
    'g/a/1.0/a-1.0x.jar',
    'g/a/1.0/a-1.0-sources',
    'maven-metadata.xml',
    'g/a b/1.0/a b-1.0.jar',
    'g/a/1.0/a-1.0.jar.sha1.md5',
    'g/a/1.0/other.jar.sha1',
    'g/a/1.0/a-1.0-20240131.120000-1.txt/x',
    'g/a/1.0-SNAPSHOT/a-2.0-20240131.120000-1.jar',
  ])('rejects %s', (path) => {
    expect(() => checkLayout(path)).toThrow('in the Maven layout');
  });
});
