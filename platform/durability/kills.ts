import { randomInt } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, ServerProcess, temporaryHome } from '../src/testing/serverProcess.ts';
import { Publisher, type Sent } from './Publisher.ts';
import { verify } from './verify.ts';

export interface KillsReport {
  rounds: number;
  acknowledged: number;
  /** Sent, and not acknowledged before the server died. */
  open: number;
  lost: string[];
  half: string[];
  /** What the server said at a start after a kill, beyond its address. */
  complaints: string[];
  /**
   * From the start of the process to the first answer, in milliseconds; of each start after a kill.
   */
  starts: number[];
}

const password = 'a-password-of-tests-alone';
export const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
export const serverEnv = { LADING_ADMIN_PASSWORD: password, LADING_LOG_LEVEL: 'error' };

/**
 * Kills a server at random moments of publishing, starts it again, and looks for everything that
 * was sent.
 */
export async function kills(rounds: number, say: (line: string) => void): Promise<KillsReport> {
  const { home, remove } = await temporaryHome();
  const port = await freePort();
  const report: KillsReport = {
    rounds,
    acknowledged: 0,
    open: 0,
    lost: [],
    half: [],
    complaints: [],
    starts: [],
  };
  const everything: Sent[] = [];
  let server = new ServerProcess(home, port, serverEnv);
  try {
    if (!(await server.answers())) throw new Error(`The server did not start: ${server.errors}`);
    for (let round = 0; round < rounds; round++) {
      const sent = await killWhilePublishing(server, home, round);
      everything.push(...sent);
      const started = Date.now();
      server = new ServerProcess(home, port, serverEnv);
      if (!(await server.answers())) throw new Error(`The server did not start again: ${server.errors}`);
      report.starts.push(Date.now() - started);
      const { lost, half } = await verify(server.url, authorization, [...sent, ...sample(everything, 20)]);
      report.lost.push(...lost);
      report.half.push(...half);
      if (server.errors !== '') report.complaints.push(server.errors);
      report.acknowledged += sent.filter(({ acknowledged }) => acknowledged).length;
      report.open += sent.filter(({ acknowledged }) => !acknowledged).length;
      say(
        `kill ${round + 1} of ${rounds}: ${report.acknowledged} acknowledged, ${report.open} open, ${report.lost.length} lost, ${report.half.length} half visible`,
      );
    }
    const last = await verify(server.url, authorization, everything);
    report.lost.push(...last.lost);
    report.half.push(...last.half);
    return report;
  } finally {
    server.kill();
    await server.ended;
    await remove();
  }
}

async function killWhilePublishing(server: ServerProcess, home: string, round: number): Promise<Sent[]> {
  const publisher = new Publisher({ url: server.url, authorization, round: `kill${round}`, clients: 8 });
  await wait(randomInt(30, 1200));
  // Every other time its database is killed with it, without being told to stop.
  if (round % 2 === 1) for (const pid of processesIn(home)) process.kill(pid, 'SIGKILL');
  server.kill();
  await server.ended;
  await publisher.stop();
  if (publisher.refused.length > 0 && round % 2 === 0) throw new Error(`Refused: ${publisher.refused[0]}`);
  return publisher.sent;
}

export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    });
}

function sample<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: Math.min(count, all.length) }, () => all[randomInt(all.length)] as T);
}
