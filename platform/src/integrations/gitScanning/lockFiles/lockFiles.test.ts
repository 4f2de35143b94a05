import { describe, expect, it } from 'vitest';
import { filesToRead, kindOf } from './lockFiles.ts';

/** Returns `ecosystem name version` of each dependency, and the number of inexact ones. */
function read(path: string, text: string) {
  const { dependencies, inexact } = kindOf(path)?.parse(text.replaceAll('@{', '${')) ?? {
    dependencies: [],
    inexact: -1,
  };
  return [dependencies.map(({ ecosystem, name, version }) => `${ecosystem} ${name} ${version}`), inexact];
}

const json = (value: unknown) => JSON.stringify(value);

describe('lock files', () => {
  it.each([
    [
      'package-lock.json',
      json({
        lockfileVersion: 3,
        packages: {
          '': { name: 'app', version: '1.0.0' },
          'packages/own': { version: '2.0.0' },
          'node_modules/own': { link: true, resolved: 'packages/own' },
          'node_modules/left-pad': { version: '1.3.0' },
          'node_modules/@acme/tea': { version: '2.0.0' },
          'node_modules/a/node_modules/left-pad': { version: '1.1.0' },
          'node_modules/alias': { name: 'real', version: '3.0.0' },
        },
      }),
      ['npm left-pad 1.3.0', 'npm @acme/tea 2.0.0', 'npm left-pad 1.1.0', 'npm real 3.0.0'],
      0,
    ],
    [
      'npm-shrinkwrap.json',
      json({
        dependencies: {
          a: { version: '1.0.0', dependencies: { b: { version: '2.0.0' } } },
          c: { version: 'github:x/c#1' },
          d: { version: 'npm:e@4.0.0' },
        },
      }),
      ['npm a 1.0.0', 'npm b 2.0.0', 'npm e 4.0.0'],
      1,
    ],
    [
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\npackages:\n  '@acme/tea@2.0.0(react@18.0.0)':\n    resolution: {integrity: x}\n  left-pad@1.3.0:\n    resolution: {integrity: x}\n  /old/1.0.0_react@17.0.0:\n    resolution: {integrity: x}\n  /older/1.2.0:\n    resolution: {integrity: x}\n",
      ['npm @acme/tea 2.0.0', 'npm left-pad 1.3.0', 'npm old 1.0.0', 'npm older 1.2.0'],
      0,
    ],
    [
      'yarn.lock',
      '# yarn lockfile v1\n\n"@acme/tea@^2.0.0", "@acme/tea@^2.1.0":\n  version "2.1.0"\n  dependencies:\n    left-pad "^1.0.0"\n\nleft-pad@^1.0.0:\n  version "1.3.0"\n\n"x@npm:real@^3.0.0":\n  version "3.0.0"\n',
      ['npm @acme/tea 2.1.0', 'npm left-pad 1.3.0', 'npm real 3.0.0'],
      0,
    ],
    [
      'yarn.lock',
      '__metadata:\n  version: 8\n\n"@acme/tea@npm:^2.0.0":\n  version: 2.1.0\n  resolution: "@acme/tea@npm:2.1.0"\n\n"app@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "app@workspace:."\n',
      ['npm @acme/tea 2.1.0'],
      0,
    ],
    ['poetry.lock', '[[package]]\nname = "requests"\nversion = "2.31.0"\n', ['PyPI requests 2.31.0'], 0],
    [
      'uv.lock',
      '[[package]]\nname = "app"\nversion = "0.1.0"\nsource = { editable = "." }\n[[package]]\nname = "idna"\nversion = "3.4"\nsource = { registry = "https://pypi.org/simple" }\n',
      ['PyPI idna 3.4'],
      0,
    ],
    [
      'Pipfile.lock',
      json({ default: { six: { version: '==1.16.0' } }, develop: { x: { git: 'y' } } }),
      ['PyPI six 1.16.0'],
      1,
    ],
    [
      'requirements-dev.txt',
      '# comment\n-r base.txt\nrequests[socks]==2.31.0 ; python_version > "3"\nsix === 1.16.0  # why\nflask>=2\nurllib3==1.26.* \nidna==3.4 \\\n  --hash=sha256:abc\ngit+https://example.org/x\n',
      ['PyPI requests 2.31.0', 'PyPI six 1.16.0', 'PyPI idna 3.4'],
      2,
    ],
    [
      'pom.xml',
      '<project><groupId>a</groupId><version>7</version><properties><v>2.0.9</v></properties><dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>m</artifactId><version>5</version></dependency></dependencies></dependencyManagement><dependencies><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>@{v}</version></dependency><dependency><groupId>g</groupId><artifactId>m</artifactId></dependency><dependency><groupId>@{project.groupId}</groupId><artifactId>own</artifactId><version>@{project.version}</version></dependency><dependency><groupId>g</groupId><artifactId>range</artifactId><version>[1,2)</version></dependency></dependencies></project>',
      ['Maven org.slf4j:slf4j-api 2.0.9', 'Maven g:m 5', 'Maven a:own 7'],
      1,
    ],
    [
      'gradle.lockfile',
      '# This is a Gradle generated file\norg.slf4j:slf4j-api:2.0.9=compileClasspath\nempty=annotationProcessor\n',
      ['Maven org.slf4j:slf4j-api 2.0.9'],
      0,
    ],
    [
      'Cargo.lock',
      '[[package]]\nname = "own"\nversion = "0.1.0"\n[[package]]\nname = "serde"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
      ['crates.io serde 1.0.0'],
      0,
    ],
    [
      'go.sum',
      'golang.org/x/net v0.17.0 h1:abc=\ngolang.org/x/net v0.17.0/go.mod h1:abc=\n',
      ['Go golang.org/x/net 0.17.0'],
      0,
    ],
    [
      'go.mod',
      'module app\ngo 1.21\nrequire golang.org/x/net v0.17.0\nrequire (\n  a.org/b v1.0.0 // indirect\n)\nreplace x => y v1.0.0\n',
      ['Go golang.org/x/net 0.17.0', 'Go a.org/b 1.0.0'],
      0,
    ],
    [
      'packages.lock.json',
      json({
        dependencies: {
          'net8.0': { 'Newtonsoft.Json': { type: 'Direct', resolved: '13.0.1' }, own: { type: 'Project' } },
        },
      }),
      ['NuGet Newtonsoft.Json 13.0.1'],
      0,
    ],
    [
      'bom.json',
      json({
        bomFormat: 'CycloneDX',
        components: [
          { purl: 'pkg:npm/%40acme/tea@1.0.0?x=y', components: [{ purl: 'pkg:maven/g/a@2' }] },
          { purl: 'pkg:golang/a.org/b@v1.0.0' },
          { purl: 'pkg:deb/debian/curl@1' },
          { name: 'plain' },
        ],
      }),
      ['npm @acme/tea 1.0.0', 'Maven g:a 2', 'Go a.org/b 1.0.0'],
      0,
    ],
    [
      'app.spdx.json',
      json({
        spdxVersion: 'SPDX-2.3',
        packages: [{ externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:pypi/six@1.16.0' }] }],
      }),
      ['PyPI six 1.16.0'],
      0,
    ],
  ])('%s is read', (path, text, dependencies, inexact) => {
    expect(read(path, text)).toEqual([dependencies, inexact]);
  });

  it.each([
    'package-lock.json',
    'pnpm-lock.yaml',
    'poetry.lock',
    'Pipfile.lock',
    'pom.xml',
    'Cargo.lock',
    'packages.lock.json',
    'bom.json',
  ])('%s with rubbish is an error', (path) => {
    expect(() => read(path, '{"a": [}')).toThrow();
  });

  it('are found in all directories but those of installed packages', () => {
    const paths = [
      'a/go.mod',
      'a/go.sum',
      'b/go.mod',
      'x/package-lock.json',
      'node_modules/y/package-lock.json',
      'vendor/z/Cargo.lock',
      'README.md',
      'constructor',
    ];
    expect(filesToRead(paths)).toEqual(['a/go.sum', 'b/go.mod', 'x/package-lock.json']);
  });
});
