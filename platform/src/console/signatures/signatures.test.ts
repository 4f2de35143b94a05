import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { unpack } from '../plugins/Plugin.ts';
import { readPackage } from '../plugins/readPackage.ts';
import { pluginFiles } from '../testing/checkout.ts';
import { authorKey, signed } from '../testing/signed.ts';
import { authorKeysOf, checkSignature } from './checkSignature.ts';

const TIDE = '@acme/lading-plugin-tide';
const of = { name: TIDE, version: '1.0.0' };
const acme = authorKey();
const files = pluginFiles({ name: 'tide', version: '1.0.0', packageName: TIDE });
const good = signed(of, files, acme);
const file = 'lading-signature.json';

/** Of an archive. */
interface Entry {
  name: string;
  type?: 'symlink' | 'link';
  linkname?: string;
  /** Instead of that of its type. */
  typeflag?: string;
}

function read(contents: Readonly<Record<string, string>>, version = '1.0.0') {
  const buffers = Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)] as const);
  return unpack(TIDE, version, new Map(buffers));
}

function signatureIn(contents: Readonly<Record<string, string>>) {
  const unpacked = read(contents);
  if (!('plugin' in unpacked) || !unpacked.plugin.signature) throw new Error('no signature');
  return unpacked.plugin.signature;
}

/** The signature with another text in place of what was signed. */
function withPayload(payload: string): Record<string, string> {
  const envelope = JSON.parse(good[file] ?? '');
  return { ...files, [file]: JSON.stringify({ ...envelope, payload: btoa(payload) }) };
}

/** The signature in another spelling. */
function spelled(change: (text: string) => string): Record<string, string> {
  const text = change(good[file] ?? '');
  if (text === good[file]) throw new Error('not changed');
  return { ...files, [file]: text };
}

const format = (text: string) => JSON.stringify(JSON.parse(text), null, 2);

const payload = atob(JSON.parse(good[file] ?? '').payload);
const entry = JSON.stringify(JSON.parse(payload).subject[0]);

describe('a package with a signature', () => {
  it('is read if all of its files are as they were signed', () => {
    expect(signatureIn(good)).toMatchObject({ keyId: acme.id });
    expect(read(files)).toEqual({ plugin: expect.not.objectContaining({ signature: expect.anything() }) });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'an additional file',
      { ...good, 'chunks/more.js': '' },
      /contains chunks\/more\.js, which its author did/,
    ],
    [
      'another spelling of a path',
      { ...good, './plugin.js': 'x' },
      /contains \.\/plugin\.js, which its author/,
    ],
    [
      'a changed file',
      { ...good, 'README.md': 'other' },
      /^README\.md of .* was changed after its author signed/,
    ],
    [
      'a missing file',
      signed(of, { ...files, 'NOTICE.md': '' }, acme),
      /lacks NOTICE\.md, which its author signed/,
    ],
    [
      'the signature of another version',
      signed({ ...of, version: '0.9.0' }, files, acme),
      /is that of another package, @acme\/lading-plugin-tide 0\.9\.0/,
    ],
    [
      'the signature of another package',
      signed({ ...of, name: 'lading-plugin-tide' }, files, acme),
      /is that of another package, lading-plugin-tide 1\.0\.0/,
    ],
    ['a signature that is not JSON', { ...files, [file]: '{"payload"' }, /cannot be read/],
    ['a signature that is something else', { ...files, [file]: '[]' }, /cannot be read/],
    ['two signatures', twice(), /cannot be read/],
    ['a signed text that is no statement', withPayload('{}'), /cannot be read/],
    ['a statement in another spelling', withPayload(payload.replace('{', '{ ')), /cannot be read/],
    [
      'a statement that lists a file twice',
      withPayload(payload.replace(entry, `${entry},${entry}`)),
      /cannot be/,
    ],
    ['a signature that a formatter changed', spelled((text) => format(text)), /cannot be read\. Sign the/],
    ['a line break after the signature', spelled((text) => `${text}\n`), /cannot be read/],
    ['a signature with other fields', spelled((text) => text.replace('{', '{"more":0,')), /cannot be read/],
    [
      'a signature with another encoding of its bytes',
      spelled((text) => text.replace(/=="/, '"')),
      /cannot be read/,
    ],
    ['a signature of 2 MiB', { ...files, [file]: `${good[file]}${' '.repeat(2 ** 21)}` }, /is larger than/],
  ])('is rejected with %s', (what, contents, cause) => {
    const changed = what === 'a missing file' ? without(contents, 'NOTICE.md') : contents;
    expect(read(changed)).toEqual({ problem: { class: 'integrity', cause: expect.stringMatching(cause) } });
  });
});

function without(contents: Record<string, string>, path: string): Record<string, string> {
  return Object.fromEntries(Object.entries(contents).filter(([each]) => each !== path));
}

function twice(): Record<string, string> {
  const envelope = JSON.parse(good[file] ?? '');
  const { signatures } = envelope;
  return { ...files, [file]: JSON.stringify({ ...envelope, signatures: [...signatures, ...signatures] }) };
}

describe('an archive', () => {
  const entries = Object.entries(good).map(([path, text]): [Entry, string] => [
    { name: `package/${path}` },
    text,
  ]);

  const more = { name: 'package/plugin.js' };

  it.each<[string, [Entry, string?], RegExp]>([
    ['a file twice', [{ name: 'package/plugin.js' }, 'other'], /it contains plugin\.js twice/],
    ['a file twice, in two directories', [{ name: 'other/plugin.js' }, 'other'], /contains plugin\.js twice/],
    [
      'a symbolic link',
      [{ name: 'package/more.js', type: 'symlink', linkname: '/etc/passwd' }],
      /it is signed, but contains package\/more\.js/,
    ],
    [
      'a hard link',
      [{ name: 'package/more.js', type: 'link', linkname: 'package/plugin.js' }],
      /is signed, but/,
    ],
    ['a file of a type that others read', [{ ...more, typeflag: 'Z' }, 'other'], /is signed, but contains/],
    ['a sparse file', [{ ...more, typeflag: 'S' }, 'other'], /is signed, but contains package\/plugin\.js/],
    ['a file next to its directory', [{ name: 'more.js' }, 'other'], /is signed, but contains more\.js/],
  ])('that is signed cannot contain %s', async (_what, added, cause) => {
    await expect(readPackage(await tarball([...entries, added]))).rejects.toThrow(cause);
  });

  it('can contain links if it is not signed, which are left out', async () => {
    const link: [Entry] = [{ name: 'package/more.js', type: 'symlink', linkname: 'plugin.js' }];
    const unsigned = entries.filter(([{ name }]) => !name.endsWith(file));
    expect([...(await readPackage(await tarball([...unsigned, link]))).keys()]).toEqual(Object.keys(files));
  });
});

async function tarball(entries: readonly [Entry, string?][]): Promise<Readable> {
  const archive = pack();
  for (const [header, text] of entries) archive.entry(header, text ?? '');
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const part of archive as AsyncIterable<Buffer>) parts.push(part);
  const bytes = Buffer.concat(parts);
  const flag = entries.at(-1)?.[0].typeflag;
  if (flag !== undefined) setTypeflag(bytes, entries.at(-1)?.[0].name ?? '', flag);
  return Readable.from([gzipSync(bytes)]);
}

/** Of the last entry. */
function setTypeflag(archive: Buffer, name: string, flag: string): void {
  const start = archive.lastIndexOf(name);
  const header = archive.subarray(start, start + 512);
  header.write(flag, 156);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
}

describe('the key of a signature', () => {
  const trusted = (packages: string[] = [], { publicKey } = acme) =>
    authorKeysOf({
      ...{ packages: [], publishers: [], kinds: [] },
      authorKeys: [{ name: 'Acme', publicKey, packages }],
    });

  it('is known by its name, for the packages that it is trusted for', () => {
    const check = (packages: string[]) => checkSignature(signatureIn(good), TIDE, trusted(packages));
    expect(check([])).toEqual({ keyId: acme.id, author: 'Acme', isForged: false });
    expect(check(['@acme'])).toMatchObject({ author: 'Acme' });
    expect(check([TIDE])).toMatchObject({ author: 'Acme' });
    expect(check(['@other'])).toEqual({
      ...{ keyId: acme.id, isForged: false },
      problem: `The key of Acme, who signed it, is not trusted for ${TIDE}`,
    });
  });

  it('is unknown if it is not listed', () => {
    expect(checkSignature(signatureIn(good), TIDE, trusted([], authorKey()))).toMatchObject({
      ...{ isForged: false, problem: expect.stringContaining('is not among the author keys') },
    });
  });

  it('is forged if another key signed in its name', () => {
    const forged = signed(of, files, { ...authorKey(), id: acme.id });
    expect(checkSignature(signatureIn(forged), TIDE, trusted())).toEqual({
      ...{ keyId: acme.id, isForged: true },
      problem: 'Its signature is not valid: the key of Acme did not sign it',
    });
  });
});
