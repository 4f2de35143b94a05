import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordStatements } from '../database/testing/recordStatements.ts';
import { publishBody, sampleTarball } from '../formats/npm/testing/samples.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import type { PlatformEvent } from './Event.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform?.close());

async function publish(name: string): Promise<string> {
  const sample = { name, version: '1.0.0' };
  const answer = await platform.app.inject({
    method: 'PUT',
    url: `/artifactory/api/npm/npm-local/${name}`,
    headers: { authorization: platform.adminAuth, 'content-type': 'application/json' },
    payload: JSON.stringify(publishBody(sample, await sampleTarball(sample))),
  });
  expect(answer.statusCode).toBeLessThan(300);
  return `${answer.headers['x-request-id']} ${name}/-/${name}-1.0.0.tgz`;
}

const names = (prefix: string) => Array.from({ length: 12 }, (_, at) => `${prefix}${at}`);
const lineOf = ({ requestId, facts }: PlatformEvent) => `${requestId} ${'path' in facts ? facts.path : ''}`;

it.each([true, false])(
  'of concurrent publishes each contain their own request ID, in the transaction: %s',
  async (durable) => {
    const [inTransaction, afterCommit]: [string[], string[]] = [[], []];
    const stop = platform.app.platform.events.add({
      name: 'recorder',
      types: ['artifact.deployed'],
      ...(durable ? { inTransaction: async (all) => void inTransaction.push(...all.map(lineOf)) } : {}),
      afterCommit: (all) => void afterCommit.push(...all.map(lineOf)),
    });
    const published = await Promise.all(names(durable ? 'kite' : 'tern').map(publish));
    stop();
    expect(afterCommit.sort()).toEqual(published.sort());
    expect(inTransaction.sort()).toEqual(durable ? published : []);
  },
);

it('costs no statement if no subscriber needs the transaction', async () => {
  const statementsOf = async (name: string) => {
    await publish(`${name}-before`);
    const statements = await recordStatements(() => publish(name));
    // Repositories are read again every second, and jobs run in the background, so any of the
    // publishes can include their queries.
    return statements.filter((text) => !/from "repositories"|access_settings|\bjobs\b/.test(text));
  };
  const usual = await statementsOf('usual');
  expect(usual).toContain('publish-npm-versions');
  expect(usual).not.toContain('BEGIN');
  const types = ['artifact.deployed'] as const;
  const stop = platform.app.platform.events.add({ name: 'after', types, afterCommit: () => undefined });
  const after = await statementsOf('after');
  stop();
  expect(after).toEqual(usual);
  const stopDurable = platform.app.platform.events.add({
    name: 'in',
    types,
    inTransaction: async () => undefined,
  });
  expect(await statementsOf('durable')).toContain('BEGIN');
  stopDurable();
});
