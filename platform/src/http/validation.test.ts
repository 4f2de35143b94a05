import { Type } from '@sinclair/typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const body = Type.Object({
  name: Type.String(),
  size: Type.Optional(Type.Number()),
  on: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Type.Array(Type.String())),
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

it('accepts fields that a schema leaves open', async () => {
  const payload = { name: 'x', open: { name: 'x', more: 1 } };
  expect((await send(payload)).json()[0]).toEqual(payload);
});

it('converts values of a URL, which are always text', async () => {
  const answer = await send({ name: 'x' }, '/ui/api/v1/test?limit=5&tag=one&other=1');
  expect(answer.json()[1]).toEqual({ limit: 5, tag: ['one'], other: '1' });
});
