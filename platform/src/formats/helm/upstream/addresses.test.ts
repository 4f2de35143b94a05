import { createHash } from 'node:crypto';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StubFiles, stubFiles } from '../../../plainFiles/testing/stubFiles.ts';
import { type TreePlatform, treePlatform } from '../../../tree/testing/treePlatform.ts';
import { chartArchive, provenance } from '../testing/samples.ts';

let tree: TreePlatform;
let upstream: StubFiles;
let elsewhere: StubFiles;
beforeAll(async () => {
  [upstream, elsewhere] = await Promise.all([stubFiles(), stubFiles()]);
  tree = await treePlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.1/32' });
  await repository('charts-local', { rclass: 'local' });
});
afterAll(async () => {
  await tree?.platform.close();
  await Promise.all([upstream?.stop(), elsewhere?.stop()]);
});

async function repository(key: string, configuration: object) {
  const body = { packageType: 'helm', ...configuration };
  const made = await tree.call('PUT', `/artifactory/api/repositories/${key}`, body);
  expect([key, made.status, made.message]).toEqual([key, 201, undefined]);
}

/** A remote repository with a separate upstream, and a virtual repository on top of it. */
async function through(key: string, charts: readonly Listed[], more: object = {}) {
  const entries = charts.map(({ name, version = '1.0.0', url, of }) => {
    const digest = of ? `, digest: ${createHash('sha256').update(of).digest('hex')}` : '';
    return `  ${name}:\n  - {apiVersion: v2, name: ${name}, version: ${version}, urls: [${JSON.stringify(url)}]${digest}}\n`;
  });
  upstream.files.set(`${key}/index.yaml`, `apiVersion: v1\nentries:\n${entries.join('')}`);
  await repository(`${key}-up`, { rclass: 'remote', url: `${upstream.url}${key}`, ...more });
  await repository(key, { rclass: 'virtual', repositories: [`${key}-up`, 'charts-local'] });
}

interface Listed {
  name: string;
  version?: string;
  url: string;
  /** The bytes whose digest the index lists. */
  of?: Buffer;
}

const ask = (url: string) =>
  tree.platform.app.inject({ url, headers: { authorization: tree.platform.adminAuth } });
const said = (body: string) => JSON.parse(body).errors[0].message as string;

type Index = { entries: Record<string, { version: string; urls: string[] }[]> };

/** Pulls like `helm pull`: resolves the URL in the index relative to the index. */
async function pull(folder: string, name: string): Promise<Buffer> {
  const { entries } = load((await ask(`${folder}/index.yaml`)).body) as Index;
  const [address = ''] = entries[name]?.[0]?.urls ?? [];
  const { host, pathname, search } = new URL(address, `http://lading.invalid${folder}/`);
  expect([name, host]).toEqual([name, 'lading.invalid']);
  const answer = await ask(pathname + search);
  expect([name, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([name, 200, '']);
  return answer.rawPayload;
}

describe('a chart with an absolute URL in the upstream index', () => {
  it('is served at a local URL, wherever it is, also through a virtual repository and as a plain file', async () => {
    const chart = (name: string) => chartArchive({ name, version: '1.0.0' });
    const [near, deep, beside, far] = await Promise.all(['near', 'deep', 'beside', 'far'].map(chart));
    if (!near || !deep || !beside || !far) throw new Error('there are four');
    upstream.files.set('had/near-1.0.0.tgz', near);
    upstream.files.set('had/in/folders/deep-1.0.0.tgz', deep);
    upstream.files.set('other/place/beside.tgz', beside);
    elsewhere.files.set('releases/1/far.tgz', far);
    elsewhere.files.set('releases/1/far.tgz.prov', provenance('far', '1.0.0'));
    await through('had', [
      { name: 'near', url: 'near-1.0.0.tgz', of: near },
      { name: 'deep', url: 'in/folders/deep-1.0.0.tgz', of: deep },
      { name: 'beside', url: `${upstream.url}other/place/beside.tgz`, of: beside },
      { name: 'far', url: `${elsewhere.url}releases/1/far.tgz`, of: far },
    ]);
    const all = { near, deep, beside, far };
    for (const folder of [
      ...['/artifactory/api/helm/had-up', '/artifactory/api/helm/had'],
      ...['/artifactory/had-up', '/artifactory/had'],
    ]) {
      for (const [name, bytes] of Object.entries(all)) {
        expect([folder, name, (await pull(folder, name)).equals(bytes)]).toEqual([folder, name, true]);
      }
    }
    const signed = await ask('/artifactory/api/helm/had/far-1.0.0.tgz.prov');
    expect([signed.statusCode, signed.body]).toEqual([200, provenance('far', '1.0.0')]);
    expect(elsewhere.requests).toEqual(['GET /releases/1/far.tgz', 'GET /releases/1/far.tgz.prov']);
  });

  it('is rejected if its bytes do not match the index', async () => {
    const meant = await chartArchive({ name: 'swapped', version: '1.0.0' });
    const swapped = await chartArchive({ name: 'swapped', version: '1.0.0', more: 'description: other\n' });
    elsewhere.files.set('swapped.tgz', swapped);
    await through('swapped', [{ name: 'swapped', url: `${elsewhere.url}swapped.tgz`, of: meant }]);
    for (const key of ['swapped-up', 'swapped']) {
      const answer = await ask(`/artifactory/api/helm/${key}/swapped-1.0.0.tgz`);
      expect([answer.statusCode, said(answer.body)]).toEqual([
        502,
        expect.stringContaining('an invalid file'),
      ]);
    }
  });

  it('is requested without the credentials of the upstream', async () => {
    const shown: unknown[] = [];
    const bytes = await chartArchive({ name: 'quiet', version: '1.0.0' });
    elsewhere.fault = (request, response) => {
      shown.push(request.headers.authorization);
      response.end(bytes);
    };
    const credentials = { username: 'ada', password: 'for the upstream alone' };
    await through('quiet', [{ name: 'quiet', url: `${elsewhere.url}quiet.tgz` }], credentials);
    expect((await pull('/artifactory/api/helm/quiet', 'quiet')).equals(bytes)).toBe(true);
    elsewhere.fault = undefined;
    expect(shown).toEqual([undefined]);
  });

  it('is rejected with a message if it is in a network that the repository cannot access', async () => {
    await through('inwards', [
      { name: 'metadata', url: 'http://169.254.169.254/latest/meta-data.tgz' },
      { name: 'machine', url: `http://127.0.0.2:${new URL(upstream.url).port}/x.tgz` },
      { name: 'private', url: 'http://10.1.2.3/x.tgz' },
    ]);
    for (const name of ['metadata', 'machine', 'private']) {
      for (const key of ['inwards-up', 'inwards']) {
        const answer = await ask(`/artifactory/api/helm/${key}/${name}-1.0.0.tgz`);
        expect([name, answer.statusCode, said(answer.body)]).toEqual([
          name,
          502,
          'The upstream of inwards-up refers to an address that is not allowed',
        ]);
      }
    }
  });

  it('is omitted from the local index if its URL is invalid, and requests get the reason', async () => {
    const good = await chartArchive({ name: 'twice', version: '1.0.0' });
    upstream.files.set('hostile/twice.tgz', good);
    await through('hostile', [
      { name: 'file', url: 'file:///etc/passwd' },
      { name: 'known', url: `http://me:secret@${new URL(elsewhere.url).host}/x.tgz` },
      { name: 'dots', url: '%2e%2e/%2e%2e/x.tgz' },
      { name: 'up', url: '../../x.tgz' },
      { name: 'twice', url: 'twice.tgz', of: good },
    ]);
    for (const folder of ['/artifactory/api/helm/hostile-up', '/artifactory/api/helm/hostile']) {
      const { entries } = load((await ask(`${folder}/index.yaml`)).body) as Index;
      expect(Object.keys(entries)).toEqual(['twice']);
      for (const [name, why] of [
        ['file', 'its scheme is file; expected http, https, or oci'],
        ['known', 'it contains a user name or a password'],
        ['dots', "it contains an encoded '..'"],
        ['up', 'it is above the root of its host'],
      ] as const) {
        const answer = await ask(`${folder}/${name}-1.0.0.tgz`);
        const whole = `The upstream of hostile-up returned an index.yaml with ${name} 1.0.0 at an invalid URL: ${why}`;
        expect([answer.statusCode, said(answer.body)]).toEqual([502, whole]);
      }
      expect((await pull(folder, 'twice')).equals(good)).toBe(true);
    }
    for (const path of ['..%2fx-1.0.0.tgz', 'a%5c..%5cx-1.0.0.tgz']) {
      const answer = await ask(`/artifactory/api/helm/hostile-up/${path}`);
      expect([path, answer.statusCode]).toEqual([path, 400]);
    }
  });
});

describe('an upstream index', () => {
  it('is never served unchanged at any URL, and adds nothing to local names', async () => {
    const mine = await chartArchive({ name: 'mine', version: '1.0.0' });
    expect((await tree.call('PUT', '/artifactory/charts-local/mine-1.0.0.tgz', mine)).status).toBe(201);
    upstream.files.set('raw/sub/index.yaml', 'apiVersion: v1\nentries: {}\n');
    await through('raw', [{ name: 'mine', version: '9.0.0', url: `${elsewhere.url}mine-9.0.0.tgz` }]);
    for (const folder of ['/artifactory/api/helm/raw', '/artifactory/raw']) {
      const { entries } = load((await ask(`${folder}/index.yaml`)).body) as Index;
      expect([folder, entries.mine?.map(({ version }) => version)]).toEqual([folder, ['1.0.0']]);
      expect((await ask(`${folder}/sub/index.yaml`)).statusCode).toBe(404);
    }
    const remote = load((await ask('/artifactory/raw-up/index.yaml')).body) as Index;
    expect(remote.entries.mine?.[0]?.urls).toEqual(['mine-9.0.0.tgz']);
    const listed = await ask('/artifactory/api/storage/raw-up?list&deep=1');
    expect(listed.json().files).toEqual([]);
    const put = await tree.call('PUT', '/artifactory/charts-local/index.yaml', 'apiVersion: v1\n');
    expect([put.status, put.message]).toEqual([400, expect.stringContaining("'index.yaml' is not a chart")]);
  });

  it('requires read permission and lists only permitted charts, also as a plain file', async () => {
    const vault = await chartArchive({ name: 'vault', version: '1.0.0' });
    expect((await tree.call('PUT', '/artifactory/charts-local/vault-1.0.0.tgz', vault)).status).toBe(201);
    await tree.user('eve', 'charts-local', ['READ'], ['mine-*']);
    await tree.user('zed', 'charts-local', [], []);
    const as = (who: string) =>
      tree.platform.app.inject({
        url: '/artifactory/charts-local/index.yaml',
        headers: {
          authorization: `Basic ${Buffer.from(`${who}:an old tune of the sea`).toString('base64')}`,
        },
      });
    expect(Object.keys((load((await as('eve')).body) as Index).entries)).toEqual(['mine']);
    expect((await as('zed')).statusCode).toBe(404);
  });
});
