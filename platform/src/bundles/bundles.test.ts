import { createPublicKey, verify } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { recordEvents } from '../events/testing/recordEvents.ts';
import { type BundleWorld, basic, bundleWorld, LIFECYCLE, sha256 } from './testing/bundleWorld.ts';

let world: BundleWorld;
beforeAll(async () => {
  world = await bundleWorld();
  await world.deploy('libs/app/1.0/app.bin;team=blue', 'the app');
  await world.deploy('libs/app/1.0/docs.txt', 'its docs');
});
afterAll(() => world?.close());

const record = (name: string, version: string) => `${LIFECYCLE}/release_bundle/records/${name}/${version}`;
const create = (body: object, as?: string, query = '?async=false') =>
  world.call('POST', `${LIFECYCLE}/release_bundle${query}`, body, as);
const named = (name: string, version = '1') => ({
  release_bundle_name: name,
  release_bundle_version: version,
});

describe('creation', () => {
  it('records the exact content, and returns the response that clients expect', async () => {
    const made = await world.create('app', '1.0', ['libs/app/1.0/app.bin', 'libs/app/1.0/docs.txt']);
    expect([made.status, made.json]).toEqual([
      201,
      { repository_key: 'release-bundles-v2', ...named('app', '1.0'), created: expect.any(String) },
    ]);
    const { status, json } = await world.call('GET', record('app', '1.0'));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...named('app', '1.0'),
      ...{ created_by: 'admin', total_artifacts_count: 2, total_artifacts_size: 15 },
      artifacts: [
        {
          ...{ path: 'app/1.0/app.bin', checksum: sha256('the app'), source_repository_key: 'libs', size: 7 },
          ...{ package_type: 'generic', properties: [{ key: 'team', value: 'blue' }] },
        },
        { path: 'app/1.0/docs.txt', properties: [] },
      ],
    });
    const about = async (path: string) =>
      (await world.call('GET', `${LIFECYCLE}/release_bundle/${path}`)).json;
    expect(await about('statuses/app/1.0')).toEqual({ status: 'COMPLETED', messages: [] });
    expect(await about('existence/app/1.0')).toEqual({ exists: true });
    expect(await about('existence/app/2.0')).toEqual({ exists: false });
    expect((await about('names')).release_bundles).toContainEqual(
      expect.objectContaining({ release_bundle_name: 'app', repository_key: 'release-bundles-v2' }),
    );
    expect((await about('groups?filter_by=ap')).release_bundles).toEqual([
      expect.objectContaining({ release_bundle_version_latest: '1.0', release_bundle_versions_count: 1 }),
    ]);
    expect((await about('records/app')).release_bundles).toEqual([
      expect.objectContaining({ ...named('app', '1.0'), status: 'COMPLETED', release_status: 'PRE_RELEASE' }),
    ]);
  });

  it('responds before completion if a client requests that', async () => {
    // With fields unknown to this version.
    const source = {
      artifacts: [{ path: 'libs/app/1.0/app.bin', sha256: sha256('the app'), other: 1 }],
      more: {},
    };
    const { status } = await create({ ...named('quick'), source_type: 'artifacts', source }, undefined, '');
    expect(status).toBe(202);
  });

  it('never changes a version', async () => {
    const again = await world.create('app', '1.0', ['libs/app/1.0/docs.txt']);
    expect([again.status, again.code]).toEqual([409, 'RELEASE_BUNDLE_EXISTS']);
  });

  it('takes content from AQL, builds, packages, and other bundles', async () => {
    const aql = 'items.find({"repo":"libs","name":{"$match":"*.bin"}})';
    expect((await create({ ...named('query'), source_type: 'aql', source: { aql } })).status).toBe(201);
    const build = {
      ...{ version: '1.0.1', name: 'ci/app', number: '7', started: '2026-01-31T12:00:00.000+0000' },
      modules: [{ id: 'app', artifacts: [{ name: 'app.bin', sha256: sha256('the app') }] }],
    };
    expect((await world.call('PUT', '/artifactory/api/build', build)).status).toBe(204);
    const sources = [
      { source_type: 'builds', builds: [{ build_name: 'ci/app', build_number: '7' }] },
      { source_type: 'release_bundles', release_bundles: [named('app', '1.0')] },
    ];
    expect((await create({ ...named('both'), sources })).status).toBe(201);
    const paths = async (name: string) =>
      (await world.call('GET', record(name, '1'))).json.artifacts.map(({ path }: { path: string }) => path);
    expect(await paths('query')).toEqual(['app/1.0/app.bin']);
    expect(await paths('both')).toEqual(['app/1.0/app.bin', 'app/1.0/docs.txt']);
  });

  it.each([
    [{ source_type: 'artifacts', source: { artifacts: [{ path: 'libs/none' }] } }, 404, 'ARTIFACT_NOT_FOUND'],
    [
      {
        source_type: 'artifacts',
        source: { artifacts: [{ path: 'libs/app/1.0/app.bin', sha256: sha256('x') }] },
      },
      409,
      'ARTIFACT_CHANGED',
    ],
    [{ source_type: 'artifacts', source: { artifacts: [] } }, 400, 'BAD_RELEASE_BUNDLE'],
    [
      { source_type: 'builds', source: { builds: [{ build_name: 'none', build_number: '1' }] } },
      404,
      'NOT_FOUND',
    ],
    [{ source_type: 'aql', source: { aql: 'builds.find()' } }, 400, 'BAD_RELEASE_BUNDLE'],
    [{}, 400, 'BAD_RELEASE_BUNDLE'],
  ])('rejects %j', async (body, status, code) => {
    const answer = await create({ ...named('bad'), ...body });
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect((await world.call('GET', record('bad', '1'))).status).toBe(404);
  });

  it('emits events for its start, success, and failure', async () => {
    const recorded = recordEvents(world.platform.storage);
    await world.create('told', '1', ['libs/app/1.0/app.bin']);
    await world.create('told', '1', ['libs/app/1.0/app.bin']);
    const events = await recorded.take(6);
    recorded.stop();
    expect(events.map(({ type, facts }) => [type.split('.')[1], facts])).toEqual([
      ['release_bundle_v2_started', { name: 'told', version: '1' }],
      ['created', { name: 'told', version: '1' }],
      ['signed', { name: 'told', version: '1' }],
      ['release_bundle_v2_completed', { name: 'told', version: '1' }],
      ['release_bundle_v2_started', { name: 'told', version: '1' }],
      [
        'release_bundle_v2_failed',
        { name: 'told', version: '1', message: expect.stringContaining('exists already') },
      ],
    ]);
  });
});

describe('the signature', () => {
  it('is valid for a verifier that has only the public key', async () => {
    const { json: envelope } = await world.call('GET', `${record('app', '1.0')}/attestation`);
    const { json: key } = await world.call('GET', '/artifactory/api/security/keypair/default');
    const payload = Buffer.from(envelope.payload, 'base64');
    const type: string = envelope.payloadType;
    const signed = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
    const [{ keyid, sig }] = envelope.signatures;
    expect(verify(null, signed, createPublicKey(key.publicKey), Buffer.from(sig, 'base64'))).toBe(true);
    expect([type, keyid]).toEqual(['application/vnd.in-toto+json', key.alias]);
    const statement = JSON.parse(payload.toString());
    expect(statement._type).toBe('https://in-toto.io/Statement/v1');
    expect(statement.subject).toContainEqual({
      name: 'libs/app/1.0/app.bin',
      digest: { sha256: sha256('the app') },
    });
  });

  it('is of a private key that the database has only encrypted', async () => {
    const { rows } = await withStorage(world.platform.storage, () =>
      db().execute<{ sealed: Buffer }>(sql`SELECT sealed FROM signing_keys`),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed.toString('latin1')).not.toContain('PRIVATE KEY');
  });

  const change = (statement: ReturnType<typeof sql>) =>
    withStorage(world.platform.storage, () => db().execute(statement));
  it.each([
    [
      'a digest',
      sql`UPDATE release_bundle_artifacts SET sha256 = ${sha256('its docs')} WHERE bundle_id = B AND path = 'app/1.0/app.bin'`,
    ],
    [
      'a property',
      sql`UPDATE release_bundle_artifacts SET properties = '{"team": ["red"]}' WHERE bundle_id = B`,
    ],
    [
      'a missing artifact',
      sql`DELETE FROM release_bundle_artifacts WHERE bundle_id = B AND path = 'app/1.0/docs.txt'`,
    ],
    ['the author', sql`UPDATE release_bundles SET created_by = 'eve' WHERE id = B`],
    [
      'the payload',
      sql`UPDATE release_bundle_signatures SET envelope = replace(envelope, '"payload":"ey', '"payload":"ez') WHERE bundle_id = B`,
    ],
    [
      'the signature',
      sql`UPDATE release_bundle_signatures SET envelope = regexp_replace(envelope, '"sig":"..', '"sig":"AA') WHERE bundle_id = B`,
    ],
    ['no signature', sql`DELETE FROM release_bundle_signatures WHERE bundle_id = B`],
    ['a swapped key', sql`UPDATE signing_keys SET sealed = 'x'`],
  ])('is invalid after a change of %s', async (what, statement) => {
    const name = `tampered-${what.replaceAll(' ', '-')}`;
    await world.create(name, '1', ['libs/app/1.0/app.bin', 'libs/app/1.0/docs.txt']);
    const { rows: keys } = await withStorage(world.platform.storage, () =>
      db().execute<{ sealed: Buffer }>(sql`SELECT sealed FROM signing_keys`),
    );
    const { rows } = await withStorage(world.platform.storage, () =>
      db().execute<{ id: string }>(sql`SELECT id::text FROM release_bundles WHERE name = ${name}`),
    );
    const { sql: text, params } = await withStorage(world.platform.storage, async () => {
      const { PgDialect } = await import('drizzle-orm/pg-core');
      return new PgDialect().sqlToQuery(statement);
    });
    let filled = text.replaceAll(/= B\b/g, `= ${rows[0]?.id}`);
    for (const [at, param] of params.entries()) filled = filled.replace(`$${at + 1}`, `'${param}'`);
    await change(sql.raw(filled));
    const { status, code } = await world.call('GET', record(name, '1'));
    expect([status, code]).toEqual([409, 'RELEASE_BUNDLE_INVALID']);
    const shown = await world.call('GET', `/ui/api/v1/ui/releaseBundles/${name}/1`);
    expect([shown.status, shown.json.signature.valid]).toEqual([200, false]);
    await change(sql`UPDATE signing_keys SET sealed = ${keys[0]?.sealed}`);
  });
});

describe('the content', () => {
  it.each([
    ['deleted', () => world.call('DELETE', '/artifactory/libs/held/a.bin')],
    ['deleted with its folder', () => world.call('DELETE', '/artifactory/libs/held')],
    ['replaced', () => world.call('PUT', '/artifactory/libs/held/a.bin', 'something else')],
    ['moved', () => world.call('POST', '/artifactory/api/move/libs/held/a.bin?to=/libs/b.bin')],
    ['deleted with its repository', () => world.call('DELETE', '/artifactory/api/repositories/libs')],
  ])('cannot be %s while the version exists', async (_how, change) => {
    await world.deploy('libs/held/a.bin', 'held');
    await world.create('holder', '1.2', ['libs/held/a.bin']);
    const { status, code, message } = await change();
    expect([status, code]).toEqual([409, 'IN_USE']);
    expect(message).toMatch(/Release bundle (holder 1.2|app 1.0) contains it/);
    expect((await world.call('GET', '/artifactory/libs/held/a.bin')).status).toBe(200);
  });

  it('can be deployed again unchanged, and deleted after the version', async () => {
    await world.deploy('libs/held/a.bin', 'held');
    expect((await world.call('DELETE', record('holder', '1.2'))).status).toBe(204);
    expect((await world.call('DELETE', '/artifactory/libs/held/a.bin')).status).toBe(204);
    expect((await world.call('DELETE', record('holder', '1.2'))).status).toBe(404);
  });
});

describe('access', () => {
  const resources = (actions: string[]) => ({
    release_bundle: {
      actions: { users: { ada: actions }, groups: {} },
      targets: { 'release-bundles-v2': { include_patterns: ['team-*/**'] } },
    },
  });

  it('is denied without a permission, and granted by a permission for its bundles', async () => {
    await world.create('team-app', '1', ['libs/app/1.0/app.bin']);
    const ada = basic('ada');
    const body = {
      ...named('team-new'),
      ...{ source_type: 'artifacts', source: { artifacts: [{ path: 'libs/app/1.0/app.bin' }] } },
    };
    expect((await world.call('GET', record('team-app', '1'), undefined, ada)).status).toBe(403);
    expect((await create(body, ada)).status).toBe(403);
    const names = () => world.call('GET', `${LIFECYCLE}/release_bundle/names`, undefined, ada);
    expect((await names()).json.release_bundles).toEqual([]);
    const permission = { name: 'bundles', resources: resources(['READ']) };
    expect((await world.call('POST', '/access/api/v2/permissions', permission)).status).toBe(201);
    expect((await world.call('GET', record('team-app', '1'), undefined, ada)).status).toBe(200);
    expect((await world.call('GET', record('app', '1.0'), undefined, ada)).status).toBe(403);
    expect((await names()).json.release_bundles).toHaveLength(1);
    expect((await create(body, ada)).status).toBe(403);
    const writer = { resources: resources(['READ', 'WRITE']) };
    expect((await world.call('PUT', '/access/api/v2/permissions/bundles', writer)).status).toBe(200);
    expect((await create(body, ada)).status).toBe(201);
    // A repository that only administrators can read.
    const hidden = { artifacts: [{ path: 'plugins-local/x' }] };
    expect((await create({ ...body, ...named('team-x'), source: hidden }, ada)).status).toBeGreaterThan(400);
    expect((await world.call('DELETE', record('team-app', '1'), undefined, ada)).status).toBe(403);
  });

  it('is denied to anonymous users', async () => {
    expect((await world.call('GET', `${LIFECYCLE}/release_bundle/names`, undefined, '')).status).toBe(401);
    expect((await world.call('GET', record('app', '1.0'), undefined, '')).status).toBe(401);
  });
});

it('lists the bundles that contain a file, newest first [rb-03]', async () => {
  await world.deploy('libs/shared.bin', 'shared');
  await world.create('first', '1', ['libs/shared.bin']);
  await world.create('second', '1', ['libs/shared.bin']);
  const url = `/distribution/api/ui/release_bundle/checksum/${sha256('shared')}`;
  const { json } = await world.call('GET', `${url}?num_of_rows=1`);
  expect(json).toEqual({
    data: [
      { name: 'second', version: '1', created: expect.any(String), created_by: 'admin', environments: [] },
    ],
    total: 2,
  });
  expect((await world.call('GET', url)).json.data).toHaveLength(2);
  expect((await world.call('GET', `${url}?num_of_rows=0`)).status).toBe(400);
});

it('reports that no edge is paired for distribution', async () => {
  const { status, code } = await world.call('POST', `${LIFECYCLE}/distribution/distribute/app/1.0`, {});
  expect([status, code]).toEqual([404, 'NO_EDGE']);
});
