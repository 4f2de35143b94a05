import { gzipSync } from 'node:zlib';
import type { ArchiveContents, FilePreview } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { withStorage } from '../../database/db.ts';
import { publish } from '../../packages/testing/publish.ts';
import { tarOf } from '../../plainFiles/explode/testing/tarOf.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';
const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');

beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    await publish({
      ...{ name: 'pad', version: '1.0.0' },
      content: gzipSync(
        tarOf([
          { path: 'package/page.html', content: '<script>alert(1)</script>' },
          { path: 'package/logo.svg', content: png },
          { path: 'package/data.bin', content: Buffer.from([1, 0, 2]) },
          { path: 'package/long.txt', content: 'x'.repeat(1024 * 1024 + 1) },
        ]),
      ),
    });
    await publish({ name: 'zipped', version: '1.0.0', content: zipOf([{ path: 'a/b.txt', content: 'hi' }]) });
    await publish({ name: 'evil', version: '1.0.0', content: zipOf([{ path: '../b.txt', content: 'hi' }]) });
    await publish({
      ...{ name: 'long', version: '1.0.0' },
      content: gzipSync(tarOf([{ path: 'a', content: Buffer.alloc(33 * 1024 ** 2, 'a\n') }])),
    });
    await publish({
      ...{ name: 'many', version: '1.0.0' },
      content: zipOf(Array.from({ length: 20_001 }, (_, at) => ({ path: `${at}.txt` }))),
    });
    await publish({ name: 'plain', version: '1.0.0', content: 'plain' });
    await createUser('rosa', { password, groups: [] });
  });
});
afterAll(() => platform?.close());

const of = (name: string, more = '') => `repoKey=npm-local&path=${name}/-/${name}-1.0.0.tgz${more}`;
const ask = (query: string, call = '') =>
  platform.app.inject({
    url: `/ui/api/v1/ui/contents${call}?${query}`,
    headers: { authorization: platform.adminAuth },
  });

describe('the files within an archive', () => {
  it.each([
    ['pad', ['package/page.html', 'package/logo.svg', 'package/data.bin', 'package/long.txt']],
    ['zipped', ['a/b.txt']],
  ])('are listed with sizes and hashes: %s', async (name, paths) => {
    const { files, fault } = (await ask(of(name))).json<ArchiveContents>();
    expect([files.map(({ path }) => path), fault]).toEqual([paths, null]);
    expect(files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['evil', 'escapes the target directory'],
    ['plain', 'no zip or tar archive'],
  ])('are not listed, with the reason: %s', async (name, why) => {
    const { files, fault } = (await ask(of(name))).json<ArchiveContents>();
    expect([files, fault]).toEqual([[], expect.stringContaining(why)]);
  });

  it.each([
    ['page.html', { state: 'text', text: '<script>alert(1)</script>' }],
    ['logo.svg', { state: 'image', text: '' }],
    ['data.bin', { state: 'binary', text: '' }],
    ['long.txt', { state: 'tooLarge', text: '' }],
  ])('are shown by content, not by name: %s', async (name, preview) => {
    const answer = await ask(of('pad', `&entry=package/${name}`), '/preview');
    expect(answer.json<FilePreview>()).toEqual(preview);
  });

  it('are served so that no browser runs them', async () => {
    const page = await ask(of('pad', '&entry=package/page.html'), '/file');
    expect(page.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['content-disposition']).toMatch(/^attachment; .*page\.html/);
    expect((await ask(of('pad', '&entry=package/logo.svg'), '/file')).headers['content-type']).toBe(
      'image/png',
    );
    const script = await platform.app.inject({
      url: `/ui/api/v1/ui/contents/file?${of('pad', '&entry=package/page.html')}`,
      headers: { authorization: platform.adminAuth, 'sec-fetch-dest': 'script' },
    });
    expect(script.statusCode).toBe(403);
    expect((await ask(of('pad', '&entry=package/none'), '/file')).statusCode).toBe(404);
  });

  it('are up to 20,000 in one list, which states that it is truncated', async () => {
    const { files, truncated } = (await ask(of('many'))).json<ArchiveContents>();
    expect([files.length, truncated]).toEqual([20_000, true]);
  });

  it('are not read if they are larger than 32 MiB', async () => {
    expect((await ask(of('long', '&entry=a'), '/preview')).json()).toEqual({ state: 'tooLarge', text: '' });
    const answer = await ask(of('long', '&entry=a'), '/file');
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      413,
      'File a is larger than 32 MiB. Download the archive to open the file',
    ]);
  });

  it.each(['../../etc/passwd', '/etc/passwd', 'package/../../x'])(
    'are never files of the server: %s',
    async (path) => {
      const answer = await ask(of('pad', `&entry=${encodeURIComponent(path)}`), '/file');
      expect(answer.statusCode).toBe(404);
      const outside = await ask(`repoKey=npm-local&path=${encodeURIComponent(path)}&entry=x`, '/file');
      expect([400, 404]).toContain(outside.statusCode);
    },
  );

  it('are denied to users without permission to read the archive', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    for (const call of ['', '/preview', '/file']) {
      const url = `/ui/api/v1/ui/contents${call}?${of('pad', '&entry=package/page.html')}`;
      expect([403, 404]).toContain((await rosa.inject({ url })).statusCode);
    }
  });
});

describe('a stored file', () => {
  const put = (path: string, payload: string | Buffer) =>
    platform.app.inject({
      ...{ method: 'PUT', url: `/artifactory/generic-local/${path}`, payload },
      headers: { authorization: platform.adminAuth, 'content-type': 'application/octet-stream' },
    });
  const plain = (path: string) => `repoKey=generic-local&path=${encodeURIComponent(path)}`;
  const files: readonly (readonly [string, string | Buffer, string])[] = [
    ['page.html', '<script>alert(1)</script>', 'text'],
    ['logo.svg', '<svg onload="alert(1)"/>', 'text'],
    ['empty.txt', '', 'text'],
    ['named-as-text.txt', png, 'image'],
    ['layer-without-a-name', gzipSync(tarOf([{ path: 'etc/os', content: 'x' }])), 'archive'],
    ['app.jar', zipOf([{ path: 'a/b.txt', content: 'hi' }]), 'archive'],
    ['data.bin', Buffer.from([1, 0, 2]), 'binary'],
    ['long.txt', `${'x'.repeat(1024 * 1024 - 1)}ćć`, 'tooLarge'],
    ['long.bin', Buffer.alloc(1024 * 1024 + 1), 'binary'],
  ];

  it.each(files)('is shown by its content, not by its name: %s', async (path, content, state) => {
    expect((await put(path, content)).statusCode).toBe(201);
    const answer = await ask(plain(path), '/preview');
    expect(answer.json()).toEqual({ state, text: state === 'text' ? content : '' });
  });

  it('is not served above 32 MiB, with a reason and another way', async () => {
    await put('large.iso', Buffer.alloc(32 * 1024 ** 2 + 1, 'a'));
    const answer = await ask(plain('large.iso'), '/file');
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([
      413,
      {
        code: 'TOO_LARGE',
        message:
          'File large.iso is larger than 32 MiB. Download it with GET /artifactory/{repository}/{path}',
      },
    ]);
  });

  it('is served so that no browser runs it, and not counted as a download', async () => {
    await put('active.svg', '<svg onload="alert(1)"/>');
    await put('shot.png', png);
    expect((await ask(plain('active.svg'), '/file')).headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect((await ask(plain('shot.png'), '/file')).headers['content-type']).toBe('image/png');
    const node = await platform.app.inject({
      url: `/ui/api/v1/ui/v2/treebrowser/node?${plain('shot.png')}`,
      headers: { authorization: platform.adminAuth },
    });
    expect(node.json().file.downloads).toBe(0);
  });

  it('is denied to users without permission to read it', async () => {
    await put('page.html', 'x');
    const rosa = await signIn(platform.app, 'rosa', password);
    for (const call of ['/preview', '/file']) {
      const url = `/ui/api/v1/ui/contents${call}?${plain('page.html')}`;
      expect([403, 404]).toContain((await rosa.inject({ url })).statusCode);
    }
  });
});
