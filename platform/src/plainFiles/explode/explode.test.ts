import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { tarOf } from './testing/tarOf.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  const made = await ask('PUT', 'api/repositories/maven-local', {
    body: JSON.stringify({ rclass: 'local', packageType: 'maven' }),
    headers: { 'content-type': 'application/json' },
  });
  expect(made.status).toBe(201);
});
afterAll(() => platform?.close());

async function ask(
  method: string,
  path: string,
  { body, headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${platform.baseUrl}/artifactory/${path}`, {
    method,
    headers: { authorization: platform.adminAuth, ...headers },
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  });
  const text = await response.text();
  const message = text.startsWith('{"errors"') ? (JSON.parse(text).errors[0].message as string) : undefined;
  return { status: response.status, text, message };
}
const explode = (path: string, body: Buffer, headers: Record<string, string> = {}) =>
  ask('PUT', path, { body, headers: { 'x-explode-archive': 'true', ...headers } });
async function filesIn(repo: string, folder = '') {
  const { text } = await ask('GET', `api/storage/${repo}/${folder}?list&deep=1`);
  return ((JSON.parse(text).files ?? []) as { uri: string }[]).map(({ uri }) => uri);
}

describe('an archive to unpack', () => {
  const site = [
    { path: 'site/index.html', content: '<p>hello</p>' },
    { path: 'site/img/a b.png', content: 'png' },
    { path: './notes.txt', content: 'notes' },
  ];

  it.each([
    ['zip', zipOf([...site.slice(0, 2), { path: 'notes.txt', content: 'notes' }, { path: 'empty/' }])],
    ['tar', tarOf(site)],
    ['tar.gz', gzipSync(tarOf(site))],
    ['tgz', gzipSync(tarOf(site))],
  ])('in format %s is unpacked into its folder', async (ending, archive) => {
    const done = await explode(`generic-local/docs/${ending}/all.${ending};of=all`, archive);
    expect([done.status, JSON.parse(done.text)]).toEqual([
      201,
      { repo: 'generic-local', path: `/docs/${ending}`, files: 3 },
    ]);
    expect(await filesIn('generic-local', `docs/${ending}`)).toEqual([
      '/notes.txt',
      '/site/img/a b.png',
      '/site/index.html',
    ]);
    expect((await ask('GET', `generic-local/docs/${ending}/site/index.html`)).text).toBe('<p>hello</p>');
    const { text } = await ask('GET', `api/storage/generic-local/docs/${ending}/notes.txt?properties`);
    expect(JSON.parse(text).properties).toEqual({ of: ['all'] });
    // Deploying it again, as repeated builds do, succeeds.
    expect((await explode(`generic-local/docs/${ending}/all.${ending}`, archive)).status).toBe(201);
  });

  it('is rejected as a whole with the reason if invalid', async () => {
    const cases: [string, Buffer, string][] = [
      [
        'bad/a.zip',
        zipOf([{ path: 'fine.txt' }, { path: '../up.txt', content: 'x' }]),
        'escapes the target directory',
      ],
      ['bad/a.zip', zipOf([{ path: 'a/./b.txt', content: 'x' }]), "it contains the segment '.'"],
      ['bad/a.zip', zipOf([{ path: 'twice' }, { path: 'twice' }]), 'more than once'],
      [
        'bad/a.zip',
        zipOf([{ path: 'fine' }, { path: 'link', content: '/etc/passwd', link: true }]),
        'its entry "link" is not a regular file',
      ],
      ['bad/a.zip', Buffer.from('no archive'), 'it is an incomplete zip archive'],
      [
        'bad/a.tar',
        tarOf([{ path: 'fine' }, { path: 'link', type: 'SymbolicLink' }]),
        'its entry "link" is not a regular file',
      ],
      [
        'bad/a.rar',
        Buffer.from('x'),
        'Unsupported archive a.rar. Expected .zip, .jar, .war, .tar, .tar.gz, or .tgz',
      ],
    ];
    for (const [path, archive, said] of cases) {
      const answer = await explode(`generic-local/${path}`, archive);
      expect([path, answer.status, answer.message]).toEqual([path, 400, expect.stringContaining(said)]);
    }
    const sums = { 'x-checksum-sha1': createHash('sha1').update('another').digest('hex') };
    expect((await explode('generic-local/bad/a.zip', zipOf([{ path: 'fine' }]), sums)).status).toBe(409);
    expect(await filesIn('generic-local', 'bad').catch(() => [])).toEqual([]);
  });

  it('is stored in the layout of the format, without generated files', async () => {
    const jar = { path: 'org/x/lib/1.0/lib-1.0.jar', content: 'the jar' };
    const made = { path: 'org/x/lib/1.0/lib-1.0.jar.sha1', content: 'whatever' };
    const done = await explode('maven-local/all.zip', zipOf([jar, made]));
    expect([done.status, JSON.parse(done.text).files]).toEqual([201, 1]);
    expect(await filesIn('maven-local')).toEqual(['/org/x/lib/1.0/lib-1.0.jar']);
    const odd = await explode('maven-local/all.zip', zipOf([{ path: 'org/x/odd.jar', content: 'x' }]));
    expect(odd).toMatchObject({
      status: 400,
      message: expect.stringContaining('in the Maven layout'),
    });
  });

  it('stops at the first file that fails, or stores none with -Atomic', async () => {
    const released = { path: 'g/a/1.0/a-1.0.jar', content: 'released' };
    expect((await explode('maven-local/first.zip', zipOf([released]))).status).toBe(201);
    const files = [
      { path: 'g/a/0.9/a-0.9.jar', content: 'before it' },
      { path: 'g/a/1.0/a-1.0.jar', content: 'another' },
    ];
    const whole = await explode('maven-local/next.zip', zipOf(files), { 'x-explode-archive-atomic': 'true' });
    expect(whole.status).toBe(409);
    expect((await ask('GET', 'maven-local/g/a/0.9/a-0.9.jar')).status).toBe(404);
    expect((await explode('maven-local/next.zip', zipOf(files))).status).toBe(409);
    expect((await ask('GET', 'maven-local/g/a/0.9/a-0.9.jar')).text).toBe('before it');
  });

  it('reports the number of stored files when it stops', async () => {
    const files = ['a', 'b', 'c'].map((path) => ({ path, content: `of ${path}`, stored: true }));
    const archive = zipOf(files);
    archive.write('no', archive.indexOf('of c'));
    const damaged = await explode('generic-local/part/a.zip', archive);
    expect([damaged.status, damaged.message]).toEqual([
      400,
      expect.stringMatching(/the checksum of c does not match.* 2 of 3 files were stored/),
    ]);
    expect(await filesIn('generic-local', 'part')).toEqual(['/a', '/b']);
    const none = await explode('generic-local/none/a.zip', archive, { 'x-explode-archive-atomic': 'true' });
    expect([none.status, none.message]).toEqual([400, expect.not.stringContaining('files were stored')]);
    expect(await filesIn('generic-local', 'none').catch(() => [])).toEqual([]);
  });

  it.each([
    ['files', Array.from({ length: 2001 }, (_, at) => `${at}.txt`), 'it contains 2001 files'],
    [
      'folders',
      Array.from({ length: 40 }, (_, at) => `${at}/${'deep/'.repeat(60)}a.txt`),
      'its files are in more than 2000 folders',
    ],
  ])(
    'is rejected for atomic unpacking with more %s than the database can lock',
    async (what, paths, said) => {
      const archive = zipOf(paths.map((path) => ({ path, content: 'x', stored: true })));
      const atomic = { 'x-explode-archive-atomic': 'true' };
      const answer = await explode(`generic-local/many/${what}/a.zip`, archive, atomic);
      expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(said)]);
      expect(answer.message).toContain('with X-Explode-Archive only');
      expect(await filesIn('generic-local', `many/${what}`).catch(() => [])).toEqual([]);
    },
  );

  it('is rejected if its files would get more property values than can be stored at once', async () => {
    const archive = zipOf(Array.from({ length: 501 }, (_, at) => ({ path: `${at}.txt`, stored: true })));
    const values = Array.from({ length: 400 }, (_, at) => at).join();
    const answer = await explode(`generic-local/valued/a.zip;many=${values}`, archive);
    expect([answer.status, answer.message]).toEqual([
      400,
      expect.stringMatching(/^Too many values: 501 files with 400 values each\. .* 200000/),
    ]);
    expect(await filesIn('generic-local', 'valued').catch(() => [])).toEqual([]);
  });

  it('is subject to the same checks as uploads by any other user', async () => {
    const archive = zipOf([{ path: 'a.txt', content: 'a' }]);
    const anonymous = await fetch(`${platform.baseUrl}/artifactory/generic-local/x/a.zip`, {
      method: 'PUT',
      headers: { 'x-explode-archive': 'true' },
      body: new Uint8Array(archive),
    });
    expect(anonymous.status).toBe(401);
    await buffer(anonymous.body as unknown as NodeJS.ReadableStream);
    expect((await explode('npm-local/a.zip', archive)).status).toBe(400);
  });
});
