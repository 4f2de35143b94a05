import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { DsseEnvelope } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { mutate, type Random, randomNumbers } from '../../testing/mutate.ts';
import type { BundleContent, HeldArtifact } from '../content/BundleContent.ts';
import { requireVersion } from '../content/bundleRows.ts';
import { type Examined, examine } from '../content/verified.ts';
import { signEnvelope } from '../signing/dsse.ts';
import { idOf } from '../signing/keys.ts';
import { statementOf } from '../signing/statement.ts';
import { verify } from '../signing/verify.ts';
import { type BundleWorld, bundleWorld } from '../testing/bundleWorld.ts';
import { readConsignment } from './receive/readConsignment.ts';

/** Numbers of cases, 1,000 together. */
const cases = { records: 600, signatures: 300, transfers: 100 };

let source: BundleWorld;
let edge: BundleWorld;
let credential: string;
/** Version `app 1`, as its source has it. */
let app: Examined & { signature: NonNullable<Examined['signature']> };
beforeAll(async () => {
  const env = { LADING_ALLOWED_NETWORKS: '127.0.0.1' };
  [source, edge] = await Promise.all([bundleWorld(env, true), bundleWorld(env, true)]);
  const { json } = await edge.call('POST', '/distribution/api/v2/edges/codes', { name: 'berlin' });
  const pairing = { url: edge.platform.baseUrl, code: json.code, name: 'headquarters' };
  expect((await source.call('POST', '/distribution/api/v2/edges', pairing)).message).toBe('');
  for (const at of [1, 2, 3]) await source.deploy(`libs/app/${at}.bin;team=blue`, contentOf(at));
  for (const version of ['0', '1'])
    await source.create(
      'app',
      version,
      [1, 2, 3].map((at) => `libs/app/${at}.bin`),
    );
  await withStorage(source.platform.storage, async () => {
    const { rows } = await db().execute<{ id: string; sealed: Buffer }>(
      sql`SELECT id::text, sealed FROM edge_targets`,
    );
    credential = source.platform.app.seal.open(rows[0]?.sealed as Buffer, `edge:${rows[0]?.id}`);
    const examined = await examine(source.platform.app.seal, await requireVersion('app', '1'));
    app = examined as typeof app;
  });
});
afterAll(() => Promise.all([source?.close(), edge?.close()]));

const contentOf = (at: number) => `content ${at} `.repeat(20);
const words = ['"', '{', '}', '[', '../', '\\u0000', 'null', '0', '-1', '1e999', 'payload', 'sha256', '}}'];
const pick = <T>(random: Random, of: readonly T[]): T => of[random(of.length)] as T;

// biome-ignore lint/suspicious/noExplicitAny: tests change any field of a statement
type Json = any;

/** Changes of a record that is signed with the right key, as by a source that was taken over. */
const changes: ((statement: Json, random: Random) => void)[] = [
  ({ predicate }, random) => {
    predicate.name = pick(random, ['other', 'App', 'app ', '']);
  },
  ({ predicate }, random) => {
    predicate.version = pick(random, ['0', '1.0', '2', '']);
  },
  (statement, random) => {
    move(statement, random, {
      repo: pick(random, [
        '..',
        '.',
        '',
        'api',
        'a/b',
        'libs/..',
        'plugins-local',
        'x'.repeat(65),
        'libs.',
        '\0',
      ]),
    });
  },
  (statement, random) => {
    move(statement, random, {
      path: pick(random, [
        '',
        '/',
        '../x',
        'a/../b',
        'a//b',
        'a/',
        './a',
        'a\\b',
        'a\0',
        '\ud800',
        'a'.repeat(2000),
      ]),
    });
  },
  (statement) => {
    move(statement, () => 0, { path: statement.predicate.artifacts[1].path });
  },
  (statement) => {
    move(statement, () => 0, { path: `${statement.predicate.artifacts[1].path}/below` });
  },
  ({ predicate }, random) => {
    pick(random, predicate.artifacts as Json[]).size = pick(random, [-1, 0.5, '9', null, 2 ** 60, undefined]);
  },
  ({ subject, predicate }, random) => {
    subject[0].digest.sha256 = subject[1].digest.sha256;
    predicate.artifacts[0].size = predicate.artifacts[1].size + 1 + random(100);
  },
  ({ subject }, random) => {
    pick(random, subject as Json[]).digest = pick<Json>(random, [
      {},
      null,
      { sha256: 'A'.repeat(64) },
      { sha1: 'a' },
    ]);
  },
  ({ subject }, random) => {
    subject.splice(random(subject.length), 1);
  },
  ({ subject }, random) => {
    subject.push(pick(random, subject));
  },
  ({ subject }) => {
    subject.reverse();
  },
  ({ predicate }, random) => {
    predicate.artifacts.splice(random(predicate.artifacts.length), 1);
  },
  ({ predicate }, random) => {
    pick(random, predicate.artifacts as Json[]).properties = pick<Json>(random, [
      null,
      [],
      { team: 'blue' },
      { 'a b': ['x'] },
      { '': ['x'] },
      { team: ['a\0b'] },
      { team: ['x'.repeat(2001)] },
      { team: [1] },
    ]);
  },
  ({ predicate }, random) => {
    predicate.created = pick<Json>(random, ['', 'today', '2026-13-45T99:99:99.000Z', 0, null, '2026-01-01']);
  },
  ({ predicate }, random) => {
    predicate.createdBy = pick<Json>(random, ['', 'a\0b', 7, null, 'x'.repeat(300)]);
  },
  ({ predicate }, random) => {
    predicate.artifacts[0].packageType = pick<Json>(random, ['', 'a\0b', 7, null, 'x'.repeat(300)]);
  },
  (statement, random) => {
    statement.predicateType = pick(random, [
      '',
      'urn:lading:release-bundle:v2',
      'https://slsa.dev/provenance/v1',
    ]);
  },
  (statement, random) => {
    statement._type = pick<Json>(random, ['', 'https://in-toto.io/Statement/v0.1', null]);
  },
  (statement) => {
    Object.assign(statement, { subject: [] });
    statement.predicate.artifacts = [];
  },
  ({ subject, predicate }) => {
    while (subject.length <= 20_000) {
      const path = `many/${subject.length}`;
      predicate.artifacts.push({ ...predicate.artifacts[0], path });
      subject.push({ ...subject[0], name: `libs/${path}` });
    }
  },
];

function move({ subject, predicate }: Json, random: Random, to: { repo?: string; path?: string }): void {
  const at = random(subject.length);
  const artifact = Object.assign(predicate.artifacts[at], to);
  subject[at].name = `${artifact.repo}/${artifact.path}`;
}

/** Changes of an envelope without its key. */
const forgeries: ((envelope: DsseEnvelope, random: Random) => string)[] = [
  (envelope, random) => flipped(Buffer.from(JSON.stringify(envelope)), random).toString('latin1'),
  (envelope, random) => JSON.stringify(envelope).slice(0, random(JSON.stringify(envelope).length)),
  (envelope, random) => mutate(Buffer.from(JSON.stringify(envelope)), random, words).toString(),
  (envelope, random) =>
    withPayload(envelope, flipped(Buffer.from(envelope.payload, 'base64'), random).toString('base64')),
  (envelope, random) =>
    withPayload(envelope, mutate(Buffer.from(envelope.payload, 'base64'), random, words).toString('base64')),
  (envelope, random) => withPayload(envelope, changed(envelope, random).toString('base64')),
  (envelope) => withPayload(envelope, `${envelope.payload}=`),
  (envelope, random) => withSignature(envelope, flipped(signatureIn(envelope), random).toString('base64')),
  (envelope, random) =>
    withSignature(envelope, signatureIn(envelope).subarray(0, random(64)).toString('base64')),
  (envelope) => withSignature(envelope, `${envelope.signatures[0]?.sig}=`),
  (envelope, random) =>
    JSON.stringify(signEnvelope(payloadIn(envelope), otherKey(), 'ab'.repeat(random(33)))),
  (envelope) =>
    JSON.stringify(signEnvelope(payloadIn(envelope), otherKey(), envelope.signatures[0]?.keyid ?? '')),
  (envelope, random) =>
    JSON.stringify({ ...envelope, payloadType: pick(random, ['', 'text/plain', 'application/json']) }),
  (envelope, random) =>
    JSON.stringify({
      ...envelope,
      signatures: pick<Json>(random, [[], {}, null, [null], [{}], [{ sig: 7 }]]),
    }),
  (envelope) => JSON.stringify({ ...envelope, signatures: [...envelope.signatures, ...envelope.signatures] }),
  (envelope) => JSON.stringify({ ...envelope, signatures: [{ ...envelope.signatures[0], keyid: 'other' }] }),
  (envelope) => JSON.stringify({ ...envelope, more: 1 }),
  (envelope) => JSON.stringify(envelope, undefined, 1),
  (envelope) => JSON.stringify(envelope).replace('{', '{"payload":"e30=",'),
  (_envelope, random) => pick(random, ['', 'null', '[]', '{}', '7', '"x"', '{"payload":1,"signatures":[]}']),
];

function flipped(bytes: Buffer, random: Random): Buffer {
  const broken = Buffer.from(bytes);
  const at = random(broken.length);
  broken[at] = (broken[at] ?? 0) ^ (1 << random(8));
  return broken;
}

const payloadIn = ({ payload }: DsseEnvelope) => Buffer.from(payload, 'base64');
const signatureIn = ({ signatures }: DsseEnvelope) => Buffer.from(signatures[0]?.sig ?? '', 'base64');
const withPayload = (envelope: DsseEnvelope, payload: string) => JSON.stringify({ ...envelope, payload });
const withSignature = (envelope: DsseEnvelope, sig: string) =>
  JSON.stringify({ ...envelope, signatures: [{ ...envelope.signatures[0], sig }] });
const otherKey = () => generateKeyPairSync('ed25519').privateKey;

function changed(envelope: DsseEnvelope, random: Random): Buffer {
  const statement = JSON.parse(payloadIn(envelope).toString());
  pick(random, changes)(statement, random);
  return Buffer.from(JSON.stringify(statement));
}

/** Describes an accepted case. */
const accepted: string[] = [];
function expectRefusal(what: string, read: () => unknown): void {
  try {
    read();
    accepted.push(what);
  } catch (error) {
    if (!(error instanceof HttpError) || ![400, 403].includes(error.status)) throw error;
  }
}

describe('the edge rejects', () => {
  it('records and envelopes that were changed, also if the key of the source signed them', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const paired = sourceWith(publicKey);
    const content: BundleContent = { ...app.content, artifacts: app.content.artifacts };
    const good = signEnvelope(statementOf(content), privateKey, paired.keyId);
    expect(readConsignment(paired, 'app', '1', JSON.stringify(good)).artifacts).toHaveLength(3);
    const random = randomNumbers(1);
    for (let at = 0; at < cases.records; at++) {
      const isSigned = at % 2 === 0;
      const change = at >> 1;
      if (isSigned) {
        const statement = JSON.parse(payloadIn(good).toString());
        // The largest statement once: it takes as long as all others.
        const how = change % changes.length === changes.length - 1 && change > changes.length ? 0 : change;
        changes[how % changes.length]?.(statement, random);
        const payload = Buffer.from(JSON.stringify(statement));
        const text = JSON.stringify(signEnvelope(payload, privateKey, paired.keyId));
        expectRefusal(`change ${how % changes.length}: ${payload.toString().slice(0, 800)}`, () =>
          readConsignment(paired, 'app', '1', text),
        );
      } else {
        let text = JSON.stringify(good);
        while (text === JSON.stringify(good))
          text = forgeries[change % forgeries.length]?.(good, random) ?? '';
        expectRefusal(`forgery ${change % forgeries.length}: ${text.slice(0, 300)}`, () =>
          readConsignment(paired, 'app', '1', text),
        );
      }
    }
    expect(accepted).toEqual([]);
  });

  it('content that differs from what was signed, and shows nothing of it', async () => {
    const random = randomNumbers(3);
    const envelope = app.signature.envelope;
    const announced = await put('1', '', json({ envelope, createRepositories: true }));
    expect(announced.json().missing).toHaveLength(3);
    const tried: number[] = [];
    for (let at = 0; at < cases.transfers; at++) {
      const { url, body, type, as } = transfers[at % transfers.length]?.(random) ?? transfer(1, '');
      const answer = await edge.platform.app.inject({
        method: 'PUT',
        url: `/distribution/api/v2/receiver/bundles/app/${url}`,
        headers: { 'x-lading-source': as ?? credential, 'content-type': type ?? 'application/octet-stream' },
        payload: body,
      });
      tried.push(answer.statusCode);
      if (answer.statusCode < 400 || answer.statusCode >= 500)
        accepted.push(`transfer ${at % transfers.length}: ${answer.statusCode} ${answer.body} ${url}`);
    }
    expect([accepted, tried.length]).toEqual([[], cases.transfers]);
    const { statusCode, body } = await edge.platform.app.inject({
      method: 'POST',
      url: '/distribution/api/v2/receiver/bundles/app/1/complete',
      headers: { 'x-lading-source': credential },
    });
    // Content that was sent as other content of the version is not used as that, and counts for
    // itself. The first one was never sent.
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      {
        state: 'receiving',
        missing: [{ sha256: sha256(contentOf(1)), size: contentOf(1).length, offset: 0 }],
      },
    ]);
    expect((await edge.call('GET', '/artifactory/api/storage/libs')).json.children).toEqual([]);
    const received = (await edge.call('GET', '/ui/api/v1/ui/releaseBundles/received')).json.bundles;
    expect(received).toEqual([expect.objectContaining({ version: '1', state: 'receiving' })]);
  });

  it('a part with fewer bytes than were sent only until the rest arrives', async () => {
    const content = contentOf(1);
    const half = await send('1', transfer(1, content.slice(0, 50)));
    expect(half.statusCode).toBe(204);
    const wrong = await send('1', transfer(1, content.slice(50).replace('content', 'Content'), 50));
    expect([wrong.statusCode, wrong.json().errors[0].code]).toEqual([422, 'CHECKSUM_MISMATCH']);
    const longer = await send('1', transfer(1, `${content}x`));
    expect(longer.statusCode).toBe(413);
    expect((await edge.call('GET', '/artifactory/api/storage/libs')).json.children).toEqual([]);
  });

  it('content here already whose size is not the signed one', async () => {
    await edge.deploy('libs-prod/known.bin', contentOf(1));
    const artifacts = app.content.artifacts.map((each) => ({ ...each, size: each.size + 1 }));
    const statement = statementOf({ ...app.content, version: '3', artifacts });
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const learned = await useKey(publicKey);
    const envelope = JSON.stringify(signEnvelope(statement, privateKey, idOf(publicKey)));
    const announced = await put('3', '', json({ envelope, createRepositories: true }));
    await useKey(learned.key, learned.id);
    expect([announced.statusCode, announced.json().missing?.length]).toEqual([200, 3]);
    // All bytes of the content: fewer than were signed.
    expect((await send('3', transfer(1, contentOf(1)))).statusCode).toBe(204);
    expect((await send('3', transfer(1, 'x', contentOf(1).length))).statusCode).toBe(422);
    expect((await edge.call('GET', '/artifactory/api/storage/libs')).json.children).toEqual([]);
  });
});

it('the source notices every change of a stored record and its signatures', async () => {
  const random = randomNumbers(2);
  const { seal } = source.platform.app;
  const { content, signature } = app;
  await withStorage(source.platform.storage, async () => {
    expect((await verify(seal, content, signature)).problem).toBe('');
    for (let at = 0; at < cases.signatures; at++) {
      const kind = at % 3;
      let text = signature.envelope;
      if (kind === 0)
        while (text === signature.envelope)
          text = pick(random, forgeries)(JSON.parse(signature.envelope) as DsseEnvelope, random);
      const openPgp = signature.openPgp ?? '';
      const verdict =
        kind === 0
          ? await verify(seal, content, { ...signature, envelope: text })
          : kind === 1
            ? await verify(seal, otherContent(content, random), signature)
            : await verify(seal, content, { ...signature, openPgp: otherThan(openPgp, random) });
      if (verdict.problem === '') accepted.push(`kind ${kind}: ${text.slice(0, 300)}`);
    }
  });
  expect(accepted).toEqual([]);
});

function otherThan(text: string, random: Random): string {
  for (;;) {
    const other = mutate(Buffer.from(text), random, words).toString();
    if (other !== text) return other;
  }
}

function otherContent(content: BundleContent, random: Random): BundleContent {
  const at = random(content.artifacts.length);
  const one = content.artifacts[at] as HeldArtifact;
  const artifact = (change: Partial<HeldArtifact>): BundleContent => ({
    ...content,
    artifacts: content.artifacts.with(at, { ...one, ...change }),
  });
  return pick(random, [
    () => artifact({ path: otherThan(one.path, random) }),
    () => artifact({ repo: otherThan(one.repo, random) }),
    () => artifact({ sha256: otherThan(one.sha256, random) }),
    () => artifact({ size: one.size + 1 + random(100) }),
    () => artifact({ packageType: otherThan(one.packageType, random) }),
    () => artifact({ packageName: 'forged' }),
    () => artifact({ properties: { team: [otherThan('blue', random)] } }),
    () => artifact({ properties: {} }),
    () => ({ ...content, artifacts: content.artifacts.toSpliced(at, 1) }),
    () => ({ ...content, artifacts: [...content.artifacts, one] }),
    () => ({ ...content, created: new Date(content.created.getTime() + 1 + random(1000)) }),
    () => ({ ...content, createdBy: otherThan(content.createdBy, random) }),
    () => ({ ...content, sources: [...content.sources, 'forged'] }),
    () => ({ ...content, name: otherThan(content.name, random) }),
    () => ({ ...content, version: otherThan(content.version, random) }),
    () => ({ ...content, openPgpKey: otherThan(content.openPgpKey ?? '', random) }),
  ])();
}

interface Transfer {
  url: string;
  body: string | Buffer;
  type?: string;
  as?: string;
}

function transfer(at: number, body: string | Buffer, start = 0, sha = sha256(contentOf(at))): Transfer {
  return { url: `1/blobs/${sha}?start=${start}`, body };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const json = (body: object): Transfer => ({ url: '', body: JSON.stringify(body), type: 'application/json' });

/** Requests to the edge with the credential of the source, or without. */
const transfers: ((random: Random) => Transfer)[] = [
  (random) => transfer(1 + random(3), flipped(Buffer.from(contentOf(1 + random(1))), random)),
  () => transfer(1, contentOf(2)),
  () => transfer(2, contentOf(3)),
  (random) => transfer(3, `${contentOf(3)}${'x'.repeat(1 + random(100))}`),
  (random) => transfer(1, contentOf(1), 1 + random(1000)),
  () => transfer(1, contentOf(1), -1),
  () => transfer(1, ''),
  (random) => transfer(1, contentOf(1), 0, sha256(`other ${random(1000)}`)),
  () => transfer(1, contentOf(1), 0, '../../../etc/passwd'),
  (random) => ({ ...transfer(1, contentOf(1)), as: `x${random(1000)}` }),
  () => ({ ...transfer(1, contentOf(1)), as: '' }),
  () => ({ ...transfer(1, contentOf(1)), url: `0/blobs/${sha256(contentOf(1))}?start=0` }),
  (random) => ({
    ...json({
      envelope: pick(random, forgeries)(JSON.parse(app.signature.envelope), random),
      createRepositories: true,
    }),
    url: '2',
  }),
  // An envelope of another version, and of a version that this edge has.
  () => ({ ...json({ envelope: app.signature.envelope, createRepositories: true }), url: '0' }),
  (random) => ({
    ...json({
      envelope: JSON.stringify(signEnvelope(statementOf(app.content), otherKey(), app.signature.keyId)),
    }),
    url: pick(random, ['1', '2']),
  }),
  (random) => ({ ...json({}), body: JSON.stringify({ envelope: 'x' }).slice(0, random(10)), url: '1' }),
];

const send = (version: string, one: Transfer) => put('', one.url.replace(/^1/, version), { ...one, url: '' });

function put(version: string, url: string, { body, type = 'application/octet-stream' }: Transfer) {
  return edge.platform.app.inject({
    method: 'PUT',
    url: `/distribution/api/v2/receiver/bundles/app/${version}${url}`,
    headers: { 'x-lading-source': credential, 'content-type': type },
    payload: body,
  });
}

/** Replaces the key that the edge has learned. Returns the previous one. */
async function useKey(key: KeyObject | string, id?: string): Promise<{ key: string; id: string }> {
  const pem = typeof key === 'string' ? key : key.export({ type: 'spki', format: 'pem' }).toString();
  const { rows } = await withStorage(edge.platform.storage, () =>
    db().execute<{ key: string; id: string }>(sql`
      UPDATE edge_sources s SET public_key = ${pem}, key_id = ${id ?? 'test'}
      FROM (SELECT id, public_key, key_id FROM edge_sources) o WHERE o.id = s.id
      RETURNING o.public_key AS key, o.key_id AS id`),
  );
  return rows[0] ?? { key: '', id: '' };
}

function sourceWith(publicKey: KeyObject) {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return { id: 'test', name: 'headquarters', keyId: idOf(publicKey), publicKey: pem };
}
