import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogFiles } from './LogFiles.ts';
import { RotatedFile } from './RotatedFile.ts';

let directory: string;
let path: string;
let now: number;
const report = vi.fn();
const open = (more: Partial<ConstructorParameters<typeof RotatedFile>[1]> = {}) =>
  new RotatedFile(path, { maxBytes: 100, count: 2, days: 30, report, now: () => now, ...more });
const line = (text: string) => `${text.padEnd(39, '.')}\n`;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lading-log-'));
  path = join(directory, 'x.log');
  now = Date.now();
  report.mockClear();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function write(file: RotatedFile, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    file.add(line(text));
    await file.flush();
  }
}
const content = async (name: string) => readFile(join(directory, name), 'utf8').catch(() => undefined);

describe('a log file', () => {
  it('is rotated at its limit, and the oldest file is deleted [logs-01]', async () => {
    const file = open();
    await write(file, 'a', 'b', 'c', 'd', 'e', 'f', 'g');
    await file.close();
    expect((await readdir(directory)).sort()).toEqual(['x.1.log', 'x.2.log', 'x.log']);
    expect(await content('x.log')).toBe(line('g'));
    expect(await content('x.1.log')).toBe(line('e') + line('f'));
    expect(await content('x.2.log')).toBe(line('c') + line('d'));
  });

  it('continues after a restart, and deletes rotated files that are too old', async () => {
    await writeFile(path, line('before'));
    await writeFile(join(directory, 'x.1.log'), line('old'));
    await utimes(join(directory, 'x.1.log'), now / 1000 - 31 * 86_400, now / 1000 - 31 * 86_400);
    const file = open();
    await write(file, 'after');
    await file.close();
    expect(await content('x.log')).toBe(line('before') + line('after'));
    expect(await content('x.1.log')).toBeUndefined();
  });

  it('is recreated if another program has moved it', async () => {
    const file = open();
    await write(file, 'a');
    await rename(path, join(directory, 'moved'));
    await write(file, 'b');
    await file.close();
    expect([await content('moved'), await content('x.log')]).toEqual([line('a'), line('b')]);
  });

  it('reports a failure once, and the number of lost lines', async () => {
    path = join(directory, 'later', 'x.log');
    const file = open();
    await write(file, 'a', 'b');
    now += 6000;
    await write(file, 'c');
    expect(report).toHaveBeenCalledTimes(1);
    expect(report.mock.calls[0]?.[0]).toContain('(ENOENT): lines are lost');
    await mkdir(join(directory, 'later'));
    now += 6000;
    await write(file, 'd');
    await file.close();
    const [first = '', ...rest] = ((await content('later/x.log')) ?? '').split('\n');
    expect(JSON.parse(first)).toMatchObject({ level: 'warn', msg: '3 log lines could not be written here' });
    expect(rest).toEqual([line('d').trimEnd(), '']);
  });

  it('drops lines while the disk is slow, to limit memory', async () => {
    const file = open({ maxBytes: 1e9 });
    const long = `${'x'.repeat(1024 ** 2 - 1)}\n`;
    for (let count = 0; count < 10; count += 1) file.add(long);
    await file.close();
    const text = (await content('x.log')) ?? '';
    expect(text.length).toBeLessThan(5 * 1024 ** 2);
    expect(text).toContain('6 log lines could not be written here');
  });
});

it('log files lose lines on a full disk, while the server continues', async () => {
  // Every write to this device fails with ENOSPC.
  const logs = new LogFiles(directory, { maxBytes: 1e6, count: 2, days: 30 }, report);
  logs.write('artifactory-service', line('first'));
  await logs.close();
  await rm(logs.pathOf('artifactory-service'));
  await symlink('/dev/full', logs.pathOf('artifactory-service'));
  logs.write('artifactory-service', line('a'));
  logs.write('artifactory-request', line('b'));
  await logs.close();
  expect(report.mock.calls).toEqual([[expect.stringContaining('(ENOSPC): lines are lost')]]);
  expect(await readFile(logs.pathOf('artifactory-request'), 'utf8')).toBe(line('b'));
});
