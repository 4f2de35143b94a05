import { gzipSync } from 'node:zlib';
import type { FileComparison, VersionComparison } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { withStorage } from '../../database/db.ts';
import { publish } from '../../packages/testing/publish.ts';
import { tarOf } from '../../plainFiles/explode/testing/tarOf.ts';
import { scanAll } from '../../scanning/matching/scan.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';

const tgz = (files: Record<string, string | Buffer>) =>
  gzipSync(tarOf(Object.entries(files).map(([path, content]) => ({ path, content }))));

beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    await publish({
      name: 'pad',
      version: '1.0.0',
      dependencies: { kept: '1', gone: '^2.0.0', moved: '^1.0.0' },
      content: tgz({
        'package/index.js': 'one\ntwo\nthree\n',
        'package/old.js': 'old\n',
        'package/same.js': 'same\n',
        'package/logo.png': Buffer.from([0x89, 0, 1]),
      }),
    });
    await publish({
      name: 'pad',
      version: '1.1.0',
      licenses: ['Apache-2.0'],
      dependencies: { kept: '1', moved: '^2.0.0', fresh: '*' },
      devDependencies: { tester: '1' },
      content: tgz({
        'package/index.js': 'one\n2\nthree\n',
        'package/new.js': 'new\n',
        'package/same.js': 'same\n',
        'package/logo.png': Buffer.from([0x89, 0, 2]),
      }),
    });
    await publish({ name: 'pad', version: '2.0.0', content: 'no archive' });
    for (const version of ['3.1', '3.2'])
      await publish({
        ...{ name: 'wheel', type: 'pypi', version, leadFile: `wheel/wheel-${version}-py3-none-any.whl` },
        content: zipOf([
          { path: 'wheel/__init__.py', content: 'x = 1\n' },
          { path: `wheel-${version}.dist-info/METADATA`, content: `Version: ${version}\n` },
        ]),
      });
    await createUser('rosa', { password, groups: [] });
  });
});
afterAll(() => platform?.close());

const headers = () => ({ authorization: platform.adminAuth });
const ask = (query: string, file = '') =>
  platform.app.inject({ url: `/ui/api/v1/ui/compare${file}?${query}`, headers: headers() });
const compared = async (query: string) => (await ask(query)).json<VersionComparison>();
const pad = 'packageId=npm://pad&from=1.0.0&to=1.1.0';

describe('the comparison of two versions', () => {
  it('has metadata, and dependencies that were added, removed, or changed', async () => {
    const found = await compared(pad);
    expect([found.from.licenses, found.to.licenses]).toEqual([['MIT'], ['Apache-2.0']]);
    expect(found.dependencies).toEqual([
      { name: 'fresh', development: false, change: 'added', from: null, to: '*' },
      { name: 'gone', development: false, change: 'removed', from: '^2.0.0', to: null },
      { name: 'moved', development: false, change: 'changed', from: '^1.0.0', to: '^2.0.0' },
      { name: 'tester', development: true, change: 'added', from: null, to: '1' },
    ]);
    expect([found.dependenciesKnown, found.unchangedDependencies]).toEqual([true, 1]);
  });

  it('does not report unknown vulnerabilities as none', async () => {
    const found = await compared(pad);
    expect(found.from.scan).not.toBe('known');
    expect(found.vulnerabilities).toBeNull();
  });

  it('reports vulnerabilities of packages that are never scanned as unknown, not as pending', async () => {
    await withStorage(platform.storage, async () => {
      for (const version of ['1.0', '2.0'])
        await publish({
          name: 'manual',
          type: 'generic',
          repo: 'generic-local',
          version,
          leadFile: `manual/${version}/m.txt`,
        });
      await scanAll();
    });
    const { from, to } = await compared('packageId=generic://manual&from=1.0&to=2.0');
    expect([from.scan, to.scan]).toEqual(['unknown', 'unknown']);
  });

  it('has the files of the archives by size and hash', async () => {
    const { contents } = await compared(pad);
    expect(contents).toMatchObject({ added: 1, removed: 1, changed: 2, unchanged: 1, truncated: false });
    expect(
      contents?.changes.map(({ path, change, fromSize, toSize }) => [path, change, fromSize, toSize]),
    ).toEqual([
      ['package/index.js', 'changed', 14, 12],
      ['package/logo.png', 'changed', 3, 3],
      ['package/new.js', 'added', null, 4],
      ['package/old.js', 'removed', 4, null],
    ]);
  });

  it('takes files for the same whose paths differ by the version', async () => {
    const query = 'packageId=pypi://wheel&from=3.1&to=3.2';
    const { files, contents } = await compared(query);
    expect(files.changes.map(({ path, change }) => [path, change])).toEqual([
      ['wheel-3.2-py3-none-any.whl', 'changed'],
    ]);
    expect(contents).toMatchObject({ added: 0, removed: 0, changed: 1, unchanged: 1 });
    const lines = await ask(`${query}&path=wheel-3.2.dist-info/METADATA`, '/file');
    expect(lines.json<FileComparison>().hunks[0]?.lines).toEqual(['-Version: 3.1', '+Version: 3.2']);
  });

  it('shows the lines of one file', async () => {
    const lines = async (path: string) => (await ask(`${pad}&path=${path}`, '/file')).json<FileComparison>();
    expect(await lines('package/index.js')).toEqual({
      state: 'compared',
      hunks: [{ oldStart: 1, newStart: 1, lines: [' one', '-two', '+2', ' three'] }],
    });
    expect((await lines('package/old.js')).hunks[0]?.lines).toEqual(['-old']);
    expect((await lines('package/new.js')).hunks[0]?.lines).toEqual(['+new']);
    expect(await lines('package/logo.png')).toEqual({ state: 'binary', hunks: [] });
    expect((await ask(`${pad}&path=package/none.js`, '/file')).statusCode).toBe(404);
  });

  it('says why content cannot be compared', async () => {
    const found = await compared('packageId=npm://pad&from=1.0.0&to=2.0.0');
    expect([found.contents, found.contentsFault]).toEqual([
      null,
      'pad/-/pad-2.0.0.tgz: it is no zip or tar archive',
    ]);
  });

  it('is only for who can read both versions', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    for (const file of ['', '/file']) {
      const answer = await rosa.inject({ url: `/ui/api/v1/ui/compare${file}?${pad}&path=package/index.js` });
      expect(answer.statusCode).toBe(404);
    }
  });
});
