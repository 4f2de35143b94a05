import { Type } from '@sinclair/typebox';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { checkAnswers } from './checkedAnswers.ts';

const schema = Type.Object({ name: Type.String(), size: Type.Optional(Type.Integer()) });

async function faultOf(answer: unknown): Promise<string | undefined> {
  const app = Fastify();
  app.get('/', { schema: { response: { 200: schema } } }, async () => answer);
  const faults = checkAnswers(app);
  expect((await app.inject('/')).json()).toEqual(answer);
  await app.close();
  return faults[0];
}

it.each([
  [{ name: 'x', more: 1 }, 'GET / 200:  must NOT have additional properties {"additionalProperty":"more"}'],
  [{ size: 1 }, 'must have required property'],
  [{ name: 5 }, '/name must be string'],
  [{ name: 'x', size: 1.5 }, '/size must be integer'],
])('reports %j', async (answer, fault) => {
  expect(await faultOf(answer)).toContain(fault);
});

it.each([[{ name: 'x', size: 1 }], [{ size: 1, name: 'x' }]])('accepts %j, in any order', async (answer) => {
  expect(await faultOf(answer)).toBeUndefined();
});
