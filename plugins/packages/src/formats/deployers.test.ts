// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { BadFile, type UploadRequest } from './Deployer.ts';
import { deployerOf } from './deployers.ts';
import { fieldsOf } from './pypi/deploy.ts';
import { readFromTgz } from './readFromTgz.ts';

const target = { repoKey: 'here', folder: 'a/b' };

type Bytes = Uint8Array<ArrayBuffer>;
const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);

function tar(...files: [path: string, text: string][]): Bytes {
  const blocks = files.flatMap(([path, text]) => {
    const content = bytesOf(text);
    const head = new Uint8Array(512);
    head.set(bytesOf(path), 0);
    head.set(bytesOf(`${content.length.toString(8).padStart(11, '0')}\0`), 124);
    head.set(bytesOf('0'), 156);
    const body = new Uint8Array(Math.ceil(content.length / 512) * 512);
    body.set(content);
    return [head, body];
  });
  return joined(...blocks, new Uint8Array(1024));
}

function joined(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function gzipped(bytes: Bytes): Promise<Bytes> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const file = (name: string, bytes: Bytes | string) => new File([bytes], name);
const prepare = (type: string, given: File): Promise<UploadRequest> => {
  const deployer = deployerOf(type);
  if (!deployer) throw new Error(`${type} has no deployer`);
  return deployer.prepare(given, target);
};

describe('a file that is published from the browser', () => {
  it('is put by its path where files of any kind are', async () => {
    expect(await prepare('generic', file('my report.pdf', 'x'))).toMatchObject({
      method: 'PUT',
      path: '/artifactory/here/a/b/my%20report.pdf',
    });
  });

  it('builds the document that npm publishes, with the metadata from the archive', async () => {
    const manifest = { name: '@acme/left', version: '1.2.3', license: 'MIT' };
    const tgz = await gzipped(
      tar(['package/big.bin', 'x'.repeat(200_000)], ['package/package.json', JSON.stringify(manifest)]),
    );
    const { method, path, body } = await prepare('npm', file('any-name.tgz', tgz));
    expect([method, path]).toEqual(['PUT', '/artifactory/api/npm/here/@acme%2fleft']);
    const document = JSON.parse(await (body as Blob).text());
    expect(document).toMatchObject({
      name: '@acme/left',
      'dist-tags': { latest: '1.2.3' },
      versions: { '1.2.3': { license: 'MIT' } },
    });
    const { data, length } = document._attachments['@acme/left-1.2.3.tgz'];
    expect(length).toBe(tgz.length);
    expect(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))).toEqual(tgz);
  });

  it.each([
    ['npm', 'x.tgz', 'no gzip'],
    ['npm', 'x.tgz', gzipped(tar(['package/readme.md', 'x']))],
    ['npm', 'x.tgz', gzipped(tar(['package/package.json', '{"name": 7}']))],
    ['pypi', 'notes.whl', ''],
    ['golang', 'x.zip', 'no zip'],
  ])('is refused as %s when it is not what it should be', async (type, name, bytes) => {
    await expect(prepare(type, file(name, await bytes))).rejects.toBeInstanceOf(BadFile);
  });

  it('is the form that twine sends', async () => {
    expect(fieldsOf('acme_x-1.0.post1-py3-none-any.whl')).toMatchObject({
      ':action': 'file_upload',
      name: 'acme_x',
      version: '1.0.post1',
      filetype: 'bdist_wheel',
      pyversion: 'py3',
    });
    expect(fieldsOf('acme-x-2.0.tar.gz')).toMatchObject({
      name: 'acme-x',
      version: '2.0',
      filetype: 'sdist',
    });
    const { path, body } = await prepare('pypi', file('x-1.0.tar.gz', 'bytes'));
    expect(path).toBe('/artifactory/api/pypi/here/');
    expect((body as FormData).get('content')).toBeInstanceOf(Blob);
  });

  it('uses the target that the first file of a module specifies', async () => {
    const name = 'example.org/Acme/tool@v1.2.3/go.mod';
    const head = new Uint8Array(30);
    new DataView(head.buffer).setUint32(0, 0x04034b50, true);
    new DataView(head.buffer).setUint16(26, name.length, true);
    const { path } = await prepare('go', file('x.zip', joined(head, bytesOf(name))));
    expect(path).toBe('/artifactory/api/go/here/example.org/!acme/tool/@v/v1.2.3.zip');
  });

  it.each(['docker', 'cargo', 'oci'])('is left to the client of %s', (type) => {
    expect(deployerOf(type)).toBeUndefined();
  });

  it.each([
    [
      'a POM',
      '<groupId>org.acme</groupId><artifactId>lib</artifactId><version> 1.0 </version>',
      'org/acme/lib/1.0',
    ],
    [
      'what it has of its parent',
      '<parent><groupId>org.acme</groupId><artifactId>all</artifactId><version>2.0</version></parent><artifactId>lib</artifactId>',
      'org/acme/lib/2.0',
    ],
    [
      'no dependency',
      '<dependencies><dependency><groupId>x</groupId><version>9</version></dependency></dependencies><artifactId>lib</artifactId>',
      undefined,
    ],
    [
      'nothing that a build fills in',
      `<groupId>a</groupId><artifactId>b</artifactId><version>\${v}</version>`,
      undefined,
    ],
  ])('goes into the folder that is told by %s', async (_, content, folder) => {
    const pom = `<?xml version="1.0"?><project xmlns="http://maven.apache.org/POM/4.0.0">${content}</project>`;
    expect(await deployerOf('maven')?.folderOf?.(new File([pom], 'pom.xml'))).toBe(folder);
  });

  it('tells by their names which files of several modules belong to a folder of Maven', () => {
    const maven = deployerOf('maven');
    const suits = (name: string, folder: string) => maven?.suits?.(new File([''], name), folder);
    expect(suits('library-1.0.jar', 'org/acme/library/1.0')).toBe(true);
    expect(suits('library-1.0-sources.jar', 'org/acme/library/1.0')).toBe(true);
    expect(suits('library-1.0.1.jar', 'org/acme/library/1.0')).toBe(false);
    expect(suits('library-1.01.jar', 'org/acme/library/1.0')).toBe(false);
    expect(suits('other-1.0.jar', 'org/acme/library/1.0')).toBe(false);
  });
});

it('stops looking through an archive that has no end', async () => {
  const bomb = await gzipped(tar(['package/a', 'x'.repeat(100_000)]).slice(0, 600));
  expect(await readFromTgz(new Blob([bomb]), () => false)).toBeUndefined();
});
