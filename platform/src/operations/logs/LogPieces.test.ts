import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LogFiles } from './LogFiles.ts';
import { LogPieces, maxEventBytes, type StreamedLog } from './LogPieces.ts';

const name = 'artifactory-request';
const line = (text: string) => `{"msg":"${text}"}\n`;

let home: string;
let files: LogFiles;
let pieces: LogPieces;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lading-pieces-'));
  files = new LogFiles(home, { maxBytes: 1024 ** 3, count: 2, days: 30 }, (problem) => {
    throw new Error(problem);
  });
  pieces = new LogPieces(files);
});
afterEach(async () => {
  await files.close();
  await rm(home, { recursive: true, force: true });
});

const log = (offset?: number): StreamedLog => ({
  ...{ id: `jfrt:${name}.log`, name, path: files.pathOf(name) },
  ...(offset === undefined ? {} : { offset }),
});
/** Reads as a stream does, and returns the event. */
const read = async (of: StreamedLog) => {
  const { event, offset, fileId } = await pieces.read(of);
  Object.assign(of, { offset, fileId });
  return event;
};
const write = async (text: string) => {
  files.write(name, line(text));
  await files.flush();
};

it('are read once for all viewers, also of those that began at other lines', async () => {
  await write('one');
  await write('two');
  const [early, late] = [log(0), log(line('one').length)];
  expect(String(await read(early))).toContain('one');
  expect(String(await read(late))).not.toContain('one');
  expect(await Promise.all([read(early), read(late)])).toEqual([undefined, undefined]);
  await write('three');
  const [first, second] = await Promise.all([read(early), read(late)]);
  expect(String(first)).toContain('three');
  expect(second).toBe(first);
});

it('contain lines that were written since the last read, also by another program', async () => {
  await write('one');
  const viewer = log();
  await read(viewer);
  await write('two');
  expect(String(await read(viewer))).toContain('two');
  await appendFile(files.pathOf(name), line('three'));
  await expect.poll(async () => String(await read(viewer))).toContain('three');
});

it('are limited to the share of each viewer, with the last lines, and report that some were skipped', async () => {
  await write('x'.repeat(80));
  const viewers = [log(0), log(0)];
  await Promise.all(viewers.map(read));
  for (let count = 0; count < 20_000; count++) files.write(name, line(`${count} ${'x'.repeat(80)}`));
  await files.flush();
  pieces.streams = 50;
  const [event, other] = await Promise.all(viewers.map(read));
  expect(other).toBe(event);
  expect(String(event)).toContain('"skipped":true');
  expect(String(event)).toContain('19999 xxx');
  expect(event?.length).toBeLessThan(maxEventBytes / 4);
});
