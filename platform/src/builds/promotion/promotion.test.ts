import { createHash } from 'node:crypto';
import type { BuildDetails, BuildPromoted, BuildPromotionPlan, BuildRuns } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TreePlatform, treePlatform } from '../../tree/testing/treePlatform.ts';

let tree: TreePlatform;
beforeAll(async () => {
  tree = await treePlatform();
  for (const key of ['dev', 'stage', 'prod', 'hidden'])
    await tree.call('PUT', `/artifactory/api/repositories/${key}`, {
      ...{ rclass: 'local', packageType: 'generic' },
    });
});
afterAll(() => tree?.platform.close());

const sums = (content: string) => ({
  sha1: createHash('sha1').update(content).digest('hex'),
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** Publishes a run with artifacts in a folder of the run's name, and dependencies. */
async function build(name: string, made: Record<string, string>, used: Record<string, string> = {}) {
  for (const [path, content] of Object.entries({ ...made, ...used })) await tree.put('dev', path, content);
  const last = (path: string) => path.split('/').at(-1) ?? '';
  const artifacts = Object.entries(made).map(([path, content]) => ({ name: last(path), ...sums(content) }));
  const dependencies = Object.entries(used).map(([path, content]) => ({
    ...{ id: last(path), scopes: ['runtime'] },
    ...sums(content),
  }));
  const modules = [{ id: name, artifacts, dependencies }];
  const info = { name, number: '1', started: '2026-04-01T00:00:00.000Z', modules };
  expect((await tree.call('PUT', '/artifactory/api/build', info)).status).toBe(204);
}
const promote = (name: string, body: object, who?: string) =>
  tree.call('POST', `/artifactory/api/build/promote/${name}/1`, body, who);
const details = async (name: string) =>
  (await tree.call('GET', `/ui/api/v1/ui/builds/${name}/1`)).json as BuildDetails;
async function where(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const repo of ['dev', 'stage', 'prod'])
    if ((await tree.call('GET', `/artifactory/${repo}/${path}`)).status === 200) found.push(repo);
  return found;
}

describe('a promotion', () => {
  it('sets a status and moves or copies files, with the API of existing clients', async () => {
    await build(
      'app',
      { 'app/1/app.bin': 'the app', 'app/1/app.sig': 'its mark' },
      { 'lib/1/lib.bin': 'lib' },
    );
    const copied = await promote('app', {
      ...{ status: 'staged', comment: 'All tests passed', ciUser: 'ci', copy: true, targetRepo: 'stage' },
      timestamp: '2026-04-02T00:00:00.000+0000',
    });
    expect(copied.status).toBe(200);
    expect((copied.json as BuildPromoted).messages).toEqual([
      { level: 'INFO', message: '2 files were copied to stage' },
      { level: 'INFO', message: 'The status is staged' },
    ]);
    expect(await where('app/1/app.bin')).toEqual(['dev', 'stage']);
    expect(await where('lib/1/lib.bin')).toEqual(['dev']);
    const moved = await promote('app', {
      ...{ status: 'released', targetRepo: 'prod', sourceRepo: 'stage', failFast: true },
      properties: { release: ['2026.1'] },
    });
    expect(moved).toMatchObject({ status: 200 });
    expect(await where('app/1/app.sig')).toEqual(['dev', 'prod']);
    const noted = await tree.call('GET', '/artifactory/api/storage/prod/app/1/app.bin?properties');
    expect(noted.json).toMatchObject({ properties: { release: ['2026.1'] } });

    const { promotions, mayPromote } = await details('app');
    expect(mayPromote).toBe(true);
    expect(promotions).toEqual([
      expect.objectContaining({
        status: 'released',
        repository: 'prod',
        copied: false,
        files: 2,
        user: 'admin',
      }),
      {
        ...{ status: 'staged', comment: 'All tests passed', repository: 'stage', copied: true, files: 2 },
        ...{ user: 'admin', ciUser: 'ci', timestamp: '2026-04-02T00:00:00.000Z' },
      },
    ]);
    const { runs } = (await tree.call('GET', '/ui/api/v1/ui/builds/app')).json as BuildRuns;
    expect(runs[0]?.status).toBe('released');
    const { buildInfo } = (await tree.call('GET', '/artifactory/api/build/app/1')).json as {
      buildInfo: { statuses: object[] };
    };
    expect(buildInfo.statuses).toMatchObject([{ status: 'staged' }, { status: 'released' }]);
  });

  it('accepts the request formats of different clients', async () => {
    await build('asked', { 'asked/1/a.bin': 'asked' });
    const answer = await tree.platform.app.inject({
      method: 'POST',
      url: '/artifactory/api/build/promote/asked/1',
      headers: {
        authorization: tree.platform.adminAuth,
        'content-type': 'application/vnd.org.jfrog.artifactory.build.PromotionRequest+json',
      },
      payload: JSON.stringify({ status: 'asked', comment: null, scopes: null }),
    });
    expect(answer.statusCode).toBe(200);
  });

  it('changes nothing in a dry run', async () => {
    await build('tried', { 'tried/1/a.bin': 'tried' }, { 'tried/1/used.bin': 'used by it' });
    const dry = { status: 'staged', targetRepo: 'stage', dryRun: true, dependencies: true };
    expect((await promote('tried', dry)).json).toEqual({
      messages: [
        { level: 'INFO', message: '2 files would be moved to stage' },
        { level: 'INFO', message: 'The status would be staged' },
      ],
    });
    expect((await promote('tried', { ...dry, scopes: ['test'] })).json).toMatchObject({
      messages: [{ message: '1 file would be moved to stage' }, {}],
    });
    expect(await where('tried/1/a.bin')).toEqual(['dev']);
    expect((await details('tried')).promotions).toEqual([]);
  });

  it('fails completely if a file cannot be promoted, unless the request allows it', async () => {
    await build('partly', { 'partly/1/a.bin': 'partly' });
    const info = {
      ...{ name: 'partly', number: '1', started: '2026-04-02T00:00:00.000Z' },
      modules: [
        {
          artifacts: [
            { name: 'a.bin', ...sums('partly') },
            { name: 'gone.bin', ...sums('gone') },
          ],
        },
      ],
    };
    await tree.call('PUT', '/artifactory/api/build', info);
    const asked = { status: 'staged', targetRepo: 'stage' };
    expect(await promote('partly', asked)).toMatchObject({
      status: 409,
      message:
        'Nothing was promoted: 1 of 2 files cannot be promoted. First: gone.bin: No file with this content in any repository you have read permission on',
    });
    expect(await where('partly/1/a.bin')).toEqual(['dev']);
    expect((await promote('partly', { ...asked, failFast: false })).json).toMatchObject({
      messages: [{}, {}, { level: 'ERROR', message: expect.stringContaining('gone.bin') }],
    });
    expect(await where('partly/1/a.bin')).toEqual(['stage']);
  });

  it('does not move files that may belong to another build', async () => {
    await build('shared', { 'shared/1/LICENSE': 'a text that many have' });
    await tree.put('prod', 'other/LICENSE', 'a text that many have');
    const asked = { status: 'staged', targetRepo: 'stage' };
    expect(await promote('shared', asked)).toMatchObject({
      status: 409,
      message: expect.stringContaining('The file has several locations, such as'),
    });
    expect((await promote('shared', { ...asked, sourceRepo: 'dev' })).status).toBe(200);
    expect(await where('other/LICENSE')).toEqual(['prod']);
    expect(await where('shared/1/LICENSE')).toEqual(['stage']);
  });

  it('prefers files with properties of the build over files with the same content', async () => {
    await build('marked', { 'marked/1/a.bin': 'marked content' });
    await tree.put('dev', 'elsewhere/a.bin', 'marked content');
    const url = '/artifactory/api/metadata/dev/marked/1/a.bin';
    await tree.call('PATCH', url, { props: { 'build.name': 'marked', 'build.number': '1' } });
    expect((await promote('marked', { status: 'x', targetRepo: 'stage' })).status).toBe(200);
    expect(await where('elsewhere/a.bin')).toEqual(['dev']);
    expect(await where('marked/1/a.bin')).toEqual(['stage']);
  });

  it('only sets a status without a repository, and a republished run has no status', async () => {
    await build('status', { 'status/1/a.bin': 'status' });
    expect((await promote('status', { status: 'tested' })).json).toEqual({
      messages: [{ level: 'INFO', message: 'The status is tested' }],
    });
    expect((await details('status')).promotions).toMatchObject([{ status: 'tested', files: 0 }]);
    const again = { name: 'status', number: '1', started: '2026-04-01T00:00:00.000Z', marker: 'other' };
    expect((await tree.call('PUT', '/artifactory/api/build', again)).status).toBe(204);
    expect((await details('status')).promotions).toEqual([]);
  });

  it.each([
    [{}, "'status', 'targetRepo', or both are required"],
    [{ status: 1 }, "field 'status'"],
    [{ status: 'a\u0001' }, 'contains a control character'],
    [{ status: 'x', copy: 'yes' }, "field 'copy'"],
    [{ status: 'x', timestamp: 'now' }, 'expected a time such as'],
    [{ status: 'x', properties: { '': ['a'] } }, "Invalid property key ''"],
    [[], 'or both are required'],
  ])('is rejected if invalid: %j', async (body, why) => {
    await build('odd', { 'odd/1/a.bin': 'odd' });
    expect(await promote('odd', body)).toMatchObject({
      status: 400,
      message: expect.stringContaining(why),
    });
  });

  it('requires permission to publish the build and to deploy to the target', async () => {
    await build('guarded', { 'guarded/1/a.bin': 'guarded' });
    const permit = (name: string, rights: string[]) =>
      tree.call('POST', '/access/api/v2/permissions', {
        name: `builds-of-${name}`,
        resources: {
          build: {
            actions: { users: { [name]: rights }, groups: {} },
            targets: { 'artifactory-build-info': { include_patterns: ['guarded'] } },
          },
        },
      });
    await tree.user('rosa', 'dev', ['READ'], ['**']);
    await tree.user('tom', 'dev', ['READ'], ['**']);
    const asked = { status: 'x', copy: true, targetRepo: 'stage' };
    expect((await promote('guarded', asked, 'rosa')).status).toBe(403);
    await permit('rosa', ['READ']);
    expect((await promote('guarded', { status: 'x' }, 'rosa')).status).toBe(403);
    await permit('tom', ['READ', 'WRITE']);
    // A hidden repository returns the same error as a missing one.
    const unknown = await promote('guarded', { ...asked, targetRepo: 'no-such' }, 'tom');
    const hidden = await promote('guarded', { ...asked, targetRepo: 'hidden' }, 'tom');
    expect(unknown.status).toBe(404);
    expect([hidden.status, hidden.message]).toEqual([404, unknown.message.replace('no-such', 'hidden')]);
    expect(await promote('guarded', { ...asked, targetRepo: 'dev' }, 'tom')).toMatchObject({ status: 200 });
    expect((await promote('guarded', { status: 'seen' }, 'tom')).status).toBe(200);
    expect((await details('guarded')).promotions[0]).toMatchObject({ status: 'seen', user: 'tom' });
    const moved = await promote('guarded', { status: 'x', targetRepo: 'prod' }, 'tom');
    expect(moved.status).toBe(404);
  });

  it('sets no properties without annotate permission', async () => {
    await build('noted', { 'noted/1/a.bin': 'noted' });
    await tree.put('stage', 'noted/1/a.bin', 'noted');
    await tree.user('ann', 'prod', ['READ'], ['none']);
    for (const repo of ['dev', 'stage']) {
      const rights = repo === 'dev' ? ['READ'] : ['READ', 'WRITE'];
      const artifact = { actions: { users: { ann: rights }, groups: {} }, targets: { [repo]: {} } };
      await tree.call('POST', '/access/api/v2/permissions', { name: `ann-${repo}`, resources: { artifact } });
    }
    const actions = { users: { ann: ['READ', 'WRITE'] }, groups: {} };
    const resources = { build: { actions, targets: { 'artifactory-build-info': {} } } };
    await tree.call('POST', '/access/api/v2/permissions', { name: 'ann-builds', resources });
    const properties = { checked: ['yes'] };
    for (const asked of [
      { status: 'x', properties },
      { status: 'x', properties, copy: true, targetRepo: 'stage' },
    ]) {
      expect(await promote('noted', asked, 'ann')).toMatchObject({
        status: 409,
        message: expect.stringContaining('User ann has no annotate permission'),
      });
      expect((await promote('noted', { ...asked, failFast: false }, 'ann')).status).toBe(200);
    }
    for (const repo of ['dev', 'stage']) {
      const url = `/artifactory/api/storage/${repo}/noted/1/a.bin?properties`;
      expect([repo, (await tree.call('GET', url)).status]).toEqual([repo, 404]);
    }
    await promote('noted', { status: 'x', properties, copy: true, targetRepo: 'stage' });
    const there = await tree.call('GET', '/artifactory/api/storage/stage/noted/1/a.bin?properties');
    expect(there.json).toMatchObject({ properties });
  });

  it('is previewed in the console, and does exactly that', async () => {
    await build('looked', { 'looked/1/a.bin': 'looked at', 'looked/1/b.bin': 'looked at, too' });
    await tree.put('stage', 'looked/1/a.bin', 'another file');
    const url = '/ui/api/v1/ui/builds/looked/1/promotion';
    const body = { status: 'staged', targetRepo: 'stage', copy: true };
    const plan = (await tree.call('POST', `${url}/plan`, body)).json as BuildPromotionPlan;
    expect(plan).toEqual({
      lines: [
        { name: 'a.bin', from: { repo: 'dev', path: 'looked/1/a.bin' }, size: 9, replaces: true },
        { name: 'b.bin', from: { repo: 'dev', path: 'looked/1/b.bin' }, size: 14 },
      ],
      ...{ files: 2, bytes: 23, digest: expect.any(String) },
    });
    await tree.put('stage', 'looked/1/b.bin', 'came meanwhile');
    expect(await tree.call('POST', url, { ...body, digest: plan.digest })).toMatchObject({ status: 409 });
    const fresh = (await tree.call('POST', `${url}/plan`, body)).json as BuildPromotionPlan;
    expect((await tree.call('POST', url, { ...body, digest: fresh.digest })).json).toEqual({ messages: [] });
    expect((await tree.call('POST', `${url}/plan`, body)).json).toMatchObject({
      ...{ files: 0, bytes: 0, lines: [{ there: true }, { there: true }] },
    });
  });
});

describe('two runs', () => {
  it('are compared file by file', async () => {
    const run = (number: string, version: string, tea: string, modules: object[] = []) => ({
      ...{ name: 'compared', number, started: `2026-04-0${number}T00:00:00.000Z` },
      properties: { version, kept: 'same', deep: { a: 1 } },
      modules: [
        {
          id: `org:tea:${version}`,
          artifacts: [
            { name: `tea-${version}.jar`, ...sums(tea) },
            { name: 'notes.txt', ...sums('notes') },
          ],
          dependencies: [{ id: `org:cup:${version}`, ...sums(`cup ${version}`) }],
        },
        ...modules,
      ],
    });
    const more = [{ id: 'more', artifacts: [{ name: 'more.bin', ...sums('more') }] }];
    for (const each of [run('1', '1.9.0', 'green'), run('2', '1.10.0', 'black', more)])
      expect((await tree.call('PUT', '/artifactory/api/build', each)).status).toBe(204);
    const url = '/artifactory/api/build/compared/2?diff=1';
    const { json } = await tree.call('GET', url);
    expect(json).toMatchObject({
      artifacts: {
        updated: [
          { name: 'tea-1.10.0.jar', previousName: 'tea-1.9.0.jar', previousChecksum: sums('green').sha256 },
          { name: 'notes.txt' },
        ],
        new: [{ name: 'more.bin', module: 'more' }],
        removed: [],
      },
      dependencies: { updated: [{ name: 'org:cup:1.10.0', previousName: 'org:cup:1.9.0' }], new: [] },
      properties: {
        updated: [{ key: 'version', value: '1.10.0', previousValue: '1.9.0' }],
        unchanged: [{ key: 'kept', value: 'same' }],
      },
    });
    expect((await tree.call('GET', '/ui/api/v1/ui/builds/compared/2/diff?to=1')).json).toEqual(json);
    expect((await tree.call('GET', '/ui/api/v1/ui/builds/compared/2/diff')).status).toBe(400);
    expect((await tree.call('GET', '/artifactory/api/build/compared/2?diff=9')).message).toBe(
      'No build was found for build name: compared, build number: 9',
    );
  });
});
