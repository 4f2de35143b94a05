import { Type } from '@sinclair/typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { rules } from './plainFaults.ts';

const body = Type.Object({
  name: Type.String(),
  size: Type.Optional(Type.Number()),
  on: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Type.Array(Type.String())),
  host: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.:_-]+$' })),
  mode: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['slow', 'slower'] })),
  level: Type.Optional(Type.Union([Type.Literal('low'), Type.Literal('high')])),
  note: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  ids: Type.Optional(Type.Array(Type.String({ format: 'uuid' }))),
  inner: Type.Optional(Type.Object({ name: Type.String() })),
  open: Type.Optional(Type.Object({ name: Type.String() }, { additionalProperties: true })),
});
const querystring = Type.Object({
  limit: Type.Optional(Type.Integer()),
  tag: Type.Optional(Type.Array(Type.String())),
});

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({
    extend: (app) => {
      for (const url of ['/ui/api/v1/test', '/access/api/v1/test'])
        app.post(url, { schema: { body, querystring } }, async (request) => [request.body, request.query]);
    },
  });
});
afterAll(() => platform.close());

const send = (payload: object, url = '/ui/api/v1/test') =>
  platform.app.inject({ method: 'POST', url, payload, headers: { authorization: platform.adminAuth } });

it.each([
  [{ name: 5 }, 'body/name must be string'],
  [{ name: ['x'] }, 'body/name must be string'],
  [{ name: null }, 'body/name must be string'],
  [{ name: 'x', size: '5' }, 'body/size must be number'],
  [{ name: 'x', on: 'true' }, 'body/on must be boolean'],
  [{ name: 'x', tags: 'one' }, 'body/tags must be array'],
  [{ name: 'x', tags: [1] }, 'body/tags/0 must be string'],
])('rejects another type instead of converting it: %j', async (payload, message) => {
  for (const url of ['/ui/api/v1/test', '/access/api/v1/test']) {
    const answer = await send(payload, url);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([400, message]);
  }
});

it.each([
  [{ name: 'x', nmae: 'y' }, 'body contains an unknown field: nmae'],
  [{ name: 'x', inner: { name: 'x', more: 1 } }, 'body/inner contains an unknown field: more'],
])('rejects an unknown field, in calls of the console: %j', async (payload, message) => {
  const answer = await send(payload);
  expect([answer.statusCode, answer.json().errors[0].message]).toEqual([400, message]);
  expect((await send(payload, '/access/api/v1/test')).json()[0]).toEqual(payload);
});

it.each([
  [{}, 'body must contain the field name'],
  [
    { name: 'x', host: 'http://proxy' },
    'body/host is invalid: expected a host name or an IP address, without a scheme, path, or spaces',
  ],
  [{ name: 'x', mode: 'fast' }, 'body/mode must be one of slow, slower'],
  [{ name: 'x', level: 'top' }, 'body/level must be one of low, high'],
  [{ name: 'x', note: '' }, 'body/note must not be empty'],
  [{ name: 'x', note: 'longer' }, 'body/note must have up to 5 characters'],
  [{ name: 'x', port: 0 }, 'body/port must be 1 or more'],
  [{ name: 'x', port: 70_000 }, 'body/port must be 65535 or less'],
  [{ name: 'x', ids: ['y'] }, 'body/ids/0 is invalid: expected a UUID'],
])('says which rule a value breaks, without patterns: %j', async (payload, message) => {
  const answer = await send(payload);
  expect([answer.statusCode, answer.json().errors[0].message]).toEqual([400, message]);
});

it('has words for the patterns of all bodies', () => {
  const patterns = new Set<string>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [name, value] of Object.entries(schema)) {
      if (name === 'pattern' && typeof value === 'string') patterns.add(value);
      else visit(value);
    }
  };
  for (const { options } of platform.app.routeTable) visit([options.schema?.body, options.config?.body]);
  expect(patterns.size).toBeGreaterThan(10);
  // Longer ones list fixed values, which only the console sends.
  expect([...patterns].filter((pattern) => pattern.length < 100 && !(pattern in rules))).toEqual([]);
});

it('accepts fields that a schema leaves open', async () => {
  const payload = { name: 'x', open: { name: 'x', more: 1 } };
  expect((await send(payload)).json()[0]).toEqual(payload);
});

it('converts values of a URL, which are always text', async () => {
  const answer = await send({ name: 'x' }, '/ui/api/v1/test?limit=5&tag=one&other=1');
  expect(answer.json()[1]).toEqual({ limit: 5, tag: ['one'], other: '1' });
});
