import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { LogConfig, LogData } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readNodeId } from '../../settings/nodeId.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { logData } from './logData.ts';
import { findWindow } from './readLog.ts';

const url = '/ui/api/v1/system/logs';
let platform: TestPlatform;
let node: string;
/** Credentials for a collector of traces. */
const collectorKey = 'c4nary-of-the-collector';
beforeAll(async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', `authorization=Bearer%20${collectorKey}`);
  platform = await testPlatform({ logFiles: true, env: { LADING_LOG_LEVEL: 'info' } });
  node = readNodeId(platform.settings.home);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await platform.close();
});

const get = (path: string, query: Record<string, string | number> = {}) =>
  platform.app.inject({
    url: `${url}/${path}`,
    query: query as Record<string, string>,
    headers: { authorization: platform.adminAuth },
  });
const config = async (type: string) => (await get(`config/${type}`)).json<LogConfig>();
const read = async (id: string, query: Record<string, string | number> = {}) =>
  (await get('data/jfrt', { id, ...query })).json<LogData>();
const fileOf = (id: string) => join(platform.settings.home, 'log', id);

describe('the configuration of the log viewer', () => {
  it('lists the log files of a service, its nodes, and the refresh rate [logs-01] [logs-04]', async () => {
    expect(await config('jfrt')).toEqual({
      installed: true,
      logs: [
        'artifactory-service.log',
        'artifactory-request.log',
        'access-audit.log',
        'artifactory-jobs.log',
        'artifactory-database.log',
      ],
      nodes: [node],
      node_id: node,
      refresh_rate_millis: 10_000,
    });
    expect((await config('jfxr')).logs).toEqual(['xray-request.log']);
    expect((await config('jfds')).logs).toEqual(['distribution-request.log']);
  });

  it.each(['jfpip', 'jfisv'])('lists %s as not installed [logs-01]', async (type) => {
    expect(await config(type)).toMatchObject({ installed: false, logs: [], nodes: [] });
  });

  it('rejects other services, and unknown nodes', async () => {
    const type = await get('config/passwd');
    expect([type.statusCode, type.json().errors[0].code]).toEqual([404, 'NO_SUCH_SERVICE']);
    const other = await get('config/jfrt', { nodeId: 'nowhere' });
    expect([other.statusCode, other.json().errors[0].code]).toEqual([404, 'NODE_NOT_FOUND']);
  });
});

describe('the lines of a log', () => {
  it('are those of the running server: first all, then those since the last response [logs-02] [logs-04]', async () => {
    await platform.app.inject('/artifactory/api/system/ping?from=the-first');
    const first = await read('artifactory-request.log', { nodeId: node });
    expect(first.log_content).toContain('from=the-first');
    expect(first).toMatchObject({ start: 0, file_size: Buffer.byteLength(first.log_content) });
    expect(first.last_update_label).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    expect(Math.abs(first.last_update_modified - Date.now())).toBeLessThan(60_000);
    await platform.app.inject('/artifactory/api/system/ping?from=the-second');
    const { file_size, file_id } = first;
    const second = await read('artifactory-request.log', { file_size, file_id });
    expect(second.log_content).not.toContain('the-first');
    expect(second.log_content).toContain('the-second');
    expect(second).toMatchObject({ start: file_size });
    expect(second).not.toHaveProperty('restarted');
  });

  it('are separate by service and purpose', async () => {
    const { adminAuth, app } = platform;
    await app.inject({ url: '/xray/api/v1/policy', headers: { authorization: adminAuth } });
    const { log_content } = (await get('data/jfxr', { id: 'xray-request.log' })).json<LogData>();
    expect(log_content).toContain('"url":"/xray/api/v1/policy"');
    expect((await read('artifactory-request.log')).log_content).not.toContain('/xray/api/v1/policy');
    await platform.createToken('of the log test');
    expect((await read('access-audit.log')).log_content).toContain('"event":"token-issued"');
  });

  it('contain no secrets [logs-04]', async () => {
    const canary = 'c4nary-c4nary-c4nary';
    const basic = Buffer.from(`admin:${canary}`).toString('base64');
    for (const authorization of [`Basic ${basic}`, `Bearer ${canary}`])
      for (const path of [
        `ping?token=${canary}`,
        `version?next=http://user:${canary}@host/`,
        `ping?sv=1&sig=${canary}`,
        `ping?X-Amz-Credential=${canary}%2Fs3&X-Amz-Signature=${canary}`,
      ])
        await platform.app.inject({
          url: `/artifactory/api/system/${path}`,
          headers: { authorization, cookie: `lading=${canary}${canary}`, 'x-jfrog-art-api': canary },
        });
    platform.app.log.warn(
      { err: new Error(`Bearer ${canary}`) },
      `failed at https://u:${canary}@h/?key=${canary}`,
    );
    platform.app.log.warn({ headers: { authorization: collectorKey } }, 'failed to send traces');
    for (const id of (await config('jfrt')).logs) {
      const { log_content } = await read(id);
      for (const secret of [canary, basic, collectorKey]) expect(log_content).not.toContain(secret);
    }
    expect((await read('artifactory-service.log')).log_content).toContain('failed to send traces');
    expect((await read('artifactory-service.log')).log_content).toContain('https://…@h/?key=…');
  });

  it.each([
    '../node-id',
    '..%2fsecrets.key',
    'artifactory-request.1.log',
    'artifactory-request',
    'mc-request.log',
    '',
    '/etc/passwd',
  ])('are not read from the file "%s"', async (id) => {
    const answer = await get('data/jfrt', { id });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'NO_SUCH_LOG']);
  });

  it('can be downloaded as a file', async () => {
    const { headers, body } = await get('download/jfrt', { id: 'artifactory-request.log' });
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="${node}-artifactory-request.log"`);
    expect(body).toContain('from=the-first');
    expect((await get('download/jfrt', { id: '../node-id' })).statusCode).toBe(404);
  });

  it('require an administrator', async () => {
    for (const path of [
      'config/jfrt',
      'data/jfrt?id=artifactory-request.log',
      'download/jfrt?id=access-audit.log',
    ])
      expect((await platform.app.inject(`${url}/${path}`)).statusCode).toBe(401);
  });
});

describe('a replaced log file', () => {
  const id = 'artifactory-jobs.log';
  const line = (text: string) => `{"msg":"${text}"}\n`;

  it('continues with the end of the rotated file, then with the new one [logs-02]', async () => {
    await mkdir(fileOf('.'), { recursive: true });
    await writeFile(fileOf(id), line('one'));
    const { file_size, file_id } = await read(id);
    await appendFile(fileOf(id), line('two') + line('żółw'));
    await rename(fileOf(id), fileOf('artifactory-jobs.1.log'));
    await writeFile(fileOf(id), line('three'));
    expect(await read(id, { file_size, file_id })).toMatchObject({
      log_content: line('two') + line('żółw') + line('three'),
      restarted: 'rotated',
      start: 0,
      file_size: line('three').length,
    });
  });

  it('starts over after truncation, or if the previous file is unknown [logs-02]', async () => {
    await truncate(fileOf(id), 0);
    await appendFile(fileOf(id), line('x'));
    const { file_id } = await read(id);
    expect(await read(id, { file_size: 1000, file_id })).toMatchObject({
      log_content: line('x'),
      restarted: 'truncated',
    });
    expect(await read(id, { file_size: 1000, file_id: 'other' })).toMatchObject({
      log_content: line('x'),
      restarted: 'rotated',
    });
    expect(await read(id, { file_size: 1000 })).toMatchObject({ restarted: 'truncated' });
  });

  it('excludes a line that is still being written', async () => {
    await writeFile(fileOf(id), `${line('whole')}{"msg":"ha`);
    const { log_content, file_size, file_id } = await read(id);
    expect(log_content).toBe(line('whole'));
    await appendFile(fileOf(id), 'lf"}\n');
    expect((await read(id, { file_size, file_id })).log_content).toBe(line('half'));
  });

  it('is empty before its first line', async () => {
    const { log_content, file_size } = (await get('data/jfmc', { id: 'mc-request.log' })).json<LogData>();
    expect([log_content, file_size]).toEqual(['', 0]);
  });
});

describe('a large log', () => {
  const id = 'artifactory-jobs.log';
  const all = Array.from({ length: 60_000 }, (_, at) => `{"line":${at},"text":"a \\"quoted\\" żółw"}\n`).join(
    '',
  );

  it('is returned completely, or from its end by complete lines, and then the lines before', async () => {
    await writeFile(fileOf(id), all);
    const whole = await get('data/jfrt', { id });
    expect(whole.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(whole.json<LogData>()).toMatchObject({
      log_content: all,
      start: 0,
      file_size: Buffer.byteLength(all),
    });
    const last = await read(id, { limit: 10_000 });
    expect(all.endsWith(last.log_content)).toBe(true);
    expect(last.log_content.startsWith('{"line":')).toBe(true);
    expect(Buffer.byteLength(last.log_content)).toBeGreaterThan(9_900);
    expect(Buffer.byteLength(last.log_content)).toBeLessThanOrEqual(10_000);
    const before = await read(id, { limit: 10_000, end: last.start });
    expect(all.endsWith(before.log_content + last.log_content)).toBe(true);
    expect(await readFile(fileOf(id), 'utf8')).toBe(all);
  });

  it('is read forwards from an offset, by complete lines', async () => {
    await writeFile(fileOf(id), all);
    let content = '';
    let from = 0;
    for (let count = 0; count < 5; count++) {
      const page = await read(id, { limit: 10_000, from });
      expect(page).toMatchObject({ start: from });
      expect(Buffer.byteLength(page.log_content)).toBeLessThanOrEqual(10_000);
      content += page.log_content;
      from = page.file_size;
    }
    expect(content.length).toBeGreaterThan(45_000);
    expect(all.startsWith(content)).toBe(true);
    // An offset within a line.
    expect((await read(id, { limit: 10_000, from: 3 })).log_content).toMatch(/^\{"line":1,/);
    const end = Buffer.byteLength(all);
    expect(await read(id, { limit: 10_000, from: end })).toMatchObject({ log_content: '', start: end });
    const long = `{"text":"${'x'.repeat(5_000)}"}\n`;
    await writeFile(fileOf(id), `${long}{"line":2}\n`);
    expect((await read(id, { limit: 1024, from: 0 })).log_content).toBe(long);
  });

  it('is read by its ID after a rotation, as long as the file exists', async () => {
    await writeFile(fileOf(id), all);
    const last = await read(id, { limit: 10_000 });
    const rotated = fileOf('artifactory-jobs.1.log');
    await rename(fileOf(id), rotated);
    await writeFile(fileOf(id), '{"line":"new"}\n');
    const { file_id, start } = last;
    const before = await read(id, { limit: 10_000, end: start, file_id });
    expect(all.endsWith(before.log_content + last.log_content)).toBe(true);
    expect(before.file_id).toBe(file_id);
    expect(await read(id, { limit: 10_000, from: start, file_id })).toMatchObject({
      ...{ log_content: last.log_content, file_id },
    });
    expect(await read(id, { limit: 10_000, from: last.file_size, file_id })).toMatchObject({
      ...{ log_content: '{"line":"new"}\n', restarted: 'rotated', start: 0 },
    });
    await rm(rotated);
    for (const page of [{ from: 0 }, { end: start }] as Record<string, number>[])
      expect(await read(id, { ...page, file_id })).toMatchObject({ log_content: '', restarted: 'rotated' });
  });

  it('is read backwards into the files that were rotated before', async () => {
    await writeFile(fileOf('artifactory-jobs.3.log'), '{"line":"a"}\n{"line":"b"}\n');
    await writeFile(fileOf('artifactory-jobs.2.log'), '{"line":"c"}\n');
    // An empty file has no lines to show.
    await writeFile(fileOf('artifactory-jobs.1.log'), '');
    await writeFile(fileOf(id), '{"line":"d"}\n');
    const last = await read(id, {});
    expect(last).toMatchObject({ log_content: '{"line":"d"}\n', start: 0, previous_file: true });
    const { file_id } = last;
    const before = await read(id, { limit: 10_000, end: 0, file_id });
    expect(before).toMatchObject({
      ...{ log_content: '{"line":"c"}\n', start: 0, restarted: 'rotated', previous_file: true },
    });
    expect(before.file_id).not.toBe(file_id);
    const first = await read(id, { limit: 1024, end: 0, file_id: before.file_id });
    expect(first).toMatchObject({ log_content: '{"line":"a"}\n{"line":"b"}\n', restarted: 'rotated' });
    expect(first).not.toHaveProperty('previous_file');
    const none = await read(id, { limit: 1024, end: 0, file_id: first.file_id });
    expect(none).toMatchObject({ log_content: '', start: 0, file_id: first.file_id });
    expect(none).not.toHaveProperty('restarted');
    for (const number of [1, 2, 3]) await rm(fileOf(`artifactory-jobs.${number}.log`));
    expect(await read(id, {})).not.toHaveProperty('previous_file');
  });

  it('is closed when the client reads none of it', async () => {
    const openFiles = async () => {
      const links = await Promise.all(
        (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
      );
      return links.filter((target) => target === fileOf(id)).length;
    };
    await writeFile(fileOf(id), all);
    const before = await openFiles();
    const answer = await logData(await findWindow(fileOf(id), {}));
    expect([answer instanceof Readable, await openFiles()]).toEqual([true, before + 1]);
    // The client has disconnected.
    (answer as Readable).destroy();
    await expect.poll(openFiles).toBe(before);
  });
});
