import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from './run.ts';

let folder: string;
const servers: Server[] = [];
const printed: string[] = [];

/** A console of a version, as far as the command uses it. */
async function consoleOf(version: string): Promise<string> {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/ui/sdk/@lading%2fcontract' ? 200 : 404;
    response.end(JSON.stringify({ 'dist-tags': { latest: version }, versions: {} }));
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-e2e-'));
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(async () => {
  printed.length = 0;
  rmSync(folder, { recursive: true });
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

describe('lading-kit e2e', () => {
  it('runs the tests in each console, and names those in which they failed', async () => {
    const [old, current] = [await consoleOf('0.1.0'), await consoleOf('0.2.0')];
    mkdirSync(join(folder, 'e2e'));
    writeFileSync(
      join(folder, 'e2e/screen.mjs'),
      `import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(join(folder, 'seen'))}, process.env.CONSOLE_URL + ' ');
      if (process.env.CONSOLE_URL === ${JSON.stringify(old)}) throw new Error('no screen');`,
    );
    const rejected = run(['e2e', folder, '--console', `${old}, ${current}/,`]);
    await expect(rejected).rejects.toThrow(`The tests failed in 1 of 2 consoles: ${old}.`);
    expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe(`${old} ${current} `);
    expect(printed).toEqual([
      `${old}: Lading 0.1.0`,
      `${old}: Lading 0.1.0: failed`,
      `${current}: Lading 0.2.0`,
      `${current}: Lading 0.2.0: passed`,
    ]);
  });

  it('says what is missing', async () => {
    await expect(run(['e2e', folder])).rejects.toThrow(/has no tests\. Expected files/);
    mkdirSync(join(folder, 'e2e'));
    writeFileSync(join(folder, 'e2e/screen.mjs'), '');
    await expect(run(['e2e', folder, '--console', 'nowhere'])).rejects.toThrow('Invalid URL nowhere');
    await expect(run(['e2e', folder, '--console', ','])).rejects.toThrow('No console given');
    const stopped = 'http://127.0.0.1:1';
    const rejected = run(['e2e', folder, '--console', stopped]);
    await expect(rejected).rejects.toThrow(`No console responds at ${stopped}`);
  });
});
