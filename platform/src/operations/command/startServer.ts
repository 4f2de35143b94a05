import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { directoryFaults } from '../../settings/directoryFaults.ts';
import { type Settings, SettingsError } from '../../settings/settings.ts';
import { serverState } from '../../storage/runningServer.ts';
import type { Terminal } from '../backup/ProgressLine.ts';
import { findUnreadiness } from './probe.ts';
import type { Env } from './UsageError.ts';

/** The program of `npm start`, in a checkout and in a release. */
const program = fileURLToPath(new URL('../../../../scripts/start.mjs', import.meta.url));

/**
 * Runs `lading start`. Returns the exit code, which is that of the server if it ended instead of
 * listening.
 */
export async function startServer(settings: Settings, env: Env, terminal: Terminal): Promise<number> {
  const faults = directoryFaults(settings);
  if (faults.length > 0) throw new SettingsError(faults);
  const { home } = settings;
  const before = serverState(home);
  if (before.state !== 'stopped') {
    const what = before.state === 'running' ? `The server is already running at ${before.address}/ui/` : home;
    terminal.complain(`${what} (process ${before.pid}). Run lading stop first, or set another LADING_HOME.`);
    return 3;
  }
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const output = join(home, 'server.out');
  const server = launch(output, { ...env, LADING_HOME: home });
  try {
    return await waitUntilReady(server, home, terminal);
  } finally {
    for (const line of linesOf(output)) terminal.say(line);
    // The output can contain the initial password, which is shown only once.
    truncateSync(output);
    server.unref();
  }
}

function launch(output: string, env: Env): ChildProcess {
  const file = openSync(output, 'a', 0o600);
  truncateSync(output);
  try {
    return spawn(process.execPath, [program, '--background'], {
      // Neither closing the terminal nor Ctrl-C ends the server.
      detached: true,
      stdio: ['ignore', file, file],
      env: { ...env },
    });
  } finally {
    closeSync(file);
  }
}

async function waitUntilReady(server: ChildProcess, home: string, { complain }: Terminal): Promise<number> {
  let failure: Error | undefined;
  server.once('error', (error) => {
    failure = error;
  });
  for (;;) {
    if (failure) throw failure;
    if (server.exitCode !== null || server.signalCode !== null) {
      complain('The server failed to start. The last line below has the reason.');
      return server.exitCode || 1;
    }
    const found = serverState(home);
    if (found.state === 'running' && (await findUnreadiness(found)) === undefined) return 0;
    await wait(50);
  }
}

/** Returns the server's output for users. Its log is also in the log files. */
function linesOf(output: string): string[] {
  return readFileSync(output, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
}
