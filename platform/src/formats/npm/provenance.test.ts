import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordStatements } from '../../database/testing/recordStatements.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publishBody, sampleTarball } from './testing/samples.ts';
import { type StubUpstream, stubUpstream } from './testing/stubUpstream.ts';
import { type TestBundle, TestSigstore } from './testing/TestSigstore.ts';

const SCOPED = { name: '@acme/built', version: '1.0.0' };
const sigstore = new TestSigstore();

let upstream: StubUpstream;
let platform: TestPlatform;
beforeAll(async () => {
  upstream = await stubUpstream();
  platform = await testPlatform({
    env: { LADING_NPM_UPSTREAM: upstream.url, LADING_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
});
afterEach(() => {
  upstream.fault = undefined;
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
});

type Sample = typeof SCOPED;
const call = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object, authorization?: string) =>
  platform.app.inject({
    ...{ method, url, headers: { authorization: authorization ?? platform.adminAuth } },
    ...(payload ? { payload } : {}),
  });
const npm = (path: string) => call('GET', `/artifactory/api/npm/${path}`);

/** The document that npm sends with `--provenance-file`. */
async function documentOf(of: Sample, bundle: (tarball: Buffer) => TestBundle | string) {
  const tarball = await sampleTarball(of);
  const given = bundle(tarball);
  const data = typeof given === 'string' ? given : JSON.stringify(given);
  const document = publishBody(of, tarball);
  const content_type = 'application/vnd.dev.sigstore.bundle.v0.3+json';
  const attachment = { content_type, data, length: data.length };
  document._attachments[`${of.name}-${of.version}.sigstore`] = attachment;
  return document;
}

const put = (of: Sample, document: object, repo = 'npm-local') =>
  call('PUT', `/artifactory/api/npm/${repo}/${of.name.replace('/', '%2f')}`, document);

async function publish(of: Sample, repo?: string): Promise<TestBundle> {
  let bundle: TestBundle;
  const document = await documentOf(of, (tarball) => {
    bundle = sigstore.provenance(of, tarball);
    return bundle;
  });
  const answer = await put(of, document, repo);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
  return bundle;
}

describe('the provenance of a package', () => {
  it('is served as the registry of npm does, at the URL that the client uses', async () => {
    const bundle = await publish(SCOPED);
    for (const repo of ['npm-local', 'npm']) {
      const { dist } = (await npm(`${repo}/@acme%2fbuilt`)).json().versions['1.0.0'];
      expect(dist.attestations).toEqual({
        url: `http://localhost/artifactory/api/npm/${repo}/-/npm/v1/attestations/@acme%2fbuilt@1.0.0`,
        provenance: { predicateType: 'https://slsa.dev/provenance/v1' },
      });
      const found = await call('GET', new URL(dist.attestations.url).pathname);
      expect([found.statusCode, found.headers['content-type']]).toEqual([
        200,
        expect.stringContaining('application/json'),
      ]);
      expect(found.json()).toEqual({
        attestations: [{ predicateType: 'https://slsa.dev/provenance/v1', bundle }],
      });
    }
  });

  it('is absent for a version that was published without it, and costs it no statement', async () => {
    const plain = { name: 'plain', version: '1.0.0' };
    const document = publishBody(plain, await sampleTarball(plain));
    const statements = await recordStatements(() => put(plain, document));
    const built = { name: 'built', version: '1.0.0' };
    const more = await documentOf(built, (tarball) => sigstore.provenance(built, tarball));
    expect(await recordStatements(() => put(built, more))).toEqual(statements);
    expect((await npm('npm-local/plain')).json().versions['1.0.0'].dist).not.toHaveProperty('attestations');
    expect((await npm('npm-local/-/npm/v1/attestations/plain@1.0.0')).statusCode).toBe(404);
    expect((await npm('npm-local/-/npm/v1/attestations/built@2.0.0')).statusCode).toBe(404);
  });

  it('is only for those who can read the package', async () => {
    await publish({ name: 'secret', version: '1.0.0' });
    const url = '/artifactory/api/npm/npm-local/-/npm/v1/attestations/secret@1.0.0';
    expect((await call('GET', url, undefined, 'Basic eDp5')).statusCode).toBe(401);
    expect((await platform.app.inject({ url })).statusCode).toBe(401);
  });

  it('stays if a version is deprecated, or restored from the trash', async () => {
    const of = { name: 'copied', version: '1.0.0' };
    const bundle = await publish(of);
    const packument = (await npm('npm-local/copied?write=true')).json();
    packument.versions['1.0.0'].deprecated = 'old';
    expect((await put(of, packument)).statusCode).toBe(200);
    const { deprecated, dist } = (await npm('npm-local/copied')).json().versions['1.0.0'];
    expect([deprecated, dist.attestations.provenance]).toEqual(['old', expect.anything()]);
    // Release bundles publish the versions that they promote from the same state.
    const selection = { packages: [{ id: 'npm://copied', versions: ['1.0.0'] }] };
    const removal = '/ui/api/v1/ui/v1/native/removal';
    const { digest } = (await call('POST', `${removal}/plan`, selection)).json();
    const { deletion } = (await call('POST', removal, { ...selection, digest })).json();
    expect((await npm('npm-local/-/npm/v1/attestations/copied@1.0.0')).statusCode).toBe(404);
    const restored = await call('POST', '/ui/api/v1/ui/trash/restore', { deletions: [deletion] });
    expect(restored.json().failed).toEqual([]);
    const found = (await npm('npm-local/-/npm/v1/attestations/copied@1.0.0')).json();
    expect(found.attestations[0].bundle).toEqual(bundle);
    expect((await npm('npm-local/copied')).json().versions['1.0.0'].dist).toEqual(dist);
  });

  it('of an upstream is requested from this server', async () => {
    const bundle = { attestations: [{ predicateType: 'https://slsa.dev/provenance/v1', bundle: {} }] };
    const url = 'https://registry.npmjs.org/-/npm/v1/attestations/theirs@1.0.0';
    const dist = {
      ...{ tarball: `${upstream.url}theirs/-/theirs-1.0.0.tgz`, shasum: '0'.repeat(40) },
      attestations: { url, provenance: { predicateType: 'https://slsa.dev/provenance/v1' } },
    };
    const packument = {
      ...{ name: 'theirs', 'dist-tags': { latest: '1.0.0' } },
      versions: { '1.0.0': { name: 'theirs', version: '1.0.0', dist } },
    };
    upstream.fault = ({ url: path = '' }, response) => {
      const body = path.includes('attestations') ? bundle : packument;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const shown = (await npm('npm/theirs')).json().versions['1.0.0'].dist.attestations;
    expect(shown.url).toBe('http://localhost/artifactory/api/npm/npm/-/npm/v1/attestations/theirs@1.0.0');
    expect((await call('GET', new URL(shown.url).pathname)).json()).toEqual(bundle);
  });
});

describe('a publish with provenance is rejected', () => {
  const of = { name: 'rejected', version: '1.0.0' };
  const good = (tarball: Buffer): TestBundle => sigstore.provenance(of, tarball);
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const statement = (changes: object) => (tarball: Buffer) => {
    const { payload } = good(tarball).dsseEnvelope;
    return sigstore.attest({ ...JSON.parse(Buffer.from(payload, 'base64').toString()), ...changes });
  };

  it.each<[string, (tarball: Buffer) => TestBundle | string, RegExp]>([
    [
      'another package',
      (t) => sigstore.provenance({ ...of, name: 'other' }, t),
      /expected pkg:npm\/rejected@1\.0\.0/,
    ],
    [
      'another version',
      (t) => sigstore.provenance({ ...of, version: '1.0.1' }, t),
      /its subject is "pkg:npm\/rejected@1\.0\.1"/,
    ],
    ['another tarball', () => sigstore.provenance(of, Buffer.from('x')), /but that of the tarball is/],
    ['no subject', statement({ subject: [] }), /with one subject/],
    [
      'two subjects',
      (t) =>
        statement({
          subject: [
            { name: 'a', digest: { sha512: '' } },
            { name: 'b', digest: { sha512: '' } },
          ],
        })(t),
      /with one subject/,
    ],
    ['another kind of statement', statement({ predicateType: 'https://example.org/x' }), /SLSA provenance/],
    ['text that is not JSON', () => '{"mediaType"', /is not a Sigstore bundle/],
    ['something else', () => '[]', /is not a Sigstore bundle/],
    [
      'a bundle of another type',
      (t) => ({ ...good(t), mediaType: 'text/plain' }),
      /is not a Sigstore bundle/,
    ],
    [
      'a bundle without a statement',
      (t) => ({ ...good(t), dsseEnvelope: undefined }),
      /is not a Sigstore bundle/,
    ],
    ['deep JSON', (t) => ({ ...good(t), more: JSON.parse(deep(60)) }), /nested deeper than 50 levels/],
    ['very deep JSON', () => deep(40_000), /nested deeper than 50 levels/],
    [
      'a deep statement',
      (t) => statement({ predicate: JSON.parse(deep(60)) })(t),
      /statement is nested deeper/,
    ],
    [
      'half a character',
      (t) => JSON.stringify(good(t)).replace('{', '{"a":"\ud800",'),
      /is not valid Unicode/,
    ],
  ])('with %s', async (_what, bundle, message) => {
    const answer = await put(of, await documentOf(of, bundle));
    expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringMatching(message)]);
    expect((await npm('npm-local/rejected')).statusCode).toBe(404);
  });

  it('that is too large, has another name, or is there twice', async () => {
    const large = await put(
      of,
      await documentOf(of, (t) => `${JSON.stringify(good(t))}${' '.repeat(300_000)}`),
    );
    expect([large.statusCode, large.json().error]).toEqual([413, expect.stringContaining('exceeds 262144')]);
    const document = await documentOf(of, good);
    const { 'rejected-1.0.0.sigstore': attachment, ...rest } = document._attachments;
    if (!attachment) throw new Error('no attachment');
    const named = { ...document, _attachments: { ...rest, 'other-1.0.0.sigstore': attachment } };
    expect((await put(of, named)).json().error).toContain('expected rejected-1.0.0.sigstore');
    const twice = { ...document, _attachments: { ...document._attachments, 'x.sigstore': attachment } };
    expect((await put(of, twice)).json().error).toContain('more than one');
    const cut = { ...attachment, length: attachment.length - 1 };
    const short = { ...document, _attachments: { ...rest, 'rejected-1.0.0.sigstore': cut } };
    expect((await put(of, short)).json().error).toContain('but it has');
  });
});
