import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../http/routeTable.ts';
import { isFullRun } from '../../testing/full.ts';
import type { Call } from './calls/Call.ts';
import { calls } from './calls.ts';
import { spellings } from './spellings.ts';
import { type World, worldOfCallers } from './world.ts';

const kept = new URL('matrix.tsv', import.meta.url);
const callers = ['anonymous', 'pending', 'user', 'projectAdmin', 'limited', 'admin'] as const;
type Caller = (typeof callers)[number];

let world: World;
let pool: Pool;
beforeAll(async () => {
  world = await worldOfCallers(true);
  pool = new Pool(world.platform.baseUrl, { connections: 16 });
});
afterAll(async () => {
  await pool.close();
  await world.platform.close();
});

interface Sample {
  name: string;
  method: Call[1];
  url: string;
  body: object | undefined;
}

/** Example values of route parameters. */
const examples: Record<string, string> = {
  key: 'tea',
  type: 'npm',
  name: 'admin',
  file: 'x.json',
};

/** Required queries of routes. */
const queries: [RegExp, string][] = [
  [/\/ui\/download$/, '?repoKey=tea-npm&path=x'],
  [/\/native\/(?:downloads|about|images$)/, '?packageId=npm://x'],
  [/\/ui\/stars\/package$/, '?packageId=npm://x'],
  [/\/native\/images\/referrers/, '?repoKey=tea-npm&path=x'],
  [/\/ui\/(?:sbom\/version|dependencies)$/, '?packageId=npm://x&version=1&format=spdx'],
  [/\/ui\/contents/, '?repoKey=tea-npm&path=x&entry=x'],
  [/\/ui\/sbom\/(?:build|repository)/, '?format=spdx'],
  [/\/releaseBundles\/.*\/sbom$/, '?format=spdx'],
  [/\/ui\/compare/, '?packageId=npm://x&from=1&to=2&path=x'],
  [/\/native\/versions\//, '?repoKey=tea-npm&path=x&file=x.png'],
  [/\/releaseBundles\/environments$/, '?name=x'],
];

function sampleOf({ method, url }: Route): Sample {
  const plain = url.replace(/(.)\/$/, '$1');
  const pattern = new RegExp(`^${plain.replaceAll('.', '\\.').replace(/:\w+|\*/g, '[^/]+')}$`);
  const [, , path, body] =
    calls.find((call) => call[1] === method && pattern.test(call[2].split('?')[0] ?? '')) ?? [];
  const files = /^\/artifactory\/(api\/storage\/)?:repo/.test(url);
  const properties = method === 'PUT' ? '?properties=a=b' : '?properties=a';
  const [, query = plain.includes('/api/storage/') ? properties : ''] =
    queries.find(([route]) => route.test(plain)) ?? [];
  const filled =
    plain
      .replace(':repo', files ? 'tea-generic' : 'tea-npm')
      .replace(/:(\w+)/g, (_, name: string) => examples[name] ?? 'x')
      .replace('*', 'x') + query;
  const sent = body ?? (['GET', 'DELETE'].includes(method) ? undefined : {});
  return { name: `${method} ${plain}`, method: method as Call[1], url: path ?? filled, body: sent };
}

async function ask({ method, body }: Sample, path: string, who: Caller, more = {}) {
  const answer = await pool.request({
    method,
    path,
    // As the console's own pages do.
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...world.headers[who],
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...more,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, type: String(answer.headers['content-type'] ?? ''), text };
}

/**
 * Pairs of URLs, one existing and one not, whose responses must be the same for callers without
 * permission.
 */
const twins: [Caller, Call[1], string, string, string, object?][] = [
  ['user', 'GET', '/access/api/v2/users/*', 'member', 'nobody'],
  ['user', 'GET', '/access/api/v2/groups/*', 'crew', 'nobody'],
  ['user', 'DELETE', '/access/api/v1/mfa/*', 'pending', 'nobody'],
  ['user', 'GET', '/access/api/v1/projects/*', 'other', 'nowhere'],
  ['projectAdmin', 'PUT', '/access/api/v1/projects/*', 'other', 'nowhere', {}],
  ['user', 'GET', '/ui/api/v1/access/projects/*', 'other', 'nowhere'],
  ['user', 'GET', '/ui/api/v1/ui/userApiKey/*', 'member', 'nobody'],
  ['user', 'POST', '/ui/api/v1/access/token/*', 'member', 'nobody', {}],
  ['anonymous', 'GET', '/artifactory/api/repositories/*', 'tea-npm', 'tea-none'],
  ['anonymous', 'GET', '/artifactory/api/npm/tea-npm/*', 'there', 'nowhere'],
  ['anonymous', 'GET', '/artifactory/tea-generic/*', 'there', 'nowhere'],
  ['anonymous', 'GET', '/artifactory/api/storage/tea-generic/*', 'there', 'nowhere'],
  ['anonymous', 'POST', '/ui/api/v1/ui/auth/mfa/verify/*', 'pending', 'nobody', { otp: '123456' }],
  ['anonymous', 'GET', '/ui/api/v1/ui/auth/mfa/enroll/*', 'pending', 'nobody'],
];

const say = (status: number) => (isDenied(status) ? String(status) : 'in');
const isDenied = (status: number) => status === 401 || status === 403;

/**
 * Returns the status of each sample by caller. The console's pages are open to everyone, but not
 * their data.
 */
async function outcomes(samples: readonly Sample[]): Promise<Map<Sample, Record<Caller, number>>> {
  const found = new Map<Sample, Record<Caller, number>>();
  for (const sample of samples) {
    const row = {} as Record<Caller, number>;
    for (const who of callers) row[who] = (await ask(sample, sample.url, who)).status;
    found.set(sample, row);
  }
  return found;
}

describe('every route of the server', () => {
  let samples: Sample[];
  let rows: Map<Sample, Record<Caller, number>>;
  beforeAll(async () => {
    const { routeTable } = world.platform.app;
    const unique = new Map(
      routeTable
        .filter(({ method }) => method !== 'HEAD')
        .map((route) => [sampleOf(route).name, sampleOf(route)]),
    );
    // Reads before changes and deletions.
    const order = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
    samples = [...unique.values()].sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
    rows = await outcomes(samples);
  });

  it('allows the same callers as before', () => {
    const lines = [...rows]
      .map(([{ name }, row]) => [name, ...callers.map((who) => say(row[who]))].join('\t'))
      .sort();
    const text = `${['route', ...callers].join('\t')}\n${lines.join('\n')}\n`;
    if (process.env.LADING_MATRIX === 'write' || !existsSync(kept)) writeFileSync(kept, text);
    expect(text, 'LADING_MATRIX=write keeps what is so now: look at the difference first').toBe(
      readFileSync(kept, 'utf8'),
    );
  });

  it('fails for no one, and treats callers before MFA as anonymous', () => {
    for (const [{ name }, row] of rows) {
      // 503 means that the console is not built.
      expect([name, callers.filter((who) => row[who] >= 500 && row[who] !== 503)]).toEqual([name, []]);
      expect([name, say(row.pending)]).toEqual([name, say(row.anonymous)]);
    }
  });

  it('allows tokens limited to files only what every user or every reader of files may do', () => {
    for (const [{ name, url }, row] of rows) {
      if (url.startsWith('/artifactory/') || /download|native|mds|query/.test(url)) continue;
      if (isDenied(row.user)) expect([name, isDenied(row.limited)]).toEqual([name, true]);
    }
  });

  it.each(twins)(
    'returns the same to %s for %s %s of %s and of %s',
    async (who, method, url, there, nowhere, body) => {
      if (url.startsWith('/artifactory/tea-generic')) {
        const file = { method: 'PUT' as const, url: url.replace('*', there), payload: 'a file' };
        const headers = { authorization: world.platform.adminAuth, 'content-type': 'text/plain' };
        expect((await world.platform.app.inject({ ...file, headers })).statusCode).toBe(201);
      }
      const about = async (name: string) => {
        const path = url.replace('*', name);
        const { status, text } = await ask({ name, method, url: path, body }, path, who);
        return [status, text.replaceAll(name, '*').replace(/"request_id":"[^"]*"/, '')];
      };
      const [one, other] = [await about(there), await about(nowhere)];
      expect(one).toEqual(other);
      expect(one[0]).toBeGreaterThanOrEqual(400);
    },
  );

  it('denies the same in all spellings of a path', async () => {
    const leaks: string[] = [];
    let asked = 0;
    // Each route gets some of the spellings, or all of them in a full run.
    const parts = isFullRun ? 1 : 12;
    let turn = 0;
    const look = async (sample: Sample, path: string, who: Caller, headers = {}) => {
      asked++;
      const { status, type, text } = await ask(sample, path, who, headers);
      const page = type.startsWith('text/html') && text.includes('lading-boot');
      if ((status < 300 && !page) || (status >= 500 && status !== 503))
        leaks.push(`${who}: ${sample.method} ${path} ${status}`);
    };
    for (const [sample, row] of rows) {
      const denied = callers.filter((who) => who !== 'admin' && isDenied(row[who]));
      for (const who of denied) {
        const [path = '', query] = sample.url.split('?');
        turn += 1;
        const inTurn = spellings(path).filter((_, at) => (at + turn) % parts === 0);
        const others = inTurn.map((spelt) => (query === undefined ? spelt : `${spelt}?${query}`));
        await Promise.all([
          ...others.map((spelt) => look(sample, spelt, who)),
          ...['x-original-url', 'x-rewrite-url'].map((name) =>
            look({ ...sample, method: 'GET', body: undefined }, '/ui/api/v1/none', who, {
              [name]: sample.url,
            }),
          ),
        ]);
      }
    }
    expect(asked).toBeGreaterThan(10_000 / parts);
    expect(leaks).toEqual([]);
  }, 600_000);
});
