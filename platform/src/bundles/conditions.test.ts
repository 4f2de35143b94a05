import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../access/users.ts';
import { withStorage } from '../database/db.ts';
import { scanAll } from '../scanning/matching/scan.ts';
import { osv } from '../scanning/testing/osvSamples.ts';
import { type BundleWorld, basic, bundleWorld, LIFECYCLE } from './testing/bundleWorld.ts';

const screen = '/ui/api/v1/ui/releaseBundles';
const settings = '/ui/api/v1/ui/promotionConditions';
const nothing = {
  severity: null,
  allowUnscanned: false,
  approvers: [],
  approvals: 1,
  attestations: [] as string[],
};

let world: BundleWorld;
beforeAll(async () => {
  world = await bundleWorld();
  for (const [key, environment] of [
    ['jars', 'DEV'],
    ['jars-prod', 'PROD'],
  ] as const)
    await world.platform.createRepository(key, {
      ...{ rclass: 'local', packageType: 'maven', environments: [environment] },
    });
  await world.call('POST', '/artifactory/api/advisories', [
    osv({ name: 'org.acme:leaky', ecosystem: 'Maven' }),
  ]);
  for (const [name, version] of [
    ['leaky', '1.0'],
    ['leaky', '1.2.0'],
  ] as const)
    await world.deploy(`jars/org/acme/${name}/${version}/${name}-${version}.jar`, `${name} ${version}`);
  await world.deploy('libs/app/1.0/app.bin', 'the app');
  await withStorage(world.platform.storage, scanAll);
  await world.create('leaky', '1', ['jars/org/acme/leaky/1.0/leaky-1.0.jar']);
  await world.create('sound', '1', ['jars/org/acme/leaky/1.2.0/leaky-1.2.0.jar']);
  await world.create('plain', '1', ['libs/app/1.0/app.bin']);
  await world.call('POST', '/access/api/v2/groups', { name: 'release-managers' });
  for (const name of ['mia', 'noah'])
    await withStorage(world.platform.storage, () =>
      createUser(name, {
        ...{ password: 'an old tune of the sea', email: `${name}@example.org` },
        groups: ['release-managers'],
      }),
    );
  await world.call('POST', '/access/api/v2/permissions', {
    name: 'bundles',
    resources: {
      release_bundle: {
        actions: { users: { ada: ['READ', 'WRITE'] }, groups: { 'release-managers': ['READ'] } },
        targets: { 'release-bundles-v2': {} },
      },
    },
  });
});
afterAll(() => world?.close());

const set = (conditions: object, as?: string) =>
  world.call('PUT', `${settings}/PROD`, { ...nothing, ...conditions }, as);
const promote = (name: string, as?: string) =>
  world.call('POST', `${LIFECYCLE}/promotion/records/${name}/1?async=false`, { environment: 'PROD' }, as);
const stateOf = async (name: string, as?: string) =>
  (await world.call('GET', `${screen}/${name}/1/conditions`, undefined, as)).json.environments;
const decide = (name: string, decision: string, as: string, comment?: string) =>
  world.call('POST', `${screen}/${name}/1/decisions`, { environment: 'PROD', decision, comment }, as);
const plan = async (name: string) =>
  (await world.call('POST', `${screen}/${name}/1/promotion/plan`, { environment: 'PROD' })).json;

describe('conditions of an environment', () => {
  it('are none at first, and set by administrators', async () => {
    const { json } = await world.call('GET', settings);
    expect(json.environments).toEqual([
      { environment: 'DEV', ...nothing },
      { environment: 'PROD', ...nothing },
    ]);
    expect(await stateOf('plain')).toEqual([]);
    expect((await plan('plain')).conditions).toBeNull();
    expect((await set({}, basic('ada'))).status).toBe(403);
    expect((await world.call('GET', settings, undefined, basic('ada'))).status).toBe(403);
    const missing = await set({ approvers: ['nobodys'] });
    expect([missing.status, missing.code]).toEqual([400, 'GROUP_NOT_FOUND']);
    expect((await world.call('PUT', `${settings}/MOON`, nothing)).code).toBe('ENVIRONMENT_NOT_FOUND');
    expect((await set({ severity: 'odd' })).status).toBe(400);
  });

  it('prevent the promotion of vulnerable package versions', async () => {
    expect((await set({ severity: 'high' })).json).toMatchObject({ environment: 'PROD', severity: 'high' });
    expect((await plan('leaky')).conditions).toMatchObject({
      environment: 'PROD',
      scan: {
        ...{ met: false, failing: 1, unscanned: 0 },
        lines: [{ package: 'org.acme:leaky', version: '1.0', why: 'Vulnerabilities: 1 high' }],
      },
      approval: null,
    });
    const denied = await promote('leaky');
    expect([denied.status, denied.code]).toEqual([409, 'CONDITION_NOT_MET']);
    expect(denied.message).toBe(
      'Nothing was copied: conditions of PROD are not met. 1 package version has findings of severity high or higher, or unknown ones: org.acme:leaky 1.0 (Vulnerabilities: 1 high)',
    );
    const { promotions } = (await world.call('GET', `${LIFECYCLE}/promotion/records/leaky/1`)).json;
    expect(promotions).toEqual([
      expect.objectContaining({
        status: 'FAILED',
        messages: [{ source: 'promotion', text: denied.message }],
      }),
    ]);
    const absent = await world.call('GET', '/artifactory/jars-prod/org/acme/leaky/1.0/leaky-1.0.jar');
    expect(absent.status).toBe(404);
    await set({ severity: 'critical' });
    expect((await promote('leaky')).status).toBe(201);
    await set({ severity: 'high' });
    expect((await promote('sound')).status).toBe(201);
  });

  it('do not take unknown vulnerabilities for none', async () => {
    expect(await stateOf('plain')).toEqual([
      {
        environment: 'PROD',
        scan: {
          ...{ severity: 'high', allowUnscanned: false, met: false, failing: 0, unscanned: 1 },
          lines: [{ package: expect.any(String), version: expect.any(String), why: 'Not scanned' }],
        },
        approval: null,
        attestation: null,
      },
    ]);
    expect((await promote('plain')).code).toBe('CONDITION_NOT_MET');
    await set({ severity: 'high', allowUnscanned: true });
    expect((await promote('plain')).status).toBe(201);
  });

  it('require approvals by other members of the groups', async () => {
    await world.deploy('libs/app/2.0/app.bin', 'the next app');
    await world.create('next', '1', ['libs/app/2.0/app.bin']);
    await set({ approvers: ['release-managers'], approvals: 2 });
    expect(await stateOf('next', basic('mia'))).toMatchObject([
      { scan: null, approval: { approvals: 2, met: false, decisions: [], mayDecide: true } },
    ]);
    expect(await stateOf('next')).toMatchObject([{ approval: { mayDecide: false } }]);
    const pending = await promote('next');
    expect([pending.code, pending.message]).toEqual([
      'CONDITION_NOT_MET',
      expect.stringContaining('0 of 2 approvals by members of release-managers'),
    ]);
    expect((await decide('next', 'approved', basic('ada'))).status).toBe(403);
    // Administrators have to change the conditions, which is in the audit log.
    expect((await decide('next', 'approved', world.platform.adminAuth)).status).toBe(403);
    await decide('next', 'approved', basic('mia'));
    // A second vote of one user replaces the first.
    expect((await decide('next', 'approved', basic('mia'))).json.approval).toMatchObject({
      met: false,
      decisions: [{ user: 'mia', decision: 'approved' }],
    });
    const rejected = await decide('next', 'rejected', basic('noah'), 'Not before Monday');
    expect(rejected.json.approval).toMatchObject({ met: false });
    expect((await promote('next')).message).toContain('Rejected by noah');
    expect((await decide('next', 'approved', basic('noah'))).json.approval.met).toBe(true);
    expect((await plan('next')).conditions.approval.met).toBe(true);
    expect((await promote('next')).status).toBe(201);
    const { json } = await world.call('GET', '/access/api/v1/audit?event=promotion-decided');
    expect(json.events.map(({ user, detail }: { user: string; detail: string }) => [user, detail])).toEqual([
      ['noah', 'Promotion of release bundle next 1 to PROD approved'],
      ['noah', 'Promotion of release bundle next 1 to PROD rejected: Not before Monday'],
      ['mia', 'Promotion of release bundle next 1 to PROD approved'],
      ['mia', 'Promotion of release bundle next 1 to PROD approved'],
    ]);
  });

  it('do not count decisions of groups that no longer approve, and of the creator', async () => {
    await world.call('POST', '/access/api/v2/groups', { name: 'leads' });
    await set({ approvers: ['leads'] });
    expect(await stateOf('next')).toMatchObject([{ approval: { met: false, decisions: [] } }]);
    await set({ approvers: ['release-managers'] });
    await world.call('POST', '/access/api/v2/permissions', {
      name: 'mia creates',
      resources: {
        artifact: { actions: { users: { mia: ['READ'] }, groups: {} }, targets: { libs: {} } },
        release_bundle: {
          actions: { users: { mia: ['READ', 'WRITE'] }, groups: {} },
          targets: { 'release-bundles-v2': {} },
        },
      },
    });
    const { status } = await world.call(
      'POST',
      `${LIFECYCLE}/release_bundle?async=false`,
      {
        ...{ release_bundle_name: 'own', release_bundle_version: '1', source_type: 'release_bundles' },
        source: {
          release_bundles: [
            {
              repository_key: 'release-bundles-v2',
              release_bundle_name: 'plain',
              release_bundle_version: '1',
            },
          ],
        },
      },
      basic('mia'),
    );
    expect(status).toBe(201);
    const own = await decide('own', 'approved', basic('mia'));
    expect([own.status, own.message]).toEqual([403, expect.stringContaining('User mia created own 1')]);
    await set({});
    expect((await decide('next', 'approved', basic('mia'))).code).toBe('NO_APPROVAL_REQUIRED');
  });
});
