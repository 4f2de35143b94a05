import { readFileSync, writeFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allFormats } from '../pipeline/Format.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

/**
 * Routes whose responses have no schema, with the reasons as comments. Entries are only ever
 * removed, with `LADING_UNDESCRIBED=write`.
 */
const list = new URL('undescribedRoutes.txt', import.meta.url);
/** Lower it when entries are removed. */
const MOST_UNDESCRIBED = 12;

/**
 * Calls of the console and of scripts, but not protocols of package managers, files, and the
 * console's own files.
 */
const own =
  /^\/(openapi\.json$|(access|event|mc|metadata|router|xray)\/|ui\/(api|npm)\/|artifactory\/api\/(?!(npm|docker|pypi|cargo|go|nuget|helm)\/))/;

interface Operation {
  tags: string[];
  summary: string;
  'x-access': { name: string; description: string };
}
type Paths = Record<string, Record<string, Operation>>;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

const read = (headers: Record<string, string> = { authorization: platform.adminAuth }) =>
  platform.app.inject({ method: 'GET', url: '/openapi.json', headers });

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const answer = await read();
    expect(answer.statusCode).toBe(200);
    const validator = new Validator();
    expect(await validator.validate(answer.json())).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('needs access to the console', async () => {
    expect((await read({})).statusCode).toBe(401);
  });

  it('contains the section, summary, and access of every call', async () => {
    const { paths } = (await read()).json<{ paths: Paths }>();
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { tags, summary, 'x-access': access }] of Object.entries(methods)) {
        const call = `${method} ${path}`;
        expect([call, tags]).toEqual([call, [expect.stringMatching(/^[A-Z]/)]]);
        expect([call, summary]).toEqual([call, expect.stringMatching(/^[A-Z].*\.$/)]);
        expect([call, access.description]).toEqual([call, expect.stringMatching(/\.$/)]);
      }
  });

  it('links to the protocol of every format', async () => {
    const { tags } = (await read()).json<{ tags: { name: string; externalDocs: { url: string } }[] }>();
    const linked = tags.filter(({ externalDocs }) => externalDocs.url).map(({ name }) => name);
    expect(linked.sort()).toEqual(
      allFormats()
        .map(({ type }) => `Protocol: ${type}`)
        .sort(),
    );
  });
});

describe('the routes of our own API', () => {
  const undescribed = () =>
    platform.app.routeTable
      .filter(({ method, url }) => method !== 'HEAD' && own.test(url) && !/.\/$/.test(url))
      .filter(({ options }) => !options.config?.access || !options.schema?.response)
      .map(({ method, url }) => `${method} ${url}`)
      .sort();

  it('have schemas for their responses, except for those on the list', () => {
    const now = undescribed();
    const lines = readFileSync(list, 'utf8').split('\n').filter(Boolean);
    const isReason = (line: string) => line.startsWith('#');
    const listed = lines.filter((line) => !isReason(line));
    if (process.env.LADING_UNDESCRIBED === 'write')
      writeFileSync(
        list,
        `${[...lines.filter(isReason), ...now.filter((route) => listed.includes(route))].join('\n')}\n`,
      );
    expect(now, 'Declare new routes with ownApi; remove described ones from the list').toEqual(listed);
    expect(listed.length).toBeLessThanOrEqual(MOST_UNDESCRIBED);
  });
});

describe('the documented access of a call', () => {
  /** Results in the matrix by documented access: anonymous, user, projectAdmin, limited, admin. */
  const expected: Record<string, RegExp> = {
    administrators: /^401 403 403 403 in$/,
    everyone: /^in in in in in$/,
    users: /^(401|in) in in (in|403) in$/,
    'project members': /^401 403 in 403 in$/,
    'project administrators': /^401 403 (in|403) 403 in$/,
    'console users': /^(401|in) in in in in$/,
  };
  const matrix = new Map(
    readFileSync(new URL('../access/matrix/matrix.tsv', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .map(([route = '', anonymous, , ...others]) => [route, [anonymous, ...others].join(' ')]),
  );

  it('matches the matrix of callers', () => {
    const described = platform.app.routeTable.filter(
      ({ method, options }) => method !== 'HEAD' && options.config?.access,
    );
    for (const { method, url, options } of described) {
      const route = `${method} ${url.replace(/(.)\/$/, '$1')}`;
      const pattern = expected[options.config?.access?.name ?? ''];
      // The matrix sends JSON, which is rejected before the access check.
      if (route === 'PUT /ui/api/v1/system/logo') continue;
      // Its handler denies more than the rule, with codes listed in the document.
      if (options.config?.errors?.[401] || options.config?.errors?.[403]) continue;
      if (pattern) expect([route, matrix.get(route)]).toEqual([route, expect.stringMatching(pattern)]);
    }
  });
});
