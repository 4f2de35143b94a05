import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import {
  type Answer,
  type Descriptor,
  digestOf,
  ociConfig,
  ociIndex,
  ociLayer,
  ociManifest,
  RegistryClient,
} from './testing/RegistryClient.ts';

/**
 * The cases of the conformance suite of the OCI Distribution Specification 1.1, in the same order
 * and with the same names. Where the suite accepts several results, this test expects the better
 * one.
 */
describe('the OCI distribution specification 1.1', () => {
  let platform: TestPlatform;
  let client: RegistryClient;
  beforeAll(async () => {
    platform = await testPlatform({ listen: true });
    client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
  });
  afterAll(() => platform.close());

  const name = 'docker-local/conformance/suite';
  const crossmount = 'docker-local/conformance/other';
  const dummyDigest = digestOf('hello world');
  const nonexistent = '.INVALID_MANIFEST_NAME';
  const octets = { 'content-type': 'application/octet-stream' };
  const asManifest = { 'content-type': ociManifest };
  const taken = { accept: ociManifest };

  interface Bytes {
    content: Buffer;
    digest: string;
    size: number;
  }
  const bytesOf = (content: Buffer): Bytes => ({ content, digest: digestOf(content), size: content.length });
  const text = (value: object) => Buffer.from(JSON.stringify(value, null, '\t'));
  const layer = bytesOf(randomBytes(300));
  const configs = Array.from({ length: 5 }, () =>
    bytesOf(
      text({
        architecture: 'amd64',
        os: 'linux',
        rootfs: { type: 'layers', diff_ids: [] },
        author: randomUUID(),
      }),
    ),
  );
  const configDescriptor = (at: number) => ({
    mediaType: ociConfig,
    digest: configs[at]?.digest ?? '',
    size: configs[at]?.size ?? 0,
    data: configs[at]?.content.toString('base64'),
    newUnspecifiedField: Buffer.from('hello world').toString('base64'),
  });
  const layers = [{ mediaType: ociLayer, digest: layer.digest, size: layer.size }];
  const manifests = configs.map((_, at) =>
    bytesOf(text({ schemaVersion: 2, mediaType: ociManifest, config: configDescriptor(at), layers })),
  );
  const emptyLayer = bytesOf(text({ schemaVersion: 2, config: configDescriptor(1), layers: [] }));
  const of = (list: readonly Bytes[], at: number): Bytes => {
    const found = list[at];
    if (!found) throw new Error(`No item at index ${at}`);
    return found;
  };

  const uploads = (of_: string = name) => `/v2/${of_}/blobs/uploads/`;
  const blob = (digest: string, of_: string = name) => `/v2/${of_}/blobs/${digest}`;
  const manifest = (reference: string) => `/v2/${name}/manifests/${reference}`;
  const put = async ({ content, digest }: Bytes) => {
    const begun = await client.ask('POST', uploads());
    return client.ask('PUT', begun.location, { query: { digest }, headers: octets, body: content });
  };
  const tagsOf = (answer: Answer) => answer.json().tags as string[];
  const remove = async (path: string) => expect((await client.ask('DELETE', path)).status).toBe(202);

  describe('Pull', () => {
    const tag = 'tagtest0';
    it('Populate registry with test blob', async () => expect((await put(of(configs, 0))).status).toBe(201));
    it('Populate registry with test layer', async () => expect((await put(layer)).status).toBe(201));
    it('Populate registry with test manifest', async () => {
      const answer = await client.ask('PUT', manifest(tag), {
        headers: asManifest,
        body: of(manifests, 0).content,
      });
      expect(answer.status).toBe(201);
    });
    it('Get the name of a tag', async () => {
      expect(tagsOf(await client.ask('GET', `/v2/${name}/tags/list`))[0]).toBe(tag);
    });
    it('HEAD request to nonexistent blob should result in 404 response', async () => {
      expect((await client.ask('HEAD', blob(dummyDigest))).status).toBe(404);
    });
    it('HEAD request to existing blob should yield 200', async () => {
      const { digest, size } = of(configs, 0);
      const answer = await client.ask('HEAD', blob(digest));
      expect(answer.status).toBe(200);
      expect(answer.headers['docker-content-digest']).toBe(digest);
      expect(answer.headers['content-length']).toBe(String(size));
    });
    it('GET nonexistent blob should result in 404 response', async () => {
      const answer = await client.ask('GET', blob(dummyDigest));
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({ errors: [{ code: 'BLOB_UNKNOWN' }] });
    });
    it('GET request to existing blob URL should yield 200', async () => {
      const answer = await client.ask('GET', blob(of(configs, 0).digest));
      expect(answer.status).toBe(200);
      expect(answer.bytes).toEqual(of(configs, 0).content);
    });
    it('HEAD request to nonexistent manifest should return 404', async () => {
      expect((await client.ask('HEAD', manifest(nonexistent))).status).toBe(404);
    });
    it.each(['digest', 'tag'])('HEAD request to manifest path (%s) should yield 200 response', async (by) => {
      const { digest, size } = of(manifests, 0);
      const answer = await client.ask('HEAD', manifest(by === 'tag' ? tag : digest), { headers: taken });
      expect(answer.status).toBe(200);
      expect(answer.headers['docker-content-digest']).toBe(digest);
      expect(answer.headers['content-length']).toBe(String(size));
    });
    it('GET nonexistent manifest should return 404', async () => {
      const answer = await client.ask('GET', manifest(nonexistent));
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({ errors: [{ code: 'MANIFEST_UNKNOWN' }] });
    });
    it.each(['digest', 'tag'])('GET request to manifest path (%s) should yield 200 response', async (by) => {
      const { digest, content } = of(manifests, 0);
      const answer = await client.ask('GET', manifest(by === 'tag' ? tag : digest), { headers: taken });
      expect(answer.status).toBe(200);
      expect(answer.bytes).toEqual(content);
      expect(answer.headers['content-type']).toBe(ociManifest);
    });
    it('400 response body should contain OCI-conforming JSON message', async () => {
      const answer = await client.ask('PUT', manifest('sha256:totallywrong'), {
        headers: asManifest,
        body: 'blablabla',
      });
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ errors: [{ code: 'DIGEST_INVALID' }] });
      const other = await client.ask('PUT', manifest('wrong'), { headers: asManifest, body: 'blablabla' });
      expect(other.status).toBe(400);
      expect(other.json()).toMatchObject({ errors: [{ code: 'MANIFEST_INVALID' }] });
    });
    it('a blob that a manifest needs is not deleted', async () => {
      const answer = await client.ask('DELETE', blob(layer.digest));
      expect(answer.status).toBe(405);
      expect(answer.json()).toMatchObject({ errors: [{ code: 'UNSUPPORTED' }] });
    });
    it('Delete manifest created in setup', () => remove(manifest(of(manifests, 0).digest)));
    it('Delete config blob created in setup', () => remove(blob(of(configs, 0).digest)));
    it('Delete layer blob created in setup', () => remove(blob(layer.digest)));
  });

  describe('Push', () => {
    const blobA = bytesOf(randomBytes(42));
    const whole = bytesOf(randomBytes(42));
    const [chunk1, chunk2] = [whole.content.subarray(0, 3), whole.content.subarray(3)];
    const [range1, range2] = ['0-2', '3-41'];
    let last: Answer;
    let previous: Answer;

    it('PATCH request with blob in body should yield 202 response', async () => {
      const begun = await client.ask('POST', uploads());
      expect(begun.status).toBe(202);
      expect(begun.location).not.toBe('');
      last = await client.ask('PATCH', begun.location, { headers: octets, body: blobA.content });
      expect(last.status).toBe(202);
    });
    it('PUT request to session URL with digest should yield 201 response', async () => {
      const answer = await client.ask('PUT', last.location, {
        query: { digest: blobA.digest },
        headers: octets,
      });
      expect(answer.status).toBe(201);
      expect(answer.location).toBe(blob(blobA.digest));
    });
    it('GET nonexistent blob should result in 404 response', async () => {
      expect((await client.ask('GET', blob(dummyDigest))).status).toBe(404);
    });
    it('POST request with digest and blob should yield a 201 or 202', async () => {
      const { digest, content } = of(configs, 1);
      const answer = await client.ask('POST', uploads(), {
        query: { digest },
        headers: octets,
        body: content,
      });
      expect(answer.status).toBe(201);
      expect(answer.location).toBe(blob(digest));
    });
    it('GET request to blob URL from prior request should yield 200 or 404 based on response code', async () => {
      expect((await client.ask('GET', blob(of(configs, 1).digest))).status).toBe(200);
    });
    it('POST request should yield a session ID', async () => {
      last = await client.ask('POST', uploads());
      expect(last.status).toBe(202);
    });
    it('PUT upload of a blob should yield a 201 Response', async () => {
      const { digest, content } = of(configs, 1);
      const answer = await client.ask('PUT', last.location, {
        query: { digest },
        headers: octets,
        body: content,
      });
      expect(answer.status).toBe(201);
      expect(answer.location).not.toBe('');
    });
    it('GET request to existing blob should yield 200 response', async () => {
      expect((await client.ask('GET', blob(of(configs, 1).digest))).status).toBe(200);
    });
    it('PUT upload of a layer blob should yield a 201 Response', async () => {
      const answer = await put(layer);
      expect(answer.status).toBe(201);
      expect(answer.location).not.toBe('');
    });
    it('GET request to existing layer should yield 200 response', async () => {
      expect((await client.ask('GET', blob(layer.digest))).status).toBe(200);
    });
    it('Out-of-order blob upload should return 416', async () => {
      const begun = await client.ask('POST', uploads());
      const headers = { ...octets, 'content-range': range2 };
      const answer = await client.ask('PATCH', begun.location, { headers, body: chunk2 });
      expect(answer.status).toBe(416);
    });
    it('PATCH request with first chunk should return 202', async () => {
      previous = await client.ask('POST', uploads());
      const headers = { ...octets, 'content-range': range1 };
      last = await client.ask('PATCH', previous.location, { headers, body: chunk1 });
      expect(last.status).toBe(202);
      expect(last.headers.range).toBe(range1);
    });
    it('Retry previous blob chunk should return 416', async () => {
      const headers = { ...octets, 'content-range': range1 };
      const answer = await client.ask('PATCH', previous.location, { headers, body: chunk1 });
      expect(answer.status).toBe(416);
      expect(answer.headers.range).toBe(range1);
    });
    it('Get on stale blob upload should return 204 with a range and location', async () => {
      last = await client.ask('GET', previous.location);
      expect(last.status).toBe(204);
      expect(last.location).not.toBe('');
      expect(last.headers.range).toBe(range1);
    });
    it('PATCH request with second chunk should return 202', async () => {
      const headers = { ...octets, 'content-range': range2 };
      last = await client.ask('PATCH', last.location, { headers, body: chunk2 });
      expect(last.status).toBe(202);
      expect(last.location).not.toBe('');
    });
    it('PUT request with digest should return 201', async () => {
      const answer = await client.ask('PUT', last.location, {
        query: { digest: whole.digest },
        headers: octets,
      });
      expect(answer.status).toBe(201);
      expect(answer.location).not.toBe('');
      expect((await client.ask('GET', blob(whole.digest))).bytes).toEqual(whole.content);
    });
    it('Cross-mounting of a blob without the from argument should yield session id', async () => {
      const answer = await client.ask('POST', uploads(crossmount), { query: { mount: dummyDigest } });
      expect(answer.status).toBe(202);
      expect(answer.location).not.toBe('');
    });
    it("POST request to mount another repository's blob should return 201 or 202", async () => {
      last = await client.ask('POST', uploads(crossmount), { query: { mount: blobA.digest, from: name } });
      expect(last.status).toBe(201);
    });
    it('GET request to test digest within cross-mount namespace should return 200', async () => {
      expect(last.location).toBe(blob(blobA.digest, crossmount));
      const answer = await client.ask('GET', last.location);
      expect(answer.status).toBe(200);
      expect(answer.bytes).toEqual(blobA.content);
    });
    it('Cross-mounting of nonexistent blob should yield session id', async () => {
      const query = { mount: dummyDigest, from: name };
      const answer = await client.ask('POST', uploads(crossmount), { query });
      expect(answer.status).toBe(202);
      expect(answer.location).toMatch(new RegExp(`^${uploads(crossmount)}.`));
    });
    it('Cross-mounting without from, and automatic content discovery disabled should return a 202', async () => {
      const answer = await client.ask('POST', uploads(crossmount), { query: { mount: blobA.digest } });
      expect(answer.status).toBe(202);
    });
    it('GET nonexistent manifest should return 404', async () => {
      expect((await client.ask('GET', manifest(nonexistent))).status).toBe(404);
    });
    it('PUT should accept a manifest upload', async () => {
      for (let at = 0; at < 4; at++) {
        const answer = await client.ask('PUT', manifest(`test${at}`), {
          headers: asManifest,
          body: of(manifests, 1).content,
        });
        expect(answer.status).toBe(201);
        expect(answer.location).toBe(manifest(of(manifests, 1).digest));
      }
    });
    it('Registry should accept a manifest upload with no layers', async () => {
      const answer = await client.ask('PUT', manifest('emptylayer'), {
        headers: asManifest,
        body: emptyLayer.content,
      });
      expect(answer.status).toBe(201);
      expect(answer.location).not.toBe('');
    });
    it('GET request to manifest URL (digest) should yield 200 response', async () => {
      const answer = await client.ask('GET', manifest(of(manifests, 1).digest), { headers: taken });
      expect(answer.status).toBe(200);
    });
    it('Delete manifest created in tests', async () => {
      await remove(manifest(of(manifests, 1).digest));
      await remove(manifest(emptyLayer.digest));
    });
    it('Delete config blob created in tests', () => remove(blob(of(configs, 1).digest)));
    it('Delete layer blob created in setup', () => remove(blob(layer.digest)));
  });

  describe('Content Discovery', () => {
    const emptyJson = bytesOf(Buffer.from('{}'));
    const empty = { mediaType: 'application/vnd.oci.empty.v1+json', digest: emptyJson.digest, size: 2 };
    const [refA, refB] = [
      bytesOf(Buffer.from('NHL Peanut Butter on my NHL bagel')),
      bytesOf(Buffer.from('NBA Strawberry Jam on my NBA croissant')),
    ];
    const [typeA, typeB] = [
      'application/vnd.nhl.peanut.butter.bagel',
      'application/vnd.nba.strawberry.jam.croissant',
    ];
    const key = 'org.opencontainers.conformance.test';
    const said = new Map<string, string>();
    const describedBy = ({ digest, size }: Bytes, mediaType: string): Descriptor => ({
      mediaType,
      digest,
      size,
    });
    const subjectOf = (at: number) => describedBy(of(manifests, at), ociManifest);
    const speaking = (mediaType: string, value: string | undefined, fields: object) => {
      const annotations = value === undefined ? {} : { annotations: { [key]: value } };
      const made = bytesOf(text({ schemaVersion: 2, mediaType, ...fields, ...annotations }));
      if (value !== undefined) said.set(made.digest, value);
      return made;
    };
    const byConfig = (ref: Bytes, type: string, value: string) =>
      speaking(ociManifest, value, {
        config: describedBy(ref, type),
        subject: subjectOf(4),
        layers: [empty],
      });
    const byLayer = (ref: Bytes, type: string, value: string | undefined, at = 4) =>
      speaking(ociManifest, value, {
        artifactType: type,
        config: empty,
        subject: subjectOf(at),
        layers: [describedBy(ref, type)],
      });
    const configA = byConfig(refA, typeA, 'test config a');
    const configB = byConfig(refB, typeB, 'test config b');
    const layerA = byLayer(refA, typeA, 'test layer a');
    const layerB = byLayer(refB, typeB, 'test layer b');
    const layerC = byLayer(refB, typeB, undefined, 3);
    const index = speaking(ociIndex, 'test index', {
      artifactType: 'application/vnd.food.stand',
      manifests: [describedBy(configA, ociManifest), describedBy(layerA, ociManifest)],
      subject: subjectOf(4),
    });
    const refer = async (made: Bytes, type = ociManifest) => {
      const answer = await client.ask('PUT', manifest(made.digest), {
        headers: { 'content-type': type },
        body: made.content,
      });
      expect(answer.status).toBe(201);
      return answer.headers['oci-subject'];
    };
    const referrers = (digest: string, query = {}) =>
      client.ask('GET', `/v2/${name}/referrers/${digest}`, { query });
    interface Listed {
      digest: string;
      artifactType?: string;
      annotations?: Record<string, string>;
    }
    const listed = (answer: Answer) => {
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(ociIndex);
      return answer.json().manifests as Listed[];
    };
    let tags: string[];

    it('Populate registry with test blob', async () => expect((await put(of(configs, 2))).status).toBe(201));
    it('Populate registry with test layer', async () => expect((await put(layer)).status).toBe(201));
    it('Populate registry with test tags', async () => {
      for (let at = 0; at < 4; at++) {
        const answer = await client.ask('PUT', manifest(`test${at}`), {
          headers: asManifest,
          body: of(manifests, 2).content,
        });
        expect(answer.status).toBe(201);
      }
      tags = tagsOf(await client.ask('GET', `/v2/${name}/tags/list`));
      expect(tags).toEqual(['test0', 'test1', 'test2', 'test3']);
    });
    it('References setup', async () => {
      for (const each of [emptyJson, refA, of(configs, 4), layer]) expect((await put(each)).status).toBe(201);
      // Pushed before their subject exists.
      expect(await refer(configA)).toBe(of(manifests, 4).digest);
      expect(await refer(layerA)).toBe(of(manifests, 4).digest);
      expect(await refer(index, ociIndex)).toBe(of(manifests, 4).digest);
      const answer = await client.ask('PUT', manifest('tagtest0'), {
        headers: asManifest,
        body: of(manifests, 4).content,
      });
      expect(answer.status).toBe(201);
      expect((await put(refB)).status).toBe(201);
      expect(await refer(configB)).toBe(of(manifests, 4).digest);
      expect(await refer(layerB)).toBe(of(manifests, 4).digest);
      expect(await refer(layerC)).toBe(of(manifests, 3).digest);
    });
    it('GET request to list tags should yield 200 response', async () => {
      const answer = await client.ask('GET', `/v2/${name}/tags/list`);
      expect(answer.status).toBe(200);
      tags = tagsOf(answer);
      expect(tags).toEqual([...tags].sort());
      expect(answer.json().name).toBe(name);
    });
    it('GET number of tags should be limitable by `n` query parameter', async () => {
      const answer = await client.ask('GET', `/v2/${name}/tags/list`, { query: { n: '2' } });
      expect(tagsOf(answer)).toEqual(tags.slice(0, 2));
      const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link)) ?? [];
      expect(tagsOf(await client.ask('GET', next))).toEqual(tags.slice(2, 4));
      expect(tagsOf(await client.ask('GET', `/v2/${name}/tags/list`, { query: { n: '0' } }))).toEqual([]);
    });
    it('GET start of tag is set by `last` query parameter', async () => {
      const query = { n: '2', last: tags[1] ?? '' };
      expect(tagsOf(await client.ask('GET', `/v2/${name}/tags/list`, { query }))).toEqual(tags.slice(2, 4));
    });
    it('GET request to nonexistent blob should result in empty 200 response', async () => {
      expect(listed(await referrers(dummyDigest))).toEqual([]);
    });
    it('GET request to existing blob should yield 200', async () => {
      const found = listed(await referrers(of(manifests, 4).digest));
      expect(found).toHaveLength(5);
      for (const { digest, annotations } of found) expect(annotations).toEqual({ [key]: said.get(digest) });
      expect(found.find(({ digest }) => digest === configA.digest)?.artifactType).toBe(typeA);
      expect(found.find(({ digest }) => digest === layerB.digest)?.artifactType).toBe(typeB);
    });
    it('GET request to existing blob with filter should yield 200', async () => {
      const answer = await referrers(of(manifests, 4).digest, { artifactType: typeA });
      const found = listed(answer);
      expect(answer.headers['oci-filters-applied']).toBe('artifactType');
      expect(new Set(found.map(({ digest }) => digest))).toEqual(new Set([configA.digest, layerA.digest]));
      for (const { digest, annotations } of found) expect(annotations).toEqual({ [key]: said.get(digest) });
    });
    it('GET request to missing manifest should yield 200', async () => {
      const found = listed(await referrers(of(manifests, 3).digest));
      expect(found.map(({ digest }) => digest)).toEqual([layerC.digest]);
    });
    it('Delete created manifest & associated tags', async () => {
      for (const { digest } of [index, of(manifests, 2), of(manifests, 4), configA, layerA]) {
        await remove(manifest(digest));
      }
      for (const { digest } of [configB, layerB, layerC]) await remove(manifest(digest));
    });
    it('Delete config blob created in tests', () => remove(blob(of(configs, 2).digest)));
    it('Delete layer blob created in setup', () => remove(blob(layer.digest)));
    it('References teardown', async () => {
      for (const { digest } of [of(configs, 4), refA, refB, emptyJson]) await remove(blob(digest));
    });
  });

  describe('Content Management', () => {
    let before: number;
    it('Populate registry with test config blob', async () =>
      expect((await put(of(configs, 3))).status).toBe(201));
    it('Populate registry with test layer', async () => expect((await put(layer)).status).toBe(201));
    it('Populate registry with test tag', async () => {
      const answer = await client.ask('PUT', manifest('tagtest0'), {
        headers: asManifest,
        body: of(manifests, 3).content,
      });
      expect(answer.status).toBe(201);
    });
    it('Check how many tags there are before anything gets deleted', async () => {
      before = tagsOf(await client.ask('GET', `/v2/${name}/tags/list`)).length;
      expect(before).toBe(1);
    });
    it('DELETE request to manifest tag should return 202, unless tag deletion is disallowed (400/405)', () =>
      remove(manifest('tagtest0')));
    it('DELETE request to manifest (digest) should yield 202 response unless already deleted', () =>
      remove(manifest(of(manifests, 3).digest)));
    it('GET request to deleted manifest URL should yield 404 response, unless delete is disallowed', async () => {
      expect((await client.ask('GET', manifest(of(manifests, 3).digest))).status).toBe(404);
    });
    it('GET request to tags list should reflect manifest deletion', async () => {
      const answer = await client.ask('GET', `/v2/${name}/tags/list`);
      expect(answer.status).toBe(200);
      expect(tagsOf(answer).length).toBeLessThan(before);
    });
    it('DELETE request to blob URL should yield 202 response', async () => {
      await remove(blob(of(configs, 3).digest));
      await remove(blob(layer.digest));
    });
    it('GET request to deleted blob URL should yield 404 response', async () => {
      const answer = await client.ask('GET', blob(of(configs, 3).digest));
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({ errors: [{ code: 'BLOB_UNKNOWN' }] });
    });
  });
});
