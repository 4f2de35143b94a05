import { spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { encode } from './signing/dsse.ts';
import { type BundleWorld, basic, bundleWorld, LIFECYCLE, sha256 } from './testing/bundleWorld.ts';

const record = `${LIFECYCLE}/release_bundle/records/app/1`;
const keys = '/ui/api/v1/ui/attestationKeys';
const provenance = 'https://slsa.dev/provenance/v1';
const isGpgHere = spawnSync('gpg', ['--version']).status === 0;

let world: BundleWorld;
beforeAll(async () => {
  world = await bundleWorld();
  await world.deploy('libs/app/1.0/app.bin', 'the app');
  await world.deploy('libs/app/1.0/docs.txt', 'its docs');
  await world.create('app', '1', ['libs/app/1.0/app.bin', 'libs/app/1.0/docs.txt']);
});
afterAll(() => world?.close());

const raw = async (url: string) => {
  const headers = { authorization: world.platform.adminAuth };
  const { statusCode, rawPayload } = await world.platform.app.inject({ method: 'GET', url, headers });
  expect(statusCode).toBe(200);
  return rawPayload;
};

describe('the OpenPGP signature', () => {
  it.skipIf(!isGpgHere)('is valid for GnuPG, and not for other bytes', async () => {
    const home = mkdtempSync(join(tmpdir(), 'lading-gpg-'));
    const gpg = (...args: string[]) =>
      spawnSync('gpg', ['--homedir', home, '--batch', '--no-tty', ...args], { encoding: 'utf8' });
    try {
      const [key, statement, signature] = ['key', 'statement.json', 'statement.json.asc'].map((name) =>
        join(home, name),
      ) as [string, string, string];
      writeFileSync(key, await raw('/artifactory/api/security/keypair/default-openpgp/key'));
      writeFileSync(statement, await raw(`${record}/statement`));
      writeFileSync(signature, await raw(`${record}/statement.asc`));
      expect(gpg('--import', key).status).toBe(0);
      const verified = gpg('--status-fd', '1', '--verify', signature, statement);
      const { json: pairs } = await world.call('GET', '/artifactory/api/security/keypair');
      const { alias } = pairs.find(({ pairType }: { pairType: string }) => pairType === 'GPG');
      expect([verified.status, verified.stdout]).toEqual([
        0,
        expect.stringContaining(`VALIDSIG ${alias.toUpperCase()}`),
      ]);
      writeFileSync(statement, Buffer.concat([await raw(`${record}/statement`), Buffer.from(' ')]));
      expect(gpg('--verify', signature, statement).status).not.toBe(0);
    } finally {
      spawnSync('gpgconf', ['--homedir', home, '--kill', 'all']);
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('is of a private key that the database has only encrypted', async () => {
    const { rows } = await withStorage(world.platform.storage, () =>
      db().execute<{ sealed: Buffer }>(sql`SELECT sealed FROM openpgp_keys`),
    );
    expect(rows.map(({ sealed }) => sealed.toString('latin1').includes('PRIVATE KEY'))).toEqual([false]);
  });

  it.each([
    ['no signature', sql`UPDATE release_bundle_signatures SET openpgp = NULL`],
    ['another spelling', sql`UPDATE release_bundle_signatures SET openpgp = openpgp || ' '`],
    ['no key', sql`UPDATE release_bundles SET openpgp_key = NULL`],
  ])('is missed: %s', async (_what, change) => {
    const { rows } = await withStorage(world.platform.storage, async () => {
      const before = await db().execute<{ openpgp: string; key: string }>(sql`
        SELECT s.openpgp, b.openpgp_key AS key FROM release_bundle_signatures s JOIN release_bundles b ON b.id = s.bundle_id`);
      await db().execute(change);
      return before;
    });
    expect((await world.call('GET', record)).code).toBe('RELEASE_BUNDLE_INVALID');
    await withStorage(world.platform.storage, async () => {
      await db().execute(sql`UPDATE release_bundle_signatures SET openpgp = ${rows[0]?.openpgp}`);
      await db().execute(sql`UPDATE release_bundles SET openpgp_key = ${rows[0]?.key}`);
    });
    expect((await world.call('GET', record)).status).toBe(200);
  });
});

/** An attestation about the artifacts with these contents. */
function attestation(privateKey: KeyObject, contents: readonly string[], type = provenance) {
  const payload = Buffer.from(
    JSON.stringify({
      _type: 'https://in-toto.io/Statement/v1',
      subject: contents.map((content) => ({ name: 'x', digest: { sha256: sha256(content) } })),
      predicateType: type,
      predicate: { runDetails: { builder: { id: 'https://ci.example.org' } } },
    }),
  );
  const payloadType = 'application/vnd.in-toto+json';
  const hash = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  const sig = sign(hash, encode(payloadType, payload), privateKey).toString('base64');
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid: '', sig }] };
}

const pem = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
const attach = (envelope: object, as?: string) => world.call('POST', `${record}/attestations`, envelope, as);
const listed = async () => (await world.call('GET', `${record}/attestations`)).json.attestations;
const demand = (attestations: string[]) =>
  world.call('PUT', '/ui/api/v1/ui/promotionConditions/PROD', {
    ...{ severity: null, allowUnscanned: false, approvers: [], approvals: 1, attestations },
  });
const promote = () =>
  world.call('POST', `${LIFECYCLE}/promotion/records/app/1?async=false`, { environment: 'PROD' });

describe('attestations', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { privateKey: other } = generateKeyPairSync('ed25519');

  it('are kept as they were attached, and verified with the trusted keys only', async () => {
    const envelope = attestation(privateKey, ['the app']);
    const { status, json } = await attach(envelope);
    expect(status).toBe(201);
    expect((await attach(envelope)).json.id).toBe(json.id);
    expect(JSON.parse((await raw(`${record}/attestations/${json.id}`)).toString())).toEqual(envelope);
    const shown = { id: json.id, predicateType: provenance, artifacts: 1, builder: 'https://ci.example.org' };
    expect(await listed()).toEqual([expect.objectContaining({ ...shown, keyName: null })]);
    const added = await world.call('POST', keys, { name: 'CI', publicKey: pem(privateKey) });
    expect(added.status).toBe(201);
    expect((await world.call('POST', keys, { name: 'CI', publicKey: pem(other) })).code).toBe('KEY_EXISTS');
    expect(await listed()).toEqual([expect.objectContaining({ ...shown, keyName: 'CI' })]);
  });

  it('are required of all artifacts before a promotion', async () => {
    expect((await demand([provenance])).status).toBe(200);
    const refused = await promote();
    expect([refused.code, refused.message]).toEqual([
      'CONDITION_NOT_MET',
      expect.stringContaining(`1 artifact has no verified attestation ${provenance}: libs/app/1.0/docs.txt`),
    ]);
    await attach(attestation(other, ['its docs']));
    expect((await promote()).code).toBe('CONDITION_NOT_MET');
    await attach(attestation(privateKey, ['its docs'], 'https://example.org/other'));
    expect((await promote()).code).toBe('CONDITION_NOT_MET');
    await attach(attestation(privateKey, ['its docs']));
    expect((await promote()).status).toBe(201);
  });

  it('count no longer without their key', async () => {
    const [{ id }] = (await world.call('GET', keys)).json.keys;
    expect((await world.call('DELETE', `${keys}/${id}`)).status).toBe(204);
    expect((await promote()).code).toBe('CONDITION_NOT_MET');
    expect((await world.call('DELETE', `${keys}/${id}`)).code).toBe('SIGNING_KEY_NOT_FOUND');
    await demand([]);
  });

  it.each<[string, object]>([
    ['about other artifacts', attestation(privateKey, ['something else'])],
    ['of another kind', { ...attestation(privateKey, ['the app']), payloadType: 'text/plain' }],
    ['without a statement', { ...attestation(privateKey, ['the app']), payload: 'e30=' }],
    ['that are no JSON', { ...attestation(privateKey, ['the app']), payload: 'AAAA' }],
  ])('are rejected %s', async (_what, envelope) => {
    const { status, code } = await attach(envelope);
    expect([status, code]).toEqual([400, 'BAD_ATTESTATION']);
  });

  it('require WRITE on the bundle, and administrators for the keys', async () => {
    expect((await attach(attestation(privateKey, ['the app']), basic('ada'))).status).toBe(403);
    expect((await world.call('GET', keys, undefined, basic('ada'))).status).toBe(403);
    const private_ = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect((await world.call('POST', keys, { name: 'x', publicKey: private_ })).code).toBe('BAD_PUBLIC_KEY');
  });
});
