import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { compileServer, freePort, ServerProcess, temporaryHome } from '../testing/serverProcess.ts';

/** Blocks the event loop forever on a request for `/block`. */
const blocker = `
import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
subscribe('http.server.request.start', ({ request }) => {
  if (request.url.startsWith('/artifactory/block')) setImmediate(() => { writeSync(1, 'blocked now\\n'); for (;;); });
});`;

let home: string;
let remove: () => Promise<void>;
let server: ServerProcess;

beforeAll(() => compileServer());

beforeEach(async () => {
  ({ home, remove } = await temporaryHome());
  const file = join(home, 'blocker.mjs');
  writeFileSync(file, blocker);
  server = new ServerProcess(home, await freePort(), {
    NODE_OPTIONS: `--import=${pathToFileURL(file).href}`,
  });
  expect(await server.answers()).toBe(true);
  while (!server.output.includes('/ui/')) await wait(10);
});

afterEach(async () => {
  server.kill();
  await server.ended;
  await remove();
});

it('logs the request that blocks the event loop, and ends on SIGTERM', async () => {
  fetch(`${server.url}/artifactory/block/it?token=hidden`).catch(() => undefined);
  while (!server.output.includes('has been blocked')) await wait(50);
  const line = server.output.split('\n').find((text) => text.includes('has been blocked'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 'error',
    requests: [{ method: 'GET', url: '/artifactory/block/it?token=…' }],
  });
  expect(await server.stop()).toBe('SIGKILL');
  expect(server.output).toContain('did not stop within 10 s: killing it');
  expect(server.output).not.toContain('hidden');
  expect(server.errors).toBe('');
});

it('ends on the second signal when the event loop is blocked', async () => {
  fetch(`${server.url}/artifactory/block`).catch(() => undefined);
  while (!server.output.includes('blocked now')) await wait(10);
  // Two signals that arrive together count as one.
  let isOver = false;
  server.ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    server.kill('SIGTERM');
    await wait(200);
  }
  expect(await server.ended).toBe('SIGKILL');
  expect(server.output).toContain('A second signal arrived');
});

it('stops gracefully while the event loop runs', async () => {
  expect(await server.stop()).toBe(0);
  expect(server.output).not.toContain('"level":"error"');
});
