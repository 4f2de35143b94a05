import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { load } from 'js-yaml';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type StubFiles, stubFiles } from '../../plainFiles/testing/stubFiles.ts';
import { fuzzRounds, mutate, randomNumbers } from '../../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { chartArchive, provenance } from './testing/samples.ts';

let platform: TestPlatform;
let upstream: StubFiles;
let elsewhere: StubFiles;
beforeAll(async () => {
  upstream = await stubFiles();
  elsewhere = await stubFiles();
  platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  await repository('helm-local', { rclass: 'local' });
  await repository('helm-remote', { rclass: 'remote', url: `${upstream.url}charts` });
  await repository('helm', {
    rclass: 'virtual',
    repositories: ['helm-remote', 'helm-local'],
    defaultDeploymentRepo: 'helm-local',
  });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
  await elsewhere?.stop();
});
afterEach(() => {
  upstream.fault = undefined;
  upstream.requests.length = 0;
});

type Body = string | Buffer | FormData;
async function call(method: string, path: string, body?: Body, headers: object = {}) {
  const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : body;
  const answer = await fetch(`${platform.baseUrl}/artifactory/${path}`, {
    method,
    headers: { authorization: platform.adminAuth, ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = bytes.toString();
  const message = text.includes('"errors"') ? (JSON.parse(text).errors[0].message as string) : text;
  return { status: answer.status, headers: answer.headers, bytes, text, message };
}
const get = (path: string, headers: object = {}) => call('GET', `api/helm/${path}`, undefined, headers);
const put = (path: string, body: Body) => call('PUT', `api/helm/${path}`, body);

async function repository(key: string, configuration: object) {
  const body = JSON.stringify({ packageType: 'helm', ...configuration });
  const made = await call('PUT', `api/repositories/${key}`, body, { 'content-type': 'application/json' });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
}

interface Index {
  apiVersion: string;
  entries: Record<string, Record<string, unknown>[]>;
  generated: string;
}
const index = async (repo: string) => load((await get(`${repo}/index.yaml`)).text) as Index;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function indexed(name: string) {
  const { rows } = await withStorage(platform.storage, () =>
    db().execute<Record<string, unknown>>(sql`
      SELECT v.name AS version, v.repo, v.licenses, v.deprecated, d.readme, d.description, d.keywords, d.dependencies,
        l.latest_version AS latest, (SELECT count(*)::integer FROM version_files f WHERE f.version_id = v.id) AS files
      FROM packages p JOIN versions v ON v.package_id = p.id JOIN version_details d ON d.version_id = v.id
        JOIN package_listings l ON l.package_id = p.id AND l.repo = '*'
      WHERE p.type = 'helm' AND p.name = ${name} ORDER BY v.sort_key`),
  );
  return rows;
}

describe('publishing a chart', () => {
  it('adds it to the repository index and to the console', async () => {
    await repository('fresh', { rclass: 'local' });
    expect(await index('fresh')).toMatchObject({ apiVersion: 'v1', entries: {} });
    const more = [
      'appVersion: "1.16"',
      'description: "Serves: everything # and more"',
      'keywords: [web, http]',
      'maintainers:\n- name: Rosa\n  email: rosa@example.org',
      'dependencies:\n- name: redis\n  version: ^18.0.0\n  repository: https://charts.example.org',
      'annotations:\n  artifacthub.io/license: Apache License 2.0',
      'icon: 7',
    ].join('\n');
    const chart = await chartArchive({
      name: 'web-app',
      version: '1.2.3',
      more,
      files: { 'README.md': '# Web app', 'charts/redis/Chart.yaml': 'name: other' },
    });
    const made = await put('fresh/web-app-1.2.3.tgz', chart);
    expect([made.status, made.message]).toEqual([201, expect.stringContaining('web-app-1.2.3.tgz')]);
    const { entries } = await index('fresh');
    expect(entries).toEqual({
      'web-app': [
        {
          ...{ apiVersion: 'v2', name: 'web-app', version: '1.2.3', appVersion: '1.16' },
          ...{
            description: 'Serves: everything # and more',
            keywords: ['web', 'http'],
            digest: sha256(chart),
          },
          maintainers: [{ name: 'Rosa', email: 'rosa@example.org' }],
          dependencies: [{ name: 'redis', version: '^18.0.0', repository: 'https://charts.example.org' }],
          annotations: { 'artifacthub.io/license': 'Apache License 2.0' },
          ...{ created: expect.stringMatching(/^2\d{3}-.*Z$/), urls: ['web-app-1.2.3.tgz'] },
        },
      ],
    });
    expect((await get('fresh/web-app-1.2.3.tgz')).bytes.equals(chart)).toBe(true);
    expect(await indexed('web-app')).toEqual([
      {
        ...{
          version: '1.2.3',
          repo: 'fresh',
          licenses: ['Apache-2.0'],
          deprecated: null,
          readme: '# Web app',
          files: 1,
        },
        ...{
          description: 'Serves: everything # and more',
          keywords: ['web', 'http'],
          dependencies: { redis: '^18.0.0' },
        },
        latest: '1.2.3',
      },
    ]);
    const found = await call('GET', 'api/storage/fresh/web-app-1.2.3.tgz?properties=chart.appVersion');
    expect(JSON.parse(found.text).properties).toEqual({ 'chart.appVersion': ['1.16'] });
  });

  it('sorts versions newest first and writes the index once per change', async () => {
    for (const version of ['1.9.0', '1.10.0', '2.0.0-rc.1', '1.10.0+build.2']) {
      const made = await put(
        `helm/many-${encodeURIComponent(version)}.tgz`,
        await chartArchive({ name: 'many', version }),
      );
      expect([version, made.status]).toEqual([version, 201]);
    }
    const { entries } = await index('helm-local');
    expect(entries.many?.map(({ version }) => version)).toEqual([
      '2.0.0-rc.1',
      '1.10.0+build.2',
      '1.10.0',
      '1.9.0',
    ]);
    expect((await get(`helm-local/${entries.many?.[1]?.urls}`)).status).toBe(200);
    const first = await get('helm-local/index.yaml');
    const etag = first.headers.get('etag') ?? '';
    expect((await get('helm-local/index.yaml', { 'if-none-match': etag })).status).toBe(304);
    await put('helm/once-1.0.0.tgz', await chartArchive({ name: 'once', version: '1.0.0' }));
    expect((await get('helm-local/index.yaml', { 'if-none-match': etag })).status).toBe(200);
    const plain = await get('helm-local/index.yaml', { 'accept-encoding': 'identity' });
    const packed = await get('helm-local/index.yaml', { 'accept-encoding': 'gzip' });
    expect(packed.text).toBe(plain.text);
  });

  it('rejects overwriting, unless the repository allows it and the caller can delete', async () => {
    const first = await chartArchive({ name: 'kept', version: '1.0.0' });
    const second = await chartArchive({ name: 'kept', version: '1.0.0', more: 'description: other\n' });
    const answers = await Promise.all([first, second, first].map((each) => put('helm/kept-1.0.0.tgz', each)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await put('helm/sub/kept-1.0.0.tgz', first)).status).toBe(409);
    await repository('loose', { rclass: 'local', allowOverwrite: true });
    expect((await put('loose/kept-1.0.0.tgz', first)).status).toBe(201);
    expect((await put('loose/kept-1.0.0.tgz', second)).status).toBe(201);
    expect((await index('loose')).entries.kept).toMatchObject([
      { digest: sha256(second), description: 'other' },
    ]);
  });

  it('accepts a provenance file, which is deleted with its chart', async () => {
    const path = 'helm-local/signed-1.0.0.tgz';
    await put(path, await chartArchive({ name: 'signed', version: '1.0.0' }));
    expect((await put(`${path}.prov`, 'no signature')).message).toContain('is not a chart provenance file');
    expect((await put(`${path}.prov`, provenance('signed', '1.0.0'))).status).toBe(201);
    expect(await indexed('signed')).toMatchObject([{ files: 2 }]);
    expect((await get(`${path}.prov`)).text).toContain('PGP SIGNATURE');
    expect((await call('DELETE', `api/helm/${path}`)).status).toBe(204);
    expect([(await get(path)).status, (await get(`${path}.prov`)).status]).toEqual([404, 404]);
    expect(await indexed('signed')).toEqual([]);
    expect((await index('helm-local')).entries.signed).toBeUndefined();
    expect((await call('DELETE', `api/helm/${path}`)).status).toBe(404);
  });

  it('rejects an invalid chart with a message', async () => {
    const chart = await chartArchive({ name: 'good', version: '1.0.0' });
    const of = (more: string, name = 'x', version = '1.0.0') => chartArchive({ name, version, more });
    for (const [path, body, said] of [
      ['good-1.0.1.tgz', chart, 'Expected the file name good-1.0.0.tgz'],
      ['good.zip', chart, 'is not a chart'],
      ['index.yaml', 'apiVersion: v1', 'is not a chart'],
      ['x-1.0.0.tgz', 'no archive', 'Invalid chart'],
      ['x-1.0.0.tgz', await of('', 'x', 'latest'), 'its version is "latest"'],
      ['x-1.0.0.tgz', await of('', 'x', '"{"'), 'its version is "{"'],
      ['x-1.0.0.tgz', await of('name: y\n'), 'it is not valid YAML (duplicated mapping key, line 4)'],
      [
        'x-1.0.0.tgz',
        await of(`a: &a [${'x,'.repeat(99)}x]\nb: &b [${'*a,'.repeat(99)}*a]\nc: [${'*b,'.repeat(99)}*b]\n`),
        'too many aliases',
      ],
      [
        'x-1.0.0.tgz',
        await chartArchive({ name: 'x', version: '1.0.0', files: { 'Chart.yaml': '[]' } }),
        'it is not a mapping',
      ],
    ] as const) {
      const answer = await put(`helm-local/${path}`, body);
      expect([path, answer.status, answer.message]).toEqual([path, 400, expect.stringContaining(said)]);
    }
  });

  it('requires deploy permission, and read permission for reading', async () => {
    const url = `${platform.baseUrl}/artifactory/api/helm/helm/`;
    for (const [method, path] of [
      ['GET', 'index.yaml'],
      ['PUT', 'x-1.0.0.tgz'],
      ['DELETE', 'many-1.9.0.tgz'],
      ['GET', 'api/charts'],
      ['POST', 'api/charts'],
      ['POST', 'api/prov'],
      ['DELETE', 'api/charts/many/1.9.0'],
    ] as const) {
      const answer = await fetch(url + path, {
        method,
        ...(method === 'PUT' || method === 'POST' ? { body: 'x' } : {}),
      });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
    expect((await get('npm-local/index.yaml')).status).toBe(404);
  });
});

describe("ChartMuseum's calls", () => {
  it('publish a chart, alone or in a form with its provenance, list it, and delete it', async () => {
    const chart = await chartArchive({ name: 'pushed', version: '0.1.0' });
    const raw = await call('POST', 'api/helm/helm/api/charts', chart);
    expect([raw.status, raw.text]).toEqual([201, '{"saved":true}']);
    const again = await call('POST', 'api/helm/helm/api/charts', chart);
    expect([again.status, JSON.parse(again.text).error]).toEqual([409, expect.stringContaining('already')]);
    const form = new FormData();
    form.set(
      'chart',
      new Blob([new Uint8Array(await chartArchive({ name: 'pushed', version: '0.2.0' }))]),
      'a.tgz',
    );
    form.set('prov', new Blob([provenance('pushed', '0.2.0')]), 'a.tgz.prov');
    expect((await call('POST', 'api/helm/helm/api/charts', form)).status).toBe(201);
    expect((await get('helm/pushed-0.2.0.tgz.prov')).status).toBe(200);
    const prov = await call('POST', 'api/helm/helm/api/prov', provenance('pushed', '0.1.0'));
    expect([prov.status, (await get('helm/pushed-0.1.0.tgz.prov')).status]).toEqual([201, 200]);
    const listed = JSON.parse((await get('helm/api/charts/pushed')).text);
    expect(listed).toMatchObject([{ version: '0.2.0' }, { version: '0.1.0', urls: ['pushed-0.1.0.tgz'] }]);
    expect(JSON.parse((await get('helm/api/charts')).text).pushed).toHaveLength(2);
    expect((await get('helm/api/charts/pushed/0.3.0')).status).toBe(404);
    const gone = await call('DELETE', 'api/helm/helm/api/charts/pushed/0.1.0');
    expect([gone.status, gone.text]).toEqual([200, '{"deleted":true}']);
    expect((await index('helm')).entries.pushed).toHaveLength(1);
  });

  it('reject invalid input', async () => {
    const form = new FormData();
    form.set('other', 'x');
    for (const [path, body, said] of [
      ['charts', form, "it has no field 'chart'"],
      ['charts', 'x', 'Invalid chart'],
      ['prov', 'x', 'Invalid provenance file'],
    ] as const) {
      const answer = await call('POST', `api/helm/helm/api/${path}`, body);
      expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(said)]);
    }
    const broken = await call('POST', 'api/helm/helm/api/charts', '--x\r\nContent-Disp', {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect([broken.status, broken.message]).toEqual([400, expect.stringContaining('Invalid upload form')]);
  });
});

describe('a remote repository', () => {
  let written = 0;
  /** A separate repository per test, so that a failing upstream affects only this test. */
  const through = async (key: string) => {
    const patience = { retrievalCachePeriodSecs: 0, missedRetrievalCachePeriodSecs: 0 };
    await repository(`${key}-remote`, { rclass: 'remote', url: `${upstream.url}charts`, ...patience });
    await repository(key, { rclass: 'virtual', repositories: [`${key}-remote`, 'helm-local'] });
  };
  const publishThere = async (
    charts: { name: string; version: string; url?: string; digest?: string; bytes?: Buffer }[],
  ) => {
    // The stub derives the ETag from the start of the content.
    written += 1;
    const lines: string[] = [`# index ${written}`, 'apiVersion: v1', 'entries:'];
    for (const name of [...new Set(charts.map((each) => each.name))]) {
      lines.push(`  ${name}:`);
      for (const { version, url, digest, bytes } of charts.filter((each) => each.name === name)) {
        const archive = bytes ?? (await chartArchive({ name, version }));
        const file = `${name}-${version}.tgz`;
        if (!url) upstream.files.set(`charts/packed/${file}`, archive);
        lines.push(`  - name: ${name}`, `    version: ${version}`, '    created: "2024-01-01T00:00:00Z"');
        lines.push(
          `    digest: ${digest ?? sha256(archive)}`,
          '    urls:',
          `    - ${url ?? `packed/${file}`}`,
        );
      }
    }
    upstream.files.set('charts/index.yaml', `${lines.join('\n')}\ngenerated: "2024-01-01T00:00:00Z"\n`);
  };

  it("serves the upstream's index with local URLs, and serves and caches its charts", async () => {
    await through('shown');
    const far = await chartArchive({ name: 'far', version: '3.0.0', files: { 'README.md': 'Far' } });
    elsewhere.files.set('else/where/far.tgz', far);
    await publishThere([
      { name: 'near', version: '1.0.0' },
      { name: 'near', version: '1.1.0' },
      { name: 'far', version: '3.0.0', url: `${elsewhere.url}else/where/far.tgz`, bytes: far },
      { name: 'image', version: '1.0.0', url: 'oci://registry.example.org/image' },
    ]);
    const { entries } = await index('shown-remote');
    expect(entries.near?.map(({ version, urls }) => [version, urls])).toEqual([
      ['1.1.0', ['near-1.1.0.tgz']],
      ['1.0.0', ['near-1.0.0.tgz']],
    ]);
    expect(entries.image?.[0]?.urls).toEqual(['oci://registry.example.org/image']);
    expect((await get('shown-remote/far-3.0.0.tgz')).bytes.equals(far)).toBe(true);
    expect((await get('shown/near-1.0.0.tgz')).status).toBe(200);
    expect(await indexed('far')).toMatchObject([{ repo: 'shown-remote', version: '3.0.0', readme: 'Far' }]);
    elsewhere.files.clear();
    upstream.fault = (_request, response) => response.writeHead(500).end();
    expect((await get('shown/far-3.0.0.tgz')).status).toBe(200);
    expect((await index('shown-remote')).entries.near).toHaveLength(2);
    expect((await get('shown-remote/none-1.0.0.tgz')).status).toBe(404);
  });

  it('rejects a chart whose digest differs from the index, and fetches a changed chart again', async () => {
    await through('digests');
    await publishThere([{ name: 'digested', version: '1.0.0', digest: 'ab'.repeat(32) }]);
    const answer = await get('digests-remote/digested-1.0.0.tgz');
    expect([answer.status, answer.message]).toEqual([502, expect.stringContaining('an invalid file')]);
    await publishThere([{ name: 'digested', version: '1.0.0' }]);
    expect((await get('digests-remote/digested-1.0.0.tgz')).status).toBe(200);
    const changed = await chartArchive({ name: 'digested', version: '1.0.0', more: 'description: new\n' });
    await publishThere([{ name: 'digested', version: '1.0.0', bytes: changed }]);
    expect((await get('digests-remote/digested-1.0.0.tgz')).bytes.equals(changed)).toBe(true);
  });

  it('adds nothing to local names on any route, unless a rule allows it', async () => {
    await through('owned');
    await put('helm-local/mine-1.0.0.tgz', await chartArchive({ name: 'mine', version: '1.0.0' }));
    await publishThere([
      { name: 'mine', version: '9.0.0' },
      { name: 'theirs', version: '1.0.0' },
    ]);
    const { entries } = await index('owned');
    expect([entries.mine?.map(({ version }) => version), entries.theirs?.length]).toEqual([['1.0.0'], 1]);
    for (const way of ['api/helm/owned/mine-9.0.0.tgz', 'owned/mine-9.0.0.tgz']) {
      expect([way, (await call('GET', way)).status]).toEqual([way, 404]);
    }
    await repository('helm-open', {
      rclass: 'virtual',
      repositories: ['owned-remote', 'helm-local'],
      allowUpstreamFor: ['mine'],
      denyUpstreamFor: ['theirs'],
    });
    const open = (await index('helm-open')).entries;
    expect([open.mine?.map(({ version }) => version), open.theirs]).toEqual([['9.0.0', '1.0.0'], undefined]);
  });

  it('distinguishes chart names with numbers, and removes a deleted chart from the index', async () => {
    await through('numbered');
    for (const name of ['billing', 'web-v2'])
      await put(`helm-local/${name}-1.0.0.tgz`, await chartArchive({ name, version: '1.0.0' }));
    await publishThere([
      { name: 'billing-v2', version: '1.2.3' },
      { name: 'billing', version: 'v2-9.9.9' },
      { name: 'web', version: 'v2-9.9.9' },
    ]);
    expect((await get('numbered/billing-v2-1.2.3.tgz')).status).toBe(200);
    // Charts that the upstream lists under a local name, or whose file name reads like one.
    expect((await get('numbered/billing-v2-9.9.9.tgz')).status).toBe(404);
    expect((await get('numbered/web-v2-9.9.9.tgz')).status).toBe(404);
    expect(await indexed('billing-v2')).toMatchObject([{ version: '1.2.3', repo: 'numbered-remote' }]);
    const removed = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/v2/treebrowser/remove',
      headers: { authorization: platform.adminAuth },
      payload: { repoKey: 'numbered-remote', path: 'billing-v2-1.2.3.tgz' },
    });
    expect([removed.statusCode, removed.body]).toEqual([200, expect.any(String)]);
    expect(await indexed('billing-v2')).toEqual([]);
    expect(await indexed('billing')).toMatchObject([{ version: '1.0.0', repo: 'helm-local' }]);
  });

  it('reports an invalid upstream index and serves local charts', async () => {
    await repository('helm-bad', { rclass: 'remote', url: `${upstream.url}bad` });
    await repository('helm-mixed', { rclass: 'virtual', repositories: ['helm-local', 'helm-bad'] });
    upstream.files.set('bad/index.yaml', '<html>');
    const answer = await get('helm-bad/index.yaml');
    expect([answer.status, answer.message]).toEqual([502, expect.stringContaining('an invalid index.yaml')]);
    expect((await get('helm-mixed/index.yaml')).status).toBe(200);
    await repository('helm-empty', { rclass: 'remote', url: `${upstream.url}nothing` });
    expect((await index('helm-empty')).entries).toEqual({});
  });
});

describe('publishing corrupted charts', () => {
  it('is rejected with a message or creates a complete, indexed chart', async () => {
    await repository('broken', { rclass: 'local' });
    const random = randomNumbers(25);
    const words = ['\0', '\xff', ': ', '- ', '"', '\u2028', '\\ud800', '&a', '*a'];
    let taken = 0;
    for (let round = 0; round < fuzzRounds / 5; round++) {
      const more = 'description: "Some \\ud83d text"\nkeywords: [a, b]\nmaintainers:\n- name: Rosa\n';
      const plain = gunzipSync(await chartArchive({ name: 'broken', version: `1.0.${round}`, more }));
      // Skips the header of the first entry, so that some of the samples are still charts.
      const broken = Buffer.concat([
        plain.subarray(0, 540),
        mutate(plain.subarray(540, 700), random, words),
        plain.subarray(700),
      ]);
      const answer = await put(`broken/broken-1.0.${round}.tgz`, gzipSync(broken));
      expect([201, 400], answer.text).toContain(answer.status);
      if (answer.status === 201) taken += 1;
    }
    expect((await index('broken')).entries.broken?.length ?? 0).toBe(taken);
  });
});
