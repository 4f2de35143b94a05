import { type FileHandle, mkdir, mkdtemp, open, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LogData } from '@lading/contract/rest';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

/** Bytes that the viewer requests at once. */
const page = 1024 ** 2;
/** Bytes that are read to find the beginning and the end of a line. */
const search = 2 * 64 * 1024;
const gib = 1024 ** 3;
const id = 'artifactory-jobs.log';
const logs = '/ui/api/v1/system/logs';

let platform: TestPlatform;
let folder: string;
let path: string;
let bytesRead = 0;
let lines = 0;
beforeAll(async () => {
  platform = await testPlatform({ logFiles: true, listen: true });
  // The data directory of tests is in memory.
  folder = await mkdtemp(join(tmpdir(), 'lading-large-log-'));
  path = join(folder, id);
  lines = await fill(gib);
  const link = join(platform.settings.home, 'log', id);
  await mkdir(dirname(link), { recursive: true });
  await rm(link, { force: true });
  await symlink(path, link);
  const file = await open(path);
  const handle = Object.getPrototypeOf(file) as FileHandle;
  const read = handle.read as (...args: unknown[]) => Promise<{ bytesRead: number }>;
  vi.spyOn(handle, 'read').mockImplementation(async function (this: FileHandle, ...args: unknown[]) {
    const result = await read.apply(this, args);
    bytesRead += result.bytesRead;
    return result as never;
  } as never);
  await file.close();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  bytesRead = 0;
});

const lineOf = (at: number) =>
  `{"level":"info","time":"2026-01-31T12:00:00.000Z","line":${String(at).padStart(9, '0')},"msg":"${'x'.repeat(180)}"}\n`;

/** Writes a log of about this size, without holes. Returns the number of its lines. */
async function fill(size: number): Promise<number> {
  await writeFile(path, '');
  const file = await open(path, 'a');
  let count = 0;
  for (let written = 0; written < size; ) {
    let block = '';
    for (const end = count + 40_000; count < end; count++) block += lineOf(count);
    await file.write(block);
    written += block.length;
  }
  await file.close();
  return count;
}

async function read(query: Record<string, number>): Promise<LogData> {
  const wanted = new URLSearchParams({
    id,
    ...Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])),
  });
  const answer = await fetch(`${platform.baseUrl}${logs}/data/jfrt?${wanted}`, {
    headers: { authorization: platform.adminAuth },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as LogData;
}

it('of 1 GiB opens at its end within 200 ms, and reads no more than from a small one', async () => {
  const last = await read({ limit: page });
  expect(last.file_size).toBeGreaterThanOrEqual(gib);
  expect(last.log_content.endsWith(lineOf(lines - 1))).toBe(true);
  expect(last.log_content.length).toBeGreaterThan(page - 300);
  expect(bytesRead).toBeLessThanOrEqual(page + search);
  let fastest = Number.POSITIVE_INFINITY;
  // Other tests use the machine, too: one of the times is without them.
  for (let count = 0; count < 5 || (count < 50 && fastest >= 200); count++) {
    const began = performance.now();
    await read({ limit: page });
    fastest = Math.min(fastest, performance.now() - began);
  }
  expect(fastest).toBeLessThan(200);
});

it('of 1 GiB reads only the new lines of a refresh', async () => {
  const { file_size, file_id } = await read({ limit: page });
  await writeFile(path, lineOf(lines), { flag: 'a' });
  bytesRead = 0;
  const wanted = new URLSearchParams({ id, file_size: String(file_size), file_id });
  const answer = await platform.app.inject({
    url: `${logs}/data/jfrt?${wanted}`,
    headers: { authorization: platform.adminAuth },
  });
  expect(answer.json<LogData>().log_content).toBe(lineOf(lines));
  expect(bytesRead).toBeLessThanOrEqual(search);
  await truncate(path, file_size);
});

it('of 1 GiB is scrolled through in flat memory, a page at a time', async () => {
  let { start } = await read({ limit: page });
  const memory: number[] = [];
  let next = Number.NaN;
  for (let count = 0; count < 300; count++) {
    bytesRead = 0;
    const before = await read({ limit: page, end: start });
    expect(bytesRead).toBeLessThanOrEqual(page + search);
    // The pages join without a gap.
    const numberOf = (line: string) => Number(/"line":(\d+)/.exec(line)?.[1]);
    const texts = before.log_content.trimEnd().split('\n');
    if (count > 0) expect(numberOf(texts.at(-1) ?? '')).toBe(next - 1);
    next = numberOf(texts[0] ?? '');
    start = before.start;
    memory.push(process.memoryUsage().rss);
  }
  // After the garbage of the first pages, as much again needs no more.
  const highest = (from: number, to: number) => Math.max(...memory.slice(from, to));
  expect(highest(150, 300) - highest(0, 150)).toBeLessThan(64 * 1024 ** 2);
});

it('of 1 GiB is downloaded in flat memory', async () => {
  const answer = await fetch(`${platform.baseUrl}${logs}/download/jfrt?id=${id}`, {
    headers: { authorization: platform.adminAuth },
  });
  const before = process.memoryUsage().rss;
  let size = 0;
  let most = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  expect(size).toBeGreaterThanOrEqual(gib);
  expect(most).toBeLessThan(200 * 1024 ** 2);
});
