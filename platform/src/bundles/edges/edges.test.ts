import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { recordEvents } from '../../events/testing/recordEvents.ts';
import { version } from '../../settings/version.ts';
import { type BundleWorld, basic, bundleWorld, LIFECYCLE } from '../testing/bundleWorld.ts';
import { checkEdges } from './servers.ts';

let source: BundleWorld;
let edge: BundleWorld;
beforeAll(async () => {
  const env = { LADING_ALLOWED_NETWORKS: '127.0.0.1' };
  [source, edge] = await Promise.all([bundleWorld(env, true), bundleWorld(env, true)]);
});
afterAll(() => Promise.all([source?.close(), edge?.close()]));

const edges = '/distribution/api/v2/edges';
const screen = '/ui/api/v1/ui/releaseBundles';

async function pairServers(): Promise<string> {
  const { json } = await edge.call('POST', `${edges}/codes`, { name: 'berlin' });
  const body = { url: edge.platform.baseUrl, code: json.code, name: 'headquarters' };
  const paired = await source.call('POST', edges, body);
  expect([paired.status, paired.message]).toEqual([201, '']);
  return paired.json.id;
}

async function order(
  version: string,
  kind: 'distribute' | 'remove',
  createRepositories = true,
  name = 'app',
) {
  const { json } = await source.call('GET', `${screen}/${name}/${version}/distributions`);
  const ids = json.edges.map(({ id }: { id: string }) => id);
  return source.call('POST', `${screen}/${name}/${version}/distributions`, {
    edges: ids,
    kind,
    createRepositories,
  });
}

/** Returns the last distribution when it has finished. */
async function ended(version: string, name = 'app') {
  return vi.waitFor(
    async () => {
      const { json } = await source.call('GET', `${screen}/${name}/${version}/distributions`);
      const [last] = json.distributions;
      expect(last.state).not.toMatch(/waiting|running/);
      return last;
    },
    { timeout: 20_000, interval: 50 },
  );
}

const at = (path: string) => edge.call('GET', `/artifactory/${path}`);

describe('edges', () => {
  it('are paired with a code that is valid once', async () => {
    const { json } = await edge.call('POST', `${edges}/codes`, { name: 'berlin' });
    const body = { url: edge.platform.baseUrl, code: json.code, name: 'headquarters' };
    const paired = await source.call('POST', edges, body);
    expect([paired.status, paired.json.name]).toEqual([201, 'berlin']);
    expect((await source.call('POST', edges, body)).code).toBe('EDGE_REFUSED');
    expect((await source.call('GET', edges)).json.edges).toEqual([
      expect.objectContaining({ name: 'berlin' }),
    ]);
    const { sources } = (await edge.call('GET', edges)).json;
    expect(sources).toEqual([expect.objectContaining({ name: 'headquarters', pairedBy: 'admin' })]);
  });

  it('are selected by site, city, and country in linear time, with a limit on wildcards', async () => {
    await source.deploy('libs/sites/1.0/app.bin', 'the app');
    await source.create('sites', '1.0', ['libs/sites/1.0/app.bin']);
    const select = (site: string) =>
      source.call('POST', `${LIFECYCLE}/distribution/distribute/sites/1.0`, {
        dry_run: true,
        distribution_rules: [{ site_name: site }],
      });
    expect((await select('B?r*')).json.sites).toEqual([expect.objectContaining({ name: 'berlin' })]);
    expect((await select('paris*')).code).toBe('NO_EDGE');
    const [{ id }] = (await source.call('GET', edges)).json.edges;
    const place = { group: 'EU', city: 'Berlin', country: 'DE' };
    expect((await source.call('PUT', `${edges}/${id}`, { ...place, country: 'de' })).status).toBe(400);
    const placed = await source.call('PUT', `${edges}/${id}`, place);
    expect([placed.status, placed.json]).toEqual([200, expect.objectContaining({ id, ...place })]);
    expect((await source.call('PUT', `${edges}/none`, place)).code).toBe('SERVER_NOT_FOUND');
    const bound = async (rule: object) => {
      const body = { dry_run: true, distribution_rules: [rule] };
      const { json, code } = await source.call(
        'POST',
        `${LIFECYCLE}/distribution/distribute/sites/1.0`,
        body,
      );
      return json.sites?.map(({ name }: { name: string }) => name) ?? code;
    };
    expect(await bound({ city_name: 'berl*', country_codes: ['FR', 'DE'] })).toEqual(['berlin']);
    expect(await bound({ site_name: '*', city_name: 'Paris' })).toBe('NO_EDGE');
    expect(await bound({ city_name: 'Berlin', country_codes: ['FR'] })).toBe('NO_EDGE');
    expect(await bound({ country_codes: ['*'] })).toEqual(['berlin']);
    expect(await bound({ city_name: '*e'.repeat(21) })).toBe('BAD_PATTERN');
    expect((await select('*e'.repeat(21))).code).toBe('BAD_PATTERN');
  });

  it('receive a version with its properties, and only missing content is sent', async () => {
    await source.deploy('libs/app/1.0/app.bin;team=blue', 'the app');
    await source.deploy('libs/app/1.0/known.txt', 'known there');
    await edge.deploy('libs-prod/elsewhere.txt', 'known there');
    await source.create('app', '1.0', ['libs/app/1.0/app.bin', 'libs/app/1.0/known.txt']);
    expect((await order('1.0', 'distribute')).status).toBe(202);
    expect(await ended('1.0')).toMatchObject({
      state: 'completed',
      message: '',
      blobs: 1,
      blobsSent: 1,
      bytesSent: 7,
    });
    expect((await at('libs/app/1.0/app.bin')).status).toBe(200);
    expect((await at('api/storage/libs/app/1.0/app.bin?properties')).json.properties).toEqual({
      team: ['blue'],
    });
    const { bundles } = (await edge.call('GET', `${screen}/received`)).json;
    expect(bundles).toEqual([
      expect.objectContaining({
        name: 'app',
        version: '1.0',
        source: 'headquarters',
        state: 'complete',
        repositories: ['libs'],
      }),
    ]);
    const trackers = (await source.call('GET', `${LIFECYCLE}/distribution/trackers/app/1.0`)).json;
    expect(trackers).toEqual([expect.objectContaining({ status: 'COMPLETED', targets: ['berlin'] })]);
  });

  it('announce distributions to webhooks, and record them in the audit log', async () => {
    await source.deploy('libs/told/1.0/app.bin', 'the told app');
    await source.create('told', '1.0', ['libs/told/1.0/app.bin']);
    const [sent, arrived] = [source, edge].map(({ platform }) => recordEvents(platform.storage));
    await order('1.0', 'distribute', true, 'told');
    await ended('1.0', 'told');
    await order('1.0', 'remove', true, 'told');
    await ended('1.0', 'told');
    const facts = { name: 'told', version: '1.0' };
    const ofBundles = (each: { type: string }) => !each.type.startsWith('artifact.');
    expect((await sent?.take(4))?.map(({ type, facts: told, by }) => [type, told, by])).toEqual(
      ['distribute_started', 'distribute_completed', 'delete_started', 'delete_completed'].map((type) => [
        `distribution.${type}`,
        { ...facts, edge: 'berlin' },
        'admin',
      ]),
    );
    const told = (await arrived?.take(8))?.filter(ofBundles);
    expect(told?.map(({ type, facts: each }) => [type, each])).toEqual(
      ['received', 'delete_started', 'delete_completed'].flatMap((type) =>
        ['destination', 'artifactory_release_bundle'].map((domain) => [
          `${domain}.${type}`,
          { ...facts, source: 'headquarters' },
        ]),
      ),
    );
    sent?.stop();
    arrived?.stop();
    const audited = async (world: BundleWorld, event: string) =>
      (await world.call('GET', `/access/api/v1/audit?event=${event}`)).json.events.map(
        ({ detail }: { detail: string }) => detail,
      );
    expect(await audited(source, 'release-bundle-distributed')).toEqual(
      expect.arrayContaining([
        'Release bundle told 1.0 distributed to berlin',
        'Removal of release bundle told 1.0 from berlin started',
      ]),
    );
    expect(await audited(edge, 'release-bundle-received')).toContain(
      'Release bundle told 1.0 received from headquarters',
    );
    expect(await audited(source, 'release-bundle-changed')).toContain(
      'Release bundle told 1.0 created and signed',
    );
  });

  it('are shown by the tracker with their group, state, version, and transfers', async () => {
    const { groups } = (await source.call('GET', '/tracker/api/v1/pdn/groups')).json;
    const shown = { name: 'berlin', city: 'Berlin', state: 'online', version, checkError: '', active: 0 };
    expect(groups).toEqual([{ name: 'EU', edges: [expect.objectContaining({ ...shown, bundles: 1 })] }]);
    const { transfers, total } = (await source.call('GET', '/tracker/api/v1/pdn/transfers?limit=2')).json;
    expect([transfers.length, total]).toEqual([2, 3]);
    expect(transfers[0]).toMatchObject({ name: 'told', version: '1.0', kind: 'remove', edge: 'berlin' });
    expect((await source.call('GET', '/tracker/api/v1/pdn/groups', undefined, basic('ada'))).status).toBe(
      403,
    );
  });

  it('are part of the picture of the versions', async () => {
    const { json } = await source.call('GET', `${screen}/environments?name=app`);
    expect(json.edges).toEqual(['berlin']);
    expect(json.versions).toEqual([expect.objectContaining({ version: '1.0', edges: ['berlin'] })]);
  });

  it('protect received content from changes by all users', async () => {
    const properties = '/artifactory/api/storage/libs/app/1.0/app.bin?properties=team';
    const annotated = await edge.call('PUT', `${properties}=red`);
    expect([annotated.status, annotated.code]).toEqual([409, 'IN_USE']);
    expect((await edge.call('DELETE', properties)).code).toBe('IN_USE');
    const patched = { props: { team: 'red' } };
    expect((await edge.call('PATCH', '/artifactory/api/metadata/libs/app/1.0/app.bin', patched)).code).toBe(
      'IN_USE',
    );
    expect((await edge.call('PUT', '/artifactory/libs/app/1.0/app.bin;team=red', 'the app')).code).toBe(
      'IN_USE',
    );
    expect((await at('api/storage/libs/app/1.0/app.bin?properties')).json.properties).toEqual({
      team: ['blue'],
    });
    const removed = await edge.call('DELETE', '/artifactory/libs/app/1.0/app.bin');
    expect([removed.status, removed.code]).toEqual([409, 'IN_USE']);
    expect((await edge.call('PUT', '/artifactory/libs/app/1.0/app.bin', 'another')).status).toBe(409);
  });

  it('reject content signed with another key than the paired one', async () => {
    await source.deploy('libs/app/2.0/app.bin', 'the second');
    await source.create('app', '2.0', ['libs/app/2.0/app.bin']);
    const { publicKey } = generateKeyPairSync('ed25519');
    const other = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const learned = await useKey(other);
    await order('2.0', 'distribute');
    expect(await ended('2.0')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('The signature of the release bundle is not valid'),
    });
    await useKey(learned);
    expect((await edge.call('GET', `${screen}/received`)).json.total).toBe(1);
  });

  it('show nothing of a version that cannot be stored, until it can', async () => {
    await edge.deploy('libs/app/2.0/app.bin', 'something else');
    await order('2.0', 'distribute');
    const failed = await ended('2.0');
    expect(failed.message).toContain('libs/app/2.0/app.bin: Other content exists there');
    await edge.call('DELETE', '/artifactory/libs/app/2.0/app.bin');
    await source.call('POST', `${screen}/app/2.0/distributions/${failed.id}/retry`);
    expect(await ended('2.0')).toMatchObject({ state: 'completed' });
  });

  it('reject content that differs from the signature', async () => {
    await source.deploy('libs/app/3.0/app.bin', 'the third');
    await source.create('app', '3.0', ['libs/app/3.0/app.bin']);
    const record = (await source.call('GET', `${LIFECYCLE}/release_bundle/records/app/3.0`)).json;
    const sha = record.artifacts[0].checksum;
    const credential = await credentialOf();
    const put = (url: string, payload: string | object, type = 'application/json') =>
      edge.platform.app.inject({
        method: 'PUT',
        url: `/distribution/api/v2/receiver/bundles/app/3.0${url}`,
        headers: { 'x-lading-source': credential, 'content-type': type },
        payload,
      });
    const envelope = JSON.stringify(
      (await source.call('GET', `${LIFECYCLE}/release_bundle/records/app/3.0/attestation`)).json,
    );
    const announced = await put('', { envelope, createRepositories: true });
    expect(announced.json()).toEqual({ state: 'receiving', missing: [{ sha256: sha, size: 9, offset: 0 }] });
    const wrong = await put(`/blobs/${sha}?start=0`, 'the thirD', 'application/octet-stream');
    expect([wrong.statusCode, wrong.json().errors[0].code]).toEqual([422, 'CHECKSUM_MISMATCH']);
    expect((await put('', { envelope, createRepositories: true })).json().missing).toHaveLength(1);
    expect((await put(`/blobs/${sha}?start=0`, 'the ', 'application/octet-stream')).statusCode).toBe(204);
    expect((await put('', { envelope, createRepositories: true })).json().missing[0].offset).toBe(4);
    expect((await at('libs/app/3.0/app.bin')).status).toBe(404);
    await order('3.0', 'distribute');
    expect(await ended('3.0')).toMatchObject({ state: 'completed', bytesSent: 5 });
    expect((await at('libs/app/3.0/app.bin')).status).toBe(200);
  });

  it('remove a version with its files', async () => {
    await order('1.0', 'remove');
    expect(await ended('1.0')).toMatchObject({ kind: 'remove', state: 'completed' });
    expect((await at('libs/app/1.0/app.bin')).status).toBe(404);
    expect((await at('libs/app/2.0/app.bin')).status).toBe(200);
    const response = await edge.call('DELETE', `${screen}/received/app/2.0`);
    expect(response.status).toBe(204);
    expect((await at('libs/app/2.0/app.bin')).status).toBe(404);
  });

  it('require administrators, and distribution requires WRITE on the bundle', async () => {
    expect((await source.call('GET', edges, undefined, basic('ada'))).status).toBe(403);
    const body = { edges: ['x'], kind: 'distribute', createRepositories: true };
    expect((await source.call('POST', `${screen}/app/1.0/distributions`, body, basic('ada'))).status).toBe(
      403,
    );
    const foreign = await edge.platform.app.inject({
      method: 'DELETE',
      url: '/distribution/api/v2/receiver/pairing',
    });
    expect(foreign.statusCode).toBe(401);
  });

  it('get a new credential each day, and the previous one is valid for one more', async () => {
    const first = await credentialOf();
    const state = (credential: string) =>
      edge.platform.app.inject({
        url: '/distribution/api/v2/receiver/pairing',
        headers: { 'x-lading-source': credential },
      });
    const check = () => withStorage(source.platform.storage, () => checkEdges(source.platform.app.seal));
    await check();
    expect(await credentialOf()).toBe(first);
    const aged = (table: string, days: number, { platform } = source) =>
      withStorage(platform.storage, () =>
        db().execute(
          sql`UPDATE ${sql.identifier(table)} SET credential_issued = now() - ${days} * interval '1 day'`,
        ),
      );
    await aged('edge_targets', 2);
    await check();
    const second = await credentialOf();
    expect(second).not.toBe(first);
    const statuses = async (...all: string[]) =>
      Promise.all(all.map(async (each) => (await state(each)).statusCode));
    expect(await statuses(first, second)).toEqual([200, 200]);
    // As if the response with the new credential was lost: the first is used for the next renewal.
    const renewed = await edge.platform.app.inject({
      ...{ method: 'POST', url: '/distribution/api/v2/receiver/pairing/credential' },
      headers: { 'x-lading-source': first },
    });
    expect(await statuses(first, second, renewed.json().credential)).toEqual([200, 401, 200]);
    await aged('edge_targets', 2);
    await withStorage(source.platform.storage, () => useCredential(renewed.json().credential));
    await check();
    const third = await credentialOf();
    expect(await statuses(first, renewed.json().credential, third)).toEqual([401, 200, 200]);
    await aged('edge_sources', 31, edge);
    expect(await statuses(third)).toEqual([401]);
    await aged('edge_sources', 1, edge);
    expect(await statuses(third)).toEqual([200]);
  });

  it('can be unpaired from either side', async () => {
    const { sources } = (await edge.call('GET', edges)).json;
    expect((await edge.call('DELETE', `${edges}/sources/${sources[0].id}`)).status).toBe(204);
    await order('1.0', 'distribute');
    expect(await ended('1.0')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('not paired'),
    });
    const [known] = (await source.call('GET', edges)).json.edges;
    expect(known.error).toContain('not paired');
    await withStorage(source.platform.storage, () => checkEdges(source.platform.app.seal));
    const { groups } = (await source.call('GET', '/tracker/api/v1/pdn/groups')).json;
    expect(groups[0].edges[0]).toMatchObject({
      state: 'offline',
      checkError: expect.stringContaining('not paired'),
      version,
    });
    expect((await source.call('DELETE', `${edges}/${known.id}`)).status).toBe(204);
    await pairServers();
    expect((await order('1.0', 'distribute')).status).toBe(202);
    expect(await ended('1.0')).toMatchObject({ state: 'completed' });
  });
});

/** Replaces the source's key at the edge, and returns the previous one. */
async function useKey(key: string): Promise<string> {
  const { rows } = await withStorage(edge.platform.storage, () =>
    db().execute<{ key: string }>(sql`UPDATE edge_sources s SET public_key = ${key}
      FROM (SELECT id, public_key FROM edge_sources) o WHERE o.id = s.id RETURNING o.public_key AS key`),
  );
  return rows[0]?.key ?? '';
}

/** Returns the credential that the source sends to the edge. */
async function credentialOf(): Promise<string> {
  const { rows } = await withStorage(source.platform.storage, () =>
    db().execute<{ id: string; sealed: Buffer }>(sql`SELECT id::text, sealed FROM edge_targets`),
  );
  const [row] = rows;
  if (!row) throw new Error('There is no edge');
  return source.platform.app.seal.open(row.sealed, `edge:${row.id}`);
}

/** Replaces the credential that the source uses. */
async function useCredential(credential: string): Promise<void> {
  const { seal } = source.platform.app;
  const { rows } = await db().execute<{ id: string }>(sql`SELECT id::text FROM edge_targets`);
  for (const { id } of rows)
    await db().execute(
      sql`UPDATE edge_targets SET sealed = ${seal.close(credential, `edge:${id}`)} WHERE id::text = ${id}`,
    );
}
