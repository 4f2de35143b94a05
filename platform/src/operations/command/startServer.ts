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

/** In milliseconds. */
interface Patience {
  /** When a report says why the server is not ready. Repeated after the same time. */
  report: number;
  /** When the command ends without a server that is ready, which continues in the background. */
  end: number;
}

const patience: Patience = { report: 30_000, end: 300_000 };

/** For tests. */
interface Replaced {
  program?: string;
  patience?: Patience;
}

/**
 * Runs `lading start`. Returns the exit code, which is that of the server if it ended instead of
 * listening.
 */
export async function startServer(
  settings: Settings,
  env: Env,
  terminal: Terminal,
  replaced: Replaced = {},
): Promise<number> {
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
  const server = launch(output, { ...env, LADING_HOME: home }, replaced.program ?? program);
  let isComplete = false;
  try {
    const code = await waitUntilReady(server, home, terminal, replaced.patience ?? patience);
    isComplete = code === 0 || hasEnded(server);
    return code;
  } finally {
    for (const line of linesOf(output)) terminal.say(line);
    // The output can contain the initial password, which is shown only once. A server that is not
    // ready can still write it. The next start empties the file.
    if (isComplete) truncateSync(output);
    server.unref();
  }
}

function launch(output: string, env: Env, file: string): ChildProcess {
  const opened = openSync(output, 'a', 0o600);
  truncateSync(output);
  try {
    return spawn(process.execPath, [file, '--background'], {
      // Neither closing the terminal nor Ctrl-C ends the server.
      detached: true,
      stdio: ['ignore', opened, opened],
      env: { ...env },
    });
  } finally {
    closeSync(opened);
  }
}

async function waitUntilReady(
  server: ChildProcess,
  home: string,
  { complain }: Terminal,
  { report, end }: Patience,
): Promise<number> {
  let failure: Error | undefined;
  server.once('error', (error) => {
    failure = error;
  });
  const began = performance.now();
  for (let reports = 0; ; ) {
    if (failure) throw failure;
    if (hasEnded(server)) {
      complain('The server failed to start. The reason is below.');
      return server.exitCode || 1;
    }
    const problem = await findProblem(home);
    if (problem === undefined) return 0;
    const waited = performance.now() - began;
    if (waited >= end) {
      complain(
        `The server is still not ready after ${inSeconds(waited)}: ${problem}. It continues in the background (process ${server.pid}). ` +
          `Check it with lading status, or end it with lading stop. The logs are in ${home}/log. ` +
          `Its other output, such as the password of a first start, is in ${home}/server.out.`,
      );
      return 1;
    }
    if (waited >= report * (reports + 1)) {
      reports += 1;
      complain(`Not ready after ${inSeconds(waited)}: ${problem}. Waiting. The logs are in ${home}/log.`);
    }
    await wait(50);
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

const inSeconds = (milliseconds: number) => `${Math.round(milliseconds / 1000)} seconds`;

/** Returns why the server is not ready, or undefined if it is. */
async function findProblem(home: string): Promise<string | undefined> {
  const found = serverState(home);
  if (found.state === 'running') return findUnreadiness(found);
  return found.state === 'busy'
    ? 'the server has not finished its start, such as a migration of the database'
    : 'the server has not begun to use the data directory';
}

/** Returns the server's output for users. Its log is also in the log files. */
function linesOf(output: string): string[] {
  return readFileSync(output, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
}
