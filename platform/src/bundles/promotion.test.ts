import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { recordEvents } from '../events/testing/recordEvents.ts';
import { type BundleWorld, basic, bundleWorld, LIFECYCLE, sha256 } from './testing/bundleWorld.ts';
import { manyFiles } from './testing/manyFiles.ts';

let world: BundleWorld;
beforeAll(async () => {
  world = await bundleWorld();
  await world.deploy('libs/app/1.0/app.bin;team=blue', 'the app');
  await world.deploy('libs/app/1.0/docs.txt', 'its docs');
  await world.create('app', '1.0', ['libs/app/1.0/app.bin', 'libs/app/1.0/docs.txt']);
});
afterAll(() => world?.close());

const promote = (name: string, version: string, body: object, as?: string, query = '?async=false') =>
  world.call('POST', `${LIFECYCLE}/promotion/records/${name}/${version}${query}`, body, as);
const screen = '/ui/api/v1/ui/releaseBundles';
const plan = async (name: string, version: string, body: object) =>
  (await world.call('POST', `${screen}/${name}/${version}/promotion/plan`, body)).json;

describe('a promotion', () => {
  it('previews its exact effect without changes', async () => {
    const preview = await plan('app', '1.0', { environment: 'PROD' });
    expect(preview).toMatchObject({
      ...{ copies: 2, bytes: 15, there: 0, replaces: 0, refused: 0, targets: { 'libs-prod': 2 } },
      lines: [
        { from: 'libs/app/1.0/app.bin', to: 'libs-prod/app/1.0/app.bin', what: 'copy' },
        { from: 'libs/app/1.0/docs.txt', to: 'libs-prod/app/1.0/docs.txt', what: 'copy' },
      ],
    });
    expect((await world.call('GET', '/artifactory/libs-prod/app/1.0/app.bin')).status).toBe(404);
  });

  it('copies the content with the signed properties, and records it', async () => {
    // Changed after the creation of the bundle.
    await world.call('PUT', '/artifactory/api/storage/libs/app/1.0/app.bin?properties=team=red');
    const recorded = recordEvents(world.platform.storage);
    const { status, json } = await promote('app', '1.0', { environment: 'PROD' });
    expect([status, json]).toEqual([
      201,
      {
        ...{
          repository_key: 'release-bundles-v2',
          release_bundle_name: 'app',
          release_bundle_version: '1.0',
        },
        ...{ environment: 'PROD', included_repository_keys: [], excluded_repository_keys: [] },
        ...{ created: expect.any(String), created_millis: expect.any(Number) },
      },
    ]);
    const file = (await world.call('GET', '/artifactory/api/storage/libs-prod/app/1.0/app.bin?properties'))
      .json;
    expect(file.properties).toEqual({ team: ['blue'] });
    const { checksums } = (await world.call('GET', '/artifactory/api/storage/libs-prod/app/1.0/app.bin'))
      .json;
    expect(checksums.sha256).toBe(sha256('the app'));

    const path = `${LIFECYCLE}/promotion`;
    const { promotions } = (await world.call('GET', `${path}/records/app/1.0`)).json;
    expect(promotions).toEqual([
      expect.objectContaining({
        status: 'COMPLETED',
        environment: 'PROD',
        created_by: 'admin',
        messages: [],
      }),
    ]);
    const at = `${path}/statuses/app/1.0/${json.created_millis}`;
    expect((await world.call('GET', at)).json).toEqual({ status: 'COMPLETED', messages: [] });
    expect((await world.call('GET', `${path}/statuses/app/1.0/1`)).code).toBe('PROMOTION_NOT_FOUND');
    const listed = (await world.call('GET', `${screen}?environment=PROD`)).json;
    expect(listed.bundles).toEqual([expect.objectContaining({ name: 'app', environments: ['PROD'] })]);
    expect(listed.facets).toEqual({
      environments: [{ value: 'PROD', count: 1 }],
      createdBy: [{ value: 'admin', count: 1 }],
    });
    const events = (await recorded.take(5)).filter(({ type }) => type.startsWith('release_bundle'));
    recorded.stop();
    expect(events.map(({ type, facts }) => [type, facts])).toEqual(
      ['started', 'completed'].map((what) => [
        `release_bundle_v2_promotion.release_bundle_v2_promotion_${what}`,
        { name: 'app', version: '1.0', environment: 'PROD', repositories: ['libs-prod'] },
      ]),
    );
  });

  it('does not copy existing content again', async () => {
    expect(await plan('app', '1.0', { environment: 'PROD' })).toMatchObject({ copies: 0, there: 2 });
  });

  it('replaces different content only if allowed', async () => {
    await world.deploy('libs/next/app.bin', 'the next app');
    await world.deploy('libs-prod/next/app.bin', 'something else');
    await world.create('next', '1', ['libs/next/app.bin']);
    expect(await plan('next', '1', { environment: 'PROD' })).toMatchObject({ copies: 0, refused: 1 });
    const denied = await promote('next', '1', { environment: 'PROD' });
    expect([denied.status, denied.code]).toEqual([409, 'NOT_PROMOTABLE']);
    expect(denied.message).toContain('libs/next/app.bin: Other content exists there');
    const { json } = await world.call('GET', `${screen}/next/1`);
    expect(json.promotions).toEqual([
      expect.objectContaining({ status: 'FAILED', message: expect.stringContaining('Nothing was copied') }),
    ]);
    expect(json.environments).toEqual([]);
    const done = await promote('next', '1', { environment: 'PROD', overwrite_existing_artifacts: true });
    expect(done.status).toBe(201);
    const info = (await world.call('GET', '/artifactory/api/storage/libs-prod/next/app.bin')).json;
    expect(info.checksums.sha256).toBe(sha256('the next app'));
  });

  it('rejects artifacts with the same path or below each other', async () => {
    await world.platform.createRepository('more', { rclass: 'local', packageType: 'generic' });
    await world.deploy('libs/same/tool.bin', 'one');
    await world.deploy('more/same/tool.bin', 'another');
    await world.deploy('more/same/nested/tool.bin', 'the nested one');
    await world.deploy('libs/same/nested', 'a file');
    const same = ['libs/same/tool.bin', 'more/same/tool.bin'];
    await world.create('same', '1', [...same, 'more/same/nested/tool.bin', 'libs/same/nested']);
    const { refused, lines } = await plan('same', '1', { environment: 'PROD' });
    expect(refused).toBe(2);
    expect(lines.filter(({ why }: { why: string }) => why).map(({ why }: { why: string }) => why)).toEqual([
      expect.stringContaining('is a file at libs-prod/same/nested, which cannot contain other files'),
      'Another artifact of the bundle goes to libs-prod/same/tool.bin with other content',
    ]);
  });

  it('indexes package versions with the files copied together', async () => {
    await world.deploy('libs-prod/tool/2.0/old.bin', 'was there');
    await world.deploy('libs/tool/2.0/new.bin', 'arrives');
    await world.deploy('libs/tool/2.0/other.bin', 'arrives, too');
    await world.create('tool', '2.0', ['libs/tool/2.0/new.bin', 'libs/tool/2.0/other.bin']);
    expect((await promote('tool', '2.0', { environment: 'PROD' })).status).toBe(201);
    const { rows } = await withStorage(world.platform.storage, () =>
      db().execute(sql`SELECT v.size::integer, v.lead_path, (SELECT count(*)::integer FROM version_files f WHERE f.version_id = v.id) AS files
        FROM versions v JOIN packages p ON p.id = v.package_id WHERE p.name = 'tool' AND v.repo = 'libs-prod'`),
    );
    expect(rows).toEqual([{ size: 28, lead_path: 'tool/2.0/old.bin', files: 3 }]);
  });

  it('has exactly the previewed effect', async () => {
    await world.deploy('libs/seen.bin', 'seen');
    await world.create('seen', '1', ['libs/seen.bin']);
    const { digest } = await plan('seen', '1', { environment: 'PROD' });
    await world.deploy('libs-prod/seen.bin', 'seen');
    const order = { environment: 'PROD', digest };
    const changed = await world.call('POST', `${screen}/seen/1/promotion`, order);
    expect([changed.status, changed.code]).toEqual([409, 'PLAN_CHANGED']);
    const again = { ...order, digest: (await plan('seen', '1', order)).digest };
    expect((await world.call('POST', `${screen}/seen/1/promotion`, again)).status).toBe(201);
  });

  it.each([
    [{ environment: 'MOON' }, 404, 'ENVIRONMENT_NOT_FOUND'],
    [{ environment: 'PROD', included_repository_keys: ['libs'] }, 400, 'BAD_PROMOTION'],
    [{ environment: 'PROD', excluded_repository_keys: ['libs-prod'] }, 409, 'NOT_PROMOTABLE'],
  ])('rejects %j', async (body, status, code) => {
    await world.create('odd', '1', ['libs/seen.bin']);
    const answer = await promote('odd', '1', body);
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  it('shows the current and previous version of an environment, and their differences', async () => {
    await world.deploy('libs/two/a.bin', 'one');
    await world.create('two', '1', ['libs/two/a.bin', 'libs/seen.bin']);
    await world.deploy('libs/two/b.bin', 'three');
    await world.create('two', '2', ['libs/two/b.bin', 'libs/seen.bin']);
    for (const version of ['1', '2']) await promote('two', version, { environment: 'PROD' });
    const overview = (await world.call('GET', `${screen}/environments?name=two`)).json;
    expect(overview.environments).toEqual([{ environment: 'PROD', current: '2', previous: '1' }]);
    expect(overview.versions.map(({ version }: { version: string }) => version)).toEqual(['2', '1']);
    expect((await world.call('GET', `${screen}/two/2/compare/1`)).json).toEqual({
      ...{ packages: [], changedPackages: 0, added: 1, removed: 1, changed: 0, same: 1, bytes: 2 },
      lines: [
        { what: 'removed', path: 'libs/two/a.bin', size: null, before: 3 },
        { what: 'added', path: 'libs/two/b.bin', size: 5, before: null },
      ],
    });
    await promote('two', '1', { environment: 'PROD' });
    const back = (await world.call('GET', `${screen}/environments?name=two`)).json;
    expect(back.environments).toEqual([{ environment: 'PROD', current: '1', previous: '2' }]);
  });

  it('cannot move artifacts, because the version needs them', async () => {
    const { status, message } = await promote(
      'app',
      '1.0',
      { environment: 'PROD' },
      undefined,
      '?operation=move',
    );
    expect([status, message]).toEqual([400, expect.stringContaining('cannot be moved')]);
  });

  it('rejects content that differs from the signature', async () => {
    await world.create('bent', '1', ['libs/seen.bin']);
    await withStorage(world.platform.storage, () =>
      db().execute(sql`UPDATE release_bundle_artifacts SET properties = '{"a": ["b"]}'
        WHERE bundle_id = (SELECT id FROM release_bundles WHERE name = 'bent')`),
    );
    expect((await promote('bent', '1', { environment: 'PROD' })).code).toBe('RELEASE_BUNDLE_INVALID');
  });

  it('requires WRITE on the bundle and on the repository', async () => {
    const ada = basic('ada');
    expect((await promote('app', '1.0', { environment: 'PROD' }, ada)).status).toBe(403);
    const release_bundle = {
      actions: { users: { ada: ['READ', 'WRITE'] }, groups: {} },
      targets: { 'release-bundles-v2': {} },
    };
    await world.call('POST', '/access/api/v2/permissions', {
      name: 'bundles',
      resources: { release_bundle },
    });
    await world.deploy('libs/hers.bin', 'hers');
    await world.create('hers', '1', ['libs/hers.bin']);
    const { code, message } = await promote('hers', '1', { environment: 'PROD' }, ada);
    expect([code, message]).toEqual([
      'NOT_PROMOTABLE',
      expect.stringContaining('You have no WRITE permission on libs-prod/hers.bin'),
    ]);
  });
});

it('creates a version of 10,000 artifacts, and previews its promotion', async () => {
  await manyFiles(world, 'libs', 10_000);
  const paths = Array.from({ length: 10_000 }, (_, n) => `libs/many/${n + 1}.bin`);
  const { status, message } = await world.create('many', '1', paths);

  expect([status, message]).toEqual([201, '']);
  const { json } = await world.call('GET', `${LIFECYCLE}/release_bundle/records/many/1`);

  expect(json.artifacts).toHaveLength(10_000);
  expect(await plan('many', '1', { environment: 'PROD' })).toMatchObject({ copies: 10_000, refused: 0 });
});
