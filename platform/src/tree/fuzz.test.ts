import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzRoundsOf } from '../testing/full.ts';
import { type TreePlatform, treePlatform } from './testing/treePlatform.ts';

const rounds = fuzzRoundsOf(300);
const browser = '/ui/api/v1/ui/v2/treebrowser';

let tree: TreePlatform;
beforeAll(async () => {
  tree = await treePlatform();
  for (const path of ['a/b/c.txt', 'a/d.txt', 'odd/%2f', 'odd/ćma 🐝', 'x'])
    await tree.put('generic-local', path);
});
afterAll(() => tree?.platform.close());

/** Deterministic random numbers. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const texts = [
  ...[
    '',
    '/',
    '//',
    '.',
    '..',
    'a',
    'a/',
    '/a',
    'a/b',
    'a/b/c.txt',
    'a/../x',
    'odd/%2f',
    '%2e%2e',
    'a\u0000b',
  ],
  ...[
    '\ud800',
    'é'.repeat(600),
    'x/'.repeat(600),
    'a\\b',
    "'; DROP TABLE files; --",
    '\u{10ffff}',
    'ćma 🐝',
    '*',
    '**',
  ],
];
const others = [
  null,
  true,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  ['a'],
  { path: 'a' },
  '5',
  200,
  5000,
];
const keys = ['generic-local', 'npm', 'npm-local', 'plugins-local', 'none', 'GENERIC-LOCAL', '..', 'a/b'];
const names = [
  'type',
  'repoKey',
  'path',
  'limit',
  'continueState',
  'previousState',
  'around',
  'dry',
  'expect',
  'paths',
  'what',
  'nodes',
  'target',
];
const calls = [
  ...['', '?compacted=true', '/remove', '/copy', '/move', '/uploads', '/node'],
  ...['/plan', '/archive', '/favorites'],
];

it('never fails with a server error', async () => {
  const next = random(7);
  const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const seen = new Set<number>();
  for (let round = 0; round < rounds; round += 1) {
    const body: Record<string, unknown> = {
      type: one(['junction', 'junction', 'root', 'x']),
      repoKey: one(keys),
      path: one(texts),
      // Deletes nothing, so that all requests have content.
      dry: true,
    };
    if (next() < 0.5) Object.assign(body, { targetRepoKey: one(keys), targetPath: one(texts) });
    if (next() < 0.3) body.paths = [one(texts), one(texts)];
    if (next() < 0.5) {
      body.what = one(['remove', 'copy', 'move', 'download', 'x']);
      body.nodes = Array.from({ length: 1 + Math.floor(next() * 3) }, () =>
        next() < 0.9 ? { repoKey: one(keys), path: one(texts) } : one(others),
      );
      body.target = next() < 0.8 ? { repoKey: one(keys), path: one(texts) } : one(others);
    }
    for (let change = Math.floor(next() * 3); change > 0; change -= 1)
      body[one(names)] = next() < 0.6 ? one(texts) : one(others);
    if (body.dry !== true) body.dry = 'x';
    const call = one(calls);
    const answer =
      call === '/node'
        ? await tree.call(
            'GET',
            `${browser}/node?${new URLSearchParams({ repoKey: `${body.repoKey}`, path: `${body.path}` })}`,
          )
        : await tree.call(call === '/favorites' ? 'PUT' : 'POST', browser + call, body);
    seen.add(answer.status);
    expect([call, body, answer.status, answer.message]).toEqual([
      call,
      body,
      expect.toSatisfy((status: number) => status < 500),
      answer.message,
    ]);
    if (answer.status >= 400) expect(answer.message).toBeTruthy();
  }
  expect([...seen].sort()).toEqual(expect.arrayContaining([200, 400, 404]));
  expect((await tree.call('GET', '/artifactory/generic-local/a/b/c.txt')).status).toBe(200);
});
