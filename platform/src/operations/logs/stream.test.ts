import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { logTo } from '../../http/logSink.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { maxEventBytes } from './LogPieces.ts';
import { maxStreams } from './LogStreams.ts';

const url = '/ui/api/v1/system/logs/stream';
const request = 'jfrt:artifactory-request.log';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ logFiles: true, listen: true, env: { LADING_LOG_LEVEL: 'info' } });
});
afterAll(() => platform.close());

const open = new Set<AbortController>();
afterEach(() => {
  for (const controller of open) controller.abort();
  open.clear();
});

interface Lines {
  log: string;
  skipped: boolean;
  data: { log_content: string; start: number; file_size: number; file_id: string; restarted?: string };
}

/** Connects, and reads events when asked to. */
async function connect(
  logs: readonly string[],
  headers: Record<string, string> = { authorization: platform.adminAuth },
) {
  const controller = new AbortController();
  open.add(controller);
  const query = new URLSearchParams(logs.map((log) => ['log', log] as [string, string]));
  const answer = await fetch(`${platform.baseUrl}${url}?${query}`, {
    headers,
    signal: controller.signal,
  });
  const reader = answer.ok ? answer.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
  let text = '';
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (!/^(?::|event: ready)/.test(event)) return event;
      } else {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done || value === undefined) return undefined;
        text += value;
      }
    }
  };
  const lines = async (): Promise<Lines> => {
    const [event, data = ''] = (await next())?.split('\n') ?? [];
    expect(event).toBe('event: lines');
    return JSON.parse(data.replace('data: ', '')) as Lines;
  };
  /** Reads until a line contains the text. */
  const until = async (wanted: string): Promise<Lines> => {
    for (;;) {
      const found = await lines();
      if (found.data.log_content.includes(wanted)) return found;
    }
  };
  return { answer, next, lines, until, close: () => controller.abort() };
}
const ping = (text: string) => platform.app.inject(`/artifactory/api/system/ping?from=${text}`);
const data = async (id: string) =>
  (
    await platform.app.inject({
      url: `/ui/api/v1/system/logs/data/jfrt?id=${id}`,
      headers: { authorization: platform.adminAuth },
    })
  ).json<Lines['data']>();
const fileOf = (id: string) => join(platform.settings.home, 'log', id);

describe('a stream of logs', () => {
  it('sends new lines of several logs, without those that the client has', async () => {
    await ping('before');
    const { file_size, file_id } = await data('artifactory-request.log');
    const stream = await connect([`${request}:${file_size}:${file_id}`, 'jfrt:access-audit.log:0']);
    expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.answer.headers.get('cache-control')).toBe('no-store, no-transform');
    await ping('first');
    const first = await stream.until('from=first');
    expect(first).toMatchObject({ log: request, skipped: false });
    expect(first.data.log_content).not.toContain('from=before');
    await platform.createToken('of the stream test');
    const audit = await stream.until('token-issued');
    expect(audit.log).toBe('jfrt:access-audit.log');
    await ping('second');
    const second = await stream.until('from=second');
    expect(second.data.log_content).not.toContain('from=first');
  });

  it('continues after a rotation, without losing or repeating lines', async () => {
    const id = 'artifactory-jobs.log';
    const line = (text: string) => `{"msg":"${text}"}\n`;
    await mkdir(fileOf('.'), { recursive: true });
    await writeFile(fileOf(id), line('one'));
    const { file_size, file_id } = await data(id);
    await appendFile(fileOf(id), line('two'));
    await rename(fileOf(id), fileOf('artifactory-jobs.1.log'));
    await writeFile(fileOf(id), line('three'));
    const stream = await connect([`jfrt:${id}:${file_size}:${file_id}`]);
    expect((await stream.lines()).data).toMatchObject({
      log_content: line('two') + line('three'),
      restarted: 'rotated',
      file_size: line('three').length,
    });
    logTo(platform.app.log, 'artifactory-jobs').info('four');
    expect((await stream.lines()).data).toMatchObject({
      log_content: expect.stringContaining('"msg":"four"'),
      start: line('three').length,
    });
  });

  it('sends only the end of a long backlog, and reports it', async () => {
    const id = 'distribution-request.log';
    const lines = Array.from(
      { length: 60_000 },
      (_, at) => `{"line":${at},"text":"a long text of a line"}\n`,
    );
    await writeFile(fileOf(id), lines.join(''));
    const stream = await connect([`jfds:${id}:100:`]);
    const { skipped, data: found } = await stream.lines();
    expect(skipped).toBe(true);
    expect(found.log_content.endsWith(lines.at(-1) ?? '-')).toBe(true);
    expect(found.log_content.length).toBeLessThanOrEqual(maxEventBytes);
    expect(found.log_content.length).toBeGreaterThan(maxEventBytes - 1000);
  });
});

describe('access to a stream', () => {
  it('requires an administrator, and a log that exists', async () => {
    const answer = await platform.app.inject(`${url}?log=${request}`);
    expect(answer.statusCode).toBe(401);
    for (const [log, status, code] of [
      ['jfrt:../node-id', 404, 'NO_SUCH_LOG'],
      ['passwd:artifactory-request.log', 404, 'NO_SUCH_SERVICE'],
      [`${request}:ten:x`, 400, 'INVALID_LOG'],
      [`${request}:1:x:y`, 400, 'INVALID_LOG'],
    ] as const) {
      const { answer: rejected } = await connect([log]);
      const { errors } = (await rejected.json()) as { errors: { code: string }[] };
      expect([rejected.status, errors[0]?.code]).toEqual([status, code]);
    }
  });

  it('ends with the session', async () => {
    const auth = (call: string, cookie: string, body: object) =>
      fetch(`${platform.baseUrl}/ui/api/v1/ui/auth/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: platform.baseUrl, cookie },
        body: JSON.stringify(body),
      });
    const credentials = { user: 'admin', password: platform.adminPassword, type: 'login' };
    const [cookie = ''] = (await auth('login', '', credentials)).headers.getSetCookie();
    const stream = await connect([request], { cookie: cookie.split(';')[0] ?? '' });
    await ping('signed-in');
    await stream.until('from=signed-in');
    expect((await auth('logout', cookie.split(';')[0] ?? '', {})).status).toBe(200);
    expect(await lastOf(stream)).toContain('event: denied');
  });

  it('ends with the permission', async () => {
    const send = (method: 'POST' | 'PATCH', path: string, payload: object) =>
      platform.app.inject({ method, url: path, payload, headers: { authorization: platform.adminAuth } });
    const password = 'a-long-password-of-ops-1';
    await send('POST', '/access/api/v2/users', {
      ...{ username: 'ops', email: 'ops@example.org', password, admin: true },
    });
    const authorization = `Basic ${Buffer.from(`ops:${password}`).toString('base64')}`;
    const stream = await connect([request], { authorization });
    expect(stream.answer.status).toBe(200);
    await send('PATCH', '/access/api/v2/users/ops', { admin: false });
    expect(await lastOf(stream)).toContain('event: denied');
    expect((await connect([request], { authorization })).answer.status).toBe(403);
  });

  it('is limited, and open again when a stream ends', async () => {
    const streams = await Promise.all(Array.from({ length: maxStreams }, () => connect([request])));
    expect(streams.every(({ answer }) => answer.status === 200)).toBe(true);
    expect((await connect([request])).answer.status).toBe(503);
    await ping('for-all');
    await Promise.all(streams.map((stream) => stream.until('from=for-all')));
    streams[0]?.close();
    await expect.poll(async () => (await connect([request])).answer.status).toBe(200);
  });
});

async function lastOf(stream: Awaited<ReturnType<typeof connect>>): Promise<string> {
  for (let last = ''; ; ) {
    const event = await stream.next();
    if (event === undefined) return last;
    last = event;
  }
}
