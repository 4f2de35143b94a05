import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import { startServer } from './startServer.ts';

/** A server that locks its directory as far as commands see, and listens where the test says. */
const program = `
import { openSync, writeFileSync } from 'node:fs';
const { LADING_HOME: home, TEST_URL: localUrl } = process.env;
openSync(home + '/lock', 'w');
writeFileSync(home + '/lock', process.pid + '\\n');
console.log('First start: sign in as admin with the password of the test');
const note = { pid: process.pid, version: '0.1.0', address: localUrl, localUrl, started: '2026-01-31T14:05:00Z' };
if (localUrl) writeFileSync(home + '/server.json', JSON.stringify(note));
setInterval(() => undefined, 1000);
`;

describe('lading start', () => {
  let home: string;
  let readiness: { status: number; message: string };
  const readinessServer = createServer((_request, response) => {
    const body = JSON.stringify({ errors: [{ message: readiness.message }] });
    response.writeHead(readiness.status, { 'content-type': 'application/json' }).end(body);
  });
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'lading-start-'));
    writeFileSync(join(home, 'program.mjs'), program);
    await new Promise<void>((resolve) => readinessServer.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    readinessServer.close();
    const lock = join(home, 'lock');
    const pid = () => (existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0);
    await expect.poll(pid, { timeout: 60_000 }).toBeGreaterThan(0);
    process.kill(pid(), 'SIGKILL');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  const url = () => `http://127.0.0.1:${(readinessServer.address() as AddressInfo).port}`;

  async function start(env: Record<string, string>, patience: { report: number; end: number }) {
    const said: string[] = [];
    const complaints: string[] = [];
    const terminal = {
      say: (line: string) => void said.push(line),
      complain(line: string) {
        complaints.push(line);
        if (line.includes('still not ready')) appendFileSync(join(home, 'server.out'), 'A password\n');
        if (line.includes(readiness.message)) readiness.status = 200;
      },
    };
    const settings = readSettings({ LADING_HOME: home });
    const replaced = { program: join(home, 'program.mjs'), patience };
    return { code: await startServer(settings, env, terminal, replaced), said, complaints };
  }

  it('reports why a server is not ready, and waits until it is', async () => {
    readiness = { status: 503, message: 'The blob store is not available' };
    const { code, said, complaints } = await start({ TEST_URL: url() }, { report: 1, end: 60_000 });
    expect(code).toBe(0);
    expect(said).toEqual(['First start: sign in as admin with the password of the test']);
    expect(readFileSync(join(home, 'server.out'), 'utf8')).toBe('');
    expect(complaints.at(-1)).toMatch(/The blob store is not available\. .*logs are in .*log\.$/);
  });

  it('ends without a server that is ready, and shows how to see more', async () => {
    readiness = { status: 200, message: '' };
    const { code, said, complaints } = await start({}, { report: 60_000, end: 1 });
    expect([code, complaints]).toEqual([
      1,
      [expect.stringMatching(/still not ready .*lading status.*log\. .*server\.out\.$/)],
    ]);
    expect(said).toContain('A password');
    expect(readFileSync(join(home, 'server.out'), 'utf8')).toContain('A password\n');
  });
});
