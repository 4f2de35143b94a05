import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type StubUpstream, stubUpstream } from '../../formats/npm/testing/stubUpstream.ts';
import { publish } from '../../packages/testing/publish.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { scanAll } from '../matching/scan.ts';
import { osv } from '../testing/osvSamples.ts';
import { askUpstreams } from './askUpstreams.ts';

let upstream: StubUpstream;
let platform: TestPlatform;
let asked: Record<string, string[]>[] = [];
const id = 'GHSA-2222-3333-4444';

beforeAll(async () => {
  upstream = await stubUpstream();
  upstream.fault = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      asked.push(JSON.parse(Buffer.concat(parts).toString()));
      const finding = {
        ...{ id: 7, url: `https://github.com/advisories/${id}`, title: 'Known there', severity: 'moderate' },
        ...{ vulnerable_versions: '>1.0.0 <1.2.0 || 3.0.0', cvss: { score: 5.5, vectorString: null } },
      };
      const names = Object.keys(asked.at(-1) ?? {}).filter((name) => name !== 'others');
      response.end(JSON.stringify(Object.fromEntries(names.map((name) => [name, [finding]]))));
    });
  };
  platform = await testPlatform({
    env: { LADING_NPM_UPSTREAM: upstream.url, LADING_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
});
afterAll(async () => {
  await platform.close();
  await upstream.stop();
});

const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const call = async (url: string, payload: object) =>
  (
    await platform.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization: platform.adminAuth },
    })
  ).json();
const issues = async (name: string, version: string) =>
  (await call('/xray/ui/component/details/general', { package_id: `npm://${name}`, version })).issues?.map(
    ({ id: one, severity, fixed }: Record<string, string>) => [one, severity, fixed],
  );

it('imports upstream advisories of cached packages, without sending names of local packages', async () => {
  for (const version of ['1.0.0', '1.1.0', '3.0.0'])
    await inside(() => publish({ name: 'theirs', version, repo: 'npm-remote' }));
  await inside(() => publish({ name: 'ours', version: '1.0.0' }));
  await inside(() => publish({ name: 'both', version: '1.0.0' }));
  await inside(() => publish({ name: 'both', version: '2.0.0', repo: 'npm-remote' }));
  await inside(scanAll);
  const { rows: toAsk } = await inside(() =>
    db().execute(
      sql`SELECT p.name FROM upstream_checks c JOIN packages p ON p.id = c.package_id WHERE p.name IN ('ours', 'both', 'theirs')`,
    ),
  );
  expect(toAsk.map(({ name }) => name).sort()).toEqual(['both', 'theirs']);
  await inside(() => askUpstreams());
  await inside(scanAll);
  expect(asked.map((names) => Object.entries(names).map(([name, of]) => [name, of.sort()]))).toEqual([
    [['theirs', ['1.0.0', '1.1.0', '3.0.0']]],
  ]);
  expect(await issues('theirs', '1.0.0')).toEqual([]);
  expect(await issues('theirs', '1.1.0')).toEqual([[id, 'medium', '1.2.0']]);
  expect(await issues('theirs', '3.0.0')).toHaveLength(1);
});

it('queries again for a new version, but not before', async () => {
  asked = [];
  await inside(() => askUpstreams());
  expect(asked).toEqual([]);
  await inside(() => publish({ name: 'theirs', version: '1.1.5', repo: 'npm-remote' }));
  await inside(scanAll);
  await inside(() => askUpstreams());
  expect(asked).toHaveLength(1);
  expect(await issues('theirs', '1.1.5')).toHaveLength(1);
});

it('keeps the other packages of the same advisory', async () => {
  await inside(() => publish({ name: 'theirs-too', version: '1.1.0', repo: 'npm-remote' }));
  await inside(scanAll);
  await inside(() => askUpstreams());
  await inside(scanAll);
  expect(await issues('theirs-too', '1.1.0')).toHaveLength(1);
  expect(await issues('theirs', '1.1.0')).toHaveLength(1);
});

it('prefers imported advisories over those of an upstream', async () => {
  const imported = osv({
    id,
    name: 'theirs',
    events: [{ introduced: '0' }, { fixed: '1.1.0' }],
    severity: 'LOW',
  });
  await call('/artifactory/api/advisories', imported);
  await inside(() => publish({ name: 'theirs', version: '1.1.6', repo: 'npm-remote' }));
  await inside(scanAll);
  await inside(() => askUpstreams());
  await inside(scanAll);
  expect(await issues('theirs', '1.0.0')).toEqual([[id, 'low', '1.1.0']]);
  expect(await issues('theirs', '1.1.0')).toEqual([]);
});

it('ignores an upstream without an audit API', async () => {
  upstream.fault = (_request, response) => response.writeHead(405).end();
  await inside(() => publish({ name: 'others', version: '1.0.0', repo: 'npm-remote' }));
  await inside(scanAll);
  await inside(() => askUpstreams());
  // Unknown: an upstream response about other packages says nothing about this one.
  await inside(() => db().execute(sql`UPDATE advisories SET source = 'upstream:npm-remote'`));
  await inside(() => publish({ name: 'others', version: '1.0.1', repo: 'npm-remote' }));
  await inside(scanAll);
  expect(await issues('others', '1.0.0')).toBeUndefined();
});
