import { HttpFailure, type PluginManifest, resolveReference, type ShellApi } from '@lading/contract';
import { FakeShell } from '@lading/contract/testing';
import { expect, it } from 'vitest';
import type { PartRunner } from './parts.ts';
import { exerciseTasks } from './tasks.ts';
import { ALL_CALLS } from './visit.ts';

type Run = (...args: never[]) => unknown;

/** Runs one function of a plugin with each kind of calls. */
async function problemsOf(kind: string, name: string, run: Run, untrusted = true): Promise<string[]> {
  const value = { id: 'tide.level', table: 'packages', run: async () => {}, [name]: run };
  const definition = { extensions: { [kind]: [value] } };
  const functions = Object.entries(value).filter(([, member]) => typeof member === 'function');
  const refs = functions.map(([key]) => [key, { $ref: `extensions/${kind}/0/${key}` }]);
  const runner: PartRunner = {
    manifest: {
      ...{ name: 'tide', calls: [{ methods: ['GET'], path: '/levels' }] },
      contributions: { extensions: { [kind]: [{ ...value, ...Object.fromEntries(refs) }] } },
    } as unknown as PluginManifest,
    createShell: (place) => new FakeShell({ plugin: 'tide', place }),
    failure: (status, text) => new HttpFailure(status, text),
    ...{ axe: undefined, part: undefined, untrusted },
    find: (ref) => resolveReference(definition, ref),
  };
  const problems: string[] = [];
  for (const calls of ALL_CALLS) problems.push(...(await exerciseTasks(runner, calls)));
  return [...new Set(problems)];
}

it.each<[string, string, string, Run]>([
  [
    'a column',
    'tableColumns',
    'values',
    async (rows: unknown[]) => rows.map(() => ({ text: 'x', value: 1 })),
  ],
  [
    'a column whose call fails',
    'tableColumns',
    'values',
    (_: unknown, shell: ShellApi) => shell.http.json('/levels'),
  ],
  ['an action', 'rowActions', 'run', async ({ id }: { id: string }) => void id],
  ['an action with a check', 'rowActions', 'available', async () => false],
  ['a command', 'commands', 'run', async (shell: ShellApi) => shell.notifications.info('x')],
])('accepts %s', async (_what, kind, name, run) => {
  expect(await problemsOf(kind, name, run)).toEqual([]);
});

it.each<[string, string, string, Run, string]>([
  ['no list', 'tableColumns', 'values', async () => 'x', 'values does not return a list'],
  ['too few values', 'tableColumns', 'values', async () => ['x'], 'values returns 1 values for 2 rows'],
  [
    'an invalid value',
    ...(['tableColumns', 'values'] as const),
    async () => [null, { text: 'x', path: 'https://evil.example' }],
    'values returns an invalid value for row 2',
  ],
  [
    'a row without a version',
    ...(['tableColumns', 'values'] as const),
    async (rows: { latestVersion: string }[]) => rows.map(({ latestVersion }) => latestVersion.trim()),
    'values fails: Cannot read properties of undefined',
  ],
  ['no truth value', 'rowActions', 'available', async () => 1, 'available does not return true or false'],
  [
    'a text as error',
    ...(['commands', 'run'] as const),
    () => Promise.reject('no wind'),
    'run fails with something that is no error',
  ],
  [
    'a call that it does not declare',
    ...(['commands', 'run'] as const),
    (shell: ShellApi) => shell.http.json('/users'),
    'run calls GET /users, which an untrusted plugin cannot',
  ],
])('reports %s', async (_what, kind, name, run, problem) => {
  expect(await problemsOf(kind, name, run)).toContainEqual(expect.stringContaining(problem));
});

it('reports a function that only a trusted plugin finds, by its reference', async () => {
  const problems = await problemsOf('commands', 'run', undefined as unknown as Run);
  expect(problems[0]).toContain('it has no function at extensions/commands/0/run');
});
