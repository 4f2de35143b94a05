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
  [{ size: 1, name: 'x' }, '{"size":1,"name":"x"} became {"name":"x","size":1}'],
])('reports %j', async (answer, fault) => {
  expect(await faultOf(answer)).toContain(fault);
});

it('accepts an answer that its schema leaves as it is', async () => {
  expect(await faultOf({ name: 'x', size: 1 })).toBeUndefined();
});
